import { filter, type WordList } from '#src/contract/parameters.ts'
import { raw, sql } from '#src/database/sql.ts'
import { genres } from '#src/reference/reference.ts'
import {
  type Asked,
  type Bounds,
  type Condition,
  type Filter,
  groupsOf,
  hasRow,
  named,
  numbersIn,
  oneOf,
  range,
  without,
} from './filter.ts'
import { textsWith } from './json-columns.ts'

/** What a list parameter names. */
const wordsOf = (asked: Asked, name: string): readonly string[] => (asked[name] as WordList | undefined)?.words ?? []

/** `with_…` and `without_…` of words that titles have, such as genres: one row of a table for each. */
export function words(word: string, names: string, table: string, idsIn = numbersIn): Filter[] {
  const column = raw(`${word}_id`)
  const index = `${table}_by_${word}`
  return [
    {
      name: `with_${names}`,
      parameters: {
        [`with_${names}`]: filter.list(
          `IDs of ${names} that titles must have, separated by commas (all) or pipes (any)`,
        ),
      },
      index,
      cost: 'entry',
      conditions: (asked, { db, of }) =>
        groupsOf(asked[`with_${names}`], idsIn).map((ids) => ({
          ...hasRow(
            db,
            { table, alias: 'w', kind: sql`w.kind = ${named(of)}` },
            db.engine.anyOf(sql`w.${column}`, ids),
          ),
          found: sql`select w.entity_id as id from ${raw(table)} w ${db.engine.through(index)}
            where ${db.engine.anyOf(sql`w.${column}`, ids)} and w.kind = ${named(of)}`,
          isInOrder: ids.length === 1,
        })),
    },
    {
      name: `without_${names}`,
      parameters: {
        [`without_${names}`]: filter.list(`IDs of ${names} that titles must not have, separated by commas or pipes`),
      },
      cost: 'entry',
      conditions(asked, { db, of }) {
        const ids = idsIn(wordsOf(asked, `without_${names}`))
        if (ids.length === 0) return []
        const isOne = db.engine.anyOf(raw(`w.${word}_id`), ids)
        return [hasRow(db, { table, alias: 'w', kind: sql`w.kind = ${named(of)}` }, isOne, false)]
      },
    },
  ]
}

const genreIds = new Map([...genres.movie, ...genres.tv].map(({ id, name }) => [name.toLowerCase(), id]))
/** Genres by their ids, or by their English names, which some programs send. */
const genresIn = (words: readonly string[]): number[] =>
  words.flatMap((word) => genreIds.get(word.toLowerCase()) ?? numbersIn([word]))

/** The same bounds for whole numbers: PostgreSQL compares those with nothing else. */
const wholeBounds = ({ least, most }: Bounds<number>): Bounds<number> => ({
  least: least === undefined ? undefined : Math.ceil(least),
  most: most === undefined ? undefined : Math.floor(most),
})

/** `….gte` and `….lte` of a number, which is a whole one unless `hasFractions`; `unknown` stands for one not known. */
export const numbers = (
  name: string,
  column: string,
  [least, most]: readonly [string, string],
  { unknown, hasFractions = false }: { unknown?: number; hasFractions?: boolean } = {},
): Filter => ({
  name,
  parameters: {
    [`${name}.gte`]: filter.number(least),
    [`${name}.lte`]: filter.number(most),
  },
  index: `by_${column}`,
  cost: 'column',
  conditions(asked, looking) {
    const given = { least: asked[`${name}.gte`], most: asked[`${name}.lte`] }
    const bounds = hasFractions ? given : wholeBounds(given)
    // An unknown value is within no upper limit.
    if (unknown !== undefined && bounds.most !== undefined) bounds.least = Math.max(bounds.least ?? 0, unknown + 1)
    return range(looking, column, `by_${column}`, bounds)
  },
})

/** The days of a year, and bounds in addition. */
export function daysOf(asked: Asked, year: string, bounds: string): Bounds<string> {
  const of = asked[year] as number | undefined
  const least = [asked[`${bounds}.gte`], of && `${of}-01-01`].filter(Boolean).sort().at(-1)
  const most = [asked[`${bounds}.lte`], of && `${of}-12-31`].filter(Boolean).sort()[0]
  // A title whose day is not known came out neither before nor after a day.
  return most === undefined ? { least } : { least: least ?? '0', most }
}

/** Where titles can be watched. Without a country none of these filters counts. */
const offers: Filter[] = [
  {
    name: 'watch',
    parameters: {
      watch_region: filter.country('Country for the watch provider filters, which are ignored without it'),
      with_watch_providers: filter.list('IDs of watch providers, separated by commas (all) or pipes (any)'),
      with_watch_monetization_types: filter.list(
        'Kinds of offer (flatrate, free, ads, rent, buy), separated by commas (all) or pipes (any)',
      ),
    },
    index: 'offer_by_provider, offer_by_type',
    cost: 'entry',
    conditions(asked, { db, of }) {
      const { anyOf } = db.engine
      const providers = groupsOf(asked.with_watch_providers, numbersIn)
      const types = groupsOf(asked.with_watch_monetization_types, (words) => [...words])
      if (!asked.watch_region || providers.length + types.length === 0) return []
      const pairs = (providers.length > 0 ? providers : [[]]).flatMap((ids) =>
        (types.length > 0 ? types : [[]]).map((names) => ({ ids, names })),
      )
      return pairs.map(({ ids, names }): Condition => {
        const ofType = names.length > 0 ? anyOf(raw('o.type'), names) : raw('true')
        const byProvider = ids.length > 0 ? anyOf(raw('o.provider_id'), ids) : raw('true')
        const through = db.engine.through(ids.length > 0 ? 'offer_by_provider' : 'offer_by_type')
        return {
          ...hasRow(
            db,
            { table: 'offer', alias: 'o', kind: sql`o.kind = ${named(of)}` },
            sql`o.iso_3166_1 = ${asked.watch_region} and ${byProvider} and ${ofType}`,
          ),
          found: sql`select o.entity_id as id from offer o ${through}
            where ${byProvider} and o.iso_3166_1 = ${asked.watch_region} and o.kind = ${named(of)} and ${ofType}`,
          // Of one provider a title has an offer for each type, which are next to each other.
          isInOrder: ids.length > 0 ? ids.length === 1 : names.length === 1,
          entriesOfTitle: 2,
        }
      })
    },
  },
  {
    name: 'without_watch_providers',
    parameters: { without_watch_providers: filter.list('IDs of watch providers that must not offer the title') },
    cost: 'entry',
    conditions(asked, { db, of }) {
      const ids = numbersIn(wordsOf(asked, 'without_watch_providers'))
      if (!asked.watch_region || ids.length === 0) return []
      const offered = sql`o.iso_3166_1 = ${asked.watch_region} and ${db.engine.anyOf(raw('o.provider_id'), ids)}`
      return [hasRow(db, { table: 'offer', alias: 'o', kind: sql`o.kind = ${named(of)}` }, offered, false)]
    },
  },
]

/** The filters that movies and series share. */
export const sharedFilters: readonly Filter[] = [
  {
    name: 'include_adult',
    parameters: { include_adult: filter.flag('Whether to include adult titles') },
    cost: 'column',
    conditions: ({ include_adult }) => (include_adult ? [] : [{ holds: raw('t.adult = false') }]),
  },
  numbers('vote_average', 'vote_average', ['Lowest average of the votes', 'Highest average of the votes'], {
    hasFractions: true,
  }),
  numbers('vote_count', 'vote_count', ['Lowest number of votes', 'Highest number of votes']),
  {
    name: 'with_original_language',
    parameters: { with_original_language: filter.list('Two-letter codes of original languages, separated by pipes') },
    index: 'by_original_language',
    cost: 'column',
    conditions: (asked, looking) =>
      groupsOf(asked.with_original_language, (codes) => [...codes]).map((codes) =>
        oneOf(looking, (alias) => raw(`${alias}.original_language`), 'by_original_language', codes),
      ),
  },
  {
    name: 'without_original_language',
    parameters: {
      without_original_language: filter.list('Two-letter codes of original languages that titles must not have'),
    },
    cost: 'column',
    conditions: (asked, looking) => {
      const codes = wordsOf(asked, 'without_original_language')
      if (codes.length === 0) return []
      return [without(oneOf(looking, (alias) => raw(`${alias}.original_language`), 'by_original_language', codes))]
    },
  },
  {
    name: 'with_origin_country',
    parameters: {
      with_origin_country: filter.list('Codes of countries of origin, separated by commas (all) or pipes (any)'),
    },
    index: 'by_origin_country',
    cost: 'column',
    conditions: async (asked, looking) => {
      const groups = groupsOf(asked.with_origin_country, (codes) => [...codes]).map((codes) => new Set(codes))
      if (groups.length === 0) return []
      const isOfAll = (countries: readonly string[]) =>
        groups.every((codes) => countries.some((code) => codes.has(code)))
      return [await textsWith(looking, 'origin_country', isOfAll)]
    },
  },
  {
    name: 'without_origin_country',
    parameters: { without_origin_country: filter.list('Codes of countries of origin that titles must not have') },
    cost: 'column',
    conditions: async (asked, looking) => {
      const codes = new Set(wordsOf(asked, 'without_origin_country'))
      if (codes.size === 0) return []
      const isOfOne = (countries: readonly string[]) => countries.some((code) => codes.has(code))
      return [without(await textsWith(looking, 'origin_country', isOfOne))]
    },
  },
  ...words('genre', 'genres', 'title_genre', genresIn),
  ...words('keyword', 'keywords', 'title_keyword'),
  ...words('company', 'companies', 'title_company'),
  ...offers,
]
