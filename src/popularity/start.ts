import { type TObject, Type } from 'typebox'
import { showPopularity } from '#src/catalogue/popularity.ts'
import { nullable } from '#src/contract/schema.ts'
import { type PopularKind, popularKinds } from '#src/contract/signals.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { leftAtAge, ofDepartment, startOf } from './formula.ts'
import { openPace, type Pace } from './pace.ts'

/** Records whose start is computed together. */
const recordsAtOnce = 250

const Facts = {
  id: Type.Integer(),
  start_popularity: Type.Number(),
  external_ids: Type.Integer(),
  languages: Type.Integer(),
  texts: Type.Integer(),
}
const TitleFacts = Type.Object({
  ...Facts,
  credits: Type.Integer(),
  votes: Type.Integer(),
  in_collection: Type.Integer(),
  date: Type.String(),
})
const PersonFacts = Type.Object({ ...Facts, titles: Type.Number(), known_for_department: nullable(Type.String()) })

const countOf = (of: PopularKind, table: string): Sql =>
  raw(`(select count(*) from ${table} where ${table}.kind = '${of}' and ${table}.entity_id = r.id)`)
const startsOf = (of: 'movie' | 'series'): Sql =>
  raw(`(select coalesce(sum(start_popularity), 0) from ${of} where id in (
    select entity_id from credit where credit.person_id = r.id and credit.kind = '${of}'))`)

/** The columns of facts of a kind, and how its start follows from a row. */
const sources: Readonly<Record<PopularKind, { row: TObject; columns: Sql; start(row: any, today: string): number }>> = {
  movie: {
    row: TitleFacts,
    columns: sql`${titleColumns('movie')}, case when r.collection_id is null then 0 else 1 end as in_collection,
      r.release_date as date`,
    start: (row, today) => startOf('movie', row, leftAtAge(row.date, today)),
  },
  series: {
    row: TitleFacts,
    // A series is as old as its last episode.
    columns: sql`${titleColumns('series')}, 0 as in_collection, coalesce(r.last_air_date, r.first_air_date) as date`,
    start: (row, today) => startOf('series', row, leftAtAge(row.date, today)),
  },
  person: {
    row: PersonFacts,
    columns: sql`${countOf('person', 'external_id')} as external_ids, ${countOf('person', 'translation')} as languages,
      case when r.biography = '' then 0 else 1 end as texts, r.known_for_department,
      ${startsOf('movie')} + ${startsOf('series')} as titles`,
    start: (row) => startOf('person', row, ofDepartment(row.known_for_department)),
  },
}

function titleColumns(of: 'movie' | 'series'): Sql {
  return sql`${countOf(of, 'external_id')} as external_ids,
    ${countOf(of, 'translation')} + ${countOf(of, 'alternative_title')} as languages,
    case when r.overview = '' then 0 else 1 end + case when r.tagline = '' then 0 else 1 end as texts,
    ${countOf(of, 'credit')} as credits, r.vote_count as votes`
}

type Computing = { today: string; pace: Pace }

/** Computes the start of some records of a kind, and returns the last id; undefined if there are none. */
async function startSome(db: Database, of: PopularKind, some: Sql, { today, pace }: Computing) {
  const { row, columns, start } = sources[of]
  const facts = await db.wide.all(
    row,
    sql`select r.id, r.start_popularity, ${columns} from ${raw(of)} r where ${some} order by r.id
      ${limit(recordsAtOnce)}`,
  )
  const starts = (facts as unknown as { id: number; start_popularity: number }[]).map((found) => {
    return { id: found.id, start: start(found, today), before: found.start_popularity }
  })
  await pace(
    starts.filter(({ start, before }) => start !== before),
    (changed) => writeStarts(db, of, changed),
  )
  return starts.at(-1)?.id
}

/** Computes the start of the records with these ids. */
export async function startThese(db: Database, of: PopularKind, ids: readonly number[], today: string): Promise<void> {
  const computing = { today, pace: openPace() }
  for (let first = 0; first < ids.length; first += recordsAtOnce)
    await startSome(db, of, db.engine.anyOf(raw('r.id'), ids.slice(first, first + recordsAtOnce)), computing)
}

const Start = Type.Object({ id: Type.Integer(), start: Type.Number() })

/**
 * Most records show what a source states, whatever their start is: of these no index is touched, because no column in
 * the first statement has one. SQLite writes the entries of each column that is assigned, even of one that stays.
 */
async function writeStarts(db: Database, of: PopularKind, starts: readonly { id: number; start: number }[]) {
  const rows = starts.map(({ id, start }) => ({ id, start }))
  await db.transaction(async (tx) => {
    await tx.run(sql`
      update ${raw(of)} set start_popularity = r.start
      from ${tx.engine.rows(Start, rows)} as r where ${raw(of)}.id = r.id`)
    await tx.run(
      showPopularity(
        tx,
        of,
        rows.map(({ id }) => id),
      ),
    )
  })
}

/** Computes the start of all records: titles first, because that of people follows from theirs. */
export async function startAll(db: Database, today: string, signal?: AbortSignal): Promise<void> {
  const computing = { today, pace: openPace() }
  for (const of of popularKinds) {
    let last: number | undefined = 0
    while (last !== undefined && !signal?.aborted) last = await startSome(db, of, sql`r.id > ${last}`, computing)
  }
}
