import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { ApiError } from '#src/contract/statuses.ts'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { addWatched, findWatched, type WatchedEntry, type WatchedNamed, watchedEpisodes } from './watched.ts'
import { type WatchedTime, watchedNow, watchedSometime, watchedTime } from './watched-time.ts'

/** When something was watched: a time, the day on which it came out or aired, or now if nobody says. */
export type NotedTime = WatchedTime | 'released' | undefined
export type NamedToNote = WatchedNamed & { time: NotedTime; is_rewatch?: boolean | undefined }

/** What is noted; with `isUndoable` as a whole that can be undone. */
type Noting = { named: readonly NamedToNote[]; isUndoable?: boolean }

/** How many entries there are more, the places of what was not found, and the name by which all of it is undone. */
type Noted = { added: number; notFound: number[]; batch: string | null }

/** The places of what was not found. Throws `not_found` where nothing was. */
export function missing(named: readonly WatchedNamed[], found: ReadonlyMap<number, unknown>): number[] {
  const places = named.map(({ place }) => place).filter((place) => !found.has(place))
  if (places.length === named.length) throw new ApiError('not_found')
  return places
}

/** Finds and adds in one transaction: what somebody merges in between would be neither added nor missing. */
export const noteWatched = write(
  'watched',
  async ({ db, now, account, countSignal, take }, { named, isUndoable = false }: Noting): Promise<Noted> => {
    await take(named.length)
    const batch = isUndoable ? randomBytes(12).toString('hex') : null
    const { added, entries, notFound } = await db.transaction(async (tx) => {
      const found = await findWatched(tx, named, now.toISOString().slice(0, 10))
      const notFound = missing(named, found)
      const entries = await entriesOf(tx, account.id, { named, found, now })
      const added = await addWatched(
        tx,
        account.id,
        entries.map((entry) => ({ ...entry, batch })),
        now,
      )
      await leaveWatchlist(tx, account.id, entries)
      return { added, entries, notFound }
    })
    if (added > 0) countWatched(countSignal, entries)
    return { added, notFound, batch: added > 0 ? batch : null }
  },
)

/** Removes movies that were watched from the watchlist of who wants that of all of them. */
export async function leaveWatchlist(
  db: Database,
  account_id: number,
  entries: readonly Pick<WatchedEntry, 'kind' | 'entity_id'>[],
): Promise<void> {
  const movies = entries.filter(({ kind }) => kind === 'movie').map(({ entity_id }) => entity_id)
  if (movies.length === 0) return
  await db.run(sql`
    delete from watchlist
    where account_id = ${account_id} and kind = 'movie' and ${db.engine.anyOf(sql`entity_id`, movies)}
      and exists (select 1 from account a where a.id = ${account_id} and a.leaves_watchlist)`)
}

type Found = { named: readonly NamedToNote[]; found: Awaited<ReturnType<typeof findWatched>>; now: Date }

/** The entries of what was named: of seasons and series, those episodes that are not marked yet. */
async function entriesOf(db: Reader, account_id: number, { named, found, now }: Found): Promise<WatchedEntry[]> {
  const isWhole = (kind: string) => kind === 'season' || kind === 'series'
  const ofWhole = named.flatMap(({ kind, place }) => (isWhole(kind) ? (found.get(place) ?? []) : []))
  const known = await watchedEpisodes(
    db,
    account_id,
    ofWhole.map(({ entity_id }) => entity_id),
  )
  const released = named.flatMap(({ place, time }) => (time === 'released' ? (found.get(place) ?? []) : []))
  const days = await daysOfRelease(db, released)
  const timeOf = (time: NotedTime, { kind, entity_id }: { kind: string; entity_id: number }): WatchedTime =>
    time === 'released'
      ? (watchedTime(days.get(`${kind} ${entity_id}`) ?? '', now) ?? watchedSometime)
      : (time ?? watchedNow(now))
  return named.flatMap(({ kind, place, time, is_rewatch }) =>
    (found.get(place) ?? [])
      .filter(({ entity_id }) => !isWhole(kind) || !known.has(entity_id))
      .map((record): WatchedEntry => ({ ...record, ...timeOf(time, record), is_rewatch: is_rewatch ?? null })),
  )
}

const Released = Type.Object({ kind: Type.String(), id: Type.Integer(), day: Type.String() })

/** The days on which movies came out and episodes aired, or their seasons began. */
async function daysOfRelease(db: Reader, records: readonly { kind: string; entity_id: number }[]) {
  const idsOf = (of: string) => records.filter(({ kind }) => kind === of).map(({ entity_id }) => entity_id)
  const [movies, episodes] = [idsOf('movie'), idsOf('episode')]
  const found = [
    ...(movies.length === 0
      ? []
      : await db.all(
          Released,
          sql`
          select 'movie' as kind, m.id, m.release_date as day from movie m
          where ${db.engine.anyOf(sql`m.id`, movies)}`,
        )),
    ...(episodes.length === 0
      ? []
      : await db.all(
          Released,
          sql`
          select 'episode' as kind, e.id, coalesce(nullif(e.air_date, ''), s.air_date, '') as day
          from episode e join season s on s.series_id = e.series_id and s.season_number = e.season_number
          where ${db.engine.anyOf(sql`e.id`, episodes)}`,
        )),
  ]
  return new Map(found.map(({ kind, id, day }) => [`${kind} ${id}`, day]))
}

/** Each movie and each series counts once. */
function countWatched(
  count: (signal: 'watched', of: 'movie' | 'series', id: number) => void,
  entries: readonly WatchedEntry[],
) {
  const series = new Set(entries.flatMap(({ series_id }) => series_id ?? []))
  const movies = new Set(entries.filter(({ kind }) => kind === 'movie').map(({ entity_id }) => entity_id))
  for (const id of series) count('watched', 'series', id)
  for (const id of movies) count('watched', 'movie', id)
}

const isBatch = (text: string): boolean => /^[0-9a-f]{24}$/.test(text)

/** How many entries there still are of what was noted together. */
export const countNoted = async (db: Reader, account_id: number, batch: string): Promise<number> =>
  isBatch(batch) ? countRows(db, sql`from watched where account_id = ${account_id} and batch = ${batch}`) : 0

/** Removes what was noted together, and nothing else; returns how many entries there were. */
export const undoNoted = write('watched', async ({ db, account, take }, batch: string): Promise<number> => {
  if (!isBatch(batch)) return 0
  await take()
  return db.run(sql`delete from watched where account_id = ${account.id} and batch = ${batch}`)
})
