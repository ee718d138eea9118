import type { MovieLeaf, TVSeriesLeaf } from 'schema-dts'
import type { PageView, RenderContext } from '../page.ts'
import {
  breadcrumbs,
  dayAs,
  durationOf,
  imageOf,
  known,
  organizationsOf,
  peopleOf,
  type ReviewFacts,
  ratingOf,
  reviewNodes,
  sameAs,
  withJob,
} from '../records/structured.ts'
import { type CardFacts, cardAddress } from './card.ts'

/** What a page says of itself where it is found or shared. */
export type Sharing = Required<Pick<PageView, 'description' | 'shared'>>

type Named = { id: number; name: string }
type Member = Named & { job: string }

/** People in a sentence. */
const maxInSentence = 2

export const inSentence = (
  { format }: Pick<RenderContext, 'format'>,
  people: readonly { name: string }[],
  most = maxInSentence,
) => format.list([...new Set(people.map(({ name }) => name))].slice(0, most))

const yearIn = (day: string) => day.slice(0, 4)

type TitleFacts = {
  id: number
  overview: string
  homepage: string | null
  genres: readonly Named[]
  original_language: string
  poster_path: string | null
  production_companies: readonly Named[]
  vote_average: number
  vote_count: number
}
type MovieFacts = TitleFacts & {
  title: string
  original_title: string
  release_date: string
  runtime: number
  belongs_to_collection: Named | null
  origin_country: readonly string[]
}
type SeriesFacts = TitleFacts & {
  name: string
  original_name: string
  first_air_date: string
  last_air_date: string | null
  status: string
  created_by: readonly Named[]
  number_of_seasons: number
  number_of_episodes: number
  origin_country: readonly string[]
}

/** Genres on a card. */
const maxGenres = 3

const lineOf = (parts: readonly (string | false)[]) => parts.filter(Boolean).join('  ·  ')
const genresOf = ({ genres }: TitleFacts) =>
  genres
    .slice(0, maxGenres)
    .map(({ name }) => name)
    .join(', ')

export const movieCard = ({ texts }: RenderContext, movie: MovieFacts): CardFacts => ({
  path: `/card/movie/${movie.id}`,
  family: movie.belongs_to_collection ? `collection ${movie.belongs_to_collection.id}` : `movie ${movie.id}`,
  genre: movie.genres[0]?.id ?? 0,
  title: movie.title,
  otherTitle: movie.original_title,
  line: lineOf([
    yearIn(movie.release_date),
    genresOf(movie),
    movie.runtime > 0 && texts.catalogue.minutes(movie.runtime),
  ]),
  picture: { file_path: movie.poster_path, shape: 'upright' },
  drawn: { seed: `movie ${movie.id}`, note: yearIn(movie.release_date) },
})

export const seriesCard = ({ texts }: RenderContext, series: SeriesFacts): CardFacts => ({
  path: `/card/tv/${series.id}`,
  family: `series ${series.id}`,
  genre: series.genres[0]?.id ?? 0,
  title: series.name,
  otherTitle: series.original_name,
  line: lineOf([
    yearIn(series.first_air_date),
    genresOf(series),
    series.number_of_seasons > 0 && texts.catalogue.seasonCount(series.number_of_seasons),
  ]),
  picture: { file_path: series.poster_path, shape: 'upright' },
  drawn: { seed: `series ${series.id}`, note: yearIn(series.first_air_date) },
})

type Around<Credits> = {
  address: string
  credits: Credits
  reviews: { results: readonly ReviewFacts[] }
  /** How exact its first day is. */
  precision: string | undefined
  /** Its addresses at other sites. */
  elsewhere: readonly string[]
}

/** What movies and series have in common. */
const titleFacts = (
  { site, title, card }: { site: string; title: TitleFacts; card: string },
  reviews: readonly ReviewFacts[],
  elsewhere: readonly string[],
) => ({
  description: title.overview,
  // Search engines want a picture of every title.
  image: imageOf(site, 'w780', title.poster_path) ?? `${site}${card}`,
  genre: title.genres.map(({ name }) => name),
  inLanguage: /^(?!xx$)[a-z]{2}$/.test(title.original_language) ? title.original_language : undefined,
  productionCompany: organizationsOf(site, 'company', title.production_companies),
  aggregateRating: ratingOf(title),
  review: reviewNodes(site, reviews),
  sameAs: sameAs(title.homepage, elsewhere),
})

/** An original title, where it is another one. */
const otherName = (name: string, original: string) => (original === name ? undefined : original)

const countriesOf = ({ format }: RenderContext, codes: readonly string[]) =>
  codes.map((code) => ({ '@type': 'Country' as const, name: format.country(code) }))

export function sharedMovie(
  context: RenderContext,
  movie: MovieFacts,
  { address, credits, reviews, precision, elsewhere }: Around<{ cast: readonly Named[]; crew: readonly Member[] }>,
): Sharing {
  const { site, texts } = context
  const directors = withJob(credits.crew, 'Director')
  const card = cardAddress(movieCard(context, movie))
  const year = yearIn(movie.release_date)
  const node = known<MovieLeaf>({
    '@type': 'Movie',
    '@id': `${site}${address}`,
    url: `${site}${address}`,
    name: movie.title,
    alternateName: otherName(movie.title, movie.original_title),
    ...titleFacts({ site, title: movie, card }, reviews.results, elsewhere),
    datePublished: dayAs(movie.release_date, precision),
    duration: durationOf(movie.runtime),
    director: peopleOf(site, directors),
    author: peopleOf(site, withJob(credits.crew, 'Writer', 'Screenplay')),
    actor: peopleOf(site, credits.cast),
    countryOfOrigin: countriesOf(context, movie.origin_country),
  })
  return {
    description:
      movie.overview ||
      texts.sharing.movie({
        year,
        directors: inSentence(context, directors),
        cast: inSentence(context, credits.cast),
      }),
    shared: {
      address,
      type: 'video.movie',
      card,
      data: [
        node,
        breadcrumbs(site, [
          [texts.common.movies, '/movie'],
          [movie.title, address],
        ]),
      ],
    },
  }
}

/** Statuses of series that do not go on. Where nobody states one, nobody knows. */
const endings: readonly string[] = ['Ended', 'Canceled', 'Cancelled']

type AggregateMember = Named & { jobs: readonly { job: string }[] }

export function sharedSeries(
  context: RenderContext,
  series: SeriesFacts,
  {
    address,
    credits,
    reviews,
    precision,
    elsewhere,
  }: Around<{
    cast: readonly Named[]
    crew: readonly AggregateMember[]
  }>,
): Sharing {
  const { site, texts } = context
  const card = cardAddress(seriesCard(context, series))
  const year = yearIn(series.first_air_date)
  const directors = credits.crew.filter(({ jobs }) => jobs.some(({ job }) => job === 'Director'))
  const node = known<TVSeriesLeaf>({
    '@type': 'TVSeries',
    '@id': `${site}${address}`,
    url: `${site}${address}`,
    name: series.name,
    alternateName: otherName(series.name, series.original_name),
    ...titleFacts({ site, title: series, card }, reviews.results, elsewhere),
    startDate: dayAs(series.first_air_date, precision),
    endDate: endings.includes(series.status) ? dayAs(series.last_air_date, undefined) : undefined,
    numberOfSeasons: series.number_of_seasons || undefined,
    numberOfEpisodes: series.number_of_episodes || undefined,
    creator: peopleOf(site, series.created_by),
    director: peopleOf(site, directors),
    actor: peopleOf(site, credits.cast),
    countryOfOrigin: countriesOf(context, series.origin_country),
  })
  return {
    description:
      series.overview ||
      texts.sharing.series({
        year,
        creators: inSentence(context, series.created_by),
        seasons: series.number_of_seasons,
      }),
    shared: {
      address,
      type: 'video.tv_show',
      card,
      data: [
        node,
        breadcrumbs(site, [
          [texts.common.series, '/tv'],
          [series.name, address],
        ]),
      ],
    },
  }
}
