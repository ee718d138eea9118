import { type Static, Type } from 'typebox'
import { appendableChanges } from '#src/catalogue/changes/changes-operation.ts'
import { detailsOperation } from '#src/catalogue/details.ts'
import { productionCompanies } from '#src/catalogue/parts/companies.ts'
import { genres } from '#src/catalogue/parts/genres.ts'
import {
  namedCountries,
  namedLanguages,
  ProductionCountry,
  SpokenLanguage,
} from '#src/catalogue/summaries/code-names.ts'
import { perLanguage } from '#src/catalogue/summaries/per-language.ts'
import { pictureOf } from '#src/catalogue/summaries/selection.ts'
import { textLanguages, textsOf } from '#src/catalogue/summaries/texts.ts'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { type Language, language } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Engine, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { appendableStates } from '#src/kept/account-states.ts'

const CollectionRef = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    poster_path: nullable(Type.String()),
    backdrop_path: nullable(Type.String()),
    ...textLanguages('name'),
  },
  showsRecord('collection'),
)

const reply = {
  adult: Type.Boolean(),
  backdrop_path: nullable(Type.String()),
  belongs_to_collection: nullable(CollectionRef),
  budget: Type.Integer(),
  ...genres.reply.movie,
  homepage: Type.String(),
  id: Type.Integer(),
  filmdb_id: nullable(Type.String()),
  origin_country: Type.Array(Type.String()),
  original_language: Type.String(),
  original_title: Type.String(),
  overview: Type.String(),
  popularity: Type.Number(),
  poster_path: nullable(Type.String()),
  ...productionCompanies.reply.movie,
  production_countries: Type.Array(ProductionCountry),
  release_date: Type.String(),
  revenue: Type.Integer(),
  runtime: Type.Integer(),
  spoken_languages: Type.Array(SpokenLanguage),
  status: Type.String(),
  tagline: Type.String(),
  title: Type.String(),
  video: Type.Boolean(),
  vote_average: Type.Number(),
  vote_count: Type.Integer(),
  ...textLanguages('title', 'overview', 'tagline', 'homepage'),
}

const Movie = Type.Object({
  ...Type.Omit(Type.Object(reply), ['belongs_to_collection', 'genres', 'production_companies']).properties,
  collection_id: nullable(Type.Integer()),
  production_countries: Type.Array(Type.String()),
  spoken_languages: Type.Array(Type.String()),
})

/** The facts in the table of movies. */
const factsQuery = perLanguage((language: Language, engine: Engine) => {
  const { title, text, runtime, languages, join } = textsOf('movie', 'm', language, engine)
  return sql`
    select m.adult, ${pictureOf('movie', 'm', 'backdrops', 'backdrop_path')} as backdrop_path, m.collection_id,
      m.budget, ${text('homepage')} as homepage, m.id,
      (select value from external_id
        where kind = 'movie' and entity_id = m.id and external_source = 'filmdb_id') as filmdb_id,
      m.origin_country, m.original_language, m.original_title, ${text('overview')} as overview, m.popularity,
      ${pictureOf('movie', 'm', 'posters', 'poster_path', language)} as poster_path, m.production_countries,
      m.release_date, m.revenue, ${runtime} as runtime, m.spoken_languages, m.status, ${text('tagline')} as tagline,
      ${title} as title, m.video, m.vote_average, m.vote_count
      ${languages('title', 'overview', 'tagline', 'homepage')}
    from movie m ${join}`
})

export const details = detailsOperation('movie', {
  summary: 'Details of a movie',
  query: Type.Object({ language }),
  further: [appendableStates('movie'), appendableChanges('movie')],
  reply,

  async load(context, id) {
    const { db, query } = context
    const movie = await db.one(Movie, sql`${factsQuery(query.language, db.engine)} where m.id = ${id}`)
    if (!movie) return undefined

    const { collection_id, production_countries, spoken_languages, ...columns } = movie
    const [belongs_to_collection, withGenres, withCompanies] = await Promise.all([
      collection_id === null ? null : collectionOf(db, collection_id, query.language),
      genres.load(context, 'movie', id),
      productionCompanies.load(context, 'movie', id),
    ])
    return {
      ...columns,
      belongs_to_collection,
      ...withGenres,
      ...withCompanies,
      production_countries: namedCountries(production_countries),
      spoken_languages: namedLanguages(spoken_languages),
    }
  },
})

async function collectionOf(db: Reader, id: number, language: Language): Promise<Static<typeof CollectionRef> | null> {
  const { title, languages, join } = textsOf('collection', 'c', language, db.engine)
  const collection = await db.one(
    CollectionRef,
    sql`
    select c.id, ${title} as name, ${pictureOf('collection', 'c', 'posters', 'poster_path', language)} as poster_path,
      ${pictureOf('collection', 'c', 'backdrops', 'backdrop_path')} as backdrop_path
      ${languages('name')}
    from collection c ${join} where c.id = ${id}`,
  )
  return collection ?? null
}
