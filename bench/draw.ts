import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { operations } from '#src/interface.ts'
import type { Catalogue } from './benchmark.ts'
import { heaviestIds } from './heaviest.ts'

/** What fills the braces of the paths of a kind's operations: a query for the values by the id of the record. */
const parameterQueries: Readonly<Record<string, string>> = {
  movie: 'select ? as movie_id',
  series: 'select ? as series_id',
  season: 'select series_id, season_number from season where id = ?',
  episode: 'select series_id, season_number, episode_number from episode where id = ?',
  person: 'select ? as person_id',
  company: 'select ? as company_id',
  network: 'select ? as network_id',
  collection: 'select ? as collection_id',
}

/** One movie is found by its outside id; where it has none, the nearest that has one. */
const find = 'find.by_id'
const outsideId = `from external_id where kind = 'movie' and external_source = 'filmdb_id' and entity_id`
const findQuery = `select coalesce(
  (select value ${outsideId} >= ?1 order by entity_id limit 1),
  (select value ${outsideId} < ?1 order by entity_id desc limit 1)) as external_id`

/** The operations that read one record: details of each kind, and what is specified of their parts. */
export const recordReads: readonly string[] = [
  ...Object.keys(parameterQueries).map((kind) => `${kind}.details`),
  'movie.reviews',
  'series.alternative_titles',
  'series.external_ids',
  'episode.videos',
  'person.movie_credits',
  'company.alternative_names',
  'network.images',
  find,
]

const kindOf = (operation: string) => (operation === find ? 'movie' : operation.slice(0, operation.indexOf('.')))

const templates = new Map(operations.map(({ id, path }) => [id, path]))

/** Draws records of a catalogue, and makes the paths of operations for them. */
export function openDraw({ data, key }: Catalogue) {
  const database = new DatabaseSync(join(data, 'catalogue.sqlite'), { readOnly: true })
  const ends = database.prepare('select min(id) as first, max(id) as last from record where kind = ?')
  const next = database.prepare('select id from record where kind = ? and id >= ? order by id limit 1')
  const all = database.prepare('select id from record where kind = ? order by id', { returnArrays: true })
  const parameters = new Map(
    Object.entries(parameterQueries).map(([kind, query]) => [kind, database.prepare(query)] as const),
  )
  const finding = database.prepare(findQuery)
  const random = randomNumbers()

  /** The path of an operation for the record with this id. */
  function pathOf(operation: string, id: number): string {
    const values = (operation === find ? finding : parameters.get(kindOf(operation)))?.get(id)
    const template = templates.get(operation)
    if (!values || template === undefined) throw new Error(`there is no path of ${operation} for ${id}`)
    const path = template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
    return `${path}?${operation === find ? 'external_source=filmdb_id&' : ''}api_key=${key}`
  }

  /** Ids over the whole range of a kind; each may come more than once. */
  function ids(kind: string, count: number): number[] {
    const { first, last } = ends.get(kind) as { first: number | null; last: number }
    if (first === null) throw new Error(`the catalogue has no ${kind}`)
    return Array.from({ length: count }, () => {
      const from = first + Math.floor(random() * (last - first + 1))
      return (next.get(kind, from) as { id: number }).id
    })
  }

  return {
    ids,
    /** Paths of an operation for records that are drawn over the whole range of ids. */
    paths: (operation: string, count: number) => ids(kindOf(operation), count).map((id) => pathOf(operation, id)),
    /** Paths of an operation for records that are drawn from the heaviest 1 % of their kind. */
    heaviestPaths(operation: string, count: number): string[] {
      const heaviest = heaviestIds(database, data, kindOf(operation))
      return Array.from({ length: count }, () =>
        pathOf(operation, heaviest[Math.floor(random() * heaviest.length)] as number),
      )
    },
    /** Paths of an operation for different records at even distances; fewer where there are no more. */
    distinctPaths(operation: string, count: number): string[] {
      const known = (all.all(kindOf(operation)) as unknown as [number][]).map(([id]) => id)
      const step = Math.max(1, known.length / count)
      return Array.from({ length: Math.min(count, known.length) }, (_, at) =>
        pathOf(operation, known[Math.floor(at * step)] as number),
      )
    },
    close: () => database.close(),
  }
}

/** The same numbers from 0 to 1 in every run: Marsaglia's xorshift with 32 bits. */
function randomNumbers(): () => number {
  let state = 0x9e3779b9
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x1_0000_0000
  }
}
