import { choiceLinks } from '../components/lists.ts'
import type { Html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { type OrderName, orderNames } from './choices.ts'

/** The order that a text names, or the usual one. */
export const orderNamed = (text: string, usual: OrderName): OrderName =>
  orderNames.find((name) => name === text) ?? usual

/** Links to a list in each order. */
export const orderLinks = (
  { texts: { catalogue, discover } }: RenderContext,
  current: OrderName,
  addressOf: (order: OrderName) => string,
): Html =>
  choiceLinks(
    catalogue.order,
    orderNames.map((name) => ({ address: addressOf(name), label: discover.orders[name], isCurrent: name === current })),
  )

/** What orders of discover compare. */
type Sortable = { name: string; day: string; popularity: number; vote_average: number }

const compared: Readonly<Record<OrderName, (one: Sortable, other: Sortable) => number>> = {
  popularity: (one, other) => other.popularity - one.popularity,
  rating: (one, other) => other.vote_average - one.vote_average,
  newest: (one, other) => other.day.localeCompare(one.day),
  oldest: (one, other) => Number(one.day === '') - Number(other.day === '') || one.day.localeCompare(other.day),
  title: () => 0,
}

/**
 * Titles that are all there already, in an order of discover. Those that are equal in it stay as they are; those
 * without a day come last.
 */
export function inOrder<Title>(
  titles: readonly Title[],
  order: OrderName,
  { language, of }: { language: string; of(title: Title): Sortable },
): Title[] {
  const names = new Intl.Collator(language, { numeric: true })
  const compare =
    order === 'title' ? (one: Sortable, other: Sortable) => names.compare(one.name, other.name) : compared[order]
  return titles
    .map((title) => [title, of(title)] as const)
    .sort(([, one], [, other]) => compare(one, other))
    .map(([title]) => title)
}
