import { type Static, Type } from 'typebox'
import type { Database } from './database.ts'
import { limit, sql } from './sql.ts'
import { type RevisionName, revisionNames, type ShownRevision, shownRevisions } from './topics.ts'

const Revision = Type.Object({ number: Type.Integer() })

/** The number of the last change; 0 if there was none. */
export async function revisionOf(db: Database, name: RevisionName): Promise<number> {
  const row = await db.one(Revision, sql`select number from revision where name = ${name}`)
  return row?.number ?? 0
}

/** Counts and announces changes, in the transaction that makes them. Returns the number of the last one. */
export async function revise(tx: Database, name: RevisionName, changes = 1): Promise<number> {
  const row = await tx.one(
    Revision,
    sql`
    insert into revision (name, number) values (${name}, ${changes})
    on conflict (name) do update set number = revision.number + ${changes} returning number`,
  )
  await tx.announce(name)
  return (row as { number: number }).number
}

/** The position of everything that replies show: the last number in the change log, and the revisions outside it. */
export const Position = Type.Object({
  seq: Type.Integer(),
  ...(Object.fromEntries(shownRevisions.map((name) => [name, Type.Integer()])) as Record<
    ShownRevision,
    ReturnType<typeof Type.Integer>
  >),
})
export type Position = Static<typeof Position>

const Named = Type.Object({ name: Type.String(), number: Type.Integer() })

/** The position now, in one statement: no part of it is from another moment. */
export async function currentPosition(db: Database): Promise<Position> {
  const rows = await db.all(
    Named,
    sql`
    select 'seq' as name, (select coalesce(max(seq), 0) from change) as number
    union all select name, number from revision ${limit(1 + revisionNames.length)}`,
  )
  const numbers = new Map(rows.map(({ name, number }) => [name, number]))
  const numberOf = (name: string) => numbers.get(name) ?? 0
  const shown = Object.fromEntries(shownRevisions.map((name) => [name, numberOf(name)]))
  return { seq: numberOf('seq'), ...shown } as Position
}
