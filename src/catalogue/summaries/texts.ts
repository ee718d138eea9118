import { Type } from 'typebox'
import { type Language, type Locale, languagesOf, localeTag } from '#src/contract/languages.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Engine } from '#src/database/database.ts'
import { empty, join, raw, type Sql, sql } from '#src/database/sql.ts'
import { type Kind, kind, type TextName } from '../kinds.ts'
import { type Original, originalOf } from './original-language.ts'

/** The texts whose language `text_languages` names. */
type WrittenText = Exclude<TextName, 'runtime'>

/** Columns and joins for the texts of a kind's table `alias` in a language or a chain. */
type Texts = {
  /**
   * The title in the language, else one that its country has, else the original one, else the one in en-US: a record is
   * never without a name.
   */
  title: Sql
  /** A text in the language, else ''. */
  text(name: TextName): Sql
  /** The beginning of prose in the language, for lists. */
  beginning(name: WrittenText): Sql
  /** The runtime of the version in the language, else the record's own; only movies have one. */
  runtime: Sql
  /** The column `text_languages`, after a comma, for the title and for these texts; empty if nobody asks for it. */
  languages(...names: WrittenText[]): Sql
  join: Sql
}

/**
 * Characters of an overview in lists. One title stands in a reply as often as somebody has roles in it, so that whole
 * texts of the greatest length would make it hundreds of megabytes.
 */
export const maxProseInLists = 2_000

/** The property that `Texts.languages` selects, for the schema of a row. */
export const textLanguages = (...names: WrittenText[]) => ({
  text_languages: Type.Optional(Type.Object(Object.fromEntries(names.map((name) => [name, nullable(Type.String())])))),
})

/** Where a text may stand: an expression that is null or '' if it does not, and the tag of its language. */
type Place = { value: Sql; language: Sql }

const baseTag = sql`'en-US'`

/**
 * The texts of records: those in en-US are in the kind's table, others in translations. In one language, texts do not
 * fall back to another language or region; only a title falls back to an alternative one of the country, then to the
 * original one, and then to that in en-US.
 * In a chain each text is the first that there is, in the languages of the chain and then in the original one.
 */
export function textsOf(of: Kind, alias: string, language: Language, engine: Engine): Texts {
  const { title } = kind(of)
  const isChain = language.fallbacks !== undefined
  const versions = versionsOf(of, alias, language)
  const original = isChain || language.isNamed ? originalOf(of, alias) : undefined
  const titles = titlesOf(of, alias, { versions, original, isChain })
  const places = (name: TextName): Place[] => [
    ...versions.map(({ from, tag }) => ({ value: raw(`${from}.${name}`), language: sql`cast(${tag} as text)` })),
    ...(isChain && original ? original.texts(name) : []),
  ]
  const [first] = versions as [Version]
  const text = (name: TextName): Sql => {
    if (!isChain) return raw(first.isBase ? `${alias}.${name}` : `coalesce(${first.from}.${name}, '')`)
    return sql`coalesce(${join(places(name).map(({ value }) => present(value)))}, '')`
  }
  return {
    title: sql`coalesce(${join(titles.map(({ value }) => present(value)))}, ${raw(`${alias}.${title}`)})`,
    text,
    beginning: (name) => sql`substr(${text(name)}, 1, ${raw(String(maxProseInLists))})`,
    runtime:
      first.isBase && !isChain
        ? raw(`${alias}.runtime`)
        : raw(`coalesce(${versions.map(({ from }) => `nullif(${from}.runtime, 0)`).join(', ')}, ${alias}.runtime)`),
    languages(...names) {
      if (!language.isNamed) return empty
      const base = { value: raw(`${alias}.${title}`), language: baseTag }
      const found = names.map((name) => [name, languageOf(name === title ? [...titles, base] : places(name))])
      return sql`, ${engine.object(Object.fromEntries(found))} as text_languages`
    },
    join: join([...versions.map((version) => version.join), ...(original ? [original.join] : [])], ' '),
  }
}

/** The texts of a record in one language: its own table, or a row of translations. */
type Version = Locale & { from: string; isBase: boolean; tag: string; titleColumn: string; join: Sql }

const versionsOf = (of: Kind, alias: string, language: Language): Version[] =>
  languagesOf(language).map((locale, place) => {
    const { title, texts } = kind(of)
    const { iso_639_1, iso_3166_1 } = locale
    const tag = localeTag(locale)
    if (texts.length === 0 || tag === 'en-US')
      return { from: alias, isBase: true, ...locale, tag, titleColumn: title, join: empty }
    const from = place === 0 ? `${alias}_texts` : `${alias}_texts_${place}`
    return {
      from,
      isBase: false,
      ...locale,
      tag,
      // A collection's translations call its name a title.
      titleColumn: texts.includes('title') ? 'title' : 'name',
      join: sql`left join translation ${raw(from)}
          on ${raw(from)}.kind = ${of} and ${raw(from)}.entity_id = ${raw(alias)}.id
          and ${raw(from)}.iso_639_1 = ${iso_639_1} and ${raw(from)}.iso_3166_1 = ${iso_3166_1}`,
    }
  })

type Chosen = { versions: readonly Version[]; original: Original | undefined; isChain: boolean }

/**
 * Where the title may stand, besides that in en-US. A translation into the original language often leaves the title
 * out, because it is the original one: in a chain that one stands there, before the next language. What is left to look
 * for at the end are alternative titles in the countries of the languages.
 */
function titlesOf(of: Kind, alias: string, { versions, original, isChain }: Chosen): Place[] {
  const { title, original: originalColumn } = kind(of)
  const hasOwn = originalColumn !== title
  const isKnownElsewhere = kind(of).operationParts.some((part) => part === 'alternative_titles')
  const own: Place = {
    value: raw(`${alias}.${originalColumn}`),
    language: hasOwn ? (original?.titleTag ?? sql`null`) : baseTag,
  }
  const places = versions.flatMap(({ from, titleColumn, iso_639_1, tag }, place) => {
    const stated = { value: raw(`${from}.${titleColumn}`), language: sql`cast(${tag} as text)` }
    if (!hasOwn || !original?.code || !isChain || (place === versions.length - 1 && !isKnownElsewhere)) return [stated]
    return [stated, { ...own, value: sql`case when ${original.code} = ${iso_639_1} then ${own.value} end` }]
  })
  const ofCountries = isKnownElsewhere ? versions.map((version) => titleOfCountry(of, alias, version)) : []
  return [...places, ...ofCountries, ...(hasOwn ? [] : isChain && original ? original.texts('name') : []), ...[own]]
}

/**
 * The title that a country has, unless its language is the original one; nobody says in which language it is. Those
 * with a type are working titles, short ones or transcriptions.
 */
const titleOfCountry = (of: Kind, alias: string, { iso_639_1, iso_3166_1 }: Locale): Place => ({
  value: sql`case when ${raw(alias)}.original_language <> ${iso_639_1} then (
      select aka.title from alternative_title aka
      where aka.kind = ${of} and aka.entity_id = ${raw(alias)}.id and aka.iso_3166_1 = ${iso_3166_1}
        and aka.type = ''
      order by aka.title limit 1) end`,
  language: sql`null`,
})

const present = (value: Sql): Sql => sql`nullif(${value}, '')`

/** The language of the first place that has a text; null if none has. */
const languageOf = (places: readonly Place[]): Sql =>
  sql`case ${join(
    places.map(({ value, language }) => sql`when ${value} <> '' then ${language}`),
    ' ',
  )} end`
