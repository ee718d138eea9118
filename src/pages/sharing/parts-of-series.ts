import type { TVEpisodeLeaf, TVSeasonLeaf } from 'schema-dts'
import type { RenderContext } from '../page.ts'
import { seasonAddress } from '../records/addresses.ts'
import {
  breadcrumbs,
  dayAs,
  durationOf,
  imageOf,
  known,
  peopleOf,
  ratingOf,
  sameAs,
  withJob,
} from '../records/structured.ts'
import { episodeName, seasonName } from '../records/translated-words.ts'
import { type CardFacts, cardAddress } from './card.ts'
import type { Sharing } from './titles.ts'

type Named = { id: number; name: string }
type Series = { id: number; name: string; original_name: string; genres: readonly Named[] }
type Season = {
  id: number
  name: string
  season_number: number
  overview: string
  air_date: string | null
  poster_path: string | null
  episodes: readonly unknown[]
}
type Episode = {
  name: string
  season_number: number
  episode_number: number
  overview: string
  air_date: string | null
  runtime: number | null
  still_path: string | null
  vote_average: number
  vote_count: number
}

const looksOf = (series: Series) => ({ family: `series ${series.id}`, genre: series.genres[0]?.id ?? 0 })

export function seasonCard(context: RenderContext, series: Series, season: Season): CardFacts {
  const { catalogue } = context.texts
  const episodes = season.episodes.length > 0 ? catalogue.episodeCount(season.episodes.length) : ''
  return {
    path: `/card/tv/${series.id}/season/${season.season_number}`,
    ...looksOf(series),
    above: seasonName(context, season.name, season.season_number),
    title: series.name,
    otherTitle: series.original_name,
    line: [(season.air_date ?? '').slice(0, 4), episodes].filter(Boolean).join('  ·  '),
    picture: { file_path: season.poster_path, shape: 'upright' },
    drawn: { seed: `season ${season.id}`, note: season.name },
  }
}

export function episodeCard(context: RenderContext, series: Series, episode: Episode): CardFacts {
  const { season_number, episode_number, still_path } = episode
  return {
    path: `/card/tv/${series.id}/season/${season_number}/episode/${episode_number}`,
    ...looksOf(series),
    above: series.name,
    title: episodeName(context, episode.name, episode_number),
    line: context.texts.catalogue.episodeOfSeason(season_number, episode_number),
    picture: { file_path: still_path, shape: 'wide' },
  }
}

type Around = {
  address: string
  series: Series
  seriesAddress: string
  precision: string | undefined
  /** Its addresses at other sites. */
  elsewhere: readonly string[]
}

const partOf = (site: string, series: Series, seriesAddress: string) => ({
  '@type': 'TVSeries' as const,
  name: series.name,
  url: `${site}${seriesAddress}`,
})

export function sharedSeason(
  context: RenderContext,
  season: Season & { aggregate_credits: { cast: readonly Named[] } },
  { address, series, seriesAddress, precision, elsewhere }: Around,
): Sharing {
  const { site, texts } = context
  const name = seasonName(context, season.name, season.season_number)
  const episodes = season.episodes.length
  const node = known<TVSeasonLeaf>({
    '@type': 'TVSeason',
    '@id': `${site}${address}`,
    url: `${site}${address}`,
    name,
    description: season.overview,
    image: imageOf(site, 'w780', season.poster_path),
    seasonNumber: season.season_number,
    numberOfEpisodes: episodes || undefined,
    startDate: dayAs(season.air_date, precision),
    actor: peopleOf(site, season.aggregate_credits.cast),
    partOfSeries: partOf(site, series, seriesAddress),
    sameAs: sameAs(undefined, elsewhere),
  })
  const way = [[texts.common.series, '/tv'] as const, [series.name, seriesAddress] as const, [name, address] as const]
  const year = (season.air_date ?? '').slice(0, 4)
  return {
    description: season.overview || texts.sharing.season({ name, series: series.name, episodes, year }),
    shared: {
      address,
      type: 'video.tv_show',
      card: cardAddress(seasonCard(context, series, season)),
      data: [node, breadcrumbs(site, way)],
    },
  }
}

type Credits = {
  cast: readonly Named[]
  guest_stars: readonly Named[]
  crew: readonly (Named & { job: string })[]
}

export function sharedEpisode(
  context: RenderContext,
  episode: Episode & { credits: Credits },
  { address, series, seriesAddress, precision, elsewhere }: Around,
  season: string,
): Sharing {
  const { site, texts, format } = context
  const { season_number, episode_number, credits } = episode
  const name = episodeName(context, episode.name, episode_number)
  const toSeason = seasonAddress(seriesAddress, season_number)
  const inSeries = partOf(site, series, seriesAddress)
  const node = known<TVEpisodeLeaf>({
    '@type': 'TVEpisode',
    '@id': `${site}${address}`,
    url: `${site}${address}`,
    name,
    description: episode.overview,
    image: imageOf(site, 'w780', episode.still_path),
    episodeNumber: episode_number,
    datePublished: dayAs(episode.air_date, precision),
    duration: durationOf(episode.runtime),
    director: peopleOf(site, withJob(credits.crew, 'Director')),
    author: peopleOf(site, withJob(credits.crew, 'Writer', 'Screenplay')),
    actor: peopleOf(site, [...credits.cast, ...credits.guest_stars]),
    aggregateRating: ratingOf(episode),
    partOfSeason: { '@type': 'TVSeason', name: season, url: `${site}${toSeason}`, seasonNumber: season_number },
    partOfSeries: inSeries,
    sameAs: sameAs(undefined, elsewhere),
  })
  const place = texts.catalogue.episodeOfSeason(season_number, episode_number)
  const day = format.date(episode.air_date ?? '', precision)
  return {
    description: episode.overview || texts.sharing.episode({ place, series: series.name, day }),
    shared: {
      address,
      type: 'video.episode',
      card: cardAddress(episodeCard(context, series, episode)),
      data: [
        node,
        breadcrumbs(site, [
          [texts.common.series, '/tv'],
          [series.name, seriesAddress],
          [season, toSeason],
          [name, address],
        ]),
      ],
    },
  }
}
