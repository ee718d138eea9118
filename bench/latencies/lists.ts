import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { openDraw } from '../draw.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { latencyFigure, latencyOf } from '../support/latency.ts'
import { type Load, openLoad } from '../support/load.ts'
import { coldSettings, type Server, serveCatalogue, settled } from '../support/server.ts'
import { counted } from '../support/statistics.ts'

const WANTED_P99_MS = 25
/** Movies that are put on the watchlist that is read: ten pages. */
const WATCHED = 200
/** Pages that the interface offers of any list. */
const MAX_PAGES = 500

type List = { name: string; path: string; pageSize: number; results: number; counted: string }

export const lists: Benchmark = {
  name: 'lists',
  title: 'Lists',
  method: `All pages of each list are requested in turn, again and again, over one connection, so that each reply bears
its full cost and waits for no other. No reply is cached. The time is measured by autocannon in a process of its own,
from the request to the last byte. The size of a list is what the API itself says (\`total_results\`), and the rows of
the change log are counted in the database.`,
  async run(bench) {
    const load = openLoad()
    const server = await serveCatalogue(bench.large.data, { time: catalogueTime, settings: coldSettings })
    try {
      await settled(server)
      await fillWatchlist(server, bench)
      const figures: Figure[] = []
      for (const list of await listsOf(server, bench)) {
        bench.say(list.name)
        figures.push(await measure(list, { server, load, bench }))
      }
      return figures
    } finally {
      load.close()
      await server.stop()
    }
  },
}

async function measure(list: List, measuring: { server: Server; load: Load; bench: Bench }): Promise<Figure> {
  const pages = Math.min(MAX_PAGES, Math.max(1, Math.ceil(list.results / list.pageSize)))
  const paths = Array.from({ length: pages }, (_, at) => `${list.path}&page=${at + 1}`)
  const command = measuring.bench.commandOf('lists')
  const latency = await latencyOf(paths, measuring)
  return latencyFigure(list.name, latency, { wantedMs: WANTED_P99_MS, command, about: `${list.counted}. ` })
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
    ...(await wordLists(ask, data, key)),
    ...latest.map((of) => ({
      name: `The latest of its kind (\`${of}.latest\`)`,
      path: `/3/${of}/latest?api_key=${key}`,
      pageSize: 1,
      results: 1,
      counted: 'It is always the same one',
    })),
  ]
}

const latest = ['movie', 'tv', 'person'] as const

/** The movies of the genre and of the keyword that most of them have, and of a keyword in the middle of all. */
async function wordLists(ask: (path: string) => Promise<number>, data: string, key: string): Promise<List[]> {
  const genres = wordsOf(data, 'genre')
  const keywords = wordsOf(data, 'keyword')
  const chosen = [
    ['genre', 'Movies of the most frequent genre (`genres.movies`)', genres[0]],
    ['keyword', 'Movies with the most frequent keyword (`keywords.movies`)', keywords[0]],
    ['keyword', 'Movies with a keyword (`keywords.movies`)', keywords[Math.floor(keywords.length / 2)]],
  ] as const
  const lists = chosen.map(async ([of, name, word]): Promise<List> => {
    const path = `/3/${of}/${word?.id}/movies?api_key=${key}`
    return {
      name,
      path,
      pageSize: 20,
      results: await ask(path),
      counted: `${counted(word?.movies ?? 0)} movies have it`,
    }
  })
  return await Promise.all(lists)
}

/** The words of a vocabulary that movies have, the most frequent ones first. */
function wordsOf(data: string, of: 'genre' | 'keyword'): { id: number; movies: number }[] {
  const database = new DatabaseSync(join(data, 'catalogue.sqlite'), { readOnly: true })
  const counting = database.prepare(`select ${of}_id as id, count(*) as movies from title_${of}
    where kind = 'movie' group by ${of}_id order by movies desc, id`)
  const words = counting.all() as { id: number; movies: number }[]
  database.close()
  return words
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
