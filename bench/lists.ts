import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Bench, Benchmark, Figure } from './benchmark.ts'
import { openDraw } from './draw.ts'
import { catalogueTime } from './support/catalogues.ts'
import { type Load, openLoad } from './support/load.ts'
import { coldSettings, type Server, serveCatalogue } from './support/server.ts'
import { counted, median, shown, spread } from './support/statistics.ts'

const WANTED_P99_MS = 25
/** Movies that are put on the watchlist that is read: ten pages. */
const WATCHED = 200
/** Pages that the interface offers of any list. */
const MAX_PAGES = 500
/** A list takes longer than a record, and its p99 wants many requests. */
const ROUND_LENGTHS = 4

type List = { name: string; path: string; pageSize: number; results: number; counted: string }

export const lists: Benchmark = {
  name: 'lists',
  title: 'Lists',
  method: `Each list is asked for all of its pages in turn, again and again, over one connection, so that a reply takes
the whole of what it costs and waits for no other. No reply is cached. The time is that of autocannon in a process of
its own, from the request to the last byte. How much a list is about is what the API itself says of it
(\`total_results\`), and the rows of the change log are counted in the database.`,
  async run(bench) {
    const load = openLoad()
    const server = await serveCatalogue(bench.large.data, { time: catalogueTime, settings: coldSettings })
    try {
      await fillWatchlist(server, bench)
      const figures: Figure[] = []
      for (const list of await listsOf(server, bench)) {
        bench.say(list.name)
        figures.push(await measure(list, server, { load, bench }))
      }
      return figures
    } finally {
      load.close()
      await server.stop()
    }
  },
}

async function measure(list: List, server: Server, { load, bench }: { load: Load; bench: Bench }): Promise<Figure> {
  const pages = Math.min(MAX_PAGES, Math.max(1, Math.ceil(list.results / list.pageSize)))
  const paths = Array.from({ length: pages }, (_, at) => `${list.path}&page=${at + 1}`)
  const run = (seconds: number) => load.run({ url: server.url, paths, connections: 1, seconds })
  await run(bench.roundSeconds)
  const rounds = []
  for (let round = 0; round < bench.rounds; round++) rounds.push(await run(bench.roundSeconds * ROUND_LENGTHS))
  const p50 = median(rounds.map(({ latencyMs }) => latencyMs.p50))
  const p99 = rounds.map(({ latencyMs }) => latencyMs.p99)
  const requests = rounds.reduce((sum, { requests }) => sum + requests, 0)
  return {
    what: `${list.name}, uncached, one connection: p99`,
    measured: spread(p99, ' ms'),
    wanted: `≤ ${WANTED_P99_MS} ms`,
    isReached: median(p99) <= WANTED_P99_MS,
    command: bench.commandOf('lists'),
    note: `${list.counted}. p50 is ${shown(p50)} ms; ${counted(requests)} requests in all rounds.`,
  }
}

async function listsOf(server: Server, { large: { data, key, session } }: Bench): Promise<List[]> {
  const ask = async (path: string) => {
    const response = await fetch(`${server.url}${path}`)
    if (!response.ok) throw new Error(`${path} is answered with ${response.status}`)
    const { total_results } = (await response.json()) as { total_results: number }
    return total_results
  }
  const onTheAir = `/3/tv/on_the_air?api_key=${key}`
  const changes = `/3/tv/changes?api_key=${key}`
  const watchlist = `/3/account/0/watchlist/movies?api_key=${key}&session_id=${session}`
  const airing = await ask(onTheAir)
  const changed = await ask(changes)
  const watched = await ask(watchlist)
  return [
    {
      name: 'Series on the air (`tv_series_lists.on_the_air`)',
      path: onTheAir,
      pageSize: 20,
      results: airing,
      counted: `${counted(airing)} series are on the air`,
    },
    {
      name: 'TV changes (`changes.tv`)',
      path: changes,
      pageSize: 100,
      results: changed,
      counted: `${counted(changed)} series changed in the past 24 hours, ${counted(changeRows(data))} rows of the log`,
    },
    {
      name: 'Movies of a watchlist (`account.watchlist_movies`)',
      path: watchlist,
      pageSize: 20,
      results: watched,
      counted: `${counted(watched)} movies are on the watchlist`,
    },
  ]
}

/** Rows of the change log about series from the day of the servers. */
function changeRows(data: string): number {
  const database = new DatabaseSync(join(data, 'catalogue.sqlite'), { readOnly: true })
  const counting = database.prepare(`select count(*) as count from change where kind = 'series' and at >= ?`)
  const { count } = counting.get(catalogueTime.slice(0, 10)) as { count: number }
  database.close()
  return count
}

async function fillWatchlist(server: Server, { large }: Bench) {
  const { key, session } = large
  const draw = openDraw(large)
  const ids = new Set(draw.ids('movie', WATCHED))
  draw.close()
  for (const media_id of ids) {
    const response = await fetch(`${server.url}/3/account/0/watchlist?api_key=${key}&session_id=${session}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ media_type: 'movie', media_id, watchlist: true }),
    })
    if (!response.ok) throw new Error(`the watchlist is answered with ${response.status}: ${await response.text()}`)
  }
}
