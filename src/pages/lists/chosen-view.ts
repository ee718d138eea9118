import type { ListedKind } from '#src/contributions/lists/items.ts'
import { type ListOrder, listOrders, type UserList } from '#src/contributions/lists/lists.ts'
import { listChoices } from '../components/list-choices.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { type Html, nothing } from '../html.ts'
import { withParameters } from '../local-address.ts'
import type { PageContext } from '../page.ts'

/** Parameters of a list: the page, titles of one kind, and another order than that of its owner. */
export const shownParameters = ['page', 'kind', 'sort'] as const
export type ListContext = PageContext<string, (typeof shownParameters)[number]>

const kinds = new Map<string, ListedKind>([
  ['movie', 'movie'],
  ['tv', 'series'],
])

/** What of a list is shown, and whether that is the list as its owner arranged it. */
type Shown = { kind: ListedKind | undefined; sort: ListOrder; isAsIs: boolean }

/** What somebody chose; what means nothing is left out. */
export function shownOf({ query }: ListContext, { sort_by }: UserList): Shown {
  const kind = kinds.get(query.kind)
  const sort = listOrders.find((order) => order === query.sort) ?? sort_by
  return { kind, sort, isAsIs: kind === undefined && sort === sort_by }
}

/** The address of a page of what is shown. `path` is that of the list. */
export function addressOfShown({ query }: ListContext, { kind, sort }: Shown, list: UserList, path: string, to = 1) {
  return withParameters(path, {
    ...(kind && { kind: query.kind }),
    ...(sort !== list.sort_by && { sort }),
    ...(to > 1 && { page: String(to) }),
  })
}

/** The form above a list. */
export function choicesOfList(context: ListContext, { kind, sort }: Shown, path: string): Html {
  const { catalogue, common, discover, lists } = context.texts
  const options = [
    ['', discover.any],
    ['movie', common.movies],
    ['tv', common.series],
  ] as const
  const orders = listOrders.map((order) => [order, lists.orders[order]] as const)
  return listChoices(context, {
    ...{ id: 'items', action: path },
    choices: [
      { name: 'kind', label: catalogue.kind, options, value: kind ? context.query.kind : '' },
      { name: 'sort', label: catalogue.order, options: orders, value: sort },
    ],
  })
}

/** Of an empty list, or of one that has nothing of the kind that somebody chose. */
export function noItems({ texts }: ListContext, isOwn: boolean, { isAsIs }: Shown, path: string): Html {
  const { lists, library } = texts
  if (!isAsIs) return emptyState(lists.noneOfKind, lists.noneOfKindText, nextStep(path, lists.wholeList))
  return emptyState(lists.empty, lists.emptyText, isOwn ? nextStep('/discover/movie', library.find.movie) : nothing)
}
