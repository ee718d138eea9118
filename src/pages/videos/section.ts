import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { section } from '../records/cards.ts'
import type { Videos } from '../records/part-replies.ts'
import { translatedWord } from '../records/translated-words.ts'
import { frameOf, frameSources, watchAddress } from './sites.ts'

export type Video = Videos['results'][number]

/** Videos on the page of a record; all of them are on a page of their own. */
const shownVideos = 6

/** The script that plays videos without leaving their page. */
const playScript = 'play.js'

/** What a page needs on which videos are played: its script, and where frames may come from. */
export const playing = ({ results }: Videos) =>
  results.some(frameOf) ? { scripts: [playScript], frameSources } : { scripts: [] }

export const videoTitle = (context: RenderContext, { name, type }: Video): string =>
  name || translatedWord(context, 'videoType', type) || context.texts.catalogue.video

/** The page on which a video of a record is played. */
export const videoAddress = (address: string, { id }: Video): string => `${address}/videos/${id}`

/** The first videos of a record, and the way to all of them. `address` is that of the record. */
export function videosSection(context: RenderContext, { results }: Videos, address: string): Html {
  const { catalogue } = context.texts
  const more =
    results.length > shownVideos &&
    html`<p class="all-credits"><a href="${address}/videos">${context.texts.title.allVideos}</a>
<span class="note">(${context.format.number(results.length)})</span></p>`
  const rows = videoRows(context, results.slice(0, shownVideos), address)
  return section(catalogue.videos, html`${rows}${more}`, results.length)
}

export const videoRows = (context: RenderContext, videos: readonly Video[], address: string): Html =>
  html`<ul class="record-rows videos">${videos.map((video) => videoRow(context, video, address))}</ul>`

/** Plays here what can be, leads to the site of what cannot, and names the key where nobody knows the site. */
function videoRow(context: RenderContext, video: Video, address: string): Html {
  const { format, texts } = context
  const { name, site, key, type, iso_639_1, published_at } = video
  const title = videoTitle(context, video)
  const elsewhere = watchAddress(video)
  const where = elsewhere ? site : texts.catalogue.videoOn(site, key)
  const kind = name && translatedWord(context, 'videoType', type)
  const about = [kind, where, iso_639_1 && format.language(iso_639_1), format.date(published_at)]
  const link = frameOf(video)
    ? html`<a href="${videoAddress(address, video)}" data-player>${playSign}${title}</a>`
    : elsewhere
      ? html`<a href="${elsewhere}" rel="noopener noreferrer external">${title}</a>`
      : html`<strong>${title}</strong>`
  return html`<li>${link} <span class="note">${about.filter(Boolean).join(' · ')}</span></li>`
}

const playSign = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 3l15 9-15 9z"/></svg> `

/** A button that plays the trailer of a title: the official one in the language of the page, if there is one. */
export function trailerButton(context: RenderContext, { results }: Videos, address: string): Html {
  const rank = ({ type, official, iso_639_1 }: Video) =>
    (type === 'Trailer' ? 0 : 4) + (iso_639_1 === context.language ? 0 : 2) + (official ? 0 : 1)
  const [best] = results
    .filter((video) => /^(Trailer|Teaser)$/.test(video.type) && frameOf(video))
    .sort((one, other) => rank(one) - rank(other))
  if (!best) return nothing
  return html`<a class="button primary" href="${videoAddress(address, best)}" data-player>${playSign}${
    context.texts.title.trailer
  }</a>`
}
