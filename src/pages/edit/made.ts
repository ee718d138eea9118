import { kindPlaces } from '#src/catalogue/own-kinds.ts'
import type { Edited } from './form.ts'

/** The page of a record that was just made. That of a season or an episode follows from its numbers. */
export function addressOfMade({ kind, address, numbering }: Edited, id: number): string {
  if (kind === 'season') return `${address}/season/${numbering?.season_number}`
  if (kind === 'episode') return `${address}/episode/${numbering?.episode_number}`
  return `/${kindPlaces[kind]}/${id}`
}
