import { plexProviders } from '#src/groups/plex/providers.ts'
import { createKey } from '#src/keys/keys.ts'
import type { Server } from '../scenarios.ts'
import { testDay } from '../world.ts'
import { openMediaServer } from './media-server.ts'

/** Makes a key for Plex; media servers at both of its addresses, which ask with these headers. */
export async function openPlex({ app, db }: Pick<Server, 'app' | 'db'>, headers: Record<string, string> = {}) {
  const made = { name: 'Living room', plan: 'developer', use: 'plex', account_id: null } as const
  const { id, secret } = await createKey(db, { ...made, limit_per_second: 0, now: new Date(testDay) })
  const [movies, television] = plexProviders.map((provider) =>
    openMediaServer(app, `https://reelcommons.example/plex/${secret}/${provider}`, headers),
  )
  return { id, secret, movies: movies!, television: television! }
}
