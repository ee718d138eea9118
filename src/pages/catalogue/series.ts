import { isOnWatchlist } from '#src/accounts/watchlist.ts'
import { details } from '#src/groups/tv-series/details.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, type Setting } from '../page.ts'
import { addressOf, episodeAddress, idIn, type Place, seasonAddress, towards, tvAddress } from './addresses.ts'
import {
  type AggregateCredits,
  type ExternalIds,
  type Images,
  type Keywords,
  operationNamed,
  type Reviews,
  type Titles,
  type Videos,
} from './asking.ts'
import { type Card, cards, drawnPicture, facts, homepageLink, linked, section, yearOf } from './cards.ts'
import { recordHead } from './head.ts'
import {
  aggregateSection,
  idsSection,
  imagesSection,
  keywordsSection,
  reviewsSection,
  titlesSection,
  videosSection,
} from './parts.ts'
import { languageName, languageTag, type Translations, textInSomeLanguage, videoLanguages } from './texts-of.ts'
import { watchlistButton } from './watchlist-button.ts'

type Appended = {
  aggregate_credits: AggregateCredits
  external_ids: ExternalIds
  keywords: { results: Keywords }
  alternative_titles: { results: Titles }
  content_ratings: { results: readonly { iso_3166_1: string; rating: string }[] }
  translations: Translations
}

const appended = 'aggregate_credits,external_ids,keywords,alternative_titles,content_ratings,translations'

export const series = page('GET /tv/{series}', {
  access: 'anyone',
  async handle(context) {
    const series_id = idIn(context.params.series)
    const found = series_id === undefined ? undefined : await load(context, series_id)
    if (!found) return undefined
    const { shown, images, videos, reviews, isListed } = found
    const { name, first_air_date, last_air_date, overview } = shown
    const address = tvAddress(shown)
    const years = [yearOf(first_air_date), shown.in_production ? '' : yearOf(last_air_date)]
    const { catalogue } = context.texts
    const head = recordHead(context, {
      picture: drawnPicture(shown.id, name),
      title: name,
      ...{ year: first_air_date && [...new Set(years)].join('–'), tagline: shown.tagline, rating: shown },
      original: { title: shown.original_name, language: shown.original_language },
      notes: [
        catalogue.seasonCount(shown.number_of_seasons),
        catalogue.episodeCount(shown.number_of_episodes),
        shown.genres.map((genre) => genre.name).join(', '),
      ],
      action: watchlistButton(context, 'tv', shown.id, address, isListed),
      heading: catalogue.overview,
      text: textInSomeLanguage(context, {
        ...{ text: overview, name: 'overview', original: shown.original_language },
        translations: shown.translations.translations,
      }),
    })
    return (
      towards(address, context.address) ?? {
        title: first_air_date ? `${name} (${yearOf(first_air_date)})` : name,
        description: overview,
        main: html`
<article class="record">
${head}
${factsOf(context, shown, address)}
${section(catalogue.seasons, cards(seasonCards(context, shown, address)), shown.seasons.length)}
${aggregateSection(context, shown.aggregate_credits)}
${videosSection(context, videos)}
${imagesSection(context, images)}
${reviewsSection(context, reviews, address)}
${titlesSection(context, shown.alternative_titles.results)}
${keywordsSection(context, shown.keywords.results)}
${idsSection(context, shown.external_ids)}
</article>`,
      }
    )
  },
})

/** All that the page shows, or undefined where there is no such series. */
async function load(context: PageContext, series_id: number) {
  const { ask, db, viewer } = context
  const params = { series_id }
  const [found, images, videos, reviews, isListed] = await Promise.all([
    ask(details, { params, query: { language: languageTag(context), append_to_response: appended } }),
    ask(operationNamed('series.images'), { params }) as Promise<Images>,
    ask(operationNamed('series.videos'), { params, query: videoLanguages(context) }) as Promise<Videos>,
    ask(operationNamed('series.reviews'), { params }) as Promise<Reviews>,
    viewer && isOnWatchlist(db, viewer.id, 'series', series_id),
  ])
  return found && { shown: found as typeof found & Appended, images, videos, reviews, isListed }
}

type Series = NonNullable<Awaited<ReturnType<typeof load>>>['shown']

function factsOf(context: PageContext, shown: Series, address: string): Html {
  const { texts, format } = context
  const { catalogue } = texts
  const linksTo = (place: Place, records: readonly { id: number; name: string }[]) =>
    linked(records.map(({ id, name }) => ({ address: addressOf(place, id, name), name })))
  const ratings = shown.content_ratings.results.map(
    ({ iso_3166_1, rating }) => `${format.country(iso_3166_1)} ${rating}`,
  )
  return facts([
    [catalogue.status, shown.status],
    [catalogue.type, shown.type],
    [catalogue.firstAired, format.date(shown.first_air_date)],
    [catalogue.lastEpisode, episodeLink(context, address, shown.last_episode_to_air)],
    [catalogue.nextEpisode, episodeLink(context, address, shown.next_episode_to_air)],
    [catalogue.createdBy, linksTo('person', shown.created_by)],
    [catalogue.networks, linksTo('network', shown.networks)],
    [catalogue.companies, linksTo('company', shown.production_companies)],
    [catalogue.originalLanguage, languageName(context, shown.original_language)],
    [catalogue.countries, shown.origin_country.map(format.country).join(', ')],
    [catalogue.episodeLength, shown.episode_run_time.map((minutes) => catalogue.minutes(minutes)).join(', ')],
    [catalogue.ratings, ratings.join(' · ')],
    [catalogue.homepage, homepageLink(shown.homepage)],
  ])
}

const seasonCards = ({ texts: { catalogue } }: Setting, { seasons }: Series, address: string): Card[] =>
  seasons.map(({ id, name, season_number, air_date, episode_count }) => ({
    address: seasonAddress(address, season_number),
    id,
    name: name || catalogue.season(season_number),
    note: [yearOf(air_date), catalogue.episodeCount(episode_count)].filter(Boolean).join(' · '),
  }))

type Episode = { name: string; season_number: number; episode_number: number; air_date: string | null }

function episodeLink({ texts, format }: Setting, series: string, episode: Episode | null): Html | string {
  if (!episode) return ''
  const { name, season_number, episode_number, air_date } = episode
  const number = texts.catalogue.episodeOfSeason(season_number, episode_number)
  const note = [name && number, format.date(air_date ?? '')].filter(Boolean).join(' · ')
  return html`<a href="${episodeAddress(series, season_number, episode_number)}">${name || number}</a>
<span class="note">${note}</span>`
}
