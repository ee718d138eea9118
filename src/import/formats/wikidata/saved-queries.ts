import { wordTable } from '#src/reference/word-table.ts'
import type { Entity } from './entities.ts'

/** A value in a result of a query: as the service answers it, or as its page saves it. */
type Cell = { type: string; value: string; datatype?: string; language?: string }
type Row = ReadonlyMap<string, Cell>

/** Names of columns that stand for a property, beside its own number. */
const properties: Readonly<Record<string, string>> = wordTable({
  class: 'P31',
  instance: 'P31',
  imdb: 'P345',
  title: 'P1476',
  date: 'P577',
  start: 'P580',
  end: 'P582',
  tmdb_movie: 'P4947',
  tmdb_series: 'P4983',
  tmdb_person: 'P4985',
  tvdb: 'P4835',
  duration: 'P2047',
  country: 'P495',
  language: 'P364',
  genre: 'P136',
  director: 'P57',
  cast: 'P161',
})

const entityAddress = /^https?:\/\/www\.wikidata\.org\/entity\/(Q\d+)$/

/**
 * The entities of a saved result of a query, whose column `item` is the entity, `itemLabel` its name, and others are
 * named by a property, such as `P345`. Undefined if it is no such result.
 */
export function entitiesOfQuery(value: unknown): Entity[] | undefined {
  const rows = rowsOf(value)
  if (!rows) return undefined
  const entities = new Map<string, Entity>()
  for (const row of rows) {
    const id = entityAddress.exec(row.get('item')?.value ?? '')?.[1]
    if (id === undefined) continue
    const entity = entities.get(id) ?? { id, labels: {}, claims: {} }
    entities.set(id, entity)
    for (const [name, cell] of row) addTo(entity, name, cell)
  }
  return [...entities.values()]
}

function rowsOf(value: unknown): Row[] | undefined {
  if (Array.isArray(value)) {
    const isResult = value.every((row) => typeof row === 'object' && row !== null && 'item' in row)
    return isResult
      ? value.map((row) => new Map(Object.entries(row).map(([name, text]) => [name, cellOf(text)])))
      : undefined
  }
  const { head, results } = (value ?? {}) as { head?: unknown; results?: { bindings?: unknown } }
  if (!head || !Array.isArray(results?.bindings)) return undefined
  return results.bindings.map(
    (row: Record<string, Cell & { 'xml:lang'?: string }>) =>
      new Map(
        Object.entries(row).map(([name, { 'xml:lang': language, ...cell }]) => [
          name,
          { ...cell, ...(language !== undefined && { language }) },
        ]),
      ),
  )
}

/** What the page of the service saves has no types; addresses and days are known by their form. */
function cellOf(text: unknown): Cell {
  const value = String(text)
  if (/^https?:/.test(value)) return { type: 'uri', value }
  const isDay = /^\d{4}-\d\d-\d\dT00:00:00Z$/.test(value)
  return { type: 'literal', value, ...(isDay && { datatype: 'dateTime' }) }
}

function addTo(entity: Entity, name: string, cell: Cell) {
  if (name === 'itemLabel') {
    // A label that is missing is the number of the entity.
    if (cell.value === entity.id) return
    const language = cell.language ?? 'en'
    Object.assign(entity.labels ?? {}, { [language]: { language, value: cell.value } })
    return
  }
  const property = /^P\d+$/.test(name) ? name : properties[name]
  if (property === undefined) return
  const claims = entity.claims ?? {}
  const stated = claims[property] ?? []
  claims[property] = stated
  const datavalue = dataOf(property, cell)
  if (!stated.some(({ mainsnak }) => JSON.stringify(mainsnak?.datavalue) === JSON.stringify(datavalue)))
    stated.push({ rank: 'normal', mainsnak: { snaktype: 'value', datavalue } })
}

/** Durations in results have no unit and are minutes; the first of January is a year of which no more is known. */
function dataOf(property: string, { type, value, datatype, language }: Cell): { type: string; value: unknown } {
  const id = type === 'uri' ? entityAddress.exec(value)?.[1] : undefined
  if (id !== undefined) return { type: 'wikibase-entityid', value: { id } }
  if (datatype?.endsWith('dateTime')) {
    const precision = /-01-01T/.test(value) ? 9 : 11
    return { type: 'time', value: { time: `+${value.replace(/^\+/, '')}`, precision } }
  }
  if (property === 'P1476') return { type: 'monolingualtext', value: { text: value, language: language ?? '' } }
  if (datatype?.endsWith('decimal') || (property === 'P2047' && /^[\d.]+$/.test(value)))
    return { type: 'quantity', value: { amount: value, unit: property === 'P2047' ? 'Q7727' : '1' } }
  return { type: 'string', value }
}
