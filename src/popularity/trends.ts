import { type Static, Type } from 'typebox'
import { type TimeWindow, timeWindows } from '#src/contract/path-parameters.ts'
import { type PopularKind, popularKinds } from '#src/contract/signals.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { trendOf } from './formula.ts'
import { scoredOf } from './interest.ts'

export type TrendType = 'all' | 'movie' | 'tv' | 'person'

/** The places of a list of trends that are kept: as many as 500 pages show. */
export const maxTrends = 10_000
/** Places written in one transaction: whole pages, so that no page shows a record twice. */
const placesAtOnce = 200

const typeOf = { movie: 'movie', series: 'tv', person: 'person' } as const satisfies Record<PopularKind, TrendType>

type Ranked = { kind: PopularKind; id: number; score: number; popularity: number }

/** Higher scores first; the last two make the order total. */
const inOrder = (one: Ranked, other: Ranked): number =>
  other.score - one.score ||
  other.popularity - one.popularity ||
  popularKinds.indexOf(one.kind) - popularKinds.indexOf(other.kind) ||
  one.id - other.id

/** The best of many, in bounded memory. */
class Best {
  #ranked: Ranked[] = []
  add(ranked: Ranked): void {
    this.#ranked.push(ranked)
    if (this.#ranked.length === 4 * maxTrends) this.#ranked = this.best()
  }
  best(): Ranked[] {
    return this.#ranked.sort(inOrder).slice(0, maxTrends)
  }
}

const Popular = Type.Object({ id: Type.Integer(), popularity: Type.Number() })

/** What is popular anyway: it fills the lists where few have asked for anything. */
const mostPopular = (db: Reader, of: PopularKind) =>
  db.wide.all(
    Popular,
    sql`select id, popularity from ${raw(of)} where adult = false order by popularity desc, id ${limit(maxTrends)}`,
  )

/** Computes the points of all records that people care about, and from these what is trending. */
export async function computeTrends(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  const best: Record<TimeWindow, Ranked[]> = { day: [], week: [] }
  for (const of of popularKinds) {
    const ranking = await rank(db, of, now, signal)
    if (signal?.aborted) return
    for (const window of timeWindows) {
      const ranked = ranking[window].best()
      await writeTrends(db, window, typeOf[of], ranked)
      best[window] = [...best[window], ...ranked]
    }
  }
  for (const window of timeWindows) await writeTrends(db, window, 'all', best[window].sort(inOrder).slice(0, maxTrends))
}

/** Ranks the records of a kind; adult ones are left out. */
async function rank(db: Database, of: PopularKind, now: Date, signal: AbortSignal | undefined) {
  const ranking: Record<TimeWindow, Best> = { day: new Best(), week: new Best() }
  const asked = new Set<number>()
  for await (const scored of scoredOf(db, of, now)) {
    if (signal?.aborted) return ranking
    for (const { id, points, adult, popularity } of scored) {
      if (adult) continue
      // Only these may be among the most popular ones, which are read afterwards.
      asked.add(id)
      for (const window of timeWindows)
        ranking[window].add({ kind: of, id, score: trendOf(points[window], popularity), popularity })
    }
  }
  for (const { id, popularity } of await mostPopular(db, of)) {
    if (asked.has(id)) continue
    const ranked = { kind: of, id, score: trendOf(0, popularity), popularity }
    for (const window of timeWindows) ranking[window].add(ranked)
  }
  return ranking
}

const Place = Type.Object({
  time_window: Type.String(),
  media_type: Type.String(),
  place: Type.Integer(),
  kind: Type.String(),
  entity_id: Type.Integer(),
})
const table = { name: 'trend', key: ['time_window', 'media_type', 'place'], row: Place }

/** Writes the places of a list that have changed. */
async function writeTrends(db: Database, time_window: TimeWindow, media_type: TrendType, ranked: readonly Ranked[]) {
  const stored = await db.wide.all(
    Place,
    sql`select time_window, media_type, place, kind, entity_id from trend
      where time_window = ${time_window} and media_type = ${media_type}`,
  )
  const before = new Map(stored.map(({ place, kind, entity_id }) => [place, `${kind} ${entity_id}`]))
  const places = ranked.map(({ kind, id }, index): Static<typeof Place> => {
    return { time_window, media_type, place: index + 1, kind, entity_id: id }
  })
  for (let first = 0; first < places.length; first += placesAtOnce) {
    const changed = places
      .slice(first, first + placesAtOnce)
      .filter(({ place, kind, entity_id }) => before.get(place) !== `${kind} ${entity_id}`)
    if (changed.length > 0) await putPlaces(db, changed)
  }
  if (stored.some(({ place }) => place > places.length))
    await db.run(sql`
      delete from trend
      where time_window = ${time_window} and media_type = ${media_type} and place > ${places.length}`)
}

/** A record may have been removed since it was ranked. */
const putPlaces = (db: Database, places: readonly Static<typeof Place>[]) =>
  db.run(sql`
    insert into trend (time_window, media_type, place, kind, entity_id)
    select p.time_window, p.media_type, p.place, p.kind, p.entity_id
    from ${db.engine.rows(table.row, places)} as p join record r on r.kind = p.kind and r.id = p.entity_id
    where true
    on conflict (time_window, media_type, place) do update set kind = excluded.kind, entity_id = excluded.entity_id`)
