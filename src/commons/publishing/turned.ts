import { type Static, Type } from 'typebox'
import { fieldKey } from '#src/catalogue/edits/record-loader.ts'
import type { Replaced } from '#src/catalogue/edits/replaced.ts'
import { isKind, kind, numberingOf } from '#src/catalogue/kinds.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, join, raw, type Sql, sql } from '#src/database/sql.ts'
import type { Ids, Turned } from './referring.ts'
import type { Shared } from './sharing.ts'

/** Records whose changes are looked at together. */
const LOOKUP_IDS = 500

const Owner = Type.Object({ id: Type.Integer(), source_id: Type.String() })
const Titled = Type.Object({
  entity_id: Type.Integer(),
  seq: Type.Integer(),
  replaced: Type.Unsafe<Replaced | null>({ anyOf: [{ type: 'object' }, { type: 'null' }] }),
})
const Touched = Type.Object({ entity_id: Type.Integer() })

type Window = { from: number; to: number }

const isWithin = ({ from, to }: Window): Sql => sql`c.seq > ${from} and c.seq <= ${to}`

/**
 * Which of the records that changed between two positions may have begun to be published meanwhile, or ceased to be:
 * those whose title is now given by a source that leaves the server, and was not before, or the other way round, and
 * those of which other titles changed where that source stays here. Some of them may not have. And which are new, or
 * gone.
 */
export async function turnedAmong(db: Reader, shared: Shared, changed: Ids, window: Window): Promise<Turned> {
  const turned = new Map<RecordKind, number[]>()
  const made = new Map<RecordKind, number[]>()
  const gone = new Map<RecordKind, number[]>()
  for (const [of, all] of changed) {
    const [ofKind, fresh, absent]: [number[], number[], number[]] = [[], [], []]
    for (let at = 0; at < all.length; at += LOOKUP_IDS) {
      const ids = all.slice(at, at + LOOKUP_IDS)
      const present = await ownersOf(db, of, ids)
      for (const id of ids) if (!present.has(id)) absent.push(id)
      for (const id of await madeAmong(db, of, [...present.keys()], window)) fresh.push(id)
      if (!shared.hasPrivate) continue
      for (const id of await turnedOf(db, shared, { of, present, window })) ofKind.push(id)
    }
    if (ofKind.length > 0) turned.set(of, ofKind)
    if (fresh.length > 0) made.set(of, fresh)
    if (absent.length > 0) gone.set(of, absent)
  }
  return { turned, made, gone }
}

/** Whose the titles of records are. */
async function ownersOf(db: Reader, of: RecordKind, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all(
    Owner,
    sql`
    select r.id, coalesce(f.source_id, r.source_id) as source_id
    from record r left join field_source f on f.kind = r.kind and f.entity_id = r.id
      and f.key = ${recordKind(of).title} and f.iso_639_1 = '' and f.iso_3166_1 = ''
    where r.kind = ${of} and ${db.engine.anyOf(raw('r.id'), ids)}`,
  )
  return new Map(rows.map(({ id, source_id }) => [id, source_id]))
}

async function madeAmong(db: Reader, of: RecordKind, ids: readonly number[], window: Window): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.all(
    Touched,
    sql`
    select distinct c.entity_id from change c ${db.engine.through('change_by_record')}
    where c.kind = ${of} and ${db.engine.anyOf(sql`c.entity_id`, ids)} and ${isWithin(window)}
      and c.place = '' and c.action = 'created'
    order by c.entity_id`,
  )
  return rows.map(({ entity_id }) => entity_id)
}

type Looking = { of: RecordKind; present: ReadonlyMap<number, string>; window: Window }

async function turnedOf(db: Reader, { isShared }: Shared, { of, present, window }: Looking): Promise<number[]> {
  const ids = [...present.keys()]
  if (ids.length === 0) return []
  const changesOf = (some: readonly number[]) => sql`
    change c ${db.engine.through('change_by_record')}
    where c.kind = ${of} and ${db.engine.anyOf(sql`c.entity_id`, some)} and ${isWithin(window)}`
  const rows = await db.all(
    Titled,
    sql`
    select c.entity_id, c.seq, c.replaced from ${changesOf(ids)} and c.place = ${fieldKey(recordKind(of).title)}
    order by c.seq`,
  )
  const first = new Map<number, Static<typeof Titled>>()
  for (const row of rows) if (!first.has(row.entity_id)) first.set(row.entity_id, row)
  const was = (id: number) => {
    const row = first.get(id)
    const before = row ? row.replaced?.source_id : present.get(id)
    return before !== undefined && isShared(before)
  }
  const is = (id: number) => isShared(present.get(id) as string)
  const unsure = ids.filter((id) => !was(id) && !is(id))
  const others =
    unsure.length === 0
      ? []
      : await db.all(
          Touched,
          sql`select distinct c.entity_id from ${changesOf(unsure)} and ${mayCount(of)} order by c.entity_id`,
        )
  const touched = new Set(others.map(({ entity_id }) => entity_id))
  return ids.filter((id) => was(id) !== is(id) || touched.has(id))
}

/** Changes of what a record is published for, beside its title: other titles, or anything of seasons and episodes. */
function mayCount(of: RecordKind): Sql {
  if (numberingOf(of).length > 0) return sql`c.place <> ''`
  const { title, texts } = recordKind(of)
  const original = isKind(of) ? kind(of).original : title
  const titles = texts.filter((name) => name === 'title' || name === 'name')
  const inLanguages = titles.map((name) => sql` or c.place like ${`${name}|__|%`}`)
  return sql`(c.place = ${fieldKey(original)}${inLanguages.length > 0 ? join(inLanguages, '') : empty})`
}
