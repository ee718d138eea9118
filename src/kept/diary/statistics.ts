import { type Static, type TObject, Type } from 'typebox'
import type { Engine, Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { dayAfter } from '#src/reference/days.ts'
import { entriesIn, type Span } from './days.ts'

/** Entries of lists in a year, and the cast of a title that counts: those who are named first. */
const mostListed = 10
const mostRated = 12
const principals = 5

const DayRow = Type.Object({
  day: Type.String(),
  kind: Type.String(),
  entries: Type.Integer(),
  again: Type.Integer(),
})
const facts = {
  decade: Type.String(),
  countries: Type.String(),
  titles: Type.Integer(),
  entries: Type.Integer(),
  minutes: Type.Integer(),
  unknown: Type.Integer(),
}
const MovieRow = Type.Object(facts)
const SeriesRow = Type.Object({ id: Type.Integer(), lengths: Type.String(), ...facts })
const GenreRow = Type.Object({ id: Type.Integer(), titles: Type.Integer() })
const PersonRow = Type.Object({ as_director: Type.Integer(), id: Type.Integer(), titles: Type.Integer() })
const RatedRow = Type.Object({ kind: Type.String(), id: Type.Integer(), value: Type.Number() })

const counted = <Fields extends Record<string, ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>>(
  fields: Fields,
) => Type.Array(Type.Object(fields))

/** What a diary says of a year, or as a whole. */
export const Statistics = Type.Object({
  movies: Type.Integer(),
  rewatched: Type.Integer(),
  series: Type.Integer(),
  episodes: Type.Integer(),
  minutes: Type.Integer(),
  /** Entries of which nobody knows how long they were. */
  unknown_length: Type.Integer(),
  days: Type.Integer(),
  streak: Type.Object({ days: Type.Integer(), first: Type.String(), last: Type.String() }),
  months: counted({ month: Type.String(), movies: Type.Integer(), episodes: Type.Integer() }),
  without_day: Type.Integer(),
  most_watched: counted({ id: Type.Integer(), entries: Type.Integer() }),
  directors: counted({ id: Type.Integer(), titles: Type.Integer() }),
  cast: counted({ id: Type.Integer(), titles: Type.Integer() }),
  genres: counted({ id: Type.Integer(), titles: Type.Integer() }),
  countries: counted({ code: Type.String(), titles: Type.Integer() }),
  decades: counted({ decade: Type.String(), titles: Type.Integer() }),
  rated: Type.Array(Type.Object({ kind: Type.String(), id: Type.Integer(), value: Type.Number() })),
})
export type Statistics = Static<typeof Statistics>

/** Counts all that a diary says of a span. It reads what the entries are about, which may take a while. */
export async function statisticsOf(db: Reader, account_id: number, span: Span): Promise<Statistics> {
  const asked = queriesOf(db.engine, account_id, span)
  const { wide } = db
  const all = <Row extends TObject>(row: Row, query: Sql) => wide.all(row, query)
  const [days, movies, series, genres, people, rated] = await Promise.all([
    all(DayRow, asked.days),
    all(MovieRow, asked.movies),
    all(SeriesRow, asked.series),
    all(GenreRow, asked.genres),
    all(PersonRow, asked.people),
    all(RatedRow, asked.rated),
  ])
  const titles = [...movies, ...series]
  const peopleOf = (as_director: 0 | 1) =>
    people
      .filter((row) => row.as_director === as_director)
      .slice(0, mostListed)
      .map(({ id, titles }) => ({ id, titles }))
  return {
    ...ofDays(days),
    movies: sum(movies, ({ titles }) => titles),
    series: series.length,
    minutes: sum(movies, ({ minutes }) => minutes) + sum(series, (row) => row.minutes + row.unknown * lengthOf(row)),
    unknown_length:
      sum(movies, ({ unknown }) => unknown) + sum(series, (row) => (lengthOf(row) === 0 ? row.unknown : 0)),
    most_watched: series
      .toSorted((one, other) => other.entries - one.entries || one.id - other.id)
      .slice(0, mostListed)
      .map(({ id, entries }) => ({ id, entries })),
    directors: peopleOf(1),
    cast: peopleOf(0),
    genres,
    countries: ranked(titles, ({ countries }) => countries.match(/[A-Z]{2}/g) ?? [])
      .slice(0, mostListed)
      .map(([code, titles]) => ({ code, titles })),
    decades: ranked(titles, ({ decade }) => (decade === '' ? [] : [`${decade}0`]))
      .map(([decade, titles]) => ({ decade, titles }))
      .sort((one, other) => (one.decade < other.decade ? -1 : 1)),
    rated,
  }
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/** The first length that a series states for its episodes, 0 if it states none. */
const lengthOf = ({ lengths }: Pick<Static<typeof SeriesRow>, 'lengths'>): number =>
  Number(/\d+/.exec(lengths)?.[0] ?? 0)

/** How many titles each word stands for, the most first. */
function ranked<Row extends { titles: number }>(rows: readonly Row[], wordsOf: (row: Row) => readonly string[]) {
  const counts = new Map<string, number>()
  for (const row of rows) for (const word of wordsOf(row)) counts.set(word, (counts.get(word) ?? 0) + row.titles)
  return [...counts].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
}

/** What the days alone say: months, the longest row of days one after the other, and what was watched again. */
function ofDays(rows: readonly Static<typeof DayRow>[]) {
  const months = new Map<string, { month: string; movies: number; episodes: number }>()
  const dated = rows.filter(({ day }) => day !== '')
  for (const { day, kind, entries } of dated) {
    const month = day.slice(0, 7)
    const known = months.get(month) ?? { month, movies: 0, episodes: 0 }
    months.set(month, known)
    if (kind === 'movie') known.movies += entries
    else known.episodes += entries
  }
  const days = [...new Set(dated.map(({ day }) => day))]
  return {
    rewatched: sum(rows, ({ again }) => again),
    episodes: sum(rows, ({ kind, entries }) => (kind === 'episode' ? entries : 0)),
    days: days.length,
    streak: longestStreak(days),
    months: [...months.values()],
    without_day: sum(rows, ({ day, entries }) => (day === '' ? entries : 0)),
  }
}

/** The longest row of days one after the other, given the days in their order; the first one of the longest. */
export function longestStreak(days: readonly string[]): Statistics['streak'] {
  let longest = { days: 0, first: '', last: '' }
  let current = longest
  for (const day of days) {
    const goesOn = current.days > 0 && dayAfter(current.last, 1) === day
    current = goesOn ? { ...current, days: current.days + 1, last: day } : { days: 1, first: day, last: day }
    if (current.days > longest.days) longest = current
  }
  return longest
}

/** The statements, over the entries of a span. Titles are counted once, however often they were watched. */
function queriesOf(engine: Engine, account_id: number, span: Span) {
  const entries = entriesIn(account_id, span)
  const movies = sql`(
    select w.entity_id as id, count(*) as times from ${entries} and w.kind = 'movie' group by w.entity_id)`
  const episodes = sql`(
    select w.entity_id as id, count(*) as times from ${entries} and w.kind = 'episode' group by w.entity_id)`
  const series = sql`(
    select e.series_id as id, sum(w.times) as entries, sum(w.times * coalesce(e.runtime, 0)) as minutes,
      sum(case when coalesce(e.runtime, 0) = 0 then w.times else 0 end) as unknown
    from ${episodes} as w join episode e on e.id = w.id group by e.series_id)`
  const titles = sql`(
    select distinct w.kind, w.id from (
      select case w.kind when 'movie' then 'movie' else 'series' end as kind, coalesce(w.series_id, w.entity_id) as id
      from ${entries}) as w)`
  const countries = (alias: string) => engine.listText(alias, 'origin_country')
  return {
    days: sql`
      select w.watched_on as day, w.kind, count(*) as entries,
        sum(case when w.is_rewatch then 1 else 0 end) as again
      from ${entries} group by w.watched_on, w.kind order by w.watched_on, w.kind`,
    movies: sql`
      select substr(m.release_date, 1, 3) as decade, ${countries('m')} as countries, count(*) as titles,
        sum(w.times) as entries, sum(w.times * m.runtime) as minutes,
        sum(case when m.runtime = 0 then w.times else 0 end) as unknown
      from ${movies} as w join movie m on m.id = w.id
      group by substr(m.release_date, 1, 3), ${countries('m')}`,
    series: sql`
      select s.id, ${engine.listText('s', 'episode_run_time')} as lengths,
        substr(s.first_air_date, 1, 3) as decade, ${countries('s')} as countries, 1 as titles, w.entries, w.minutes,
        w.unknown
      from ${series} as w join series s on s.id = w.id`,
    genres: sql`
      select g.genre_id as id, count(*) as titles
      from ${titles} as w join title_genre g on g.kind = w.kind and g.entity_id = w.id
      group by g.genre_id order by count(*) desc, g.genre_id ${limit(mostListed)}`,
    people: sql`
      select p.as_director, p.id, count(*) as titles from (
        select distinct case when c.credit_type = 'crew' then 1 else 0 end as as_director, c.person_id as id, w.kind,
          w.id as title_id
        from ${titles} as w join credit c on c.kind = w.kind and c.entity_id = w.id
        where c.credit_type = 'cast' and c."order" < ${principals} or c.credit_type = 'crew' and c.job = 'Director'
      ) as p
      group by p.as_director, p.id having count(*) > 1
      order by count(*) desc, p.id, p.as_director ${limit(mostListed * mostListed)}`,
    rated: sql`
      select r.kind, r.entity_id as id, r.value
      from ${titles} as w join rating r on r.account_id = ${account_id} and r.kind = w.kind and r.entity_id = w.id
      order by r.value desc, r.updated_at desc, r.kind, r.entity_id ${limit(mostRated)}`,
  }
}
