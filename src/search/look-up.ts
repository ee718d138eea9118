import type { Database } from '#src/database/database.ts'
import { maxFound, search } from './search.ts'
import type { SearchedKind } from './searched-kinds.ts'

export { type SearchedKind, searchedKinds } from './searched-kinds.ts'
export { maxFound }

/** The records of some kinds that a text finds, the nearest first. */
export async function lookUp(db: Database, kinds: readonly SearchedKind[], text: string, includesAdult: boolean) {
  const { found } = await search(db, { kinds, text, includesAdult })
  return found.map(({ kind, id }) => ({ kind, id }))
}
