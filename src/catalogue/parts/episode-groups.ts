import { type Static, Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { entryId } from '../entry-id.ts'
import { maxListLength, RecordId, Small } from '../fields.ts'
import type { Kind } from '../kinds.ts'
import {
  columnsFrom,
  EntryId,
  type LineEntry,
  lineEntries,
  maxEntries,
  OptionalWord,
  optionalField,
  readEntry,
  statedEntry,
  Text,
} from '../line-entries.ts'
import { alike, type Entry, names, type Part, part } from '../part.ts'
import { CompanySummary, companySummary } from '../summaries/by-id.ts'

/** 1 original air date, 2 absolute, 3 DVD, 4 digital, 5 story arc, 6 production, 7 TV. */
const OrderType = Type.Integer({ minimum: 1, maximum: 7 })

/** A group of an order, such as one disc: its episodes by their ids, in order. */
const Group = Type.Object({
  id: EntryId,
  name: OptionalWord,
  order: Small,
  locked: Type.Boolean(),
  episodes: Type.Array(RecordId, { maxItems: maxEntries }),
})
export type Group = Static<typeof Group>

const stated = {
  id: EntryId,
  name: OptionalWord,
  description: Text,
  type: OrderType,
  network_id: nullable(RecordId),
  groups: Type.Array(Group, { maxItems: maxListLength }),
}
const columns = columnsFrom(stated)

const lineGroups = Type.Array(
  Type.Object({
    id: optionalField(EntryId),
    name: optionalField(OptionalWord),
    order: optionalField(Small),
    locked: optionalField(Type.Boolean()),
    episodes: Type.Array(Type.Object({ id: RecordId, order: optionalField(Small) }), { maxItems: maxEntries }),
  }),
  { maxItems: maxListLength },
)

const store = {
  table: 'episode_group',
  key: ['id'],
  columns,
  entry: () => statedEntry(stated),
  order: raw('type, name, id'),
  changeKeys: ['general'],
  episodes: ({ groups }, idOf) => ({
    groups: (groups as Group[]).map((group) => ({ ...group, episodes: [...new Set(group.episodes.map(idOf))] })),
  }),
  lines: () => ({
    episode_groups: Type.Object({
      results: lineEntries(
        { type: OrderType },
        {
          id: EntryId,
          name: OptionalWord,
          description: Text,
          network: Type.Object({ id: RecordId }),
          groups: lineGroups,
        },
      ),
    }),
  }),
  read({ episode_groups }, kind, id) {
    const given: LineEntry[] | undefined = episode_groups?.results
    if (!given) return undefined
    // The list in a reply lacks the groups: reading it back must not lose them.
    const whole = given.filter(({ groups }) => groups)
    return { entries: whole.map((order) => orderOf(order, kind, id)), isComplete: whole.length === given.length }
  },
  write: (entries) => (entries.length ? { episode_groups: { results: entries.map(lineOf) } } : {}),
} satisfies Part['store']

/** Orders and groups without an id get one from what identifies them in the series. */
function orderOf(given: LineEntry, kind: Kind, entity_id: number) {
  const read = readEntry(given, { id: '', name: '', description: '', type: 0 })
  const id: string = read.id || entryId('episode_groups', kind, entity_id, [read.type, read.name])
  const groups = (given.groups as LineEntry[]).map((group, position): Group => {
    const name: string = group.name ?? ''
    const order: number = group.order ?? position
    return {
      id: group.id || entryId('episode_group', kind, entity_id, [id, order, name]),
      name,
      order,
      locked: group.locked ?? false,
      episodes: inOrder(group.episodes).map((episode) => episode.id),
    }
  })
  return { ...read, id, network_id: given.network?.id ?? null, groups: groups.sort((a, b) => a.order - b.order) }
}

/** Entries by their `order`; those without one stay at their place in the list. */
const inOrder = (episodes: LineEntry[]) =>
  episodes
    .map((episode, position) => ({ ...episode, order: episode.order ?? position }) as { id: number; order: number })
    .sort((one, other) => one.order - other.order)

const lineOf = ({ network_id, groups, source, ...order }: Entry & { source?: string }) => ({
  ...order,
  ...(network_id !== null && { network: { id: network_id } }),
  groups: (groups as Group[]).map(({ episodes, ...group }) => ({ ...group, episodes: episodes.map((id) => ({ id })) })),
  ...(source && { source }),
})

const NetworkRef = Type.Object(CompanySummary.properties, showsRecord('network'))
export const EpisodeGroup = Type.Object(
  {
    description: Type.String(),
    episode_count: Type.Integer(),
    group_count: Type.Integer(),
    id: Type.String(),
    name: Type.String(),
    network: nullable(NetworkRef),
    type: Type.Integer(),
  },
  { title: 'EpisodeGroup' },
)

const Row = Type.Object({ ...columns, entity_id: Type.Integer() })
type Row = Static<typeof Row>
type Network = Static<typeof NetworkRef>

/** Most orders of a series in a reply. */
const maxOrders = 1_000
/** Most episodes of a series that are counted. */
const maxEpisodes = 100_000

const Id = Type.Object({ id: Type.Integer() })

/** An order with the episodes that exist, and what lists show of it. */
export type Order = { order: Row; shown: Static<typeof EpisodeGroup> }

/** The orders of one series that meet a condition. */
export async function ordersOf(db: Reader, condition: Sql): Promise<Order[]> {
  const rows = await db.all(
    Row,
    sql`
    select ${names(columns)}, entity_id from episode_group
    where kind = 'series' and ${condition} order by ${store.order} ${limit(maxOrders)}`,
  )
  const [first] = rows
  if (!first) return []
  const network_ids = [...new Set(rows.flatMap(({ network_id }) => network_id ?? []))]
  const [episodes, networks] = await Promise.all([
    db.all(Id, sql`select id from episode where series_id = ${first.entity_id} ${limit(maxEpisodes)}`),
    network_ids.length === 0
      ? []
      : db.all(
          NetworkRef,
          sql`
          select ${companySummary('network').columns} from network c
          where ${db.engine.anyOf(raw('c.id'), network_ids)}`,
        ),
  ])
  const known = new Set(episodes.map(({ id }) => id))
  const networksById = new Map(networks.map((network) => [network.id, network]))
  return rows.map((row) => {
    const groups = row.groups.map((group) => ({ ...group, episodes: group.episodes.filter((id) => known.has(id)) }))
    const order = { ...row, groups }
    return { order, shown: shownOf(order, networksById.get(row.network_id ?? 0) ?? null) }
  })
}

function shownOf({ description, id, name, type, groups }: Row, network: Network | null): Static<typeof EpisodeGroup> {
  const episode_count = groups.reduce((sum, { episodes }) => sum + episodes.length, 0)
  return { description, episode_count, group_count: groups.length, id, name, network, type }
}

export const episodeGroups = part({
  name: 'episode_groups',
  summary: 'Other episode orders',
  reply: alike({ results: Type.Array(EpisodeGroup) }),
  async load({ db }, _series, id) {
    const orders = await ordersOf(db, sql`entity_id = ${id}`)
    return { results: orders.map(({ shown }) => shown) }
  },
  store,
})
