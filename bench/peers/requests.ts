import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Catalogue } from '../benchmark.ts'
import { openDraw } from '../draw.ts'
import { peerOperations } from './operations.ts'

/** Pages of each list that are asked for. */
const PAGES = 10
/** The kinds of record that outside ids are drawn of, in equal parts. */
const foundKinds = ['movie', 'series', 'episode', 'person']
/** What no catalogue has, and what is no id at all. */
const absentIds = [0, 2_000_000_000, 2_147_483_648]

/** Addresses of one operation. `heaviest` is absent where no record is heavier than others. */
export type Requests = { operation: string; whole: string[]; heaviest?: string[] }

/** What both servers are asked while they are measured: `drawn` addresses of each operation. */
export function requestsOf(catalogue: Catalogue, drawn: number): Requests[] {
  const { data, key } = catalogue
  const draw = openDraw(catalogue)
  const database = new DatabaseSync(join(data, 'catalogue.sqlite'), { readOnly: true })
  const pages = (path: string) => Array.from({ length: PAGES }, (_, at) => `${path}?page=${at + 1}&api_key=${key}`)
  const whole: Partial<Record<string, () => string[]>> = {
    'configuration.languages': () => [`/3/configuration/languages?api_key=${key}`],
    'changes.tv': () => pages('/3/tv/changes'),
    'tv_series_lists.on_the_air': () => pages('/3/tv/on_the_air'),
    'find.by_id': () => outsideIds(database, draw, drawn).map((id) => `/3/find/${id}&api_key=${key}`),
  }
  try {
    return peerOperations.map((operation) => {
      const special = whole[operation]
      if (special) return { operation, whole: special() }
      return {
        operation,
        whole: draw.paths(operation, drawn),
        heaviest: draw.heaviestPaths(operation, drawn),
      }
    })
  } finally {
    database.close()
    draw.close()
  }
}

/** The requests of all operations, one of each in turn, `drawn` times. */
export function mixed(catalogue: Catalogue, drawn: number): string[] {
  const requests = requestsOf(catalogue, drawn)
  return Array.from({ length: drawn }, (_, at) =>
    requests.map(({ whole }) => whole[at % whole.length] as string),
  ).flat()
}

/** Ids in other systems, each with the parameter that names the system. */
function outsideIds(database: DatabaseSync, draw: ReturnType<typeof openDraw>, count: number): string[] {
  const known = database.prepare(`
    select external_source, value from external_id where kind = ? and entity_id = ? order by external_source limit 1`)
  const found = foundKinds
    .flatMap((kind) => draw.ids(kind, Math.ceil(count / foundKinds.length)).map((id) => known.get(kind, id)))
    .filter((outsideId) => outsideId !== undefined)
  if (found.length === 0) throw new Error('the catalogue has no ids of other systems')
  return found.map(
    ({ external_source, value }) => `${encodeURIComponent(`${value}`)}?external_source=${external_source}`,
  )
}

/** Requests that are refused: records that are nowhere, wrong parameters, and no key or a wrong one. */
export function refusedRequests(requests: readonly Requests[]): string[] {
  const paths = requests.map(({ whole }) => whole[0] as string)
  const absent = paths.flatMap((path) => absentIds.map((id) => path.replace(/^(\/3\/\w+\/)\d+/, `$1${id}`)))
  return [
    ...absent.filter((path) => !paths.includes(path)),
    ...paths.map((path) => path.replace(/api_key=.*/, 'api_key=wrong')),
    ...paths.map((path) => path.replace(/[?&]api_key=.*/, '')),
    ...paths.filter((path) => path.includes('page=')).map((path) => path.replace(/page=\d+/, 'page=501')),
    ...paths.filter((path) => path.includes('source=')).map((path) => path.replace(/source=\w+/, 'source=nobody')),
  ]
}
