import { type DatePrecisions, datePrecisions, precisionsById } from '#src/catalogue/date-precisions.ts'
import { details } from '#src/groups/tv-series/details.ts'
import { languageName } from '../components/languages.ts'
import { cardsOnPage, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html } from '../html.ts'
import { type SeriesWatching, seriesWatching } from '../library/section.ts'
import { type PageContext, page, type RenderContext } from '../page.ts'
import { peopleLinks, peopleSection } from '../people/section.ts'
import { addressOf, episodeAddress, idIn, type Place, seasonAddress, seriesAddress } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import {
  type Card,
  cards,
  countriesOf,
  discovered,
  facts,
  homepageLink,
  linked,
  section,
  yearLink,
  yearOf,
} from '../records/cards.ts'
import { outsideAddresses } from '../records/outside-ids.ts'
import type { PageDetails } from '../records/part-replies.ts'
import { episodeName, seasonName, translatedWord } from '../records/translated-words.ts'
import { sharedSeries } from '../sharing/titles.ts'
import { ordersSection } from './orders.ts'
import { loadTitle, titlePage } from './title.ts'
import { certificateMark, countryOf } from './where-to-watch.ts'

const appended = [
  'aggregate_credits',
  'external_ids',
  'keywords',
  'alternative_titles',
  'content_ratings',
  'episode_groups',
  'screened_theatrically',
  'translations',
] as const

/** What says that more of a series is to come, even where its source leaves open whether it is in production. */
const goingOn: ReadonlySet<string> = new Set(['Returning Series', 'In Production', 'Planned', 'Pilot'])

type Series = PageDetails<typeof details, (typeof appended)[number]>

export const series = page('GET /tv/{series}', {
  access: 'anyone',
  query: ['reviews', 'country', 'titles', 'seasons'],
  async handle(context) {
    const series_id = idIn(context.params.series)
    const titlesPage = pageIn(context.query.titles)
    const seasonsPage = pageIn(context.query.seasons)
    if (series_id === undefined || titlesPage === undefined || seasonsPage === undefined) return undefined
    if (pageIn(context.query.reviews) === undefined) return undefined
    const other = await redirectFirst(context, 'series')
    if (other) return other
    const loaded = await loadTitle(context, 'series', series_id, details, appended)
    if (!loaded) return undefined
    const series = loaded.found
    const { catalogue } = context.texts
    const { first_air_date, last_air_date, in_production } = series
    const address = seriesAddress(series)
    const { last_episode_to_air: last, next_episode_to_air: next } = series
    const [known, knownOfEpisodes, watched] = await Promise.all([
      datePrecisions(context.db, 'series', series.id),
      precisionsById(
        context.db,
        'episode',
        [last, next].flatMap((episode) => episode?.id ?? []),
      ),
      seriesWatching(context, { id: series.id, address, episode_count: series.number_of_episodes }),
    ])
    const firstAired = context.format.date(first_air_date, known.first_air_date)
    const goesOn = in_production || goingOn.has(series.status)
    const years = [yearOf(first_air_date), goesOn ? '' : yearOf(last_air_date)]
    return titlePage(context, series, loaded, {
      place: 'tv',
      address,
      title: series.name,
      original: series.original_name,
      day: first_air_date,
      sharing: sharedSeries(context, series, {
        address,
        credits: series.aggregate_credits,
        reviews: loaded.reviews,
        elsewhere: outsideAddresses(series.external_ids, 'series'),
        precision: known.first_air_date,
      }),
      years: yearLink('tv', yearOf(first_air_date), [...new Set(years)].slice(1)),
      notes: [
        certificateMark(
          context,
          series.content_ratings.results.find(({ iso_3166_1 }) => iso_3166_1 === countryOf(context))?.rating,
        ),
        catalogue.seasonCount(series.number_of_seasons),
        catalogue.episodeCount(series.number_of_episodes),
        episodeLength(context, series),
        discovered('tv', 'genre', series.genres),
      ],
      makers: [[context.texts.title.createdBy, peopleLinks(series.created_by)]],
      log: watched.isOpen ? context.texts.library.markSeries : undefined,
      sections: {
        watched: watched.section,
        facts: factsOf(context, series, { address, firstAired, known: knownOfEpisodes }),
        episodes: section(
          catalogue.seasons,
          series.seasons.length > 0
            ? seasonsPaged(context, series, { address, watched, page: seasonsPage })
            : html`<p>${catalogue.noSeasons}</p>`,
        ),
        orders: ordersSection(context, series.episode_groups.results, address),
        people: peopleSection(context, series.aggregate_credits, address),
      },
      titles: series.alternative_titles.results,
      titlesPage,
      keywords: series.keywords.results,
    })
  },
})

type Said = { address: string; firstAired: string; known: KnownDates }
type KnownDates = ReadonlyMap<number, DatePrecisions>

function factsOf(context: PageContext, series: Series, { address, firstAired, known }: Said): Html {
  const { texts, format } = context
  const { catalogue } = texts
  const linksTo = (place: Place, records: readonly { id: number; name: string }[]) =>
    linked(records.map(({ id, name }) => ({ address: addressOf(place, id, name), name })))
  const ratings = series.content_ratings.results.map(
    ({ iso_3166_1, rating }) => `${format.country(iso_3166_1)} ${rating}`,
  )
  const screenings = series.screened_theatrically.results.map(({ season_number, episode_number }) => ({
    address: episodeAddress(address, season_number, episode_number),
    name: catalogue.episodeOfSeason(season_number, episode_number),
  }))
  return facts([
    [catalogue.status, translatedWord(context, 'status', series.status)],
    [catalogue.type, translatedWord(context, 'seriesType', series.type)],
    [catalogue.firstAired, firstAired],
    [catalogue.lastEpisode, episodeLink(context, address, series.last_episode_to_air, known)],
    [catalogue.nextEpisode, episodeLink(context, address, series.next_episode_to_air, known)],
    [catalogue.shownInCinemas, linked(screenings)],
    [catalogue.networks, linksTo('network', series.networks)],
    [catalogue.companies, linksTo('company', series.production_companies)],
    [catalogue.originalLanguage, languageName(context, series.original_language)],
    [catalogue.countries, countriesOf('tv', series.origin_country, context)],
    [catalogue.episodeLength, episodeLength(context, series)],
    [catalogue.ratings, ratings.join(' · ')],
    [catalogue.homepage, homepageLink(series.homepage)],
  ])
}

/** How long its episodes are: one length, or several. */
const episodeLength = ({ texts }: RenderContext, { episode_run_time }: Series): string =>
  episode_run_time.map((minutes) => texts.catalogue.minutes(minutes)).join(', ')

/** Seasons on one page, in full rows of cards. */
const seasonsAtOnce = 4 * cardsOnPage

type Around = { address: string; watched: SeriesWatching; page: number }

function seasonsPaged(context: RenderContext, series: Series, around: Around): Html {
  const { page, address } = around
  const paged = { page, total_pages: Math.ceil(series.seasons.length / seasonsAtOnce) }
  const seasons = series.seasons.slice((page - 1) * seasonsAtOnce, page * seasonsAtOnce)
  return html`<div id="seasons">${cards(seasonCards(context, { seasons }, around))}
${pagination(context, paged, (to) => `${address}?seasons=${to}#seasons`)}</div>`
}

const seasonCards = (
  context: RenderContext,
  { seasons }: Pick<Series, 'seasons'>,
  { address, watched }: Around,
): Card[] =>
  seasons.map(({ id, name, season_number, air_date, episode_count, poster_path }) => ({
    address: seasonAddress(address, season_number),
    id,
    name: seasonName(context, name, season_number),
    picture: { gallery: 'posters', file_path: poster_path, drawn: { kind: 'season', id } },
    drawnAs: season_number === 0 ? name : String(season_number),
    note: [yearOf(air_date), watched.ofSeason(season_number) || context.texts.catalogue.episodeCount(episode_count)]
      .filter(Boolean)
      .join(' · '),
  }))

type Episode = { id: number; name: string; season_number: number; episode_number: number; air_date: string | null }

function episodeLink(
  context: RenderContext,
  series: string,
  episode: Episode | null,
  known: KnownDates,
): Html | string {
  if (!episode) return ''
  const { texts, format } = context
  const { season_number, episode_number, air_date } = episode
  const number = texts.catalogue.episodeOfSeason(season_number, episode_number)
  const name = episode.name && episodeName(context, episode.name, episode_number)
  const day = format.date(air_date ?? '', known.get(episode.id)?.air_date)
  const note = [name && number, day].filter(Boolean).join(' · ')
  return html`<a href="${episodeAddress(series, season_number, episode_number)}">${name || number}</a>
<span class="note">${note}</span>`
}
