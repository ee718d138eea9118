import type { Static } from 'typebox'
import { credits } from '#src/catalogue/parts/credits.ts'
import { similarTitles } from '#src/catalogue/similar/similar-titles.ts'
import { collectionsById, moviesById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import type { MovieRow } from '#src/catalogue/summaries/titles.ts'
import { recordTag } from '#src/contract/cache-tags.ts'
import { details as collectionDetails } from '../collections/details.ts'
import { details as movieDetails } from '../movies/details.ts'
import { durationOf, guidsOf, releaseFacts, yearOf } from './facts.ts'
import { creditsOf } from './people.ts'
import { addressOf, picturesOf } from './pictures.ts'
import { identityOf, ratingKeyOf } from './rating-keys.ts'
import { type Metadata, some, told } from './shapes.ts'
import { originalTitleOf, titleRow } from './title-row.ts'
import { detailsOf, type Wish } from './wish.ts'
import { countriesOf, genresOf, tagged } from './words.ts'

/** Titles like one in its reply. */
const maxSimilar = 20

/** Titles like a movie or a series, the most similar first. */
export async function similarTo(
  { context: { db }, identifier, language, tags }: Wish,
  of: 'movie' | 'series',
  id: number,
) {
  const ids = (await similarTitles(db.wide, of, id)).slice(0, maxSimilar)
  const rows = of === 'movie' ? await moviesById(db, ids, language) : await seriesById(db, ids, language)
  return some(
    rows.map((row) => {
      tags.add(recordTag(of, row.id))
      const type = of === 'movie' ? 'movie' : 'show'
      return {
        guid: identityOf(identifier, type, ratingKeyOf(type, row.id)).guid,
        tag: 'title' in row ? row.title : row.name,
      }
    }),
  )
}

/** All that is known of a movie; undefined if there is none. */
export async function movieOf(wish: Wish, given: number): Promise<Metadata | undefined> {
  const { context, identifier, language } = wish
  const movie = await detailsOf(wish, movieDetails, 'movie', given)
  if (!movie) return undefined
  const { id, title, belongs_to_collection: collection } = movie
  const [pictures, { cast, crew }, { contentRating, day }, guids, Similar, Genre, [kept]] = await Promise.all([
    picturesOf(wish, { ...movie, of: 'movie' }),
    credits.load({ ...context, query: { language } }, 'movie', id),
    releaseFacts(wish, id),
    guidsOf(context.db, 'movie', [id]),
    similarTo(wish, 'movie', id),
    genresOf(wish, 'movie', id, movie.genres),
    collectionsById(context.db, collection ? [collection.id] : [], language),
  ])
  const Collection = collection && {
    ...identityOf(identifier, 'collection', ratingKeyOf('collection', collection.id)),
    tag: collection.name,
    summary: told(kept?.overview),
    thumb: addressOf(wish, collection.poster_path),
    art: addressOf(wish, collection.backdrop_path),
  }
  return {
    ...identityOf(identifier, 'movie', ratingKeyOf('movie', id)),
    title,
    originalTitle: originalTitleOf(title, movie.original_title),
    year: yearOf(movie.release_date),
    originallyAvailableAt: day ?? told(movie.release_date),
    contentRating,
    summary: told(movie.overview),
    isAdult: movie.adult,
    duration: durationOf(movie.runtime),
    tagline: told(movie.tagline),
    studio: movie.production_companies[0]?.name,
    ...pictures,
    Genre,
    Guid: some(guids.get(id) ?? []),
    Country: countriesOf(wish, movie.production_countries),
    Studio: tagged(movie.production_companies),
    ...creditsOf(wish, cast, crew),
    Similar,
    Collection: Collection ? [Collection] : undefined,
  }
}

/** A movie in a list, with what identifies it. */
export function movieRow(wish: Wish, movie: Static<typeof MovieRow>, guids: readonly { id: string }[]): Metadata {
  const { id, title, original_title: original, release_date: day } = movie
  wish.tags.add(recordTag('movie', id))
  return {
    ...identityOf(wish.identifier, 'movie', ratingKeyOf('movie', id)),
    ...titleRow(wish, { ...movie, title, original, day }, guids),
  }
}

/** Movies in a list, in the order of their ids. */
export async function movieRows(wish: Wish, ids: readonly number[]): Promise<Metadata[]> {
  const { db } = wish.context
  const [rows, guids] = await Promise.all([moviesById(db, ids, wish.language), guidsOf(db, 'movie', ids)])
  return rows.map((row) => movieRow(wish, row, guids.get(row.id) ?? []))
}

/** A collection, and the ids of its movies in the order of their release; undefined if there is none. */
export async function collectionOf(wish: Wish, given: number) {
  const collection = await detailsOf(wish, collectionDetails, 'collection', given)
  if (!collection) return undefined
  const { id, name, parts } = collection
  const first = parts.find(({ release_date }) => release_date !== '')
  const metadata: Metadata = {
    ...identityOf(wish.identifier, 'collection', ratingKeyOf('collection', id)),
    title: name,
    originalTitle: originalTitleOf(name, collection.original_name),
    year: yearOf(first?.release_date),
    originallyAvailableAt: first?.release_date,
    summary: told(collection.overview),
    ...(await picturesOf(wish, { ...collection, title: name, of: 'collection' })),
  }
  return { metadata, movies: parts }
}
