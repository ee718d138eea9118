import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { RecordId } from '#src/catalogue/fields.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { keyOf, knownKeys, rememberKeys } from '#src/import/foreign/source-keys.ts'

/** What a line says of the numbers that a record has elsewhere, by the first digits of the instances. */
const KnownAs = Compile(Type.Record(Type.String({ pattern: '^[0-9a-f]{16}$' }), RecordId, { maxProperties: 50 }))

/** A record of a publisher, with the numbers that it has elsewhere. */
export type Known = { of: RecordKind; id: number; as: Readonly<Record<string, number>> }

/** This instance, if it publishes anything, and those that are followed. */
export type Instances = { own: string | undefined; followed: readonly string[] }

export const knownIn = ({ known_as }: Readonly<Record<string, unknown>>): Known['as'] | undefined =>
  known_as !== undefined && KnownAs.Check(known_as) ? known_as : undefined

const Key = Type.Object({ source_id: Type.String(), source_key: Type.String(), entity_id: Type.Integer() })
const Present = Type.Object({ id: Type.Integer() })

/**
 * Remembers which records here those of a publisher are that has them from here, or from somebody who is followed, too:
 * whatever they are called there by now. What is known already stays.
 */
export async function rememberKnown(
  db: Database,
  source_id: string,
  all: readonly Known[],
  { own, followed }: Instances,
): Promise<void> {
  const digits = (instance: string) => instance.slice(0, 16)
  const others = followed.map(digits).filter((instance) => instance !== source_id)
  for (const [of, some] of Map.groupBy(all, (one) => one.of)) {
    const keys = some.map(({ id }) => String(id))
    const known = await knownKeys(db, source_id, of, keys)
    const open = some.filter(({ id }) => !known.has(String(id)))
    const here = await ofOthers(db, of, open, others)
    const numbers = open.map(({ id, as }) => ({
      id,
      number: (own === undefined ? undefined : as[digits(own)]) ?? here(as),
    }))
    const free = await freeAmong(
      db,
      source_id,
      of,
      numbers.flatMap(({ number }) => number ?? []),
    )
    const rows: ReturnType<typeof keyOf>[] = []
    // Two of a publisher are never one here.
    for (const { id, number } of numbers)
      if (number !== undefined && free.delete(number)) rows.push(keyOf(source_id, of, String(id), number, false))
    await rememberKeys(db, rows)
  }
}

/** The records here that others who are followed have under these numbers. */
async function ofOthers(db: Database, of: RecordKind, all: readonly Known[], others: readonly string[]) {
  const wanted = all.flatMap(({ as }) => others.flatMap((instance) => as[instance] ?? []))
  const rows =
    wanted.length === 0
      ? []
      : await db.all(
          Key,
          sql`
          select source_id, source_key, entity_id from source_key
          where kind = ${of} and ${db.engine.anyOf(raw('source_id'), others)}
            and ${db.engine.anyOf(raw('source_key'), [...new Set(wanted)].map(String))} and entity_id is not null`,
        )
  const entities = new Map(rows.map((row) => [`${row.source_id} ${row.source_key}`, row.entity_id]))
  return (as: Known['as']) =>
    others.map((instance) => entities.get(`${instance} ${as[instance]}`)).find((id) => id !== undefined)
}

/** Those of these records that are there, and that are no other record of the publisher. */
async function freeAmong(db: Database, source_id: string, of: RecordKind, ids: readonly number[]) {
  if (ids.length === 0) return new Set<number>()
  const rows = await db.all(
    Present,
    sql`
    select r.id from record r
    where r.kind = ${of} and ${db.engine.anyOf(raw('r.id'), ids)} and not exists (
      select 1 from source_key k where k.kind = ${of} and k.entity_id = r.id and k.source_id = ${source_id})`,
  )
  return new Set(rows.map(({ id }) => id))
}
