/**
 * How an app is connected: it has a setting for the address, asks a fixed one, takes providers of metadata, or does not
 * ask at all and reads files.
 */
const ways = ['setting', 'fixed', 'provider', 'files'] as const
type Way = (typeof ways)[number]

/** Who has it: people who watch films, or those who write programs. */
const uses = ['player', 'program'] as const
export type Use = (typeof uses)[number]

/** An app or library. `tried` is the version that was run here; without it, its documentation says so. */
export type Client = { id: ClientId; name: string; use: Use; way: Way; tried?: string }

/** THE table of apps: the source of the page *Connect* and of docs/clients.md; what to do stands in the texts. */
const table = {
  kodi_scrapers: { name: 'Kodi, with its own scrapers', use: 'player', way: 'fixed', tried: '20' },
  kodi: { name: 'Kodi, with NFO files', use: 'player', way: 'files' },
  jellyfin: { name: 'Jellyfin', use: 'player', way: 'files' },
  plex: { name: 'Plex', use: 'player', way: 'provider' },
  jellyseerr: { name: 'Jellyseerr, Overseerr, Seerr', use: 'player', way: 'fixed' },
  moviedb_promise: { name: 'moviedb-promise (Node.js)', use: 'program', way: 'setting', tried: '4.0.8' },
  tmdb_ts: { name: 'tmdb-ts (Node.js)', use: 'program', way: 'fixed', tried: '2.3.0' },
} as const satisfies Record<string, { name: string; use: Use; way: Way; tried?: string }>

export type ClientId = keyof typeof table

export const clients: readonly Client[] = Object.entries(table).map(([id, client]) => ({
  id: id as ClientId,
  ...client,
}))

/** What a key is made for on the page, with its address: an app of the table, or another with a setting for it. */
export const otherClient = 'other'
export type KeyedClient = { id: ClientId | typeof otherClient; name: string; way: Way }

/** The app with an id, if it needs a key. */
export function keyedClient(id: string): KeyedClient | undefined {
  if (id === otherClient) return { id: otherClient, name: '', way: 'setting' }
  return clients.find((each) => each.id === id && each.way !== 'files')
}
