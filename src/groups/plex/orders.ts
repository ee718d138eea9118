import { type Group, type Order, ordersOf } from '#src/catalogue/parts/episode-groups.ts'
import { sql } from '#src/database/sql.ts'
import { airedOrder, type Wish } from './wish.ts'

/** The kinds of orders as the interface numbers them, in words for people. */
const orderTitles = ['', 'Original air date', 'Absolute', 'DVD', 'Digital', 'Story arc', 'Production', 'TV']
const orderTags = ['', 'originalAirDate', 'absolute', 'dvd', 'digital', 'storyArc', 'production', 'tv']

/** Where the orders are from. */
const source = 'reelcommons'

/** The orders of a series from which somebody can choose, that of its seasons first; undefined if there is no other. */
export async function seasonTypesOf({ context: { db } }: Wish, series_id: number) {
  const orders = (await ordersOf(db, sql`entity_id = ${series_id}`)).filter(({ order }) => seasonsIn(order).length > 0)
  if (orders.length === 0) return undefined
  const others = orders.map(({ order: { id, type, name } }) => ({
    id,
    source,
    tag: orderTags[type] as string,
    title: name || (orderTitles[type] as string),
  }))
  return [{ id: airedOrder, source, tag: airedOrder, title: 'Aired' }, ...others]
}

/** An order by its id; undefined if there is none. */
export async function orderWithId({ context: { db } }: Wish, id: string): Promise<Order['order'] | undefined> {
  const [found] = await ordersOf(db, sql`id = ${id}`)
  return found?.order
}

/** The order that a request names, if it is one of a series; a group without episodes is none of its seasons. */
export async function orderOf(wish: Wish, series_id: number): Promise<Order['order'] | undefined> {
  const order = wish.order === undefined ? undefined : await orderWithId(wish, wish.order)
  return order?.entity_id === series_id ? order : undefined
}

export const seasonsIn = ({ groups }: Order['order']): Group[] => groups.filter(({ episodes }) => episodes.length > 0)

/** The place of an episode in an order. */
export type Place = { order: string; group: Group; index: number }

/** The first place of each episode in an order. */
export function placesIn(order: Order['order']): Map<number, Place> {
  const places = new Map<number, Place>()
  for (const group of seasonsIn(order))
    for (const [at, id] of group.episodes.entries())
      if (!places.has(id)) places.set(id, { order: order.id, group, index: at + 1 })
  return places
}
