import { type Static, Type } from 'typebox'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { isRecordKind, type RecordKind } from '#src/catalogue/record-kinds.ts'
import { vocabularyNames } from '#src/catalogue/vocabularies.ts'

/** What of a followed catalogue comes in: all kinds or languages if none is named. */
export const Selection = Type.Object({
  kinds: Type.Array(Type.Unsafe<Kind>({ type: 'string', enum: kindNames }), { maxItems: kindNames.length }),
  languages: Type.Array(Type.String({ pattern: '^[a-z]{2}$' }), { maxItems: 200 }),
  pictures: Type.Union([Type.Literal('none'), Type.Literal('fetch')]),
})
export type Selection = Static<typeof Selection>

export const wholeSelection: Selection = { kinds: [], languages: [], pictures: 'none' }

const words: ReadonlySet<string> = new Set(vocabularyNames)

/** Where a kind belongs: nothing of an episode can be kept without its series. */
const above: Partial<Record<Kind, readonly Kind[]>> = { season: ['series'], episode: ['series', 'season'] }

/** Kinds with those that they belong to. */
export const completeKinds = (kinds: readonly Kind[]): Kind[] => {
  const all = new Set(kinds.flatMap((kind) => [kind, ...(above[kind] ?? [])]))
  return kindNames.filter((kind) => all.has(kind))
}

/** Whether records of a kind come in. Words always do, because titles have them. */
export const takesKind = ({ kinds }: Selection, of: string): of is RecordKind =>
  isRecordKind(of) && (kinds.length === 0 || words.has(of) || kinds.includes(of as Kind))

/** Whether what is in a language comes in; what has none does, and so does English, the language of the records. */
export const takesLanguage = ({ languages }: Selection, language: unknown): boolean =>
  languages.length === 0 ||
  typeof language !== 'string' ||
  language === '' ||
  language === 'en' ||
  languages.includes(language)
