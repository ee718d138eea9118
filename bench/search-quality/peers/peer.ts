import type { Bench } from '../../benchmark.ts'
import type { Query } from '../queries.ts'
import type { Title } from '../titles.ts'

/** What a search over the titles finds first, as keys of records; more than are judged are not asked for. */
export type OpenSearch = { find(query: Query): readonly string[] | Promise<readonly string[]>; close(): Promise<void> }

/** A way to search that ours is compared with; it knows names, years and outside ids of the same titles. */
export type Peer = {
  name: string
  /** Undefined where the machine lacks what it needs. */
  open(titles: readonly Title[], bench: Bench): Promise<OpenSearch | undefined>
}

export const mostFound = 5

/** Whether a record is of the kind and year that a query asks for. */
export const isAsked = ({ search, year }: Query, title: Pick<Title, 'kind' | 'year'>): boolean =>
  (search === 'multi' ? ['movie', 'tv', 'person'].includes(title.kind) : title.kind === search) &&
  (year === undefined || title.year === year)
