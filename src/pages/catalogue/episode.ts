import { details as episodeDetails } from '#src/groups/tv-episodes/details.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { episodeAddress, idIn, numberIn, seasonAddress, towards, tvAddress } from './addresses.ts'
import type { Credits, ExternalIds, Images, Videos } from './asking.ts'
import { operationNamed } from './asking.ts'
import { drawnPicture, facts } from './cards.ts'
import { recordHead } from './head.ts'
import { creditsSection, idsSection, imagesSection, videosSection } from './parts.ts'
import { languageTag, type Translations, textInSomeLanguage, videoLanguages } from './texts-of.ts'

type Appended = { credits: Credits; external_ids: ExternalIds; translations: Translations }

export const episode = page('GET /tv/{series}/season/{season}/episode/{episode}', {
  access: 'anyone',
  async handle(context) {
    const { ask, texts, format } = context
    const { catalogue } = texts
    const series_id = idIn(context.params.series)
    const season_number = numberIn(context.params.season)
    const episode_number = numberIn(context.params.episode)
    if (series_id === undefined || season_number === undefined || episode_number === undefined) return undefined
    const params = { series_id, season_number, episode_number }
    const language = languageTag(context)
    const [series, found, images, videos] = await Promise.all([
      ask(seriesDetails, { params: { series_id }, query: { language } }),
      ask(episodeDetails, { params, query: { language, append_to_response: 'credits,external_ids,translations' } }),
      ask(operationNamed('episode.images'), { params }) as Promise<Images>,
      ask(operationNamed('episode.videos'), {
        params,
        query: videoLanguages(context),
      }) as Promise<Videos>,
    ])
    if (!series || !found) return undefined
    const shown = found as typeof found & Appended
    const seriesAddress = tvAddress(series)
    const other = towards(episodeAddress(seriesAddress, season_number, episode_number), context.address)
    if (other) return other
    const name = shown.name || catalogue.episode(episode_number)
    return {
      title: `${series.name}: ${name}`,
      description: shown.overview,
      main: html`
<article class="record">
<nav class="trail" aria-label="${catalogue.trail}"><a href="${seriesAddress}">${series.name}</a> ›
<a href="${seasonAddress(seriesAddress, season_number)}">${catalogue.season(season_number)}</a></nav>
${recordHead(context, {
  picture: drawnPicture(shown.id, name, 'wide'),
  title: name,
  notes: [
    catalogue.episodeOfSeason(season_number, episode_number),
    format.date(shown.air_date ?? ''),
    shown.runtime !== null && catalogue.minutes(shown.runtime),
  ],
  rating: shown,
  text: textInSomeLanguage(context, {
    ...{ text: shown.overview, name: 'overview', original: series.original_language },
    translations: shown.translations.translations,
  }),
})}
${facts([[catalogue.productionCode, shown.production_code]])}
${creditsSection(context, shown.credits)}
${videosSection(context, videos)}
${imagesSection(context, images)}
${idsSection(context, shown.external_ids)}
</article>`,
    }
  },
})
