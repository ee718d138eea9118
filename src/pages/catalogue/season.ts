import type { Static } from 'typebox'
import { type DatePrecisions, datePrecisions, precisionsById } from '#src/catalogue/date-precisions.ts'
import { sourcesOfText } from '#src/catalogue/summaries/text-sources.ts'
import { details } from '#src/groups/tv-seasons/details.ts'
import { textInSomeLanguage } from '../components/languages.ts'
import { emptySection, nextStep, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { creditOf } from '../components/text-credit.ts'
import { type Html, html, nothing } from '../html.ts'
import { episodeRowId, libraryScript } from '../library/forms.ts'
import { type SeasonWatching, seasonWatching } from '../library/section.ts'
import { type PageContext, page, type RenderContext } from '../page.ts'
import { peopleSection } from '../people/section.ts'
import { recordNotice } from '../queue/notice-on-records.ts'
import { episodeAddress, seasonAddress } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import { section } from '../records/cards.ts'
import { recordFrame } from '../records/frame.ts'
import { headPicture, imagesSection } from '../records/gallery.ts'
import { recordHead } from '../records/head.ts'
import { keptPlace } from '../records/kept-on-cards.ts'
import { idsSection, outsideAddresses } from '../records/outside-ids.ts'
import { episodeName, seasonName } from '../records/translated-words.ts'
import { seasonsNearby, trailRow } from '../seasons/neighbours.ts'
import { sharedSeason } from '../sharing/parts-of-series.ts'
import { playing, videosSection } from '../videos/section.ts'
import { loadBelowSeries } from './below-series.ts'
import { loadOffers, whereToWatch } from './where-to-watch.ts'

const upright = { gallery: 'posters', shape: 'upright' } as const

const appended = ['aggregate_credits', 'external_ids', 'translations'] as const

export const season = page('GET /tv/{series}/season/{season}', {
  access: 'anyone',
  query: ['country', 'page'],
  async handle(context) {
    const number = pageIn(context.query.page)
    if (number === undefined) return undefined
    const other = await redirectFirst(context, 'season')
    if (other) return other
    const loaded = await loadBelowSeries(context, 'season', details, appended)
    if (!loaded) return undefined
    const { series, seriesAddress, galleries, videos } = loaded
    const season = loaded.found
    const { season_number } = season
    const address = seasonAddress(seriesAddress, season_number)
    const here = atPage(address, number)
    const { offers, known, knownOfEpisodes, watching, notice } = await loadBeside(context, season, here)
    const sources = await sourcesOfText(context.db, 'season', [season.id], 'overview')
    const creditOfList = await creditOfTexts(context, season.episodes, number)
    const { texts, format } = context
    const { catalogue } = texts
    const name = seasonName(context, season.name, season_number)
    const record = { kind: 'season' as const, id: season.id, name: `${series.name}: ${name}`, address }
    const plays = playing(videos)
    return {
      title: `${series.name}: ${name}`,
      ...sharedSeason(context, season, {
        ...{ address, series, seriesAddress, precision: known.air_date },
        elsewhere: outsideAddresses(season.external_ids, 'season'),
      }),
      ...plays,
      scripts: [libraryScript, ...plays.scripts],
      main: recordFrame({
        trail: trailRow(
          context,
          html`<a href="${seriesAddress}">${series.name}</a>`,
          seasonsNearby(context, series.seasons, season_number, seriesAddress),
        ),
        head: recordHead(context, {
          ...{ record, address, notice },
          edits: [
            [`${address}/episodes/edit`, texts.edit.editSeason],
            [`${address}/episode/new`, texts.edit.addKind.episode],
          ],
          picture: headPicture(context, record, { ...upright, file_path: season.poster_path, notice }, galleries),
          title: name,
          notes: [format.date(season.air_date ?? '', known.air_date), catalogue.episodeCount(season.episodes.length)],
          text: textInSomeLanguage(context, {
            text: season.overview,
            name: 'overview',
            original: series.original_language,
            sources,
            translations: season.translations.translations,
          }),
        }),
        sections: {
          watch: whereToWatch(context, offers, address),
          episodes: section(
            catalogue.episodes,
            season.episodes.length === 0
              ? noEpisodes(context, address)
              : html`${watching.head}
${episodeList(context, season.episodes, number, { address, known: knownOfEpisodes, series: seriesAddress, watching })}
${creditOfList}`,
          ),
          people: peopleSection(context, season.aggregate_credits, address),
          videos: videosSection(context, videos, address),
          images: imagesSection(context, record, galleries, [season.poster_path]),
          ids: idsSection(context, season.external_ids, 'season'),
        },
      }),
    }
  },
})

type Episode = {
  id: number
  season_number: number
  episode_number: number
  name: string
  air_date: string | null
  runtime: number | null
  overview: string
  still_path: string | null
}

/** Episodes of a season on one page. */
const episodesAtOnce = 50

/**
 * What the list of episodes says besides the episodes: where it is, how exact their dates are, the series, and what was
 * watched.
 */
type Around = { address: string; known: ReadonlyMap<number, DatePrecisions>; series: string; watching: SeasonWatching }

/** What the page shows besides the details of the season. */
async function loadBeside(
  context: PageContext<string, 'country'>,
  season: Static<typeof details.reply>,
  address: string,
) {
  const { db } = context
  const episodeIds = season.episodes.map(({ id }) => id)
  const [offers, known, knownOfEpisodes, watching, notice] = await Promise.all([
    loadOffers(context, 'season', season.id),
    datePrecisions(db, 'season', season.id),
    precisionsById(db, 'episode', episodeIds),
    seasonWatching(context, { ...season, address }),
    recordNotice(context, 'season', season.id),
  ])
  return { offers, known, knownOfEpisodes, watching, notice }
}

/** The credit of the texts on a page of the list. */
async function creditOfTexts(context: PageContext, episodes: readonly Episode[], page: number): Promise<Html> {
  const described = onPage(episodes, page).filter(({ overview }) => overview !== '')
  const ids = described.map(({ id }) => id)
  const sources = await sourcesOfText(context.db, 'episode', ids, 'overview')
  return creditOf(
    context,
    sources.filter(({ iso_639_1 }) => isReadable(context, iso_639_1)),
  )
}

const onPage = (episodes: readonly Episode[], page: number) =>
  episodes.slice((page - 1) * episodesAtOnce, page * episodesAtOnce)

/** Whether the list of episodes may have texts in a language: one of the reader's, or English where those have none. */
const isReadable = ({ language, otherLanguages }: RenderContext, code: string): boolean =>
  [language, 'en', ...otherLanguages.map(({ iso_639_1 }) => iso_639_1)].includes(code)

const atPage = (address: string, page: number): string => (page === 1 ? address : `${address}?page=${page}`)

const noEpisodes = ({ texts: { catalogue, edit } }: RenderContext, address: string): Html =>
  emptySection(catalogue.noEpisodes, catalogue.noEpisodesText, nextStep(`${address}/episodes/edit`, edit.editSeason))

/** A page of the episodes of a season. */
function episodeList(context: RenderContext, episodes: readonly Episode[], page: number, around: Around): Html {
  const shown = onPage(episodes, page)
  const paged = { page, total_pages: Math.ceil(episodes.length / episodesAtOnce) }
  return html`<ol class="episodes">${shown.map((episode) => episodeRow(context, episode, around))}</ol>
${pagination(context, paged, (to) => atPage(around.address, to))}`
}

function episodeRow(context: RenderContext, episode: Episode, { known, series, watching }: Around): Html {
  const { season_number, episode_number, air_date, runtime, overview, still_path } = episode
  const { format, texts } = context
  const { catalogue } = texts
  const day = format.date(air_date ?? '', known.get(episode.id)?.air_date)
  const note = [day, runtime !== null && catalogue.minutes(runtime)].filter(Boolean)
  const address = episodeAddress(series, season_number, episode_number)
  const name = episodeName(context, episode.name, episode_number)
  const number = name !== catalogue.episode(episode_number) && `${episode_number}. `
  const still = pictureOf({ gallery: 'stills', file_path: still_path, width: 'listed' })
  const picture = still !== nothing && framed(episode_number, String(episode_number), 'wide', still)
  return html`<li id="${episodeRowId(episode.id)}">${picture}
<div><h3><a href="${address}">${number}${name}</a></h3>
<p class="note">${note.join(' · ')}</p>
${keptPlace({ kind: 'episode', entity_id: episode.id })}${overview && html`<p>${overview}</p>`}
${watching.ofEpisode(episode)}</div></li>`
}
