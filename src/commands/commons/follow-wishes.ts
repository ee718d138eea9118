import { isKind, type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { completeKinds, type Selection } from '#src/commons/following/selection.ts'
import { leastRank, mostRank, usualRank } from '#src/commons/following/wishes.ts'
import { alternatives, UsageError } from '../command.ts'

/** What somebody says of what shall come in, as it is written. */
type Wishes = Partial<Record<'kinds' | 'languages' | 'pictures' | 'rank' | 'live', string | undefined>>

export function selectionOf({ kinds = '', languages = '', pictures = 'none' }: Wishes): Selection {
  const listOf = (text: string) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
  const named = listOf(kinds)
  const unknown = named.find((name) => !isKind(name))
  if (unknown !== undefined)
    throw new UsageError(`--kinds has to be of ${alternatives(kindNames)}, not ${JSON.stringify(unknown)}.`)
  const codes = listOf(languages)
  if (!codes.every((code) => /^[a-z]{2}$/.test(code)))
    throw new UsageError('--languages has to be codes of two letters with commas between them, such as de,fr.')
  if (pictures !== 'none' && pictures !== 'fetch') throw new UsageError('--pictures has to be none or fetch.')
  return { kinds: completeKinds(named as Kind[]), languages: codes, pictures }
}

export function rankOf({ rank = String(usualRank) }: Wishes): number {
  const number = /^\d{1,4}$/.test(rank) ? Number(rank) : Number.NaN
  if (number >= leastRank && number <= mostRank) return number
  throw new UsageError(`--rank has to be a whole number from ${leastRank} to ${mostRank}.`)
}

export function wantsLiveIn({ live = 'on' }: Wishes): boolean {
  if (live !== 'on' && live !== 'off') throw new UsageError('--live has to be on or off.')
  return live === 'on'
}
