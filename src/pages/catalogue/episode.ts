import { datePrecisions } from '#src/catalogue/date-precisions.ts'
import { sourcesOfText } from '#src/catalogue/summaries/text-sources.ts'
import { details } from '#src/groups/tv-episodes/details.ts'
import { keptKey, keptOf } from '#src/kept/kept-of.ts'
import { airedInSeason } from '#src/kept/progress.ts'
import { spreadOfRatings } from '#src/kept/spread.ts'
import { textInSomeLanguage } from '../components/languages.ts'
import { html } from '../html.ts'
import { spreadChart } from '../kept/spread-chart.ts'
import { todayOf } from '../library/days.ts'
import { libraryScript } from '../library/forms.ts'
import { watchedSection } from '../library/section.ts'
import { type PageContext, page } from '../page.ts'
import { peopleSection, peopleWith } from '../people/section.ts'
import { recordNotice } from '../queue/notice-on-records.ts'
import { episodeAddress, seasonAddress } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import { facts } from '../records/cards.ts'
import { recordFrame } from '../records/frame.ts'
import { headPicture, imagesSection } from '../records/gallery.ts'
import { recordHead } from '../records/head.ts'
import { idsSection, outsideAddresses } from '../records/outside-ids.ts'
import { ownedNote } from '../records/owned.ts'
import { keptPanel, keptScript } from '../records/panel.ts'
import { episodeName, seasonName } from '../records/translated-words.ts'
import { episodesNearby, trailRow } from '../seasons/neighbours.ts'
import { sharedEpisode } from '../sharing/parts-of-series.ts'
import { playing, videosSection } from '../videos/section.ts'
import { loadBelowSeries } from './below-series.ts'

const wide = { gallery: 'stills', shape: 'wide' } as const

const appended = ['credits', 'external_ids', 'translations'] as const

export const episode = page('GET /tv/{series}/season/{season}/episode/{episode}', {
  access: 'anyone',
  async handle(context) {
    const other = await redirectFirst(context, 'episode')
    if (other) return other
    const loaded = await loadBelowSeries(context, 'episode', details, appended)
    if (!loaded) return undefined
    const { found: episode, series, seriesAddress, galleries, videos } = loaded
    const { season_number, episode_number } = episode
    const address = episodeAddress(seriesAddress, season_number, episode_number)
    const around = { address, series, seriesAddress, elsewhere: outsideAddresses(episode.external_ids, 'episode') }
    const { texts, format } = context
    const { catalogue } = texts
    const seasonTitle = series.seasons.find((season) => season.season_number === season_number)?.name ?? ''
    const inSeason = seasonName(context, seasonTitle, season_number)
    const name = episodeName(context, episode.name, episode_number)
    const { known, kept, spread, notice, sources, canBeLogged, owned } = await loadBeside(context, series.id, episode)
    const nearby = await episodesNearby(context, { id: series.id, address: seriesAddress }, episode)
    const record = { kind: 'episode' as const, id: episode.id, name: `${series.name}: ${name}`, address }
    const plays = playing(videos)
    return {
      title: `${series.name}: ${name}`,
      ...sharedEpisode(context, episode, { ...around, precision: known.air_date }, inSeason),
      ...plays,
      scripts: [keptScript, libraryScript, ...plays.scripts],
      main: recordFrame({
        trail: trailRow(
          context,
          html`<a href="${seriesAddress}">${series.name}</a> ›
<a href="${seasonAddress(seriesAddress, season_number)}">${inSeason}</a>`,
          nearby,
        ),
        head: recordHead(context, {
          ...{ record, address, notice },
          picture: headPicture(context, record, { ...wide, file_path: episode.still_path, notice }, galleries),
          title: name,
          notes: [
            catalogue.episodeOfSeason(season_number, episode_number),
            format.date(episode.air_date ?? '', known.air_date),
            episode.runtime !== null && catalogue.minutes(episode.runtime),
          ],
          makers: [[texts.title.directedBy, peopleWith(episode.credits, 'Director')]],
          rating: episode,
          spread: spreadChart(context, spread),
          action: html`${owned}${keptPanel(context, {
            ...{ kind: 'episode', id: episode.id, address, kept },
            log: canBeLogged ? texts.diary[kept?.watched ? 'again' : 'watched'] : undefined,
          })}`,
          text: textInSomeLanguage(context, {
            text: episode.overview,
            name: 'overview',
            original: series.original_language,
            sources,
            translations: episode.translations.translations,
          }),
        }),
        sections: {
          watched: await watchedSection(context, 'episode', { id: episode.id, address }),
          facts: facts([[catalogue.productionCode, episode.production_code]]),
          people: peopleSection(context, episode.credits, address),
          videos: videosSection(context, videos, address),
          images: imagesSection(context, record, galleries, [episode.still_path]),
          ids: idsSection(context, episode.external_ids, 'episode'),
        },
      }),
    }
  },
})

type Shown = { id: number; season_number: number }

/** What the page shows besides the details of the episode. */
async function loadBeside(context: PageContext, series_id: number, { id, season_number }: Shown) {
  const { db, viewer, now } = context
  const rated = { kind: 'episode' as const, entity_id: id }
  const [known, kept, spread, notice, sources, aired, owned] = await Promise.all([
    datePrecisions(db, 'episode', id),
    viewer && keptOf(db, viewer.id, [rated]),
    spreadOfRatings(db, rated),
    recordNotice(context, 'episode', id),
    sourcesOfText(db, 'episode', [id], 'overview'),
    viewer && airedInSeason(db, { series_id, season_number }, todayOf(now)),
    ownedNote(context, 'episode', id),
  ])
  return {
    known,
    kept: kept?.get(keptKey(rated)),
    spread,
    notice,
    sources,
    canBeLogged: aired?.has(id) ?? false,
    owned,
  }
}
