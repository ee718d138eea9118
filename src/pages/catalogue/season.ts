import { details } from '#src/groups/tv-seasons/details.ts'
import { type Html, html } from '../html.ts'
import { page, type Setting } from '../page.ts'
import { episodeAddress, seasonAddress, towards } from './addresses.ts'
import type { AggregateCredits, ExternalIds } from './asking.ts'
import { loadBelowSeries } from './below-series.ts'
import { drawnPicture, section } from './cards.ts'
import { recordHead } from './head.ts'
import { aggregateSection, idsSection, imagesSection, videosSection } from './parts.ts'
import { type Translations, textInSomeLanguage } from './texts-of.ts'
import { episodeName, seasonName } from './words.ts'

type Appended = { aggregate_credits: AggregateCredits; external_ids: ExternalIds; translations: Translations }

const appended = 'aggregate_credits,external_ids,translations'

export const season = page('GET /tv/{series}/season/{season}', {
  access: 'anyone',
  async handle(context) {
    const loaded = await loadBelowSeries(context, 'season', details, appended)
    if (!loaded) return undefined
    const { series, seriesAddress, images, videos } = loaded
    const shown = loaded.found as typeof loaded.found & Appended
    const { season_number } = shown
    const other = towards(seasonAddress(seriesAddress, season_number), context.address)
    if (other) return other
    const { texts, format } = context
    const { catalogue } = texts
    const name = seasonName(context, shown.name, season_number)
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

const episodeList = (setting: Setting, episodes: readonly Episode[], series: string): Html =>
  html`<ol class="episodes">${episodes.map(({ season_number, episode_number, name, air_date, runtime, overview }) => {
    const { format, texts } = setting
    const { catalogue } = texts
    const note = [format.date(air_date ?? ''), runtime !== null && catalogue.minutes(runtime)].filter(Boolean)
    const address = episodeAddress(series, season_number, episode_number)
    const shown = episodeName(setting, name, episode_number)
    const number = shown !== catalogue.episode(episode_number) && `${episode_number}. `
    return html`<li><h3><a href="${address}">${number}${shown}</a></h3>
<p class="note">${note.join(' · ')}</p>${overview && html`<p>${overview}</p>`}</li>`
  })}</ol>`
