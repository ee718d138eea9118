import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { indexState } from '#src/search/index-state.ts'
import type { Texts } from '#src/texts/index.ts'

export const Said = Type.Object({
  /** How many suggestions there are, for those who listen. */
  says: Type.String(),
  /** Where there is none: the index is being built, and `says` tells everybody so. */
  is_building: Type.Optional(Type.Literal(true)),
})

/** What is said about so many suggestions. */
export async function saidOf(db: Reader, { common }: Texts, count: number): Promise<Static<typeof Said>> {
  if (count > 0 || (await indexState(db)) === 'complete') return { says: common.suggestionCount(count) }
  return { says: common.suggestionsBuilding, is_building: true }
}
