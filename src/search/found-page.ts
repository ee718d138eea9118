import { Type } from 'typebox'
import { pageOf, pageSize } from '#src/contract/paging.ts'
import type { Language } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { maxQueryLength, maxQueryWords } from './reading.ts'
import type { Found } from './results.ts'
import { maxFound, search } from './search.ts'
import type { SearchedKind } from './searched-kinds.ts'

/** What is longer than this is refused; it is more than an address can hold. */
const maxTextLength = 16_384

export const query = Type.String({
  default: '',
  description:
    'Words of a name in any order; the last one may be incomplete. Original, translated, alternative and ' +
    'transliterated names are searched. Case, accents, punctuation, articles and a few typing errors do not matter. ' +
    'A year may be part of the name or the year of the record, and an ID from another system finds its record. Only ' +
    `the first ${maxQueryLength} characters and ${maxQueryWords} words count. Without it, nothing is found`,
  maxLength: maxTextLength,
  examples: ['the', 's'],
})
export const includeAdult = Type.Boolean({ default: false, description: 'Whether to include adult records' })

const year = (description: string) => Type.Optional(Type.Integer({ description, minimum: 1000, maximum: 9999 }))
export const primaryReleaseYear = year('Only movies of this year')
export const anyReleaseYear = year('Only movies with a release in this year, in any country')
export const firstAirYear = year('Only series that began in this year')
export const anyTitleYear = year('Only movies and series with a release or an episode in this year')
export const anyAirYear = year('Only series that began or have an episode in this year')

/** What every operation says of its order and its total. */
export const order = `closest matches first, then most popular. At most ${maxFound} are found and counted`

type Query = { query: string; include_adult?: boolean; language?: Language; page: number }
type Years = { year?: number | undefined; anyYear?: number | undefined }

/** One page of the records that a text finds, as rows made by `rowsOf`. */
export async function foundPage<Row>(
  db: Reader,
  kinds: readonly SearchedKind[],
  { query, include_adult = false, language, page }: Query,
  rowsOf: (found: readonly Found[]) => Promise<Row[]>,
  years: Years = {},
) {
  const question = { kinds, text: query, includesAdult: include_adult, language: language?.iso_639_1 ?? 'en', ...years }
  const { found, total } = await search(db, { ...question, from: (page - 1) * pageSize, to: page * pageSize })
  return pageOf(page, await rowsOf(found), total)
}

export const idsOf = (found: readonly Found[], kind: SearchedKind): number[] =>
  found.filter((record) => record.kind === kind).map(({ id }) => id)
