import { Type } from 'typebox'
import { nextLocalId } from '#src/catalogue/edits/apply-edit.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { RankOf } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { idConflictsAmong } from './identity.ts'
import { followFates } from './merged-and-deleted.ts'
import { idsOf, LOOKUP_IDS, maxLinesOfRecord, numberOfKind, type Staging } from './staging.ts'

/** Series whose episodes are looked up with one query. */
const LOOKUP_SERIES = 100
/** Records with lines of several sources that are resolved together. */
const CONFLICT_RECORDS = 200

const Known = Type.Object({ id: Type.Integer(), source_id: Type.String() })
const Numbered = Type.Object({ id: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const Episode = Type.Object({ ...Numbered.properties, episode_number: Type.Integer() })
const Mapped = Type.Object({
  source_id: Type.String(),
  kind: Type.String(),
  foreign_id: Type.Integer(),
  id: Type.Integer(),
})

/** Removes a staged line from the import and reports it. */
export type Refuse = (no: number, field: string, reason: string) => void

type Resolving = {
  /** It is known already which record each line is about, whatever its source. */
  isIdentified: boolean
  /** Lines whose id belongs to another source's record get a local id. */
  mapsIds: boolean
  refuse: Refuse
  /** Removes a line about a record that was deleted here by somebody whose word counts more. */
  skipDeleted(no: number): void
  rankOf: RankOf
  /** Records that this source has merged come back with their lines. */
  merger?: string | undefined
}

const firstRecordKind = numberOfKind(kindNames[0] as Kind)

/**
 * Decides, before anything is written, which staged lines can be applied: it finds ids that belong to another source's
 * record, numbers of seasons and episodes that are taken, and parents that do not exist. It only reads the catalogue.
 */
export async function resolveLines(
  db: Database,
  staging: Staging,
  { mapsIds, isIdentified, refuse, skipDeleted, rankOf, merger }: Resolving,
): Promise<void> {
  refuseUnknownSources(staging, refuse)
  refuseTooManyLines(staging, refuse)
  if (!isIdentified) await applyKnownMaps(db, staging)
  for (const of of recordKindNames) await followFates(db, staging, of, { rankOf, skipDeleted, merger })
  for (const of of kindNames) await noteKnownRecords(db, staging, of)
  if (!isIdentified) await resolveConflicts(db, staging, mapsIds, refuse)
  await checkNumbers(db, staging, refuse)
}

// The plus makes the planner read an index and sort what it finds, instead of reading all lines with their texts in
// order.
function refuseUnknownSources({ connection }: Staging, refuse: Refuse) {
  const rows = connection.all(sql`
    select no, source_id from line where source_id not in (select id from source) order by +no`)
  for (const { no, source_id } of rows) {
    refuse(no as number, 'source', source_id ? `refers to ${source_id}, which does not exist` : 'is missing')
  }
}

function refuseTooManyLines({ connection }: Staging, refuse: Refuse) {
  const crowded = connection.all(sql`
    select kind, id from line group by kind, id having count(*) > ${maxLinesOfRecord}`)
  const rows = connection.all(sql`
    select no from (
      select l.no, row_number() over (partition by l.kind, l.id order by l.no) as n
      from json_each(${crowded}) as c join line l on l.kind = c.value ->> 'kind' and l.id = c.value ->> 'id'
    ) where n > ${maxLinesOfRecord} order by no`)
  for (const { no } of rows) refuse(no as number, 'id', `belongs to more than ${maxLinesOfRecord} lines of one import`)
}

/** Ids that were mapped in earlier imports. */
async function applyKnownMaps(db: Database, { connection }: Staging) {
  const sources = connection.all(sql`select distinct source_id from line`).map(({ source_id }) => source_id as string)
  let after = { source_id: '', kind: '', foreign_id: 0 }
  for (;;) {
    const page = await db.all(
      Mapped,
      sql`
      select source_id, kind, foreign_id, id from source_id_map
      where ${db.engine.anyOf(raw('source_id'), sources)}
        and (source_id, kind, foreign_id) > (${after.source_id}, ${after.kind}, ${after.foreign_id})
      order by source_id, kind, foreign_id ${limit(LOOKUP_IDS)}`,
    )
    const rows = page.map((row) => ({ ...row, kind: numberOfKind(row.kind as Kind) }))
    connection.run(sql`
      insert into map (source_id, kind, foreign_id, id, is_new)
      select value ->> 'source_id', value ->> 'kind', value ->> 'foreign_id', value ->> 'id', 0
      from json_each(${rows})`)
    const last = page.at(-1)
    if (page.length < LOOKUP_IDS || !last) break
    after = last
  }
  connection.run(sql`
    update line set id = m.id from map m
    where m.source_id = line.source_id and m.kind = line.kind and m.foreign_id = line.id`)
}

async function noteKnownRecords(db: Database, staging: Staging, of: Kind) {
  const { connection } = staging
  const number = numberOfKind(of)
  for (const ids of idsOf(staging, of)) {
    const rows = await db.all(
      Known,
      sql`select id, source_id from record where kind = ${of} and ${db.engine.anyOf(raw('id'), ids)}`,
    )
    connection.run(sql`
      insert into known (kind, id, source_id)
      select ${number}, value ->> 'id', value ->> 'source_id' from json_each(${rows})`)
  }
}

/** Resolves lines about another source's record without an external id on which both agree. */
async function resolveConflicts(db: Database, staging: Staging, mapsIds: boolean, refuse: Refuse) {
  const { connection } = staging
  const nextIds = new Map<Kind, number>()
  let after = { kind: firstRecordKind, id: 0 }
  for (;;) {
    const page = connection.all(sql`
      select l.kind, l.id from line l left join known k on k.kind = l.kind and k.id = l.id
      where (l.kind, l.id) > (${after.kind}, ${after.id})
      group by l.kind, l.id
      having min(l.source_id) <> max(l.source_id) or max(coalesce(k.source_id <> l.source_id, 0)) = 1
      order by l.kind, l.id ${limit(CONFLICT_RECORDS)}`) as { kind: number; id: number }[]
    for (const conflict of await idConflictsAmong(db, staging, page)) {
      const { of, id, source_id, owner } = conflict
      const isMapped = connection.one(sql`
        select 1 as yes from map where source_id = ${source_id} and kind = ${numberOfKind(of)} and id = ${id}`)
      const newId = mapsIds && !isMapped ? await nextId(db, staging, nextIds, of) : null
      connection.run(sql`
        insert into map (source_id, kind, foreign_id, id, is_new)
        values (${source_id}, ${numberOfKind(of)}, ${id}, ${newId}, 1) on conflict do nothing`)
      const lines = sql`kind = ${numberOfKind(of)} and id = ${id} and source_id = ${source_id}`
      if (newId !== null) connection.run(sql`update line set id = ${newId} where ${lines}`)
      else {
        for (const { no } of connection.all(sql`select no from line where ${lines} order by no`)) {
          refuse(
            no as number,
            'id',
            `belongs to a record of ${owner}, and no external id says that the two are the same`,
          )
        }
      }
    }
    const last = page.at(-1)
    if (page.length < CONFLICT_RECORDS || !last) return
    after = last
  }
}

async function nextId(db: Database, { connection }: Staging, nextIds: Map<Kind, number>, of: Kind): Promise<number> {
  let next = nextIds.get(of)
  if (next === undefined) {
    const staged = connection.one(sql`select coalesce(max(id), 0) as id from line where kind = ${numberOfKind(of)}`)
    next = Math.max(await nextLocalId(db, of), (staged?.id as number) + 1)
  }
  nextIds.set(of, next + 1)
  return next
}

/** Seasons and episodes need a parent, and numbers that no other record has. */
async function checkNumbers(db: Database, staging: Staging, refuse: Refuse) {
  const { connection } = staging
  const [series, season, episode] = (['series', 'season', 'episode'] as const).map(numberOfKind)
  const refuseAll = (field: string, reason: string, query: ReturnType<typeof sql>) => {
    for (const { no } of connection.all(query)) refuse(no as number, field, reason)
  }
  connection.run(sql`
    update line set series_id = coalesce(m.id, 0) from map m
    where m.source_id = line.source_id and m.kind = ${series} and m.foreign_id = line.series_id`)
  await noteKnownNumbers(db, staging)
  await noteNumbersElsewhere(db, staging, 'season')
  await noteNumbersElsewhere(db, staging, 'episode')
  refuseAll(
    'series_id',
    'refers to a series that does not exist',
    sql`
    select l.no from line l where l.kind in (${season}, ${episode})
      and not exists (select 1 from known k where k.kind = ${series} and k.id = l.series_id)
      and not exists (select 1 from line s where s.kind = ${series} and s.id = l.series_id)
    order by +l.no`,
  )
  const numbered = [season, episode]
  for (const of of numbered) {
    if (of === episode) {
      refuseAll(
        'season_number',
        'refers to a season that does not exist',
        sql`
        select l.no from line l where l.kind = ${episode} and not exists (
          select 1 from known k
          where k.kind = ${season} and k.series_id = l.series_id and k.season_number = l.season_number
        ) and (l.series_id, l.season_number) not in (
          select s.series_id, s.season_number from line s where s.kind = ${season}
        ) order by l.no`,
      )
    }
    refuseAll('id', 'belongs to a record with other numbers', otherNumbers(of as number))
    refuseAll(of === season ? 'season_number' : 'episode_number', 'is taken by another id', takenNumbers(of as number))
  }
}

const otherNumbers = (of: number) => sql`
  select no from (
    select l.no, l.series_id, l.season_number, l.episode_number,
      coalesce(k.series_id, first_value(l.series_id) over by_rank) as series,
      coalesce(k.season_number, first_value(l.season_number) over by_rank) as season,
      coalesce(k.episode_number, first_value(l.episode_number) over by_rank) as episode
    from line l join source s on s.id = l.source_id left join known k on k.kind = l.kind and k.id = l.id
    where l.kind = ${of} window by_rank as (partition by l.id order by s.standing, l.no)
  ) where series_id <> series or season_number <> season or episode_number <> episode order by no`

const takenNumbers = (of: number) => sql`
  select no from (
    select l.no, l.id, coalesce(k.id, first_value(l.id) over claims) as holder
    from line l join source s on s.id = l.source_id
    left join known k on k.kind = l.kind and k.series_id = l.series_id and k.season_number = l.season_number
      and k.episode_number is l.episode_number
    where l.kind = ${of}
    window claims as (partition by l.series_id, l.season_number, l.episode_number order by s.standing, l.id)
  ) where id <> holder order by no`

/** Notes the series of staged seasons and episodes, and the numbers that are taken in them. */
async function noteKnownNumbers(db: Database, { connection }: Staging) {
  // Lines have no index by series, so all of them are scanned once.
  connection.run(sql`
    insert into parent (id) select distinct series_id from line where series_id is not null order by series_id`)
  for (let after = 0; ; ) {
    const ids = connection
      .all(sql`select id from parent where id > ${after} order by id ${limit(LOOKUP_SERIES)}`)
      .map(({ id }) => id as number)
    if (ids.length === 0) return
    const those = (column: string) => db.engine.anyOf(raw(column), ids)
    const series = await db.all(Known, sql`select id, source_id from record where kind = 'series' and ${those('id')}`)
    const seasons = await db.all(
      Numbered,
      sql`select id, series_id, season_number from season where ${those('series_id')}`,
    )
    const episodes = await db.all(
      Episode,
      sql`select id, series_id, season_number, episode_number from episode where ${those('series_id')}`,
    )
    for (const [of, rows] of [
      ['series', series],
      ['season', seasons],
      ['episode', episodes],
    ] as const) {
      connection.run(sql`
        insert into known (kind, id, series_id, season_number, episode_number)
        select ${numberOfKind(of)}, value ->> 'id', value ->> 'series_id', value ->> 'season_number',
          value ->> 'episode_number' from json_each(${rows}) where true
        on conflict (kind, id) do update set series_id = excluded.series_id,
          season_number = excluded.season_number, episode_number = excluded.episode_number`)
    }
    after = ids.at(-1) as number
  }
}

/** Notes the numbers of known records whose lines have them in another series than they are in. */
async function noteNumbersElsewhere(db: Database, { connection }: Staging, of: 'season' | 'episode') {
  const number = numberOfKind(of)
  for (let after = 0; ; ) {
    const ids = connection
      .all(sql`
        select id from known where kind = ${number} and id > ${after} and series_id is null
        order by id ${limit(LOOKUP_IDS)}`)
      .map(({ id }) => id as number)
    if (ids.length === 0) return
    const those = db.engine.anyOf(raw('id'), ids)
    const rows =
      of === 'season'
        ? await db.all(Numbered, sql`select id, series_id, season_number from season where ${those}`)
        : await db.all(Episode, sql`select id, series_id, season_number, episode_number from episode where ${those}`)
    connection.run(sql`
      update known set series_id = value ->> 'series_id', season_number = value ->> 'season_number',
        episode_number = value ->> 'episode_number'
      from json_each(${rows}) where known.kind = ${number} and known.id = value ->> 'id'`)
    after = ids.at(-1) as number
  }
}
