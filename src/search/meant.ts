import type { Reader } from '#src/database/database.ts'
import { recordsWith, idIn as statedIdIn } from './outside-ids.ts'
import { search } from './search.ts'
import type { SearchedKind } from './searched-kinds.ts'

/** The records of a kind that somebody may mean by a text: those of an id or an address, or else of such a name. */
export async function recordsMeant(db: Reader, kind: SearchedKind, text: string, most: number): Promise<number[]> {
  const given = text.trim()
  if (given === '') return []
  const stated = /^\d{1,10}$/.test(given) ? { kind, id: Number(given) } : statedIdIn(given)
  const byId = stated ? await recordsWith(db, [kind], stated) : []
  if (byId.length > 0) return byId.map(({ entity_id }) => entity_id)
  const { found } = await search(db, { kinds: [kind], text: given, includesAdult: true, most })
  return found.map(({ id }) => id)
}
