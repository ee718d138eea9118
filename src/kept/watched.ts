import { type Static, Type } from 'typebox'
import { placeOfSurvivor } from '#src/catalogue/edits/gone/survivor-places.ts'
import { survivorOf } from '#src/catalogue/edits/gone/survivors.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { write } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { empty, limit, type Sql, sql } from '#src/database/sql.ts'
import { airedAmong } from './aired.ts'
import { lockKeeper } from './keeper.ts'
import type { WatchedTime } from './watched-time.ts'

/** Entries that an account may have. */
export const maxWatched = 50_000
/** Entries that are added in one transaction, which other writers have to wait for. */
export const maxWatchedAtOnce = 5_000

/** The kinds of record that people watch; seasons and series are their episodes. */
export type WatchedKind = 'movie' | 'episode'

const record = { kind: Type.Unsafe<WatchedKind>({ type: 'string' }), entity_id: Type.Integer() }
const Record = Type.Object(record)
type WatchedRecord = Static<typeof Record>

const Entry = Type.Object({
  ...record,
  watched_at: Type.String(),
  watched_on: Type.String(),
  series_id: nullable(Type.Integer()),
  is_rewatch: nullable(Type.Boolean()),
  batch: nullable(Type.String()),
})
type Entry = Static<typeof Entry>
/**
 * A movie or an episode that was watched at a time; whether again, if anybody says so, and the name of what was noted
 * together with it.
 */
export type WatchedEntry = Omit<Entry, 'is_rewatch' | 'batch'> & Partial<Pick<Entry, 'is_rewatch' | 'batch'>>

/** Adds entries of an account; those that are there already stay as they are. Returns how many were added. */
export function addWatched(
  db: Database,
  account_id: number,
  entries: readonly WatchedEntry[],
  now: Date,
): Promise<number> {
  if (entries.length > maxWatchedAtOnce) throw new ApiError('watched_full')
  const rows = entries.map((entry) => ({ is_rewatch: null, batch: null, ...entry }))
  return db.transaction(async (tx) => {
    await lockKeeper(tx, { account_id })
    const added = await tx.run(sql`
      insert into watched (
        account_id, kind, entity_id, watched_at, watched_on, series_id, is_rewatch, batch, created_at)
      select cast(${account_id} as bigint), r.kind, r.id, g.watched_at, g.watched_on, g.series_id, g.is_rewatch,
        g.batch, cast(${now.toISOString()} as text)
      from ${tx.engine.rows(Entry, rows)} as g join record r on r.kind = g.kind and r.id = g.entity_id
      where true on conflict do nothing`)
    if (added > 0 && (await hasMore(tx, account_id, maxWatched))) throw new ApiError('watched_full')
    return added
  })
}

async function hasMore(db: Reader, account_id: number, most: number): Promise<boolean> {
  const beyond = await db.all(
    Record,
    sql`select kind, entity_id from watched where account_id = ${account_id} ${limit(1)} offset ${most}`,
  )
  return beyond.length > 0
}

const At = Type.Object({ ...record, watched_at: nullable(Type.String()) })
/** What to remove: the entry of a time, or all of a record. */
type WatchedAt = Static<typeof At>

/** Removes entries of an account; returns how many there were. */
export function removeWatched(db: Database, account_id: number, of: readonly WatchedAt[]): Promise<number> {
  return db.transaction(async (tx) => {
    await lockKeeper(tx, { account_id })
    let removed = 0
    for (const [kind, ofKind] of Map.groupBy(of, ({ kind }) => kind)) {
      const whole = ofKind.filter(({ watched_at }) => watched_at === null).map(({ entity_id }) => entity_id)
      if (whole.length > 0)
        removed += await tx.run(sql`
          delete from watched
          where account_id = ${account_id} and kind = ${kind} and ${tx.engine.anyOf(sql`entity_id`, whole)}`)
      for (const [watched_at, at] of Map.groupBy(ofKind, (each) => each.watched_at)) {
        if (watched_at === null) continue
        const ids = at.map(({ entity_id }) => entity_id)
        removed += await tx.run(sql`
          delete from watched
          where account_id = ${account_id} and kind = ${kind} and ${tx.engine.anyOf(sql`entity_id`, ids)}
            and watched_at = ${watched_at}`)
      }
    }
    return removed
  })
}

const Named = Type.Object({
  place: Type.Integer(),
  kind: Type.String(),
  id: Type.Integer(),
  season_number: nullable(Type.Integer()),
  episode_number: nullable(Type.Integer()),
})
/**
 * What somebody watched: a record by its id, or a season or an episode by that of its series and its numbers. `place`
 * tells several apart.
 */
export type WatchedNamed = {
  place: number
  kind: WatchedKind | 'season' | 'series'
  id: number
  season_number: number | null
  episode_number: number | null
}

const Found = Type.Object({
  place: Type.Integer(),
  id: nullable(Type.Integer()),
  series_id: nullable(Type.Integer()),
})
const FoundOfWhole = Type.Object({
  ...Found.properties,
  season_number: nullable(Type.Integer()),
  air_date: nullable(Type.String()),
  season_air_date: nullable(Type.String()),
})
type Placed = WatchedRecord & { series_id: number | null }

/** The movies and episodes of what was named, by its place; what is not in the catalogue has no place. */
type WatchedOf = Map<number, Placed[]>

const episodesOfSeason = sql`episode e on e.series_id = s.series_id and e.season_number = s.season_number`

/** THE table of how something is named: by its id or by numbers, and how its movie or episodes are found from `n`. */
const namings: readonly { kind: WatchedNamed['kind']; isNumbered: boolean; joins: (main: Sql) => Sql }[] = [
  { kind: 'movie', isNumbered: false, joins: () => sql`join movie e on e.id = n.id` },
  { kind: 'episode', isNumbered: false, joins: () => sql`join episode e on e.id = n.id` },
  {
    kind: 'episode',
    isNumbered: true,
    joins: () => sql`
      join episode e on e.series_id = n.id and e.season_number = n.season_number
        and e.episode_number = n.episode_number`,
  },
  {
    kind: 'season',
    isNumbered: false,
    joins: () => sql`join season s on s.id = n.id left join ${episodesOfSeason}`,
  },
  {
    kind: 'season',
    isNumbered: true,
    joins: () => sql`
      join season s on s.series_id = n.id and s.season_number = n.season_number left join ${episodesOfSeason}`,
  },
  {
    kind: 'series',
    isNumbered: false,
    joins: (main) => sql`
      join series t on t.id = n.id left join season s on s.series_id = t.id ${main} left join ${episodesOfSeason}`,
  },
]

/**
 * Finds what was named; what was merged means its survivor. A season and a series stand for their episodes: with
 * `airedOn` for those that have aired by that day (`airedAmong`), and a series for none of its specials.
 */
export async function findWatched(
  db: Reader,
  named: readonly WatchedNamed[],
  airedOn: string | undefined,
): Promise<WatchedOf> {
  const found = await findPresent(db, named, airedOn)
  const missing = named.filter(({ place }) => !found.has(place))
  const survivors = (await Promise.all(missing.map((one) => survivorNamed(db, one)))).flatMap((one) => one ?? [])
  if (survivors.length === 0) return found
  return new Map([...found, ...(await findPresent(db, survivors, airedOn))])
}

/** The record that what was named was merged into; undefined if it was not. */
async function survivorNamed(db: Reader, named: WatchedNamed): Promise<WatchedNamed | undefined> {
  const { kind, id, season_number, episode_number } = named
  if (season_number === null) {
    const survivor = await survivorOf(db, kind, id)
    return survivor && { ...named, id: survivor.id }
  }
  const series_id = (await survivorOf(db, 'series', id))?.id ?? id
  const asked = { series_id, season_number, ...(episode_number !== null && { episode_number }) }
  const place = { ...asked, ...(await placeOfSurvivor(db, asked)) }
  return { ...named, ...place, id: place.series_id }
}

async function findPresent(
  db: Reader,
  named: readonly WatchedNamed[],
  airedOn: string | undefined,
): Promise<WatchedOf> {
  const main = airedOn === undefined ? empty : sql`and s.season_number > 0`
  const found: WatchedOf = new Map()
  for (const { kind, isNumbered, joins } of namings) {
    const chosen = named.filter((each) => each.kind === kind && (each.season_number !== null) === isNumbered)
    if (chosen.length === 0) continue
    const from = sql`from ${db.engine.rows(Named, chosen)} as n ${joins(main)}`
    const isWhole = kind === 'season' || kind === 'series'
    const rows = isWhole ? await episodesOfWhole(db, from, airedOn) : await oneByOne(db, from, kind)
    for (const { place, id, series_id } of rows) {
      const before = found.get(place) ?? []
      const record = {
        kind: kind === 'movie' ? ('movie' as const) : ('episode' as const),
        entity_id: id ?? 0,
        series_id,
      }
      found.set(place, id === null ? before : [...before, record])
    }
  }
  return found
}

const oneByOne = (db: Reader, from: Sql, kind: 'movie' | 'episode') =>
  db.all(
    Found,
    sql`
    select n.place, e.id, cast(${kind === 'movie' ? sql`null` : sql`e.series_id`} as integer) as series_id ${from}
    order by n.place, e.id`,
  )

/** The episodes of seasons and series; those that have aired, or else none, which has no id. */
async function episodesOfWhole(db: Reader, from: Sql, airedOn: string | undefined) {
  const rows = await db.all(
    FoundOfWhole,
    sql`
    select n.place, e.id, e.series_id, e.season_number, e.air_date, s.air_date as season_air_date ${from}
    order by n.place, e.season_number, e.episode_number, e.id`,
  )
  if (airedOn === undefined) return rows
  return [...Map.groupBy(rows, ({ place }) => place)].flatMap(([place, ofPlace]) => {
    const episodes = ofPlace.flatMap((row) =>
      row.id === null ? [] : { ...row, season_number: row.season_number ?? 0 },
    )
    return [{ place, id: null, series_id: null }, ...airedAmong(episodes, airedOn)]
  })
}

const Id = Type.Object({ entity_id: Type.Integer() })

/** Which of some episodes an account has watched. */
export async function watchedEpisodes(
  db: Reader,
  account_id: number,
  episodes: readonly number[],
): Promise<ReadonlySet<number>> {
  if (episodes.length === 0) return new Set()
  const rows = await db.all(
    Id,
    sql`select distinct entity_id from watched
      where account_id = ${account_id} and kind = 'episode' and ${db.engine.anyOf(sql`entity_id`, episodes)}`,
  )
  return new Set(rows.map(({ entity_id }) => entity_id))
}

type Correction = { kind: WatchedKind; id: number; at: string; time: WatchedTime }

const Said = Type.Object({ is_rewatch: nullable(Type.Boolean()) })

/** Another time for an entry: the other entry takes its place. False if there is none of that time. */
export const correctWatched = write(
  'watched',
  async ({ db, now, account, take }, { kind, id, at, time }: Correction) => {
    const named = { place: 0, kind, id, season_number: null, episode_number: null }
    const record = (await findWatched(db, [named], undefined)).get(0)?.[0]
    if (!record) return false
    await take()
    return db.transaction(async (tx) => {
      const { entity_id } = record
      const before = await tx.one(
        Said,
        sql`
        select is_rewatch from watched
        where account_id = ${account.id} and kind = ${kind} and entity_id = ${entity_id} and watched_at = ${at}`,
      )
      if (!before) return false
      await removeWatched(tx, account.id, [{ kind, entity_id, watched_at: at }])
      await addWatched(tx, account.id, [{ ...record, ...time, ...before }], now)
      return true
    })
  },
)
