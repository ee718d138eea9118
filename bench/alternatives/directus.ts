import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { environment, startServer } from '../support/server.ts'
import type { Alternative, Movie } from './alternative.ts'

const token = 'token-of-a-benchmark'
/** Rows of one request that brings movies. */
const ROWS_AT_ONCE = 250

/** A server with an interface for any tables, with SQLite below: what many set up for their own data. */
export const directus: Alternative = {
  name: 'directus',
  version: '12.4.0',
  // The version of isolated-vm that it names cannot be compiled for our Node; it runs what nobody here asks for.
  beside: { 'isolated-vm': '7.0.1', sqlite3: '5.1.7' },
  async start(installed, folder, movies) {
    const program = join(installed, 'node_modules/directus/cli.js')
    const settings = join(folder, 'settings.json')
    const configure = (port: number) =>
      writeFileSync(settings, JSON.stringify({ ...given(folder), HOST: '127.0.0.1', PORT: port }))
    const env = { CONFIG_PATH: settings }
    configure(0)
    await promisify(execFile)(process.execPath, [program, 'bootstrap'], { cwd: folder, env: environment(env) })
    const server = await startServer({
      env,
      args(port) {
        configure(port)
        return [program, 'start']
      },
    })
    await bring(server.url, movies)
    const page = `limit=20&sort=-popularity&access_token=${token}`
    return {
      server,
      byId: (id) => `/items/movies/${id}?access_token=${token}`,
      sorted: (number) => `/items/movies?${page}&page=${number}`,
      ofGenre: (genre) => `/items/movies?${page}&filter[genres][_contains]=,${genre},`,
      titled: (word) => `/items/movies?limit=20&access_token=${token}&filter[title][_icontains]=${word}`,
      moviesIn(reply) {
        const { data } = reply as { data: Movie | Movie[] }
        return Array.isArray(data) ? data : [data]
      },
    }
  },
}

const given = (folder: string) => ({
  DB_CLIENT: 'sqlite3',
  DB_FILENAME: join(folder, 'movies.sqlite'),
  SECRET: 'secret-of-a-benchmark',
  ADMIN_EMAIL: 'bench@example.com',
  ADMIN_PASSWORD: 'password-of-a-benchmark',
  ADMIN_TOKEN: token,
  LOG_LEVEL: 'fatal',
  SERVE_APP: false,
  TELEMETRY: false,
})

/** Makes the table, with an index of the order in which pages come, and fills it. */
async function bring(url: string, movies: readonly Movie[]) {
  const field = (name: string, type: string, schema = {}) => ({ field: name, type, schema, meta: {} })
  await post(`${url}/collections`, {
    collection: 'movies',
    schema: {},
    meta: {},
    fields: [
      field('id', 'integer', { is_primary_key: true, has_auto_increment: false }),
      ...['title', 'original_title', 'original_language', 'release_date', 'poster_path', 'genres'].map((name) =>
        field(name, 'string'),
      ),
      field('overview', 'text'),
      field('runtime', 'integer'),
      field('popularity', 'float', { is_indexed: true }),
      field('vote_average', 'float'),
      field('vote_count', 'integer'),
    ],
  })
  const rows = movies.map(({ genre_ids, ...movie }) => ({ ...movie, genres: `,${genre_ids.join(',')},` }))
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE)
    await post(`${url}/items/movies?limit=0`, rows.slice(first, first + ROWS_AT_ONCE))
}

async function post(address: string, body: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const { ok, status } = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!ok) throw new Error(`${address} is answered with ${status}`)
}
