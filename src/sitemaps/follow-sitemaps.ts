import { Type } from 'typebox'
import { follow, type LogFollower } from '#src/background/log-follower.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id, type Table } from '#src/database/table.ts'
import { utcDay } from '#src/reference/days.ts'
import { maxEntries } from './files.ts'

/** Increased when other records stand in the sitemap: then all of them are looked at again. */
const version = 1
/** Records whose changes are followed in one transaction, which takes a few milliseconds. */
const changesAtOnce = 200

const entryTable: Table = {
  name: 'sitemap_entry',
  key: ['kind', 'entity_id'],
  row: Type.Object({
    kind: Type.String(),
    entity_id: Type.Integer(),
    number: Type.Integer(),
    changed_on: Type.String(),
  }),
}
const Known = Type.Object({ entity_id: Type.Integer(), number: Type.Integer(), changed_on: Type.String() })
const LastFile = Type.Object({ number: Type.Integer(), entries: Type.Integer() })

/**
 * Follows the change log, so that every record stands in a file of the sitemap, where it stays. `most` is how many
 * entries a file has.
 */
export const followSitemaps = (db: Database, now: () => Date, most = maxEntries): LogFollower =>
  follow(db, 'sitemaps', {
    version,
    changesAtOnce,
    isByRecord: true,
    isAtomic: true,
    async handle(tx, changes) {
      for (const kind of kindNames) {
        const ofKind = changes.filter((change) => change.kind === kind)
        const ids = [...new Set(ofKind.map(({ entity_id }) => entity_id))]
        // Of records that were there before, nobody looks up when they were changed.
        const isChange = ofKind.some(({ seq }) => seq > 0)
        if (ids.length > 0) await bringUpToDate(tx, kind, ids, { day: isChange ? utcDay(now()) : '', most })
      }
    },
  })

type Today = { day: string; most: number }

async function bringUpToDate(tx: Database, kind: Kind, ids: readonly number[], { day, most }: Today) {
  const among = (column: string) => tx.engine.anyOf(raw(column), ids)
  const present = await tx.all(Id, sql`select id from record where kind = ${kind} and ${among('id')} order by id`)
  const known = await tx.all(
    Known,
    sql`select entity_id, number, changed_on from sitemap_entry where kind = ${kind} and ${among('entity_id')}`,
  )
  const byId = new Map(known.map((entry) => [entry.entity_id, entry]))
  const there = new Set(present.map(({ id }) => id))
  const gone = known.filter(({ entity_id }) => !there.has(entity_id))
  if (gone.length > 0) {
    const removed = gone.map(({ entity_id }) => entity_id)
    await tx.run(sql`
      delete from sitemap_entry where kind = ${kind} and ${tx.engine.anyOf(raw('entity_id'), removed)}`)
    await count(tx, kind, gone, -1, day)
  }
  const changed = known.filter(({ entity_id, changed_on }) => there.has(entity_id) && day !== '' && changed_on !== day)
  const fresh = await placed(
    tx,
    kind,
    present.flatMap(({ id }) => (byId.has(id) ? [] : [id])),
    most,
  )
  const rows = [...changed, ...fresh].map(({ entity_id, number }) => ({ kind, entity_id, number, changed_on: day }))
  if (rows.length > 0) await tx.put(entryTable, rows as never)
  await count(tx, kind, fresh, 1, day)
  await count(tx, kind, changed, 0, day)
}

type Placed = { entity_id: number; number: number }

/** A place for each new record: in the last file, and in new ones when that is full. */
async function placed(tx: Database, kind: Kind, ids: readonly number[], most: number): Promise<Placed[]> {
  if (ids.length === 0) return []
  const last = await tx.one(
    LastFile,
    sql`select number, entries from sitemap_file where kind = ${kind} order by number desc limit 1`,
  )
  const first = last?.number ?? 1
  const used = last?.entries ?? 0
  return ids.map((entity_id, at) => ({ entity_id, number: first + Math.floor((used + at) / most) }))
}

/** Adds to the number of entries of files, and says when they were changed. */
async function count(tx: Database, kind: Kind, entries: readonly Placed[], one: number, day: string) {
  for (const [number, { length }] of Map.groupBy(entries, (entry) => entry.number))
    await tx.run(sql`
      insert into sitemap_file (kind, number, entries, changed_on) values (${kind}, ${number}, ${length * one}, ${day})
      on conflict (kind, number) do update set entries = sitemap_file.entries + excluded.entries,
        changed_on = case when excluded.changed_on > sitemap_file.changed_on
          then excluded.changed_on else sitemap_file.changed_on end`)
}
