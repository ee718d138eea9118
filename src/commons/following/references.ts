import { entryKeyOf, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { isKind } from '#src/catalogue/kinds.ts'
import { offerTypes } from '#src/catalogue/parts/watch-providers.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { isJsonObject } from '#src/reference/json-object.ts'

/** What a line says, as JSON. */
export type Values = Record<string, any>

/** The number here of a record of the publisher; undefined if it is not here. */
type IdOf = (target: RecordKind, id: number) => number | undefined

/** Entries that name records. */
type List = {
  path: readonly string[]
  target: RecordKind
  /** What says where an entry is among the others. */
  place?: string
  /** The part has no two entries about one record. */
  isOnce?: true
}

const lists: readonly List[] = [
  { path: ['genres'], target: 'genre', place: 'position', isOnce: true },
  { path: ['production_companies'], target: 'company', place: 'position', isOnce: true },
  { path: ['networks'], target: 'network', place: 'position', isOnce: true },
  { path: ['keywords', 'keywords'], target: 'keyword', isOnce: true },
  { path: ['keywords', 'results'], target: 'keyword', isOnce: true },
  { path: ['created_by'], target: 'person' },
  { path: ['credits', 'cast'], target: 'person', place: 'order' },
  { path: ['credits', 'crew'], target: 'person', place: 'order' },
  { path: ['credits', 'guest_stars'], target: 'person', place: 'order' },
  { path: ['crew'], target: 'person', place: 'order' },
  { path: ['guest_stars'], target: 'person', place: 'order' },
  { path: ['screened_theatrically', 'results'], target: 'episode', isOnce: true },
]

export const isJson: (value: unknown) => value is Values = isJsonObject
const listIn = (value: unknown): Values[] | undefined => (Array.isArray(value) ? value.filter(isJson) : undefined)

/**
 * A line with the numbers of this catalogue wherever it names records. An entry about a record that is not here goes,
 * and the others stay at their places. So do entries about records that were merged into one here, but for the first.
 */
export function withNumbersOfHere(of: RecordKind, line: Values, idOf: IdOf): Values {
  const told: Values = { ...line }
  for (const { field, target } of shapeOf(of).references) {
    const embedded = told[field]
    if (!isJson(embedded)) continue
    const id = typeof embedded.id === 'number' ? idOf(target, embedded.id) : undefined
    // Nobody says that it has none.
    if (id === undefined) {
      delete told[field]
      told.sources = withoutField(told.sources, field)
      if (told.sources === undefined) delete told.sources
    } else told[field] = { ...embedded, id }
  }
  if (!isKind(of)) return told
  for (const each of lists) replaceAt(told, each.path, (entries) => namedHere(entries, each, idOf))
  offersHere(told, idOf)
  ordersHere(told, idOf)
  peopleHere(told, idOf)
  removedHere(of, told, idOf)
  return told
}

/** The sources of the other fields, if there are any. */
function withoutField(sources: unknown, field: string): Values | undefined {
  if (!isJson(sources)) return undefined
  const { [field]: _none, ...others } = sources
  return Object.keys(others).length > 0 ? others : undefined
}

/** Replaces the list at a path, in copies of what is above it. */
function replaceAt(line: Values, path: readonly string[], change: (entries: Values[]) => Values[]) {
  const [name = '', ...below] = path
  const value = line[name]
  if (below.length > 0) {
    if (!isJson(value)) return
    const copy = { ...value }
    replaceAt(copy, below, change)
    line[name] = copy
    return
  }
  const entries = listIn(value)
  if (entries) line[name] = change(entries)
}

function namedHere(entries: Values[], { target, place, isOnce }: List, idOf: IdOf): Values[] {
  const named = new Set<number>()
  let hasGap = false
  return entries.flatMap((entry, at) => {
    const id = typeof entry.id === 'number' ? idOf(target, entry.id) : undefined
    if (id === undefined || (isOnce && named.has(id))) {
      hasGap = true
      return []
    }
    named.add(id)
    return [{ ...entry, id, ...(hasGap && place && entry[place] === undefined && { [place]: at }) }]
  })
}

function offersHere(line: Values, idOf: IdOf) {
  const results = line['watch/providers']?.results
  if (!isJson(results)) return
  const countries = Object.entries(results).map(([country, offers]) => {
    const told: Values = { ...offers }
    for (const type of offerTypes) {
      const entries = listIn(told[type])
      if (!entries) continue
      const named = new Set<number>()
      told[type] = entries.flatMap((offer) => {
        const provider_id = typeof offer.provider_id === 'number' ? idOf('provider', offer.provider_id) : undefined
        if (provider_id === undefined || named.has(provider_id)) return []
        named.add(provider_id)
        return [{ ...offer, provider_id }]
      })
    }
    return [country, told]
  })
  line['watch/providers'] = { ...line['watch/providers'], results: Object.fromEntries(countries) }
}

/** People in a picture, and episodes in an order: each once, though several of the publisher may be one here. */
const tagged: List = { path: [], target: 'person', isOnce: true }
const ordered: List = { path: [], target: 'episode', isOnce: true }

function ordersHere(line: Values, idOf: IdOf) {
  replaceAt(line, ['episode_groups', 'results'], (orders) =>
    orders.map(({ network, ...order }) => {
      const id = isJson(network) && typeof network.id === 'number' ? idOf('network', network.id) : undefined
      const groups = listIn(order.groups)?.map((group) => ({
        ...group,
        episodes: namedHere(listIn(group.episodes) ?? [], ordered, idOf),
      }))
      return { ...order, ...(id !== undefined && { network: { id } }), ...(groups && { groups }) }
    }),
  )
}

function peopleHere(line: Values, idOf: IdOf) {
  if (!isJson(line.images)) return
  const galleries = Object.entries(line.images).map(([gallery, images]) => [
    gallery,
    listIn(images)?.map((image) => {
      const people = listIn(image.people)
      return people ? { ...image, people: namedHere(people, tagged, idOf) } : image
    }),
  ])
  line.images = Object.fromEntries(galleries)
}

/**
 * What is removed is named by what tells entries apart, which may be the number of a record. What was removed there is
 * not removed here if the record was merged into one that the line names.
 */
function removedHere(of: RecordKind, line: Values, idOf: IdOf) {
  if (!isJson(line.removed)) return
  const removed: Values = { ...line.removed }
  for (const { name, references, store } of shapeOf(of).storedParts) {
    const entries = listIn(removed[name])
    if (!entries || references.length === 0) continue
    const named = namedIn(line, name)
    removed[name] = entries.flatMap((entry) => {
      const told: Values = { ...entry }
      for (const [column, target] of references) {
        if (typeof told[column] !== 'number') continue
        const id = idOf(target, told[column])
        if (id === undefined) return []
        told[column] = id
      }
      const key = entryKeyOf(store, told)
      if (named.has(key)) return []
      named.add(key)
      return [told]
    })
  }
  line.removed = removed
}

/** The keys of the entries that a line has of a part, where those are the numbers of records. */
function namedIn(line: Values, part: string): Set<string> {
  const named = new Set<string>()
  for (const { path, isOnce } of lists) {
    if (!isOnce || path[0] !== part) continue
    replaceAt({ ...line }, path, (entries) => {
      for (const { id } of entries) named.add(JSON.stringify([id]))
      return entries
    })
  }
  const countries = part === 'watch/providers' ? line[part]?.results : undefined
  for (const [country, offers] of Object.entries<Values>(isJson(countries) ? countries : {}))
    for (const type of offerTypes)
      for (const { provider_id } of listIn(offers[type]) ?? []) named.add(JSON.stringify([country, type, provider_id]))
  return named
}

/** All records that a line names. */
export function recordsNamedIn(of: RecordKind, line: Values, note: (target: RecordKind, id: number) => void): void {
  withNumbersOfHere(of, line, (target, id) => {
    note(target, id)
    return id
  })
}
