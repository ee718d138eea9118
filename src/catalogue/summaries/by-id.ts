import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import type { Language } from '#src/contract/parameters.ts'
import { extend, nullable } from '#src/contract/schema.ts'
import type { Engine, Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { Kind } from '../kinds.ts'
import { EpisodeRow, episodeSummary, SeasonRow, seasonRow } from './episodes.ts'
import { knownFor, PersonBase, PersonRow, personBase } from './people.ts'
import { pictureOf, type Selection } from './selection.ts'
import { textLanguages, textsOf } from './texts.ts'
import { MovieRow, MovieSummary, movieSummary, SeriesRow, SeriesSummary, seriesSummary } from './titles.ts'

/** A company or a network in a list. */
export const CompanySummary = Type.Object(
  {
    id: Type.Integer(),
    logo_path: nullable(Type.String()),
    name: Type.String(),
    origin_country: Type.String(),
  },
  { title: 'CompanySummary' },
)

/** A collection in a list. It counts as adult if one of its movies does. */
export const CollectionSummary = Type.Object(
  {
    adult: Type.Boolean(),
    backdrop_path: nullable(Type.String()),
    id: Type.Integer(),
    name: Type.String(),
    original_language: Type.String(),
    original_name: Type.String(),
    overview: Type.String(),
    poster_path: nullable(Type.String()),
    ...textLanguages('name', 'overview'),
  },
  { title: 'CollectionSummary', ...showsRecord('collection') },
)

/** Selects a CompanySummary from `company c` or `network c`. */
export function companySummary(of: 'company' | 'network'): Selection {
  const columns = sql`c.id, ${pictureOf(of, 'c', 'logos', 'logo_path')} as logo_path, c.name, c.origin_country`
  return { columns, join: raw('') }
}

function collectionSummary(language: Language, engine: Engine): Selection {
  const { title, beginning, languages, join } = textsOf('collection', 'c', language, engine)
  const columns = sql`
    exists (select 1 from movie m where m.collection_id = c.id and m.adult = true) as adult,
    ${pictureOf('collection', 'c', 'backdrops', 'backdrop_path')} as backdrop_path, c.id, ${title} as name,
    c.original_language, coalesce(nullif(c.original_name, ''), c.name) as original_name,
    ${beginning('overview')} as overview,
    ${pictureOf('collection', 'c', 'posters', 'poster_path', language)} as poster_path
    ${languages('name', 'overview')}`
  return { columns, join }
}

type Ids = readonly number[]

/** The rows of records of one kind, in the order of their ids; unknown ids are left out. */
async function rowsOf<Properties extends TProperties>(
  db: Reader,
  row: TObject<Properties>,
  { columns, join }: Selection,
  [table, alias]: readonly [Kind, string],
  ids: Ids,
): Promise<Static<TObject<Properties>>[]> {
  if (ids.length === 0) return []
  const rows = await db.all(
    row,
    sql`
    select ${columns} from ${raw(table)} ${raw(alias)} ${join} where ${db.engine.anyOf(raw(`${alias}.id`), ids)}`,
  )
  const byId = new Map(rows.map((found) => [(found as { id: number }).id, found]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const typed = ({ columns, join }: Selection, media_type: string): Selection => ({
  columns: sql`${columns}, ${raw(`'${media_type}'`)} as media_type`,
  join,
})

/** Movies and series of lists that hold only one of the two. */
export const movieSummariesById = (db: Reader, ids: Ids, language: Language) =>
  rowsOf(db, MovieSummary, movieSummary(language, db.engine), ['movie', 'm'], ids)
export const seriesSummariesById = (db: Reader, ids: Ids, language: Language) =>
  rowsOf(db, SeriesSummary, seriesSummary(language, db.engine), ['series', 's'], ids)

export const moviesById = (db: Reader, ids: Ids, language: Language) =>
  rowsOf(db, MovieRow, typed(movieSummary(language, db.engine), 'movie'), ['movie', 'm'], ids)

export const seriesById = (db: Reader, ids: Ids, language: Language) =>
  rowsOf(db, SeriesRow, typed(seriesSummary(language, db.engine), 'tv'), ['series', 's'], ids)

export const seasonsById = (db: Reader, ids: Ids, language: Language) =>
  rowsOf(db, SeasonRow, typed(seasonRow(language, db.engine), 'tv_season'), ['season', 'n'], ids)

export const episodesById = (db: Reader, ids: Ids, language: Language) =>
  rowsOf(db, EpisodeRow, typed(episodeSummary(language, db.engine), 'tv_episode'), ['episode', 'e'], ids)

/** A person in a mixed list that does not say what people are known for. */
const PersonOnly = extend(PersonBase, { media_type: PersonRow.properties.media_type }, 'PersonOnly')

export const peopleOnlyById = (db: Reader, ids: Ids, language: Language) =>
  rowsOf(db, PersonOnly, typed(personBase(language, db.engine), 'person'), ['person', 'p'], ids)

export async function peopleById(db: Reader, ids: Ids, language: Language): Promise<Static<typeof PersonRow>[]> {
  const [people, titles] = await Promise.all([
    peopleOnlyById(db, ids, language),
    ids.length === 0 ? undefined : knownFor(db, ids, language),
  ])
  return people.map((person) => ({ ...person, known_for: titles?.get(person.id) ?? [] }))
}

export const companiesById = (db: Reader, ids: Ids) =>
  rowsOf(db, CompanySummary, companySummary('company'), ['company', 'c'], ids)

export const networksById = (db: Reader, ids: Ids) =>
  rowsOf(db, CompanySummary, companySummary('network'), ['network', 'c'], ids)

export const collectionsById = (db: Reader, ids: Ids, language: Language) =>
  rowsOf(db, CollectionSummary, collectionSummary(language, db.engine), ['collection', 'c'], ids)
