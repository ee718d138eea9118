import type { Gallery } from '#src/catalogue/kinds.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { type DrawnFor, framed, pictureOf, type Shape } from './picture.ts'

/** What a record looks like above pages that belong to it. */
export type Look = { gallery: Gallery; file_path: string | null; shape: Shape; year?: string; drawn?: DrawnFor }

/** The poster of a title, drawn where it has none, and its first year. */
export const lookOfTitle = (
  kind: 'movie' | 'series' | 'season',
  { id, poster_path, day }: { id: number; poster_path: string | null; day: string | null },
): Look => ({
  gallery: 'posters',
  file_path: poster_path,
  shape: 'upright',
  year: (day ?? '').slice(0, 4),
  drawn: { kind, id },
})

/** The record that such a page belongs to. */
export type Above = { id: number; name: string; address: string; look?: Look }

/** The top of a page that belongs to a record: its picture, its name as a link, its year, and what the page is. */
export function smallHead(
  { texts }: RenderContext,
  { id, name, address, look }: Above,
  heading: Html | string,
  trail: Html = nothing,
): Html {
  const picture = look && framed(id, name, look.shape, pictureOf({ ...look, width: 'listed' }))
  return html`
<div class="small-head">${picture && html`<a href="${address}" tabindex="-1" aria-hidden="true">${picture}</a>`}
<div><nav class="trail" aria-label="${texts.catalogue.trail}"><a href="${address}">${name}</a>${
    look?.year && html` <span class="year">${look.year}</span>`
  }${trail}</nav>
<h1>${heading}</h1></div></div>`
}
