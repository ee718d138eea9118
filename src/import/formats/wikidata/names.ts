import { countryNames, languageNames } from '#src/reference/reference.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { distinctNames } from '../../foreign/named-records.ts'
import { countryOf } from '../words.ts'
import { allClaimsOf, type Entity, entitiesOf } from './entities.ts'
import { languages } from './words.ts'

/** Most entries of a list in a line. */
export const maxEntries = 500

/** A name in a language of a country. */
type Label = { iso_639_1: string; iso_3166_1: string; value: string }

export type Names = {
  own: string
  original: string
  language: string
  all: string[]
  byLanguage: Label[]
  aliases: string[]
}

/** The names of an entity: in English, in its own language, and in all others that the catalogue knows. */
export function namesOf(entity: Entity): Names {
  const labels = Object.values(entity.labels ?? {})
  const english = ['en', 'mul', 'en-us', 'en-gb', 'en-ca'].map((code) => entity.labels?.[code]?.value)
  const [native] = allClaimsOf(entity, 'P1476').flatMap(({ value }) => {
    const { text, language } = (value ?? {}) as { text?: unknown; language?: unknown }
    return typeof text === 'string' && text.trim() !== '' ? [{ text: text.trim(), language: String(language) }] : []
  })
  const own = english.find((name) => name !== undefined) ?? native?.text ?? labels[0]?.value ?? ''
  const stated = entitiesOf(entity, 'P364').map((one) => languages[one])[0]
  const language = stated ?? (native && languageNames.has(native.language) ? native.language : '')
  const original = native?.text ?? entity.labels?.[language]?.value ?? own
  const byLanguage = labelsByLanguage(labels.filter(({ value }) => value !== own))
  const aliases = distinctNames(Object.values(entity.aliases ?? {}).flatMap((some) => some.map(({ value }) => value)))
  const all = distinctNames([own, original, ...labels.map(({ value }) => value), ...aliases])
  return { own: own.trim(), original, language, all, byLanguage, aliases }
}

/** Languages that are told apart by their script here. */
const scripts: Readonly<Record<string, string>> = wordTable({ 'zh-hans': 'zh-CN', 'zh-hant': 'zh-TW' })

/**
 * Names in the languages that the catalogue knows. What names a country goes before what does not, and what would be a
 * second one of a language in a country is left out; Portuguese beside that of Brazil is that of Portugal.
 */
function labelsByLanguage(labels: readonly { language: string; value: string }[]): Label[] {
  const found = new Map<string, Label>()
  const sorted = labels.toSorted((one, other) => other.language.length - one.language.length)
  for (const { language, value } of sorted) {
    const [iso_639_1 = '', country = ''] = (scripts[language] ?? language).split('-')
    const isBrazilKnown = iso_639_1 === 'pt' && found.has('pt-BR')
    const iso_3166_1 = country.toUpperCase() || (isBrazilKnown ? 'PT' : countryOf(iso_639_1))
    const key = `${iso_639_1}-${iso_3166_1}`
    const isKnown = languageNames.has(iso_639_1) && countryNames.has(iso_3166_1)
    if (isKnown && key !== 'en-US' && !found.has(key)) found.set(key, { iso_639_1, iso_3166_1, value })
  }
  return [...found.values()]
}

export const translationsLine = (name: 'title' | 'name', { byLanguage }: Names) =>
  byLanguage.length === 0
    ? {}
    : {
        translations: {
          translations: byLanguage.map(({ value, ...language }) => ({ ...language, data: { [name]: value } })),
        },
      }

/** Aliases as other titles, in no country. */
export const aliasesLine = (list: 'titles' | 'results', { aliases, own, original }: Names) => {
  const others = aliases.filter((title) => title !== own && title !== original && title.length <= maxEntries)
  if (others.length === 0) return {}
  return {
    alternative_titles: { [list]: others.slice(0, maxEntries).map((title) => ({ iso_3166_1: '', title, type: '' })) },
  }
}
