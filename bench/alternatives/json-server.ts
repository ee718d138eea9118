import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../support/server.ts'
import type { Alternative, Movie } from './alternative.ts'

/** Serves a file of JSON from memory: what many begin with. */
export const jsonServer: Alternative = {
  name: 'json-server',
  version: '0.17.4',
  async start(installed, folder, movies) {
    const file = join(folder, 'movies.json')
    await writeFile(file, JSON.stringify({ movies }))
    const program = join(installed, 'node_modules/json-server/lib/cli/bin.js')
    const server = await startServer({
      args: (port) => [program, file, '--host', '127.0.0.1', '--port', String(port), '--quiet'],
    })
    const first = '_page=1&_limit=20&_sort=popularity&_order=desc'
    return {
      server,
      byId: (id) => `/movies/${id}`,
      sorted: (page) => `/movies?${first.replace('_page=1', `_page=${page}`)}`,
      // It compares a list as a text.
      ofGenre: (genre) => `/movies?genre_ids_like=${encodeURIComponent(`(^|,)${genre}(,|$)`)}&${first}`,
      titled: (word) => `/movies?title_like=${word}&_page=1&_limit=20`,
      moviesIn: (reply) => (Array.isArray(reply) ? reply : [reply]) as Movie[],
    }
  },
}
