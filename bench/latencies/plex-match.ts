import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { catalogueFile } from '#src/database/open.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { mixed } from '../generator/random.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { coldSettings, environment, reelcommons, type Server, serveCatalogue, settled } from '../support/server.ts'
import { median, percentile, shown, spread } from '../support/statistics.ts'

/** Matches of each sort in a round. */
const MATCHES = 400
const WANTED_MS = { exact: 30, slips: 60 }

const run = promisify(execFile)

type Movie = { id: number; title: string; year: string; imdb: string | null }
type Sort = { name: string; hasSlips: boolean; body(movie: Movie): object | undefined }

const type = 1

/** A title with one letter left out of its longest word. */
function slipped({ title }: Movie): string | undefined {
  const longest = title.split(' ').reduce((most, word) => (word.length > most.length ? word : most), '')
  return longest.length < 5 ? undefined : title.replace(longest, longest.slice(0, 2) + longest.slice(3))
}

const sorts: readonly Sort[] = [
  {
    name: 'a guid of the provider',
    hasSlips: false,
    body: ({ id }) => ({ type, guid: `tv.plex.agents.custom.reelcommons.movies://movie/movie-${id}` }),
  },
  {
    name: 'a number that apps know',
    hasSlips: false,
    body: ({ id, title }) => ({ type, title, guid: `tmdb://${id}` }),
  },
  {
    name: 'an id in the name of the file',
    hasSlips: false,
    body: ({ title, imdb }) => (imdb ? { type, title, filename: `/films/${title} {imdb-${imdb}}/a.mkv` } : undefined),
  },
  {
    name: 'the exact title and the year',
    hasSlips: false,
    body: ({ title, year }) => (year === '' ? undefined : { type, title, year: Number(year) }),
  },
  {
    name: 'a title with a slip, and the year',
    hasSlips: true,
    body(movie) {
      const title = slipped(movie)
      return title === undefined || movie.year === '' ? undefined : { type, title, year: Number(movie.year) }
    },
  },
  { name: 'a title that is not there', hasSlips: true, body: ({ id }) => ({ type, title: `Zyxwvut ${id} Qwlkj` }) },
]

export const plexMatch: Benchmark = {
  name: 'plex-match',
  title: 'Matches of the Plex provider',
  method: `A media server asks the provider of movies what a file is: ${MATCHES} matches of each sort in a round, one
after the other over one connection, for movies drawn evenly from the catalogue. No reply is cached. The time is that of
a client in the benchmark's process, from the request to the last byte.`,
  async run(bench) {
    const { data } = bench.large
    const server = await serveCatalogue(data, { time: catalogueTime, settings: coldSettings })
    const made = await run(
      process.execPath,
      [reelcommons, 'key', 'create', '--name', 'bench', '--use', 'plex', '--limit', '0', '--data', data],
      { env: environment({}) },
    )
    try {
      await settled(server)
      const [, secret = ''] = /\/plex\/(\w+)\/movies/.exec(made.stdout) ?? []
      const movies = moviesIn(data)
      const figures: Figure[] = []
      for (const sort of sorts) {
        bench.say(sort.name)
        figures.push(figureOf(sort, await timesOf(sort, { movies, server, secret, bench }), bench))
      }
      return figures
    } finally {
      await server.stop()
      const [, id = ''] = /^Key (\d+) /.exec(made.stderr) ?? []
      await run(process.execPath, [reelcommons, 'key', 'revoke', id, '--data', data], { env: environment({}) })
    }
  },
}

/** Movies that are drawn by chance, the same in each run. */
function moviesIn(data: string): Movie[] {
  const database = new DatabaseSync(join(data, catalogueFile), { readOnly: true })
  const { last } = database.prepare('select max(id) as last from movie').get() as { last: number }
  const next = database.prepare(`
    select id, title, substr(release_date, 1, 4) as year, (select value from external_id
      where kind = 'movie' and entity_id = movie.id and external_source = 'filmdb_id') as imdb
    from movie where id >= ? and title <> '' and not adult order by id limit 1`)
  const movies = Array.from({ length: MATCHES }, (_, at) => next.get(1 + ((mixed(at + 1) >>> 0) % last)))
  database.close()
  return movies.filter((movie) => movie !== undefined) as Movie[]
}

type Asking = { movies: readonly Movie[]; server: Server; secret: string; bench: Bench }
type Times = { p50: number[]; p99: number[]; found: number }

async function timesOf(sort: Sort, { movies, server, secret, bench }: Asking): Promise<Times> {
  const address = `${server.url}/plex/${secret}/movies/library/metadata/matches`
  const bodies = movies.flatMap((movie) => {
    const body = sort.body(movie)
    return body === undefined ? [] : [{ key: `movie-${movie.id}`, text: JSON.stringify(body) }]
  })
  let found = 0
  async function round(): Promise<number[]> {
    const times: number[] = []
    found = 0
    for (const { key, text } of bodies) {
      const startMs = performance.now()
      const reply = await fetch(address, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json' },
      })
      const answer = await reply.text()
      times.push(performance.now() - startMs)
      if (reply.status !== 200) throw new Error(`the provider answered ${reply.status}: ${answer}`)
      if (answer.includes(`"ratingKey":"${key}"`)) found++
    }
    return times
  }
  await round()
  const rounds: number[][] = []
  for (let at = 0; at < bench.rounds; at++) rounds.push(await round())
  const share = (part: number) => rounds.map((times) => percentile(times, part))
  return { p50: share(0.5), p99: share(0.99), found: bodies.length === 0 ? 0 : found / bodies.length }
}

function figureOf({ name, hasSlips }: Sort, { p50, p99, found }: Times, bench: Bench): Figure {
  const wanted = hasSlips ? WANTED_MS.slips : WANTED_MS.exact
  return {
    what: `A match by ${name}, uncached, one connection: p99`,
    measured: spread(p99, ' ms'),
    wanted: `≤ ${wanted} ms`,
    isReached: median(p99) <= wanted,
    command: bench.commandOf('plex-match'),
    note: `p50 is ${shown(median(p50))} ms. The movie was found in ${shown(100 * found)} % of the matches.`,
  }
}
