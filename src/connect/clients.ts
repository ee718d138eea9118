/**
 * How an app is connected: it has a setting for the address, asks a fixed one, takes providers of metadata, or does not
 * ask at all and reads files.
 */
const ways = ['setting', 'fixed', 'provider', 'files'] as const
type Way = (typeof ways)[number]

/** An app or library. `tried` is the version that was run here; without it, its documentation says so. */
export type Client = { id: ClientId; name: string; way: Way; tried?: string }

/** THE table of apps: the source of the page *Connect* and of docs/clients.md; what to do stands in the texts. */
const table = {
  plex: { name: 'Plex', way: 'provider' },
  moviedb_promise: { name: 'moviedb-promise (Node.js)', way: 'setting', tried: '4.0.8' },
  tmdb_ts: { name: 'tmdb-ts (Node.js)', way: 'fixed', tried: '2.3.0' },
  jellyseerr: { name: 'Jellyseerr, Overseerr, Seerr', way: 'fixed' },
  jellyfin: { name: 'Jellyfin', way: 'files' },
  kodi: { name: 'Kodi', way: 'files' },
} as const satisfies Record<string, { name: string; way: Way; tried?: string }>

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
