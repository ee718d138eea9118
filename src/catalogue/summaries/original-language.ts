import { homeCountry, type Language, languagesOf } from '#src/contract/languages.ts'
import { empty, join, raw, type Sql, sql } from '#src/database/sql.ts'
import { primaryTranslations } from '#src/reference/reference.ts'
import type { Kind, TextName } from '../kinds.ts'

/** The texts of a record in its original language, where a chain of languages ends. */
export type Original = {
  /** The code of the language; absent for people, who have none. */
  code: Sql | undefined
  /** The tag of the language of the original title: null if it is unknown. */
  titleTag: Sql
  /** Where a text may be found in it. */
  texts(name: TextName): { value: Sql; language: Sql }[]
  join: Sql
}

/**
 * People have no original language; what is known about them is stated in English first, the language of their table.
 */
const ofPerson = (alias: string): Original => ({
  code: undefined,
  titleTag: sql`null`,
  texts: (name) => [{ value: raw(`${alias}.${name}`), language: sql`'en-US'` }],
  join: empty,
})

/**
 * The original language of a record of a kind with translations, from its table `alias`: that of a country where it was
 * made if it has texts, else that of its home country, else that of any. English is that of the US, as everywhere.
 */
export function originalOf(of: Kind, alias: string): Original {
  if (of === 'person') return ofPerson(alias)
  const isBelowSeries = of === 'season' || of === 'episode'
  const title = isBelowSeries ? `${alias}_series` : alias
  const from = `${alias}_original`
  const code = raw(`${title}.original_language`)
  const ofSeries = isBelowSeries
    ? sql`left join series ${raw(title)} on ${raw(title)}.id = ${raw(alias)}.series_id`
    : empty
  const country = sql`(select o.iso_3166_1 from translation o
      where o.kind = ${of} and o.entity_id = ${raw(alias)}.id and o.iso_639_1 = ${code}
      order by ${of === 'collection' ? empty : sql`${isMadeIn(title)},`} ${isHome(code)}, o.iso_3166_1 limit 1)`
  const tag = sql`(case when ${code} = 'en' then 'en-US'
    else ${code} || coalesce('-' || nullif(${raw(from)}.iso_3166_1, ''), '') end)`
  return {
    code,
    titleTag: sql`nullif(${tag}, '')`,
    texts: (name) => [
      { value: raw(`${from}.${name}`), language: tag },
      { value: sql`case when ${code} = 'en' then ${raw(`${alias}.${name}`)} end`, language: sql`'en-US'` },
    ],
    join: sql`${ofSeries} left join translation ${raw(from)}
      on ${raw(from)}.kind = ${of} and ${raw(from)}.entity_id = ${raw(alias)}.id
      and ${raw(from)}.iso_639_1 = ${code} and ${code} <> 'en' and ${raw(from)}.iso_3166_1 = ${country}`,
  }
}

/** 0 for a country `o` that a title names among its countries of origin. */
const isMadeIn = (title: string): Sql =>
  sql`case when cast(${raw(title)}.origin_country as text) like '%"' || o.iso_3166_1 || '"%' then 0 else 1 end`

/** 0 for the home country of a language, for those that have texts for several. */
const isHome = (code: Sql): Sql => sql`case o.iso_3166_1 when case ${code} ${homes} end then 0 else 1 end`

const byLanguage = Map.groupBy(primaryTranslations, (tag) => tag.slice(0, 2))
const homes = raw(
  [...byLanguage]
    .filter(([, tags]) => tags.length > 1)
    .map(([code]) => `when '${code}' then '${homeCountry(code)}'`)
    .join(' '),
)

/**
 * The language in which a record's entries are shown, as a condition on the column `iso_639_1`: that of the request, or
 * the first of a chain that has entries, or else the original one. `entries` is `from … e where …`.
 */
export function isShownIn(language: Language, [of, id]: readonly [Kind, number], entries: Sql): Sql {
  if (!language.fallbacks) return sql`iso_639_1 = ${language.iso_639_1}`
  const codes = [...new Set(languagesOf(language).map(({ iso_639_1 }) => iso_639_1))]
  const found = codes.map((code) => sql`(select e.iso_639_1 ${entries} and e.iso_639_1 = ${code} limit 1)`)
  return sql`iso_639_1 = coalesce(${join([...found, originalLanguageOf(of, id)])})`
}

const originalLanguageOf = (of: Kind, id: number): Sql =>
  of === 'season' || of === 'episode'
    ? sql`(select s.original_language from series s join ${raw(of)} r on r.series_id = s.id where r.id = ${id})`
    : sql`(select original_language from ${raw(of)} where id = ${id})`
