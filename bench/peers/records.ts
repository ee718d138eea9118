import type { FastifyInstance } from 'fastify'
import languages from '#src/reference/languages.json' with { type: 'json' }
import { type ById, type ByNumbers, type ByPage, byId, byNumbers, byPage } from './parameters.ts'
import type { Queries } from './queries.ts'
import { existing } from './refusals.ts'
import { asMovie, pageOf, type Row } from './rows.ts'
import * as schemas from './schemas.ts'

/** Operations that are about one record, and the list of languages. */
export function addRecords(app: FastifyInstance, queries: Queries, site: string) {
  addPartsOfTitles(app, queries, site)
  addOthers(app, queries)
}

function addPartsOfTitles(app: FastifyInstance, queries: Queries, site: string) {
  app.get<ById>(
    '/3/person/:id/movie_credits',
    { schema: { params: byId, response: { 200: schemas.movieCredits } } },
    ({ params: { id } }) => {
      existing(queries.personId.get(id))
      const credits = queries.movieCredits.all(id).map(asMovie)
      return {
        id,
        cast: credits.filter(({ credit_type }) => credit_type !== 'crew'),
        crew: credits.filter(({ credit_type }) => credit_type === 'crew'),
      }
    },
  )

  const asReview = ({ name, username, avatar_path, rating, ...review }: Row) => ({
    ...review,
    author: name || username,
    author_details: { name, username, avatar_path, rating },
    url: `${site}/review/${review.id}`,
  })
  app.get<ById & ByPage>(
    '/3/movie/:id/reviews',
    { schema: { params: byId, querystring: byPage, response: { 200: schemas.reviews } } },
    ({ params: { id }, query: { page } }) => {
      existing(queries.movieId.get(id))
      const rows = queries.reviews.all(id, 20 * (page - 1))
      return { id, ...pageOf(page, rows.map(asReview), queries.reviewCount.get(id)!.count as number) }
    },
  )

  app.get<ById>(
    '/3/tv/:id/alternative_titles',
    { schema: { params: byId, response: { 200: schemas.alternativeTitles } } },
    ({ params: { id } }) => {
      existing(queries.seriesId.get(id))
      return { id, results: queries.alternativeTitles.all(id) }
    },
  )

  const noIds = Object.fromEntries(Object.keys(schemas.externalIds.properties).map((name) => [name, null]))
  app.get<ById>(
    '/3/tv/:id/external_ids',
    { schema: { params: byId, response: { 200: schemas.externalIds } } },
    ({ params: { id } }) => {
      existing(queries.seriesId.get(id))
      const ids: Row = { ...noIds, id }
      for (const { external_source, value } of queries.externalIds.all(id) as Row[])
        ids[external_source] = external_source.startsWith('tv') ? Number(value) : value
      return ids
    },
  )

  app.get<ByNumbers>(
    '/3/tv/:id/season/:season/episode/:episode/videos',
    { schema: { params: byNumbers, response: { 200: schemas.videos } } },
    ({ params: { id, season, episode } }) => {
      const found = existing(queries.episodeId.get(id, season, episode))
      return { id: found.id, results: queries.videos.all(found.id!) }
    },
  )
}

function addOthers(app: FastifyInstance, queries: Queries) {
  app.get<ById>(
    '/3/collection/:id',
    { schema: { params: byId, response: { 200: schemas.collection } } },
    ({ params: { id } }) => ({
      ...existing(queries.collection.get(id)),
      parts: queries.moviesOfCollection.all(id).map(asMovie),
    }),
  )

  app.get<ById>(
    '/3/company/:id',
    { schema: { params: byId, response: { 200: schemas.company } } },
    ({ params: { id } }) => {
      const company: Row = existing(queries.company.get(id))
      const parent = company.parent_company_id
      return { ...company, parent_company: parent === null ? null : queries.parentCompany.get(parent) }
    },
  )

  app.get<ById>(
    '/3/company/:id/alternative_names',
    { schema: { params: byId, response: { 200: schemas.alternativeNames } } },
    ({ params: { id } }) => {
      existing(queries.companyId.get(id))
      return { id, results: queries.alternativeNames.all(id) }
    },
  )

  app.get<ById>(
    '/3/network/:id/images',
    { schema: { params: byId, response: { 200: schemas.logos } } },
    ({ params: { id } }) => {
      existing(queries.networkId.get(id))
      return { id, logos: queries.logos.all(id) }
    },
  )

  app.get('/3/configuration/languages', { schema: { response: { 200: schemas.languages } } }, () => languages)
}
