import { Type } from 'typebox'
import type { Group, Order } from '#src/catalogue/parts/episode-groups.ts'
import { collectionsById, moviesById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { recordTag } from '#src/contract/cache-tags.ts'
import { nullable } from '#src/contract/schema.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { Listed } from './envelope.ts'
import { episodeIdsOf, episodesOf } from './episodes.ts'
import { guidsOf } from './facts.ts'
import { collectionOf, movieOf, movieRow } from './movies.ts'
import { orderOf, orderWithId, placesIn, seasonsIn } from './orders.ts'
import { allPicturesOf, type Depicted, picturesOf } from './pictures.ts'
import { typesOf } from './providers.ts'
import { type Item, kindOf, type PlexKind } from './rating-keys.ts'
import { groupAsSeason, seasonIdsOf, seasonsOf } from './seasons.ts'
import type { Image, Metadata } from './shapes.ts'
import { parentsOf, showOf } from './shows.ts'
import { survivingId, type Wish } from './wish.ts'

/** Whether the provider has items of this type. */
const isServed = ({ provider }: Wish, { type }: Item): boolean =>
  type === 'group' ? provider === 'television' : typesOf(provider).includes(type)

/** The id of a record, or of the one that it was merged into; undefined if there is neither. */
async function existingId(wish: Wish, of: PlexKind, id: number): Promise<number | undefined> {
  const { db } = wish.context
  // Seasons and episodes change with their series, whose tag follows from what they show.
  if (of !== 'season' && of !== 'episode') wish.tags.add(recordTag(of, id))
  const exists = (id: number) => db.one(Id, sql`select id from ${raw(of)} where id = ${id}`)
  if (await exists(id)) return id
  const survivor = await survivingId(wish, of, id)
  return survivor !== id && (await exists(survivor)) ? survivor : undefined
}

/** Everything about an item; undefined if there is none. */
export async function itemOf(wish: Wish, item: Item, withChildren: boolean): Promise<Metadata | undefined> {
  if (!isServed(wish, item)) return undefined
  const found = await alone(wish, item)
  if (!found || !withChildren || item.type === 'movie' || item.type === 'episode') return found
  return { ...found, Children: await childrenOf(wish, item) }
}

/** Everything that belongs to an item, as it appears inside it. */
export async function childrenOf(wish: Wish, item: Item): Promise<NonNullable<Metadata['Children']>> {
  const list = await listOf(wish, item)
  const children = list ? await list.read(list.all) : []
  return { size: children.length, Metadata: children }
}

async function alone(wish: Wish, item: Item): Promise<Metadata | undefined> {
  if (item.type === 'group') return (await groupOf(wish, item))?.season
  const { type, id: given } = item
  if (type === 'movie') return movieOf(wish, given)
  if (type === 'show') return showOf(wish, given)
  if (type === 'collection') return (await collectionOf(wish, given))?.metadata
  const id = await existingId(wish, kindOf(type), given)
  if (id === undefined) return undefined
  const [[found], record] = await Promise.all([
    type === 'season' ? seasonsOf(wish, [id]) : episodesInOrder(wish, id),
    depicted(wish, type, id),
  ])
  return found && record && { ...found, ...(await picturesOf(wish, record)) }
}

/** An episode at its place in the requested order. */
async function episodesInOrder(wish: Wish, id: number): Promise<Metadata[]> {
  const place = wish.order === undefined ? undefined : await seriesOfEpisode(wish, id)
  const order = place && (await orderOf(wish, place.series_id))
  return episodesOf(wish, [id], order && placesIn(order))
}

const Belonging = Type.Object({ series_id: Type.Integer() })
const seriesOfEpisode = ({ context: { db } }: Wish, id: number) =>
  db.one(Belonging, sql`select series_id from episode where id = ${id}`)

const Pictured = Type.Object({ title: Type.String(), original_language: Type.String(), path: nullable(Type.String()) })

/** What is needed from a season or an episode to choose its pictures. */
async function depicted(
  { context: { db } }: Wish,
  of: 'season' | 'episode',
  id: number,
): Promise<Depicted | undefined> {
  const column = raw(of === 'season' ? 'poster_path' : 'still_path')
  const row = await db.one(
    Pictured,
    sql`
    select n.name as title, s.original_language, n.${column} as path
    from ${raw(of)} n join series s on s.id = n.series_id where n.id = ${id}`,
  )
  return row && { of, id, ...row, ...(of === 'season' ? { poster_path: row.path } : { still_path: row.path }) }
}

/** All images of an item; undefined if there is none. */
export async function imagesOf(wish: Wish, item: Item): Promise<Image[] | undefined> {
  if (!isServed(wish, item)) return undefined
  if (item.type === 'group') return (await groupOf(wish, item))?.season.Image ?? undefined
  const { type } = item
  const id = await existingId(wish, kindOf(type), item.id)
  if (id === undefined) return undefined
  if (type === 'season' || type === 'episode') {
    const [record, [found]] = await Promise.all([
      depicted(wish, type, id),
      type === 'season' ? seasonsOf(wish, [id]) : episodesOf(wish, [id]),
    ])
    return record && found && allPicturesOf(wish, { ...record, title: found.title })
  }
  const [row] = await summariesOf(wish, type, id)
  return row && allPicturesOf(wish, { ...row, of: kindOf(type), title: 'title' in row ? row.title : row.name })
}

function summariesOf({ context: { db }, language, tags }: Wish, type: 'movie' | 'show' | 'collection', id: number) {
  tags.add(recordTag(kindOf(type), id))
  if (type === 'movie') return moviesById(db, [id], language)
  return type === 'show' ? seriesById(db, [id], language) : collectionsById(db, [id], language)
}

/** What belongs to an item: the seasons of a show, the episodes of a season, the movies of a collection. */
export async function listOf(wish: Wish, item: Item): Promise<Listed<unknown> | undefined> {
  if (!isServed(wish, item)) return undefined
  if (item.type === 'group') {
    const found = await groupOf(wish, item)
    return found && episodesAt(wish, found.order, found.group.episodes)
  }
  const { type } = item
  if (type === 'collection') return moviesOf(wish, item.id)
  const id = await existingId(wish, kindOf(type), item.id)
  if (id === undefined) return undefined
  if (type === 'show') return seasonList(wish, id)
  if (type === 'season') return listedEpisodes(wish, await idsInSeason(wish, id))
  return { all: [], read: async () => [] }
}

/** What belongs to what belongs to an item: the episodes of a show. */
export async function grandchildrenOf(wish: Wish, item: Item): Promise<Listed<unknown> | undefined> {
  if (item.type !== 'show') return (await itemExists(wish, item)) ? { all: [], read: async () => [] } : undefined
  const id = isServed(wish, item) ? await existingId(wish, 'series', item.id) : undefined
  if (id === undefined) return undefined
  if (wish.order === undefined) return listedEpisodes(wish, await episodeIdsOf(wish, id))
  const order = await orderOf(wish, id)
  return order
    ? episodesAt(
        wish,
        order,
        seasonsIn(order).flatMap(({ episodes }) => episodes),
      )
    : listedEpisodes(wish, [])
}

const itemExists = async (wish: Wish, item: Item): Promise<boolean> =>
  isServed(wish, item) &&
  (item.type === 'group' ? await groupOf(wish, item) : await existingId(wish, kindOf(item.type), item.id)) !== undefined

const listed = <Entry>(list: Listed<Entry>) => list as Listed<unknown>

const listedEpisodes = (wish: Wish, ids: readonly number[]) =>
  listed<number>({ all: ids, read: (some) => episodesOf(wish, some) })

const episodesAt = (wish: Wish, order: Order['order'], ids: readonly number[]) =>
  listed<number>({ all: ids, read: (some) => episodesOf(wish, some, placesIn(order)) })

async function moviesOf(wish: Wish, id: number): Promise<Listed<unknown> | undefined> {
  const found = await collectionOf(wish, id)
  return (
    found &&
    listed({
      all: found.movies,
      async read(movies) {
        const ids = movies.map((movie) => movie.id)
        const guids = await guidsOf(wish.context.db, 'movie', ids)
        return movies.map((movie) => movieRow(wish, movie, guids.get(movie.id) ?? []))
      },
    })
  )
}

/** The seasons of a show, or the groups of the requested order; an unknown order has none. */
async function seasonList(wish: Wish, id: number): Promise<Listed<unknown>> {
  if (wish.order === undefined)
    return listed<number>({ all: await seasonIdsOf(wish, id), read: (some) => seasonsOf(wish, some) })
  const order = await orderOf(wish, id)
  return listed<Group>({
    all: order ? seasonsIn(order) : [],
    read: (groups) => (order ? groupsAsSeasons(wish, order, groups) : Promise.resolve([])),
  })
}

const Numbers = Type.Object({ series_id: Type.Integer(), season_number: Type.Integer() })

async function idsInSeason(wish: Wish, id: number): Promise<number[]> {
  const { db } = wish.context
  const season = await db.one(Numbers, sql`select series_id, season_number from season where id = ${id}`)
  if (!season) return []
  wish.tags.add(recordTag('series', season.series_id))
  return episodeIdsOf(wish, season.series_id, season.season_number)
}

const Day = Type.Object({ id: Type.Integer(), air_date: nullable(Type.String()) })

/** Groups of an order as seasons, which began with the first of their episodes. */
async function groupsAsSeasons(wish: Wish, order: Order['order'], groups: readonly Group[]): Promise<Metadata[]> {
  const { db } = wish.context
  const [parent] = (await parentsOf(wish, [order.entity_id])).values()
  const ids = [...new Set(groups.flatMap(({ episodes }) => episodes))]
  const rows = await db.all(
    Day,
    sql`
    select id, air_date from episode
    where series_id = ${order.entity_id} and ${db.engine.anyOf(sql`id`, ids)}`,
  )
  const days = new Map(rows.map(({ id, air_date }) => [id, air_date]))
  return groups.flatMap((group) => {
    const [first] = group.episodes.flatMap((id) => days.get(id) ?? []).sort()
    return parent ? [groupAsSeason(wish, order.id, group, parent, first ?? null)] : []
  })
}

/** A group of an order, as the season that it is there. */
async function groupOf(wish: Wish, item: Extract<Item, { type: 'group' }>) {
  const order = await orderWithId(wish, item.order)
  const group = order && seasonsIn(order).find(({ id }) => id === item.group)
  if (!order || !group) return undefined
  const [season] = await groupsAsSeasons(wish, order, [group])
  return season && { order, group, season }
}
