import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { type Kind, kind, kindNames } from '#src/catalogue/kinds.ts'
import { parts } from '#src/catalogue/parts/index.ts'
import { type Vocabulary, vocabularyNames } from '#src/catalogue/vocabularies.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { empty, join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'

/** Records that are deleted in one transaction, so that a running server can write in between. */
const recordsAtOnce = 100

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })
/** Whether the catalogue has titles of the sample that nobody has used: a removal of it leaves the others. */
export async function hasSample(db: Reader): Promise<boolean> {
  const row = await db.one(
    Id,
    sql`
    select r.id from edit join change on change.edit_id = edit.id
    join record r on r.kind = change.kind and r.id = change.entity_id
    where edit.note = ${sampleNote} and r.kind in ('movie', 'series') and not ${isUsed(sql`r.kind`, sql`r.id`)}
    limit 1`,
  )
  return row !== undefined
}

const Noted = Type.Object({ id: Type.Integer(), note: Type.String() })
/** The first edits of a catalogue, one of which loaded the sample if it has one. */
const firstEdits = 20

/**
 * The same where people wait for it: it reads no more in a large catalogue. It does not know of a sample that others
 * have changed all records of.
 */
export async function showsSample(db: Reader): Promise<boolean> {
  const first = await db.all(Noted, sql`select id, note from edit order by id ${limit(firstEdits)}`)
  for (const { id } of first.filter(({ note }) => note === sampleNote))
    if (await db.one(Id, sql`select id from record where edit_id = ${id} limit 1`)) return true
  return false
}

/** Whether the catalogue has movies or series that are not of the sample; reads no more titles than the sample has. */
export async function hasOwnTitles(db: Reader): Promise<boolean> {
  const own = (of: 'movie' | 'series') =>
    db.one(
      Id,
      sql`
      select r.id from record r
      where r.kind = ${of} and (select note from edit where edit.id = r.edit_id) <> ${sampleNote}
      order by r.id desc limit 1`,
    )
  return (await own('movie')) !== undefined || (await own('series')) !== undefined
}

const Count = Type.Object({ count: Type.Integer() })

/** Whether there is any movie or series, of the sample or not. */
export async function hasAnyTitle(db: Reader): Promise<boolean> {
  const found = await db.one(
    Count,
    sql`
    select count(*) as count from (
      select id from (select id from movie limit 1) any_movie
      union all select id from (select id from series limit 1) any_series) any_title`,
  )
  return (found?.count ?? 0) > 0
}

type Removal = { removed: number; kept: { kind: Kind; id: number; name: string }[] }

/** What may still refer to a record of a kind, the row `r` of `record`: then it is kept. */
const references: Partial<Record<Kind, Sql>> = {
  company: sql`select 1 from title_company where company_id = r.id
    union all select 1 from company where parent_company_id = r.id`,
  network: sql`select 1 from title_network where network_id = r.id`,
  person: sql`select 1 from credit where person_id = r.id`,
  collection: sql`select 1 from movie where collection_id = r.id`,
  series: sql`select 1 from season where series_id = r.id`,
  season: sql`select 1 from season join episode using (series_id, season_number) where season.id = r.id`,
}

/** The series of a season or an episode is used: then its seasons and episodes are kept with it. */
const usedWithSeries = (of: Kind): Sql =>
  of === 'season' || of === 'episode'
    ? sql`or exists (select 1 from ${raw(of)} as child where child.id = r.id
        and ${isUsed(sql`'series'`, sql`child.series_id`)})`
    : empty

/**
 * People have put a record on a watchlist or a list, marked, rated, watched or followed it, voted for an image of it,
 * reviewed it, or changed it; a file of it lies in the house; or another source has changed it since.
 */
const isUsed = (of: Sql, id: Sql): Sql => sql`(
  exists (select 1 from watchlist where kind = ${of} and entity_id = ${id})
  or exists (select 1 from list_item where kind = ${of} and entity_id = ${id})
  or exists (select 1 from favorite where kind = ${of} and entity_id = ${id})
  or exists (select 1 from rating where kind = ${of} and entity_id = ${id})
  or exists (select 1 from watched where kind = ${of} and entity_id = ${id})
  or exists (select 1 from image_vote where kind = ${of} and entity_id = ${id})
  or exists (select 1 from record_follow where kind = ${of} and entity_id = ${id})
  or exists (select 1 from owned where kind = ${of} and entity_id = ${id})
  or exists (
    select 1 from review join account on account.id = review.account_id
    where review.kind = ${of} and review.entity_id = ${id} and account.source_id is null)
  or exists (
    select 1 from change join edit on edit.id = change.edit_id
    where change.kind = ${of} and change.entity_id = ${id} and edit.note <> ${sampleNote}))`

/**
 * Deletes the records of the sample, except those that people have used and what these refer to. What refers to others
 * is deleted first, so that records without any remaining reference can be deleted too.
 */
export async function removeSample(db: Database, at: Date): Promise<Removal> {
  const sources = await sourcesOfSample(db)
  const kept: Removal['kept'] = []
  let removed = 0
  for (const of of kindNames.toReversed()) {
    // A company may only be kept by one that is deleted itself, so this repeats until nothing more is deleted.
    for (;;) {
      const ids = await removable(db, of)
      for (let start = 0; start < ids.length; start += recordsAtOnce) {
        const records = ids
          .slice(start, start + recordsAtOnce)
          .map((id) => ({ kind: of, id, isDeleted: true as const }))
        await applyEdit(db, { account_id: null, note: sampleNote, at, records })
      }
      removed += ids.length
      if (ids.length === 0 || of !== 'company') break
    }
    for (const record of await remaining(db, of)) kept.push({ kind: of, ...record })
  }
  await forgetUnused(db, sources, at)
  await freeIds(db)
  return { removed, kept }
}

/** Ids of the sample are those of other films as well: that a record of it was deleted keeps nobody out. */
const freeIds = (db: Database) =>
  db.run(sql`
    delete from gone_record where into_id is null and exists (
      select 1 from change c join edit e on e.id = c.edit_id
      where c.kind = gone_record.kind and c.entity_id = gone_record.id and c.action = 'destroyed'
        and e.note = ${sampleNote})`)

const Source = Type.Object({ source_id: Type.String() })

async function sourcesOfSample(db: Database): Promise<string[]> {
  const rows = await db.all(Source, sql`select distinct r.source_id from record r where ${ofSample}`)
  return rows.map(({ source_id }) => source_id)
}

/** Words and reviewers came with the records of their sources, and are deleted when nothing refers to them any more. */
async function forgetUnused(db: Database, sources: readonly string[], at: Date) {
  const isOfSources = db.engine.anyOf(raw('source_id'), sources)
  for (const of of vocabularyNames) await forgetWords(db, of, isOfSources, at)
  await db.run(sql`
    delete from account where ${isOfSources}
      and not exists (select 1 from review where account_id = account.id)
      and not exists (select 1 from act where act.account_id = account.id)`)
}

async function forgetWords(db: Database, of: Vocabulary, isOfSources: Sql, at: Date) {
  const uses = parts.flatMap(({ store }) =>
    Object.entries(store?.references ?? {}).flatMap(([column, target]) =>
      store && target === of ? [sql`select 1 from ${raw(store.table)} where ${raw(column)} = r.id`] : [],
    ),
  )
  const unused = await db.all(
    Id,
    sql`
    select r.id from record r
    where r.kind = ${of} and ${isOfSources} and not exists (${join(uses, ' union all ')}) order by r.id`,
  )
  const records = unused.map(({ id }) => ({ kind: of, id, isDeleted: true as const }))
  for (let start = 0; start < records.length; start += recordsAtOnce) {
    const some = records.slice(start, start + recordsAtOnce)
    await applyEdit(db, { account_id: null, note: sampleNote, at, records: some })
  }
}

const ofSample = sql`r.edit_id in (select id from edit where note = ${sampleNote})`

async function removable(db: Database, of: Kind): Promise<number[]> {
  const held = references[of] ?? sql`select 1 where false`
  const rows = await db.all(
    Id,
    sql`
    select r.id from record r
    where r.kind = ${of} and ${ofSample} and not exists (${held})
      and not (${isUsed(sql`${of}`, sql`r.id`)} ${usedWithSeries(of)})
    order by r.id`,
  )
  return rows.map(({ id }) => id)
}

const remaining = (db: Database, of: Kind) =>
  db.all(
    Named,
    sql`
    select r.id, k.${raw(kind(of).title)} as name from record r join ${raw(of)} k on k.id = r.id
    where r.kind = ${of} and ${ofSample} order by r.id`,
  )
