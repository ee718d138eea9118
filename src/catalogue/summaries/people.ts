import { type Static, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import type { Language } from '#src/contract/parameters.ts'
import { extend, nullable } from '#src/contract/schema.ts'
import type { Database, Engine } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
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

const KnownTitle = Type.Object({
  person_id: Type.Integer(),
  kind: Type.Union([Type.Literal('movie'), Type.Literal('series')]),
  id: Type.Integer(),
})

/** For each of several people, the most popular titles in which they have a credit. */
export async function knownFor(
  db: Database,
  ids: readonly number[],
  language: Language,
): Promise<Map<number, Title[]>> {
  const wanted = db.engine.anyOf(raw('c.person_id'), ids)
  const known = await db.all(
    KnownTitle,
    sql`
    select person_id, kind, id from (
      select person_id, kind, id, row_number() over (
        partition by person_id order by popularity desc, vote_count desc, kind, id) as place
      from (
        select c.person_id, 'movie' as kind, m.id, m.popularity, m.vote_count
        from credit c join movie m on m.id = c.entity_id where c.kind = 'movie' and ${wanted}
        union
        select c.person_id, 'series', s.id, s.popularity, s.vote_count
        from credit c join series s on s.id = c.entity_id where c.kind = 'series' and ${wanted}
        union
        select c.person_id, 'series', s.id, s.popularity, s.vote_count
        from credit c join season n on n.id = c.entity_id join series s on s.id = n.series_id
        where c.kind = 'season' and ${wanted}
        union
        select c.person_id, 'series', s.id, s.popularity, s.vote_count
        from credit c join episode e on e.id = c.entity_id join series s on s.id = e.series_id
        where c.kind = 'episode' and ${wanted}
      ) as title
    ) as ranked
    where place <= ${maxKnownFor} order by person_id, place`,
  )
  const titles = await titlesOf(db, known, language)
  const found = Map.groupBy(known, ({ person_id }) => person_id)
  const titlesOfPerson = (id: number) => found.get(id)?.map((title) => titles.get(`${title.kind} ${title.id}`) as Title)
  return new Map(ids.map((id) => [id, titlesOfPerson(id) ?? []]))
}

/** The rows of movies and series, by kind and id. */
async function titlesOf(db: Database, known: readonly Static<typeof KnownTitle>[], language: Language) {
  const idsOf = (kind: string) => [...new Set(known.filter((title) => title.kind === kind).map(({ id }) => id))]
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
