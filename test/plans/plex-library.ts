import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { buildServer } from '#src/http/server.ts'
import { walk } from '../support/plex/media-server.ts'
import { openPlex } from '../support/plex/open.ts'
import { testDay } from '../support/world.ts'

/** Everything that a media server asks, for movies and television, by names, ids, numbers and days. */
export async function plexLibrary(db: Database) {
  const { config } = readConfig({ 'reply-cache-bytes': '0' }, {})
  const app = buildServer({ db: db as never, config, clock: () => new Date(testDay) })
  const show = { type: 4, grandparentTitle: 'Tidewater Signals' }
  for (const headers of [{}, { 'x-plex-language': 'de-DE' }]) {
    const { movies, television } = await openPlex({ app, db }, headers as Record<string, string>)
    await walk(movies, { type: 1, title: 'The Glass Lantern', year: 2021, manual: 1 })
    await walk(movies, { type: 1, title: 'The Glas Lantern', filename: '/f/Lantern {imdb-tt0000501}.mkv' })
    await walk(movies, { type: 1, guid: 'tmdb://501' })
    await walk(television, { type: 2, guid: 'tvdb://880601' })
    for (const place of [
      { date: '2026-03-10' },
      { index: 3 },
      { parentIndex: 2, index: 1 },
      { title: 'Storm Warning' },
    ])
      await television.match({ ...show, ...place })
    await television.match({ ...show, parentIndex: 0, index: 2, episodeOrder: '000000000000000000060171' })
    await television.match({ type: 3, parentTitle: 'Tidewater Signals', index: 2 })
  }
  await app.close()
}
