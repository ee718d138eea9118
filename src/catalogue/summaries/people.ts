import { type Static, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import type { Language } from '#src/contract/parameters.ts'
import { extend, nullable } from '#src/contract/schema.ts'
import type { Engine, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import type { RecordKind } from '../record-kinds.ts'
import { perLanguage } from './per-language.ts'
import { pictureOf, type Selection } from './selection.ts'
import { textLanguages, textsOf } from './texts.ts'
import { MovieRow, movieSummary, SeriesRow, seriesSummary } from './titles.ts'

/** A person as part of rows of cast and crew. */
export const PersonBase = Type.Object(
  {
    adult: Type.Boolean(),
    gender: Type.Integer(),
    id: Type.Integer(),
    known_for_department: nullable(Type.String()),
    name: Type.String(),
    original_name: Type.String(),
    popularity: Type.Number(),
    profile_path: nullable(Type.String()),
    ...textLanguages('name'),
  },
  { title: 'PersonBase', ...showsRecord('person') },
)

/** A person in a list; lists of mixed rows add `media_type`. */
export const PersonSummary = extend(
  PersonBase,
  { known_for: Type.Array(Type.Union([MovieRow, SeriesRow])) },
  'PersonSummary',
)
export const PersonRow = extend(PersonSummary, { media_type: Type.Literal('person') }, 'PersonRow')

/** A PersonBase, from `person p`. */
export const personBase = perLanguage((language: Language, engine: Engine): Selection => {
  const { title, languages, join } = textsOf('person', 'p', language, engine)
  const columns = sql`p.adult, p.gender, p.id, p.known_for_department, ${title} as name, p.original_name, p.popularity,
    ${pictureOf('person', 'p', 'profiles', 'profile_path')} as profile_path${languages('name')}`
  return { columns, join }
})

/** Titles that a person in a list is known for. */
const maxKnownFor = 3

type Title = Static<typeof MovieRow> | Static<typeof SeriesRow>

const Person = Type.Object({ id: Type.Integer() })
/** A person, and titles as the words `movie 42`. */
const Known = Type.Object({ ...Person.properties, titles: Type.Array(Type.String()) })

/** For each of several people, the most popular titles in which they have a credit. */
export async function knownFor(db: Reader, ids: readonly number[], language: Language): Promise<Map<number, Title[]>> {
  const { engine } = db
  const people = engine.rows(
    Person,
    ids.map((id) => ({ id })),
  )
  const credits = (kind: RecordKind) => sql`c.person_id = p.id and c.kind = ${raw(`'${kind}'`)}`
  // What titles are sorted by is read from their facts: rows of titles are long.
  const titles = sql`
    select title.kind || ' ' || title.id as value from (
      select 'movie' as kind, m.id, m.popularity, m.vote_count
      from (select distinct c.entity_id as id from credit c where ${credits('movie')}) as own
      cross join movie m ${engine.through('movie_facts')} where m.id = own.id
      union all
      select 'series' as kind, s.id, s.popularity, s.vote_count from (
        select c.entity_id as id from credit c where ${credits('series')}
        union
        select n.series_id as id from credit c join season n on n.id = c.entity_id where ${credits('season')}
        union
        select e.series_id as id from credit c join episode e on e.id = c.entity_id where ${credits('episode')}
      ) as own cross join series s ${engine.through('series_facts')} where s.id = own.id
    ) as title order by title.popularity desc, title.vote_count desc, title.kind, title.id ${limit(maxKnownFor)}`
  const known = await db.all(Known, sql`select p.id, ${engine.list(titles)} as titles from ${people} as p`)
  const rows = await titlesOf(
    db,
    known.flatMap(({ titles }) => titles),
    language,
  )
  return new Map(known.map(({ id, titles }) => [id, titles.map((title) => rows.get(title) as Title)]))
}

/** The rows of movies and series, by the same words. */
async function titlesOf(db: Reader, known: readonly string[], language: Language) {
  const titles = [...new Set(known)].map((title) => title.split(' '))
  const idsOf = (of: string) => titles.flatMap(([kind, id]) => (kind === of ? [Number(id)] : []))
  const [movieIds, seriesIds] = [idsOf('movie'), idsOf('series')]
  const movie = movieSummary(language, db.engine)
  const series = seriesSummary(language, db.engine)
  const [movies, shows] = await Promise.all([
    movieIds.length === 0
      ? []
      : db.all(
          MovieRow,
          sql`select ${movie.columns}, 'movie' as media_type from movie m ${movie.join}
            where ${db.engine.anyOf(raw('m.id'), movieIds)}`,
        ),
    seriesIds.length === 0
      ? []
      : db.all(
          SeriesRow,
          sql`select ${series.columns}, 'tv' as media_type from series s ${series.join}
            where ${db.engine.anyOf(raw('s.id'), seriesIds)}`,
        ),
  ])
  return new Map<string, Title>([
    ...movies.map((row) => [`movie ${row.id}`, row] as const),
    ...shows.map((row) => [`series ${row.id}`, row] as const),
  ])
}
