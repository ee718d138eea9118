import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { CountSignal } from '#src/contract/signals.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { leaveWatchlist } from '#src/kept/note-watched.ts'
import { findWatched, removeWatched, type WatchedKind } from '#src/kept/watched.ts'
import { type WatchedTime, watchedNow } from '#src/kept/watched-time.ts'
import { addFitting, watchedIn } from '#src/kept-import/watched.ts'
import type { MatchedRecord } from '#src/matching/wanted-title.ts'
import { dayMs, minuteMs } from '#src/reference/days.ts'

/** How old a time of a player may be: what it kept while it was offline. An older one is that of the time before. */
const oldestMs = dayMs
/** Running times in minutes where neither the catalogue nor the player knows one, and bounds of those that are said. */
const usualMinutes = { movie: 90, episode: 25 } as const
const minutesBetween = { least: 10, most: 600 } as const

/** When something was played: as the player says, within reason, or else now. */
export function playedTime(entry: Pick<KeptEntry, 'at' | 'on'>, now: Date): WatchedTime {
  const told = watchedIn(entry, now)
  if (typeof told !== 'object' || told.watched_at === '') return watchedNow(now)
  const ms = Date.parse(told.watched_at)
  return ms > now.getTime() || ms < now.getTime() - oldestMs ? watchedNow(now) : told
}

/** Within which time of one play another is the same: the running time of what was played. */
export function aroundPlay({ watched_at }: Pick<WatchedTime, 'watched_at'>, minutes: number) {
  const ms = Date.parse(watched_at)
  const length = Math.min(minutesBetween.most, Math.max(minutesBetween.least, minutes)) * minuteMs
  return { from: new Date(ms - length).toISOString(), to: new Date(ms + length).toISOString() }
}

const Runtime = Type.Object({ runtime: nullable(Type.Integer()) })

/** How long a movie or an episode runs, in minutes. */
async function runtimeOf(db: Reader, { kind, entity_id }: { kind: WatchedKind; entity_id: number }) {
  const from = kind === 'movie' ? sql`movie` : sql`episode`
  return (await db.one(Runtime, sql`select runtime from ${from} where id = ${entity_id}`))?.runtime || undefined
}

export const minutesOfPlay = (minutes: number | null | undefined, { kind }: Pick<KeptEntry, 'kind'>): number =>
  minutes ?? usualMinutes[kind === 'movie' ? 'movie' : 'episode']

type Play = { record: MatchedRecord; time: WatchedTime; minutes: number | null | undefined }
/** What became of a play, and of which record: that into which it was merged, if it was. */
type Written = {
  outcome: 'watched' | 'repeated' | 'full' | 'waiting'
  kind: WatchedKind
  entity_id: number
  series_id: number | null
}

/**
 * Notes that a movie or an episode was watched, unless that is there already. The account is locked, so that two
 * players that tell the same at the same time count once.
 */
export async function writePlay(tx: Database, account_id: number, play: Play, now: Date): Promise<Written | undefined> {
  const { record, time } = play
  if (record.kind !== 'movie' && record.kind !== 'episode') return undefined
  const named = { place: 0, kind: record.kind, id: record.id, season_number: null, episode_number: null }
  const found = (await findWatched(tx, [named], undefined)).get(0)?.[0]
  if (!found) return undefined
  const minutes = (await runtimeOf(tx, found)) ?? minutesOfPlay(play.minutes, { kind: found.kind })
  const { from, to } = aroundPlay(time, minutes)
  // Noon stands for a day without a time, which somebody has entered by hand.
  const same = await countRows(
    tx,
    sql`from watched
      where account_id = ${account_id} and kind = ${found.kind} and entity_id = ${found.entity_id} and (
        (watched_at > ${from} and watched_at < ${to})
        or (watched_on = ${time.watched_on} and watched_at like '%T12:00:00.000Z'))`,
  )
  if (same > 0) return { outcome: 'repeated', ...found }
  const room = await addFitting(tx, account_id, [{ ...found, ...time }], now)
  if (room === 1) await leaveWatchlist(tx, account_id, [found])
  return { outcome: room === 1 ? 'watched' : 'full', ...found }
}

/** Takes back a play that was written. */
export const removePlay = (
  tx: Database,
  account_id: number,
  { kind, entity_id, watched_at }: { kind: WatchedKind; entity_id: number; watched_at: string },
) => removeWatched(tx, account_id, [{ kind, entity_id, watched_at }])

/** It counts for the popularity of its movie or series. */
export function countPlay(countSignal: CountSignal, { outcome, kind, entity_id, series_id }: Written): void {
  if (outcome !== 'watched') return
  if (kind === 'movie') countSignal('watched', 'movie', entity_id)
  else if (series_id !== null) countSignal('watched', 'series', series_id)
}
