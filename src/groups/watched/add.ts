import { Type } from 'typebox'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { extend } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import type { Reader } from '#src/database/database.ts'
import { addWatched, findWatched, type WatchedEntry, watchedEpisodes } from '#src/kept/watched.ts'
import { watchedNow } from '#src/kept/watched-time.ts'
import { Items, itemsIn, missing, type Named, not_found } from './items.ts'

export const add = operation('watched.add', 'POST /commons/1/account/watched', {
  summary:
    'Marks movies, episodes, seasons or series as watched. A season or series stands for those of its ' +
    'episodes that have aired or have no date, and that are not marked yet; a series does not include its ' +
    'specials. A movie or episode can be marked again with another time; the same time adds nothing',
  access: 'session',
  body: Items,
  reply: extend(
    Status,
    { added: Type.Integer({ description: 'Number of entries added: one for each movie and episode' }), not_found },
    'WatchedAdded',
  ),
  answers: ['created'],
  refusals: ['not_found', 'invalid_date', 'watched_full'],

  handle: ({ write, body, now }) => write(noteWatched, itemsIn(body, now)),
})

/** Finds and adds in one transaction: what somebody merges in between would be neither added nor missing. */
const noteWatched = write('watched', async ({ db, now, account, countSignal, take }, named: Named[]) => {
  await take(named.length)
  const { added, entries, notFound } = await db.transaction(async (tx) => {
    const found = await findWatched(tx, named, now.toISOString().slice(0, 10))
    const notFound = missing(named, found)
    const entries = await entriesOf(tx, account.id, { named, found, now })
    return { added: await addWatched(tx, account.id, entries, now), entries, notFound }
  })
  if (added > 0) countWatched(countSignal, entries)
  return new StatusAnswer('created', { added, not_found: notFound })
})

type Found = { named: readonly Named[]; found: Awaited<ReturnType<typeof findWatched>>; now: Date }

/** The entries of what was named: of seasons and series, those episodes that are not marked yet. */
async function entriesOf(db: Reader, account_id: number, { named, found, now }: Found): Promise<WatchedEntry[]> {
  const isWhole = (kind: string) => kind === 'season' || kind === 'series'
  const ofWhole = named.flatMap(({ kind, place }) => (isWhole(kind) ? (found.get(place) ?? []) : []))
  const episodes = ofWhole.map(({ entity_id }) => entity_id)
  const known = await watchedEpisodes(db, account_id, episodes)
  return named.flatMap(({ kind, place, time = watchedNow(now) }) =>
    (found.get(place) ?? [])
      .filter(({ entity_id }) => !isWhole(kind) || !known.has(entity_id))
      .map((record): WatchedEntry => ({ ...record, ...time })),
  )
}

/** Each movie and each series counts once. */
function countWatched(count: (signal: 'watched', of: 'movie' | 'series', id: number) => void, entries: WatchedEntry[]) {
  const series = new Set(entries.flatMap(({ series_id }) => series_id ?? []))
  const movies = new Set(entries.filter(({ kind }) => kind === 'movie').map(({ entity_id }) => entity_id))
  for (const id of series) count('watched', 'series', id)
  for (const id of movies) count('watched', 'movie', id)
}
