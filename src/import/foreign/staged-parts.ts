import { sql } from '#src/database/sql.ts'
import type { Reading } from '#src/matching/title-readings.ts'
import { nameKey } from './named-records.ts'
import { type Connection, numberOf } from './staged-identities.ts'

/** Whether a part is known to be no film of the catalogue, and whether somebody has decided that it is a new one. */
export const partStates = { unknown: 0, missing: 1, decided: 2 } as const

export const partTable = `
  create table part (
    key text primary key, stack text not null, title text not null, year integer, state integer not null
  ) without rowid;
  create index part_by_stack on part (stack, state);`

/** A film of which files may be parts. */
export type Stack = Reading & { key: string }

/** Files that may be parts of one film, by the keys of the films that they are otherwise. */
export function stagingParts(connection: Connection) {
  return {
    addPart: (key: string, { title, year }: Reading) =>
      connection.each('insert or ignore into part (key, stack, title, year, state) values (?, ?, ?, ?, ?)', [
        [key, nameKey(title, year), title, year ?? null, partStates.unknown],
      ]),
    notePart: (key: string, state: number) =>
      connection.each('update part set state = ? where key = ?', [[state, key]]),
    /** The film that something may be a part of, and whether it has been looked for by its own name. */
    stackOf(key: string): (Stack & { isMissing: boolean }) | undefined {
      const row = connection.one(sql`select stack, title, year, state from part where key = ${key}`)
      if (!row) return undefined
      const { stack, title, year, state } = row as { stack: string; title: string; year: number | null; state: number }
      return { key: stack, title, ...(year !== null && { year }), isMissing: state !== partStates.unknown }
    },
    /** Whether others of a stack are in the same state, or further. */
    hasOthers: (key: string, stack: string, state: number): boolean =>
      connection.one(sql`
        select 1 as yes from part where stack = ${stack} and state >= ${state} and key <> ${key} limit 1`) !==
      undefined,
    /** The name of the film that something has become together with others. */
    stackedTitle(key: string): Reading | undefined {
      const row = connection.one(sql`
        select p.title, p.year from part p join identity i on i.kind = ${numberOf('movie')} and i.key = p.key
        where p.key = ${key} and exists (
          select 1 from part o join identity other on other.kind = i.kind and other.key = o.key
          where o.stack = p.stack and o.key <> p.key and other.id = i.id)`)
      if (!row) return undefined
      const { title, year } = row as { title: string; year: number | null }
      return { title, ...(year !== null && { year }) }
    },
  }
}
