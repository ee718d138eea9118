import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { wordTable } from '#src/reference/word-table.ts'

export type TitleKind = 'movie' | 'series'

/**
 * What titles have in common, and where it is stored. Whether a series has the same people is read from the credits of
 * the series; those of its seasons and episodes do not count.
 */
export const words = {
  genre: { table: raw('title_genre'), column: raw('genre_id') },
  keyword: { table: raw('title_keyword'), column: raw('keyword_id') },
  company: { table: raw('title_company'), column: raw('company_id') },
  network: { table: raw('title_network'), column: raw('network_id') },
} as const
type Word = keyof typeof words
export const wordNames = Object.keys(words) as Word[]

/** Titles of one feature that are counted; of more common ones, the number is estimated. */
export const maxCounted = 2_000
/** Titles of a kind that are counted, to estimate how many there are. */
const maxTitlesCounted = 5_000
/** The people of a title who count: its crew in the jobs below, and the first of its cast. */
export const maxCast = 12
const maxPeople = 40

/** Jobs whose holders make titles alike, and how much compared with the first of the cast. */
export const jobs: Readonly<Record<string, number>> = wordTable({
  Director: 1.3,
  Creator: 1.3,
  Writer: 0.9,
  Screenplay: 0.9,
  Novel: 0.9,
  Author: 0.9,
  Story: 0.7,
  'Original Music Composer': 0.5,
  'Director of Photography': 0.4,
  Producer: 0.4,
})

const Feature = Type.Object({
  feature: Type.Unsafe<Word | 'person' | 'collection'>({ type: 'string' }),
  id: Type.Integer(),
  /** The job of a person of the crew, 'cast', or ''. */
  role: Type.String(),
  place: Type.Integer(),
  counted: Type.Integer(),
  /** The last title that was counted, if there are more. */
  last_counted: nullable(Type.Integer()),
})
export type Feature = Static<typeof Feature>

/** How many titles meet a condition, and the last of them if there are too many to count, by their ids. */
const counts = (from: Sql, id: Sql) => sql`
  (select count(*) from (select 1 ${from} ${limit(maxCounted)}) as counted) as counted,
  (select ${id} ${from} order by ${id} ${limit(1)} offset ${raw(String(maxCounted - 1))}) as last_counted`

const wordsOf = (word: Word, of: TitleKind, id: number): Sql => {
  const { table, column } = words[word]
  const [own, other] = [raw(`own_${word}`), raw(`other_${word}`)]
  const others = sql`
    from ${table} ${other} where ${other}.${column} = ${own}.${column} and ${other}.kind = '${raw(of)}'`
  return sql`
    select '${raw(word)}' as feature, ${own}.${column} as id, '' as role, 0 as place,
      ${counts(others, sql`${other}.entity_id`)}
    from ${table} ${own} where ${own}.kind = '${raw(of)}' and ${own}.entity_id = ${id}`
}

const jobNames = raw(
  Object.keys(jobs)
    .map((job) => `'${job}'`)
    .join(', '),
)

/** A credit of the crew in one of the jobs, or of one of the first of the cast. */
export const isPrincipal = (credit: Sql): Sql => sql`(
  ${credit}.credit_type = 'cast' and ${credit}."order" < ${raw(String(maxCast))}
  or ${credit}.credit_type = 'crew' and ${credit}.job in (${jobNames}))`

const peopleOf = (of: TitleKind, id: number): Sql => {
  const others = sql`from credit c where c.person_id = f.person_id and c.kind = '${raw(of)}'`
  return sql`
    select 'person' as feature, f.person_id as id, f.role, f.place, ${counts(others, raw('c.entity_id'))}
    from (
      select person_id, case credit_type when 'cast' then 'cast' else job end as role, "order" as place
      from credit principal where kind = '${raw(of)}' and entity_id = ${id} and ${isPrincipal(raw('principal'))}
      order by "order", person_id, job ${limit(maxPeople)}
    ) as f`
}

const collectionOf = (id: number): Sql => {
  const others = sql`from movie m where m.collection_id = own.collection_id`
  return sql`
    select 'collection' as feature, own.collection_id as id, '' as role, 0 as place, ${counts(others, raw('m.id'))}
    from movie own where own.id = ${id} and own.collection_id is not null`
}

/** What a title has that others may have too, and how many have it. */
export const featuresOf = (db: Reader, of: TitleKind, id: number): Promise<Feature[]> =>
  db.all(
    Feature,
    join(
      [
        ...wordNames.map((word) => wordsOf(word, of, id)),
        peopleOf(of, id),
        ...(of === 'movie' ? [collectionOf(id)] : []),
      ],
      ' union all ',
    ),
  )

const Title = Type.Object({
  adult: Type.Boolean(),
  day: Type.String(),
  counted: Type.Integer(),
  last_counted: nullable(Type.Integer()),
  last: Type.Integer(),
})

const days = { movie: raw('release_date'), series: raw('first_air_date') } as const
export const dayOf = (of: TitleKind): Sql => days[of]

/** A title, and about how many there are of its kind; undefined if it does not exist. */
export async function titleOf(db: Reader, of: TitleKind, id: number) {
  // The table of the kind itself has wide rows, which take long to count.
  const titles = sql`from record where kind = '${raw(of)}'`
  const row = await db.one(
    Title,
    sql`
    select f.adult, f.${dayOf(of)} as day,
      (select count(*) from (select 1 ${titles} ${limit(maxTitlesCounted)}) as counted) as counted,
      (select id ${titles} order by id ${limit(1)} offset ${raw(String(maxTitlesCounted - 1))}) as last_counted,
      (select max(id) ${titles}) as last
    from ${raw(of)} f where f.id = ${id}`,
  )
  if (!row) return undefined
  const { adult, day, counted, last_counted, last } = row
  return { adult, day, last, all: estimate(counted, last_counted, last) }
}

/** From `counted` ids up to `last_counted`: how many there are up to `last`, if they are as close together. */
export const estimate = (counted: number, last_counted: number | null, last: number): number =>
  last_counted === null ? counted : Math.max(counted, Math.round((counted * last) / Math.max(last_counted, 1)))
