import type { Kind } from '#src/catalogue/kinds.ts'
import { findRecord } from '#src/catalogue/part.ts'
import { type NamedKind, nameInAddress } from '#src/catalogue/summaries/address-names.ts'
import type { Reader } from '#src/database/database.ts'
import { languageOf } from '../components/languages.ts'
import type { PageContext, Redirect } from '../page.ts'
import { addressOf, episodeAddress, idIn, idsIn, redirectToCanonical, seasonAddress } from './addresses.ts'

/** The canonical address of the record that an address names; undefined if there is no such record. */
export async function canonicalAddress(context: PageContext, of: NamedKind): Promise<string | undefined> {
  const id = idIn(context.params[of])
  const name = id === undefined ? undefined : await nameInAddress(context.db, of, id, languageOf(context))
  return id === undefined || name === undefined ? undefined : addressOf(of === 'series' ? 'tv' : of, id, name)
}

/** What stands behind the address of a record: a path, and whether the record has what that names. */
type Tail = { path: string; isThere?(db: Reader, record_id: number): Promise<boolean> }

/**
 * Redirects to the canonical address of a page of a record. Only the name is looked up for it, so that leading on costs
 * next to nothing, whatever the page costs. It knows nothing of what is not there: whoever loads that tells it.
 */
export async function redirectFirst(
  context: PageContext,
  of: Kind,
  { path, isThere }: Tail = { path: '' },
): Promise<Redirect | undefined> {
  const { db, params, address: given } = context
  const top = of === 'season' || of === 'episode' ? 'series' : of
  const below = belowSeries(of, idsIn(params))
  const record = below === undefined ? undefined : await canonicalAddress(context, top)
  const other = record === undefined ? undefined : redirectToCanonical(`${record}${below}${path}`, given)
  if (!other) return undefined
  const id = of === top ? idIn(params[of]) : await findRecord(db, of, idsIn(params))
  if (id === undefined || (isThere && !(await isThere(db, id)))) return undefined
  return other
}

/** What stands behind the address of the series; undefined if it has no numbers. */
function belowSeries(of: Kind, { season_number, episode_number }: Record<string, number>): string | undefined {
  if (of === 'season') return season_number === undefined ? undefined : seasonAddress('', season_number)
  if (of !== 'episode') return ''
  if (season_number === undefined || episode_number === undefined) return undefined
  return episodeAddress('', season_number, episode_number)
}
