import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { environment, startServer } from '../support/server.ts'
import type { Alternative, Movie } from './alternative.ts'

/** The columns of a movie besides its id, by their types. */
const columns = {
  title: 'string',
  original_title: 'string',
  original_language: 'string',
  overview: 'text',
  release_date: 'date',
  runtime: 'integer',
  popularity: 'float',
  vote_average: 'float',
  vote_count: 'integer',
  poster_path: 'string',
} as const satisfies Partial<Record<keyof Movie, string>>
/** Those by which it sorts and filters here. */
const indexed: readonly string[] = ['title', 'popularity']

/** Puts an interface before a database whose tables are described by hand: genres are a relation of many to many. */
export const directus: Alternative = {
  name: 'directus',
  version: '12.4.0',
  async start(installed, folder, movies) {
    const program = join(installed, 'node_modules/directus/cli.js')
    const file = join(folder, 'directus.sqlite')
    const token = randomBytes(16).toString('hex')
    const env = {
      ...{ DB_CLIENT: 'sqlite3', DB_FILENAME: file, SECRET: randomBytes(32).toString('hex') },
      ...{ ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: randomBytes(16).toString('hex'), ADMIN_TOKEN: token },
      ...{ HOST: '127.0.0.1', LOG_LEVEL: 'warn', TELEMETRY: 'false', CACHE_ENABLED: 'false', NODE_ENV: 'production' },
    }
    await promisify(execFile)(process.execPath, [program, 'bootstrap'], { cwd: folder, env: environment(env) })
    const headers = { authorization: `Bearer ${token}` }
    const serve = () => startServer({ args: () => [program, 'start'], env, cwd: folder, portName: 'PORT' })
    const described = await serve()
    await describe(described.url, headers)
    await described.stop()
    fill(file, movies)
    const first = 'limit=20&page=1&sort=-popularity'
    return {
      server: await serve(),
      headers,
      byId: (id) => `/items/movies/${id}`,
      sorted: (page) => `/items/movies?${first.replace('page=1', `page=${page}`)}`,
      ofGenre: (genre) => `/items/movies?filter[genres][genres_id][_eq]=${genre}&${first}`,
      titled: (word) => `/items/movies?filter[title][_icontains]=${word}&limit=20`,
      moviesIn: (reply) => [(reply as { data: Movie | Movie[] }).data].flat(),
    }
  },
}

/** Describes the tables over its interface, as its forms do. */
async function describe(url: string, headers: Record<string, string>) {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} is answered with ${response.status}: ${await response.text()}`)
  }
  const id = (has_auto_increment: boolean) => ({
    ...{ field: 'id', type: 'integer', meta: { hidden: true } },
    schema: { is_primary_key: true, has_auto_increment },
  })
  const collection = (name: string, fields: object[]) =>
    post('/collections', { collection: name, schema: {}, meta: {}, fields })
  const fields = Object.entries(columns).map(([field, type]) => ({
    ...{ field, type, meta: {} },
    schema: { is_nullable: true, is_indexed: indexed.includes(field) },
  }))
  await collection('movies', [id(false), ...fields])
  await collection('genres', [id(false)])
  await collection('movies_genres', [
    id(true),
    ...['movies_id', 'genres_id'].map((field) => ({
      ...{ field, type: 'integer', meta: { hidden: true } },
      schema: { is_indexed: true },
    })),
  ])
  await post('/fields/movies', { field: 'genres', type: 'alias', meta: { special: ['m2m'], interface: 'list-m2m' } })
  const relation = (field: string, related: string, other: string, one_field: string | null) =>
    post('/relations', {
      ...{ collection: 'movies_genres', field, related_collection: related },
      ...{ meta: { one_field, junction_field: other }, schema: { on_delete: 'CASCADE' } },
    })
  await relation('genres_id', 'genres', 'movies_id', null)
  await relation('movies_id', 'movies', 'genres_id', 'genres')
}

/** Writes the rows past its interface, which takes minutes for them. */
function fill(file: string, movies: readonly Movie[]) {
  const database = new DatabaseSync(file)
  const names = ['id', ...Object.keys(columns)] as Exclude<keyof Movie, 'genre_ids'>[]
  const movie = database.prepare(`insert into movies (${names}) values (${names.map(() => '?')})`)
  const genre = database.prepare('insert or ignore into genres (id) values (?)')
  const link = database.prepare('insert into movies_genres (movies_id, genres_id) values (?, ?)')
  database.exec('begin')
  for (const one of movies) {
    movie.run(...names.map((name) => one[name]))
    for (const id of one.genre_ids) {
      genre.run(id)
      link.run(one.id, id)
    }
  }
  database.exec('commit')
  database.close()
}
