import { type Static, Type } from 'typebox'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { kindNames, type PartName } from '#src/catalogue/kinds.ts'
import { parts } from '#src/catalogue/parts/index.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** Records by kind. */
export type Ids = ReadonlyMap<RecordKind, readonly number[]>
/** Records of a kind; those `below` others are seasons and episodes, which are published only with these. */
export type Page = { of: RecordKind; ids: readonly number[]; isBelow?: true }

/** Records that are read together, and records whose references are looked for together. */
const PAGE_RECORDS = 1_000
const LOOKUP_IDS = 500

/** Whether nothing of a record changed after a position: what did is published anyway. */
const isUnchanged = (kind: Sql, id: Sql, since: number): Sql =>
  sql`not exists (select 1 from change c where c.kind = ${kind} and c.entity_id = ${id} and c.seq > ${since})`

/** A table that names records of a kind: that of other records, or of entries of a part. */
type Naming = { of: RecordKind; column: string } | { table: string; column: string }

const namingOf = (target: RecordKind): Naming[] => [
  ...kindNames.flatMap((of) =>
    shapeOf(of).references.flatMap(({ column, target: named }) => (named === target ? [{ of, column }] : [])),
  ),
  ...parts.flatMap(({ store }) =>
    Object.entries(store?.references ?? {}).flatMap(([column, named]) =>
      store && named === target ? [{ table: store.table, column }] : [],
    ),
  ),
]

/** Parts whose entries are told apart by nothing but the record that they name. */
const partsKeyedBy = (target: RecordKind): PartName[] =>
  parts.flatMap(({ name, store }) =>
    store?.key.length === 1 && store.references?.[store.key[0] as string] === target ? [name] : [],
  )

const Row = Type.Object({ kind: Type.Unsafe<RecordKind>(Type.String()), entity_id: Type.Integer() })

function* pagesOf(rows: readonly Static<typeof Row>[]): Generator<Page> {
  for (const [of, some] of Map.groupBy(rows, ({ kind }) => kind)) yield { of, ids: some.map((row) => row.entity_id) }
}

/** All records that name one, unless they changed after a position, page by page. */
async function* naming(db: Reader, target: RecordKind, id: number, since: number): AsyncGenerator<Page> {
  for (const named of namingOf(target)) {
    if ('of' in named) yield* namingRecords(db, named, id, since)
    else yield* namingEntries(db, named, id, since)
  }
}

async function* namingRecords(db: Reader, { of, column }: Naming & { of: RecordKind }, id: number, since: number) {
  for (let after = 0; ; ) {
    const rows = await db.all(
      Id,
      sql`
      select t.id from ${raw(of)} t
      where t.${raw(column)} = ${id} and t.id > ${after} and ${isUnchanged(sql`${of}`, sql`t.id`, since)}
      order by t.id ${limit(PAGE_RECORDS)}`,
    )
    if (rows.length === 0) return
    yield { of, ids: rows.map((row) => row.id) }
    after = rows.at(-1)?.id as number
  }
}

async function* namingEntries(db: Reader, { table, column }: Naming & { table: string }, id: number, since: number) {
  for (let after: Static<typeof Row> = { kind: '' as never, entity_id: 0 }; ; ) {
    const rows = await db.all(
      Row,
      sql`
      select distinct t.kind, t.entity_id from ${raw(table)} t
      where t.${raw(column)} = ${id} and (t.kind, t.entity_id) > (${after.kind}, ${after.entity_id})
        and ${isUnchanged(sql`t.kind`, sql`t.entity_id`, since)}
      order by t.kind, t.entity_id ${limit(PAGE_RECORDS)}`,
    )
    const last = rows.at(-1)
    if (!last) return
    yield* pagesOf(rows)
    after = last
  }
}

/** Seasons and episodes of a record, unless they changed after a position. */
async function* below(db: Reader, of: RecordKind, id: number, since: number): AsyncGenerator<Page> {
  const own = (kind: 'season' | 'episode', from: Sql) =>
    db.all(Id, sql`select t.id from ${from} and ${isUnchanged(sql`${kind}`, sql`t.id`, since)} order by t.id`)
  const found: [RecordKind, { id: number }[]][] = []
  if (of === 'series') {
    found.push(['season', await own('season', sql`season t where t.series_id = ${id}`)])
    found.push(['episode', await own('episode', sql`episode t where t.series_id = ${id}`)])
  } else if (of === 'season') {
    const episodes = sql`season s join episode t on t.series_id = s.series_id and t.season_number = s.season_number
      where s.id = ${id}`
    found.push(['episode', await own('episode', episodes)])
  }
  for (const [kind, rows] of found) yield { of: kind, ids: rows.map((row) => row.id), isBelow: true }
}

/** The series in whose orders these episodes are. */
async function* ordering(db: Reader, episodes: readonly number[], since: number): AsyncGenerator<Page> {
  const rows = await db.all(
    Id,
    sql`
    select distinct e.series_id as id from episode e
    join episode_group g on g.kind = 'series' and g.entity_id = e.series_id
    where ${db.engine.anyOf(sql`e.id`, episodes)} and ${isUnchanged(sql`'series'`, sql`e.series_id`, since)}
    order by e.series_id`,
  )
  if (rows.length > 0) yield { of: 'series', ids: rows.map(({ id }) => id) }
}

/** Records of which somebody has removed entries that name these. */
async function* without(db: Reader, target: RecordKind, ids: readonly number[], since: number): AsyncGenerator<Page> {
  const names = partsKeyedBy(target)
  if (names.length === 0) return
  const keys = ids.map((id) => JSON.stringify([id]))
  yield* pagesOf(
    await db.all(
      Row,
      sql`
      select distinct t.kind, t.entity_id from removed_entry t
      where ${db.engine.anyOf(sql`t.part`, names)} and ${db.engine.anyOf(sql`t.key`, keys)}
        and ${isUnchanged(sql`t.kind`, sql`t.entity_id`, since)}
      order by t.kind, t.entity_id`,
    ),
  )
}

/** Where a record may name one that is made after it, by an import: what is written later, or of its own kind. */
const isWrittenLater = (target: RecordKind, named: Naming) =>
  'of' in named
    ? recordKindNames.indexOf(target) >= recordKindNames.indexOf(named.of)
    : target === 'episode' || target === 'season'

/** Records that named others before there was a row of the change log that says so. */
async function* namingMade(db: Reader, target: RecordKind, ids: readonly number[], since: number) {
  for (const named of namingOf(target).filter((each) => isWrittenLater(target, each))) {
    const among = db.engine.anyOf(sql`t.${raw(named.column)}`, ids)
    const rows =
      'of' in named
        ? await db.all(
            Row,
            sql`
            select ${named.of} as kind, t.id as entity_id from ${raw(named.of)} t
            where ${among} and ${isUnchanged(sql`${named.of}`, sql`t.id`, since)} order by t.id`,
          )
        : await db.all(
            Row,
            sql`
            select distinct t.kind, t.entity_id from ${raw(named.table)} t
            where ${among} and ${isUnchanged(sql`t.kind`, sql`t.entity_id`, since)} order by t.kind, t.entity_id`,
          )
    yield* pagesOf(rows)
  }
}

/** Records that name these in a text: as entries that are removed, or in orders of episodes. */
async function* namingInTexts(db: Reader, of: RecordKind, ids: readonly number[], since: number): AsyncGenerator<Page> {
  yield* without(db, of, ids, since)
  if (of === 'episode') yield* ordering(db, ids, since)
}

export type Turned = {
  /** Records of which it may be that they have begun to be published, or ceased to be, whatever the reason. */
  turned: Ids
  /** Records that are new, and those that are not there any more. */
  made: Ids
  gone: Ids
}

/**
 * The records whose references appear or vanish with others, and seasons and episodes that do so themselves, unless
 * they changed after a position: those others first. A record may come more than once.
 */
export async function* referringTo(db: Reader, { turned, made, gone }: Turned, since: number): AsyncGenerator<Page> {
  for (const [of, ids] of turned) yield { of, ids }
  for (const [of, all] of made)
    for (let at = 0; at < all.length; at += LOOKUP_IDS) {
      const ids = all.slice(at, at + LOOKUP_IDS)
      yield* namingMade(db, of, ids, since)
      yield* namingInTexts(db, of, ids, since)
    }
  for (const [of, all] of gone)
    for (let at = 0; at < all.length; at += LOOKUP_IDS)
      yield* namingInTexts(db, of, all.slice(at, at + LOOKUP_IDS), since)
  for (const [of, all] of turned)
    for (let at = 0; at < all.length; at += LOOKUP_IDS) {
      const ids = all.slice(at, at + LOOKUP_IDS)
      yield* namingInTexts(db, of, ids, since)
      for (const id of ids) {
        yield* below(db, of, id, since)
        yield* naming(db, of, id, since)
      }
    }
}
