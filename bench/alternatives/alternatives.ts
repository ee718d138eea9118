import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Bench, Benchmark, Catalogue, Figure } from '../benchmark.ts'
import { type Cost, costsInTurn, microsecondsOf } from '../cost.ts'
import { openDraw } from '../draw.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { type Load, openLoad } from '../support/load.ts'
import { coldSettings, type Server, serveSettled } from '../support/server.ts'
import { counted, mebibytes, median, shown } from '../support/statistics.ts'
import type { Alternative, Movie, Paths, Running } from './alternative.ts'
import { directus } from './directus.ts'
import { installed } from './install.ts'
import { jsonServer } from './json-server.ts'

/** Requests of each sort. */
const DRAWN = 1_000
const PAGE_ROWS = 20
const MAX_PAGES = 500
/** A request of the slowest takes a large part of a second: one waits for the other, and a round is longer. */
const CONNECTIONS = 1
const ROUND_LENGTHS = 4

const all: readonly Alternative[] = [directus, jsonServer]

export const alternatives: Benchmark = {
  name: 'alternatives',
  title: 'What people would take instead',
  method: `${all.map(({ name, version }) => `${name} ${version}`).join(' and ')}, as npm installs them, get the
same movies with the same genres. Each of them and ours are asked for a movie by its id, for pages of ${PAGE_ROWS} in
the order of popularity, for the first such page of a genre, and for titles with a word, one after the other. Nobody
keeps replies. Directus keeps its rows in SQLite, with an index of popularity, and json-server all of them in memory.
What counts is the CPU time of the process that answers. Ours finds words with slips and in other forms, too; the others
find what contains the word.`,
  async run(bench) {
    const movies = moviesOf(bench.small)
    const load = openLoad()
    const ours = await serveSettled(bench.small.data, { time: catalogueTime, settings: coldSettings })
    try {
      const figures: Figure[] = []
      for (const alternative of all) figures.push(await compare(alternative, { ours, movies, load, bench }))
      return figures
    } finally {
      load.close()
      await ours.stop()
    }
  },
}

type Setting = { ours: Server; movies: readonly Movie[]; load: Load; bench: Bench }

async function compare(alternative: Alternative, setting: Setting): Promise<Figure> {
  const { movies, bench } = setting
  const { name, version } = alternative
  const [what, command] = [`${name} ${version}, CPU time for a request ÷ ours`, bench.commandOf('alternatives')]
  bench.say(name)
  let running: Running
  try {
    const folder = join(bench.scratch, name)
    await mkdir(folder)
    running = await alternative.start(await installed(alternative), folder, movies)
  } catch (error) {
    bench.say(String(error))
    return { what, measured: `not measured: ${name} could not be installed or started here`, command }
  }
  try {
    return { what, command, ...(await measure(running, setting)) }
  } finally {
    await running.server.stop()
  }
}

type Compared = { request: string; ours: Cost[]; theirs: Cost[] }

async function measure(running: Running, { ours, movies, load, bench }: Setting) {
  const theirs = requestsOf(running, bench.small, movies)
  const own = requestsOf(ownPaths(bench.small.key), bench.small, movies)
  await assertAnswers(running, theirs)
  const compared: Compared[] = []
  for (const request of Object.keys(own) as (keyof typeof own)[]) {
    bench.say(request)
    const subjects = {
      ours: { server: ours, paths: own[request] },
      theirs: { server: running.server, paths: theirs[request] },
    }
    const round = { rounds: bench.rounds, roundSeconds: bench.roundSeconds * ROUND_LENGTHS, connections: CONNECTIONS }
    compared.push({ request, ...(await costsInTurn(subjects, load, round)) })
  }
  const times = compared.map((one) => ({ ...one, times: microsecondsOf(one.theirs) / microsecondsOf(one.ours) }))
  const memory = (server: Server) => mebibytes(server.residentBytes())
  return {
    measured: times.map(({ request, times }) => `${shown(times)} ${request}`).join(', '),
    note: `Resident afterwards: ${memory(running.server)}, ours ${memory(ours)}.`,
    details: {
      title: `The same ${counted(movies.length)} movies`,
      columns: ['request', 'ours, µs of CPU', 'theirs, µs of CPU', 'theirs ÷ ours', 'ours per second', 'theirs'],
      rows: times.map(({ request, ours, theirs, times }) => [
        request,
        ...[microsecondsOf(ours), microsecondsOf(theirs), times, perSecond(ours), perSecond(theirs)].map(shown),
      ]),
    },
  }
}

const perSecond = (costs: readonly Cost[]) => median(costs.map(({ perSecond }) => perSecond))

const ownPaths = (key: string): Paths => ({
  byId: (id) => `/3/movie/${id}?api_key=${key}`,
  sorted: (page) => `/3/discover/movie?include_adult=true&page=${page}&api_key=${key}`,
  ofGenre: (genre) => `/3/discover/movie?include_adult=true&with_genres=${genre}&api_key=${key}`,
  titled: (word) => `/3/search/movie?query=${word}&api_key=${key}`,
})

/** What is asked for: the same of everybody, in the same order. */
function requestsOf({ byId, sorted, ofGenre, titled }: Paths, catalogue: Catalogue, movies: readonly Movie[]) {
  const draw = openDraw(catalogue)
  const ids = draw.ids('movie', DRAWN)
  draw.close()
  const known = new Map(movies.map((movie) => [movie.id, movie]))
  const drawn = ids.flatMap((id) => known.get(id) ?? [])
  const pages = Math.min(MAX_PAGES, Math.ceil(movies.length / PAGE_ROWS))
  return {
    'by id': ids.map(byId),
    'page, sorted': drawn.map((_, at) => sorted((at % pages) + 1)),
    genre: [...new Set(movies.flatMap(({ genre_ids }) => genre_ids))].map(ofGenre),
    title: drawn.flatMap(({ title }) => longestWord(title) ?? []).map(titled),
  }
}

/** Of plain letters, so that it means the same as a pattern. */
const longestWord = (title: string): string | undefined =>
  (title.match(/\b[a-z]{4,}\b/gi) ?? []).toSorted((one, other) => other.length - one.length)[0]

/** Nobody is fast who finds nothing. */
async function assertAnswers({ server, moviesIn }: Running, requests: Record<string, string[]>) {
  for (const [request, [path = '']] of Object.entries(requests)) {
    const response = await fetch(server.url + path)
    const found = response.ok ? moviesIn(await response.json()) : []
    const least = request.startsWith('page') ? PAGE_ROWS : 1
    if (found.length < least || !found[0]?.title) throw new Error(`${path} finds ${found.length} movies`)
  }
}

function moviesOf({ data }: Catalogue): Movie[] {
  const database = new DatabaseSync(join(data, 'catalogue.sqlite'), { readOnly: true })
  const genres = database.prepare(`
    select entity_id, genre_id from title_genre where kind = 'movie' order by entity_id, position`)
  const genresOf = Map.groupBy(genres.all() as { entity_id: number; genre_id: number }[], ({ entity_id }) => entity_id)
  const rows = database
    .prepare(`
      select id, title, original_title, original_language, overview, release_date, runtime, popularity, vote_average,
        vote_count, poster_path from movie order by id`)
    .all() as Omit<Movie, 'genre_ids'>[]
  database.close()
  return rows.map((row) => ({ ...row, genre_ids: (genresOf.get(row.id) ?? []).map(({ genre_id }) => genre_id) }))
}
