import type { Kind } from '#src/catalogue/kinds.ts'
import type { ForeignStaging, Identity, Known } from './foreign-staging.ts'
import { partStates, type Stack } from './staged-parts.ts'

/** What the film of parts is known by in this import, and what says that one of them is a film of its own. */
export const wordOf = ({ key }: Stack) => `stack ${key}`
const apartWord = ({ key }: Stack) => `apart ${key}`

type Deciding = {
  staging: ForeignStaging
  /** Whether films are made of which but a name is known, and whether somebody has decided that this is a new one. */
  creates: boolean
  isForcedNew: boolean
}

/** The film that parts are together, and the record that it is if one of them has become it already. */
type Stacked = Stack & { known: Known; claimed?: (Identity & { id: number }) | undefined }

/**
 * The film that something that is not found may be a part of, together with others that are not found either;
 * `later` while that is not known of all of them.
 */
export function stackFor(known: Known, { staging, creates, isForcedNew }: Deciding): Stacked | 'later' | undefined {
  const stack = known.isByName ? staging.stackOf(known.key) : undefined
  if (!stack) return undefined
  if (!stack.isMissing) {
    staging.notePart(known.key, isForcedNew ? partStates.decided : partStates.missing)
    return 'later'
  }
  if (!isForcedNew && !creates) return undefined
  const claims = staging.claims('movie', [wordOf(stack), apartWord(stack)])
  const claimed = claims.get(wordOf(stack))
  const asOne: Stacked = { ...stack, claimed, known: { ...known, titles: [stack.title], year: stack.year ?? null } }
  if (claimed) return asOne
  const isAlone = !staging.hasOthers(known.key, stack.key, creates ? partStates.missing : partStates.decided)
  return isAlone || claims.has(apartWord(stack)) ? undefined : asOne
}

/** What says of a part that is known to be a record that it is a film of its own, or one together with others. */
export function partWords(staging: ForeignStaging, of: Kind, { key, isByName }: Known, { id }: Identity): string[] {
  const stack = of === 'movie' && isByName && id !== null ? staging.stackOf(key) : undefined
  if (!stack) return []
  const [other] = staging.claims(of, [apartWord(stack)]).values()
  return [other?.id === id ? wordOf(stack) : apartWord(stack)]
}
