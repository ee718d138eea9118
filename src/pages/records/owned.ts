import type { Config } from '#src/config.ts'
import { hasRole } from '#src/contract/access.ts'
import { ownedAmong, ownedEpisodes } from '#src/kept/owned/owned.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { icon } from './icons.ts'

/**
 * Whether somebody sees what lies in the house: the members of a private server, and else only who runs it. What others
 * have at home is no business of strangers, and nobody sees where it lies.
 */
export const seesOwned = ({ config, viewer }: { config: Config; viewer: Viewer | undefined }): boolean =>
  viewer !== undefined && (config.private || hasRole(viewer.role, 'administrator'))

/** That a title or an episode lies in the house, and how many episodes of a series do. */
export async function ownedNote(
  context: PageContext,
  kind: 'movie' | 'series' | 'episode',
  entity_id: number,
): Promise<Html> {
  if (!seesOwned(context)) return nothing
  const { db, texts, format } = context
  const isOwned = (await ownedAmong(db, [{ kind, entity_id }])).size > 0
  if (!isOwned) return nothing
  const { inThisHouse, episodesInThisHouse } = texts.owned
  if (kind !== 'series') return html`<p class="owned-note">${icon('house')} ${inThisHouse}</p>`
  const count = await ownedEpisodes(db, entity_id)
  return html`<p class="owned-note">${icon('house')} ${episodesInThisHouse(format.number(count), count)}</p>`
}
