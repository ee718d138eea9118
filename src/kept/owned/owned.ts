import { type Static, Type } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Count, Id } from '#src/database/table.ts'

/** The kinds of record of which there are video files, and series, which are their episodes. */
type OwnedKind = 'movie' | 'series' | 'episode'
type OwnedRecord = { kind: OwnedKind; entity_id: number }

/** Records that are written, and read, in one statement. */
const AT_ONCE = 2_000

const Record = Type.Object({ kind: Type.Unsafe<OwnedKind>({ type: 'string' }), entity_id: Type.Integer() })
const keyOf = ({ kind, entity_id }: Static<typeof Record>) => `${kind} ${entity_id}`

/** Some of a list at a time. */
function* portions<Item>(all: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE)
}

/** What was found in a folder: the movies and episodes of its video files. */
type FoundInFolder = { movie: ReadonlySet<number>; episode: ReadonlySet<number> }

/**
 * Notes what lies in a folder, in place of what did before. A folder in which nothing is found stays as it was: perhaps
 * its disk is away.
 */
export async function noteOwned(db: Database, path: string, found: FoundInFolder, now: Date): Promise<void> {
  if (found.movie.size + found.episode.size === 0) return
  const at = now.toISOString()
  const folder = await db.transaction((tx) =>
    tx.one(
      Id,
      sql`
      insert into media_folder (path, imported_at) values (${path}, ${at})
      on conflict (path) do update set imported_at = excluded.imported_at returning id`,
    ),
  )
  if (!folder) return
  const series = new Set<number>()
  for (const some of portions([...found.episode]))
    for (const { id } of await db.all(
      Id,
      sql`select distinct series_id as id from episode where ${db.engine.anyOf(raw('id'), some)}`,
    ))
      series.add(id)
  const all = (['movie', 'episode', 'series'] as const).flatMap((kind) =>
    [...(kind === 'series' ? series : found[kind])].map((entity_id): OwnedRecord => ({ kind, entity_id })),
  )
  const are = new Set(all.map(keyOf))
  const gone = (await recordsIn(db, folder.id)).filter((record) => !are.has(keyOf(record)))
  for (const some of portions(all))
    await db.run(sql`
      insert into owned (folder_id, kind, entity_id, since)
      select cast(${folder.id} as bigint), r.kind, r.id, cast(${at} as text)
      from ${db.engine.rows(Record, [...some])} as g join record r on r.kind = g.kind and r.id = g.entity_id
      where true on conflict do nothing`)
  for (const some of portions(gone))
    for (const [kind, ofKind] of Map.groupBy(some, (record) => record.kind))
      await db.run(sql`
        delete from owned where folder_id = ${folder.id} and kind = ${kind} and ${db.engine.anyOf(
          raw('entity_id'),
          ofKind.map(({ entity_id }) => entity_id),
        )}`)
}

/** All records of a folder. */
async function recordsIn(db: Reader, folder_id: number): Promise<OwnedRecord[]> {
  const all: OwnedRecord[] = []
  for (let after: OwnedRecord = { kind: '' as OwnedKind, entity_id: 0 }; ; ) {
    const some = await db.wide.all(
      Record,
      sql`
      select kind, entity_id from owned
      where folder_id = ${folder_id} and (kind, entity_id) > (${after.kind}, ${after.entity_id})
      order by kind, entity_id ${limit(AT_ONCE)}`,
    )
    for (const each of some) all.push(each)
    const last = some.at(-1)
    if (!last || some.length < AT_ONCE) return all
    after = last
  }
}

/** Which of some records lie in the house, as `kind id`. */
export async function ownedAmong(
  db: Reader,
  records: readonly { kind: string; entity_id: number }[],
): Promise<ReadonlySet<string>> {
  if (records.length === 0) return new Set()
  const rows = await db.all(
    Record,
    sql`
    select distinct o.kind, o.entity_id from ${db.engine.rows(Record, records as OwnedRecord[])} as r
    cross join owned o where o.kind = r.kind and o.entity_id = r.entity_id`,
  )
  return new Set(rows.map(keyOf))
}

/** How many episodes of a series lie in the house. */
export async function ownedEpisodes(db: Reader, series_id: number): Promise<number> {
  const found = await db.one(
    Count,
    sql`
    select count(*) as count from episode e
    where e.series_id = ${series_id} and exists (
      select 1 from owned o where o.kind = 'episode' and o.entity_id = e.id)`,
  )
  return found?.count ?? 0
}
