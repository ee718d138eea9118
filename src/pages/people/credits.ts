import { details as movieDetails } from '#src/groups/movies/details.ts'
import { details as episodeDetails } from '#src/groups/tv-episodes/details.ts'
import { details as seasonDetails } from '#src/groups/tv-seasons/details.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import {
  addressOf,
  episodeAddress,
  idIn,
  movieAddress,
  numberIn,
  redirectToCanonical,
  seasonAddress,
  seriesAddress,
} from '../catalogue/addresses.ts'
import { section } from '../catalogue/cards.ts'
import { languageTag } from '../catalogue/languages.ts'
import { pageIn } from '../catalogue/page-number.ts'
import { type AggregateCredits, type Credits, detailsOf } from '../catalogue/part-replies.ts'
import { episodeName, seasonName, translatedWord } from '../catalogue/translated-words.ts'
import { pagination } from '../components/lists.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import { type Answer, type PageContext, page } from '../page.ts'
import { type MergedCredit, mergedCredits, workOf } from './merged.ts'

/** People on one page of a cast and crew. */
const peopleAtOnce = 100

type Of = { name: string; address: string; credits: Credits | AggregateCredits }

/** All people of a title, each once, in pages. */
function creditsPage(context: PageContext<string, 'page'>, { name, address, credits }: Of): Answer {
  const { texts } = context
  const words = texts.title
  const other = redirectToCanonical(`${address}/credits`, context.address)
  if (other) return other
  const number = pageIn(context.query.page)
  if (number === undefined) return undefined
  const people = mergedCredits(credits)
  const paged = { page: number, total_pages: Math.ceil(people.length / peopleAtOnce) }
  const shown = people.slice((number - 1) * peopleAtOnce, number * peopleAtOnce)
  const headings = { cast: texts.catalogue.cast, guests: texts.catalogue.guestStars }
  const groups = Map.groupBy(shown, ({ of, department }) =>
    of === 'crew' ? translatedWord(context, 'department', department || 'Crew') : headings[of],
  )
  return {
    title: words.castAndCrewOf(name),
    main: html`
<article class="credits">
<nav class="trail" aria-label="${texts.catalogue.trail}"><a href="${address}">${name}</a></nav>
<h1>${words.castAndCrew}</h1>
${people.length === 0 && html`<p>${words.noCredits}</p>`}
${[...groups].map(([heading, members]) =>
  section(heading, html`<ul class="people-rows">${members.map((person) => personRow(context, person))}</ul>`),
)}
${pagination(context, paged, (to) => `${address}/credits?page=${to}`)}
</article>`,
  }
}

function personRow(context: PageContext, person: MergedCredit): Html {
  const { id, name, profile_path } = person
  const picture = pictureOf({ gallery: 'profiles', file_path: profile_path, width: 'listed' })
  return html`<li>${framed(id, name, 'round', picture)}
<div><a href="${addressOf('person', id, name)}">${name}</a>
<span class="note">${workOf(context, person)}</span></div></li>`
}

const movieCredits = page('GET /movie/{movie}/credits', {
  access: 'anyone',
  query: ['page'],
  async handle(context) {
    const movie_id = idIn(context.params.movie)
    const movie = movie_id && (await detailsOf(context, movieDetails, { movie_id }, ['credits']))
    return movie
      ? creditsPage(context, { name: movie.title, address: movieAddress(movie), credits: movie.credits })
      : undefined
  },
})

const seriesCredits = page('GET /tv/{series}/credits', {
  access: 'anyone',
  query: ['page'],
  async handle(context) {
    const series_id = idIn(context.params.series)
    const series = series_id && (await detailsOf(context, seriesDetails, { series_id }, ['aggregate_credits']))
    return series
      ? creditsPage(context, { name: series.name, address: seriesAddress(series), credits: series.aggregate_credits })
      : undefined
  },
})

const seriesOf = (context: PageContext, series_id: number) =>
  context.ask(seriesDetails, { params: { series_id }, query: { language: languageTag(context) } })

const seasonCredits = page('GET /tv/{series}/season/{season}/credits', {
  access: 'anyone',
  query: ['page'],
  async handle(context) {
    const [series_id, season_number] = [idIn(context.params.series), numberIn(context.params.season)]
    if (series_id === undefined || season_number === undefined) return undefined
    const [series, season] = await Promise.all([
      seriesOf(context, series_id),
      detailsOf(context, seasonDetails, { series_id, season_number }, ['aggregate_credits']),
    ])
    if (!series || !season) return undefined
    return creditsPage(context, {
      name: `${series.name}: ${seasonName(context, season.name, season_number)}`,
      address: seasonAddress(seriesAddress(series), season_number),
      credits: season.aggregate_credits,
    })
  },
})

const episodeCredits = page('GET /tv/{series}/season/{season}/episode/{episode}/credits', {
  access: 'anyone',
  query: ['page'],
  async handle(context) {
    const { series: of, season, episode: number } = context.params
    const [series_id, season_number, episode_number] = [idIn(of), numberIn(season), numberIn(number)]
    if (series_id === undefined || season_number === undefined || episode_number === undefined) return undefined
    const [series, episode] = await Promise.all([
      seriesOf(context, series_id),
      detailsOf(context, episodeDetails, { series_id, season_number, episode_number }, ['credits']),
    ])
    if (!series || !episode) return undefined
    return creditsPage(context, {
      name: `${series.name}: ${episodeName(context, episode.name, episode_number)}`,
      address: episodeAddress(seriesAddress(series), season_number, episode_number),
      credits: episode.credits,
    })
  },
})

/** The pages *All cast and crew* of titles, seasons and episodes. */
export const creditsPages = [movieCredits, seriesCredits, seasonCredits, episodeCredits]
