import { Type } from 'typebox'
import { pageOf, pageSize } from '#src/contract/paging.ts'
import type { Database } from '#src/database/database.ts'
import { lookUp, type SearchedKind } from './look-up.ts'

export const query = Type.String({
  default: '',
  description:
    'The beginning of a name: an original, translated or alternative one. Case and accents do not matter. Without it ' +
    'nothing is found',
  maxLength: 200,
  examples: ['the', 's'],
})
export const includeAdult = Type.Boolean({ default: false, description: 'Whether adult records are found too' })

type Query = { query: string; include_adult?: boolean; page: number }
type Found = { kind: SearchedKind; id: number }

/** One page of the records that a name finds, as rows made by `rowsOf`. */
export async function foundPage<Row>(
  db: Database,
  kinds: readonly SearchedKind[],
  { query, include_adult = false, page }: Query,
  rowsOf: (found: readonly Found[]) => Promise<Row[]>,
) {
  const found = await lookUp(db, kinds, query, include_adult)
  const rows = await rowsOf(found.slice((page - 1) * pageSize, page * pageSize))
  return pageOf(page, rows, found.length)
}

export const idsOf = (found: readonly Found[], kind: SearchedKind): number[] =>
  found.filter((record) => record.kind === kind).map(({ id }) => id)
