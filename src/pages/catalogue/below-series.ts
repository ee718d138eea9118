import type { Operation } from '#src/contract/operation.ts'
import { details as seriesDetails } from '#src/groups/tv-series/details.ts'
import { languageTag } from '../components/languages.ts'
import type { PageContext } from '../page.ts'
import { idIn, numberIn, seriesAddress } from '../records/addresses.ts'
import { loadGalleries } from '../records/gallery.ts'
import { type Appendable, detailsOf, videosOf } from '../records/part-replies.ts'

/** The numbers in the address of a season or an episode; undefined if they cannot be valid. */
function paramsIn({ series, season, episode }: Readonly<Record<string, string>>) {
  const [series_id, season_number, episode_number] = [idIn(series), numberIn(season), numberIn(episode)]
  if (series_id === undefined || season_number === undefined) return undefined
  if (episode === undefined) return { series_id, season_number }
  return episode_number === undefined ? undefined : { series_id, season_number, episode_number }
}

/** A season or an episode with its series, galleries and videos; undefined if there is no such record. */
export async function loadBelowSeries<Details extends Operation, Name extends Appendable<Details>>(
  context: PageContext,
  kind: 'season' | 'episode',
  details: Details,
  appended: readonly Name[],
) {
  const params = paramsIn(context.params)
  if (!params) return undefined
  const language = languageTag(context)
  const [series, found, videos] = await Promise.all([
    context.ask(seriesDetails, { params: { series_id: params.series_id }, query: { language } }),
    detailsOf(context, details, params, appended),
    videosOf(context, kind, params),
  ])
  if (!series || !found || !videos) return undefined
  const galleries = await loadGalleries(context.db, kind, (found as { id: number }).id)
  return { series, found, videos, galleries, seriesAddress: seriesAddress(series) }
}
