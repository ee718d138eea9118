import { details as seasonDetails } from '#src/groups/tv-seasons/details.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import { type Html, html } from '../html.ts'
import { page, type Setting } from '../page.ts'
import { episodeAddress, idIn, numberIn, seasonAddress, towards, tvAddress } from './addresses.ts'
import type { AggregateCredits, ExternalIds, Images, Videos } from './asking.ts'
import { operationNamed } from './asking.ts'
import { drawnPicture, section } from './cards.ts'
import { recordHead } from './head.ts'
import { aggregateSection, idsSection, imagesSection, videosSection } from './parts.ts'
import { languageTag, type Translations, textInSomeLanguage, videoLanguages } from './texts-of.ts'

type Appended = { aggregate_credits: AggregateCredits; external_ids: ExternalIds; translations: Translations }

const appended = 'aggregate_credits,external_ids,translations'

export const season = page('GET /tv/{series}/season/{season}', {
  access: 'anyone',
  async handle(context) {
    const { ask, texts, format } = context
    const { catalogue } = texts
    const series_id = idIn(context.params.series)
    const season_number = numberIn(context.params.season)
    if (series_id === undefined || season_number === undefined) return undefined
    const params = { series_id, season_number }
    const language = languageTag(context)
    const [series, found, images, videos] = await Promise.all([
      ask(seriesDetails, { params: { series_id }, query: { language } }),
      ask(seasonDetails, { params, query: { language, append_to_response: appended } }),
      ask(operationNamed('season.images'), { params }) as Promise<Images>,
      ask(operationNamed('season.videos'), {
        params,
        query: videoLanguages(context),
      }) as Promise<Videos>,
    ])
    if (!series || !found) return undefined
    const shown = found as typeof found & Appended
    const seriesAddress = tvAddress(series)
    const other = towards(seasonAddress(seriesAddress, season_number), context.address)
    if (other) return other
    const name = shown.name || catalogue.season(season_number)
    return {
      title: `${series.name}: ${name}`,
      description: shown.overview,
      main: html`
<article class="record">
<nav class="trail" aria-label="${catalogue.trail}"><a href="${seriesAddress}">${series.name}</a></nav>
${recordHead(context, {
  picture: drawnPicture(shown.id, series.name),
  title: name,
  notes: [format.date(shown.air_date ?? ''), catalogue.episodeCount(shown.episodes.length)],
  text: textInSomeLanguage(context, {
    ...{ text: shown.overview, name: 'overview', original: series.original_language },
    translations: shown.translations.translations,
  }),
})}
${section(catalogue.episodes, episodeList(context, shown.episodes, seriesAddress), shown.episodes.length)}
${aggregateSection(context, shown.aggregate_credits)}
${videosSection(context, videos)}
${imagesSection(context, images)}
${idsSection(context, shown.external_ids)}
</article>`,
    }
  },
})

type Episode = {
  season_number: number
  episode_number: number
  name: string
  air_date: string | null
  runtime: number | null
  overview: string
}

const episodeList = ({ texts: { catalogue }, format }: Setting, episodes: readonly Episode[], series: string): Html =>
  html`<ol class="episodes">${episodes.map(({ season_number, episode_number, name, air_date, runtime, overview }) => {
    const note = [format.date(air_date ?? ''), runtime !== null && catalogue.minutes(runtime)].filter(Boolean)
    const address = episodeAddress(series, season_number, episode_number)
    return html`<li><h3><a href="${address}">${episode_number}. ${name || catalogue.episode(episode_number)}</a></h3>
<p class="note">${note.join(' · ')}</p>${overview && html`<p>${overview}</p>`}</li>`
  })}</ol>`
