import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'
import type { Pictured } from './gallery.ts'

/** Where a record is merged, moved and deleted, for whoever is signed in. */
export function wholeLinks(
  { viewer, texts: { mergeAndDelete } }: RenderContext,
  { kind, address }: Omit<Pictured, 'id'>,
): Html {
  if (!viewer) return nothing
  const links: [string, string][] = [
    ['merge', mergeAndDelete.merge],
    ...(kind === 'season' || kind === 'episode' ? [['move', mergeAndDelete.move] as [string, string]] : []),
    ['delete', mergeAndDelete.delete],
  ]
  return html`${links.map(([what, label]) => html` <a href="${address}/${what}" rel="nofollow">${label}</a>`)}`
}
