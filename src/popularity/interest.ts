import { type Static, Type } from 'typebox'
import { shownPopularity } from '#src/catalogue/popularity.ts'
import { type PopularKind, type SignalName, signals } from '#src/contract/signals.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { dayMs, utcDay } from '#src/reference/days.ts'
import { countedOf, decayed, fewestPoints, type Points, spans } from './formula.ts'
import { openPace } from './pace.ts'

/** Records whose points are computed together. */
export const recordsAtOnce = 250

const Interest = Type.Object({
  entity_id: Type.Integer(),
  as_of: Type.String(),
  day_points: Type.Number(),
  week_points: Type.Number(),
  long_points: Type.Number(),
  counted: Type.Number(),
  adult: Type.Boolean(),
  popularity: Type.Number(),
})
type Interest = Static<typeof Interest>
const Signal = Type.Object({
  entity_id: Type.Integer(),
  day: Type.String(),
  signal: Type.String(),
  times: Type.Integer(),
})
type Signal = Static<typeof Signal>

/** What a record is worth at a time. */
export type Scored = { id: number; points: Points; adult: boolean; popularity: number }

/**
 * The points of all records of a kind that somebody has cared about, some at once. Past days are folded into one row
 * for each record, and what has changed is written.
 */
export async function* scoredOf(db: Database, of: PopularKind, now: Date): AsyncGenerator<Scored[]> {
  const today = utcDay(now)
  const pace = openPace()
  let after = 0
  while (true) {
    const rows = await interestAfter(db, of, after)
    const last = rows.at(-1)
    if (!last) return
    const signals = await signalsOf(db, of, after, last.entity_id)
    const byRecord = Map.groupBy(signals, ({ entity_id }) => entity_id)
    const updated = rows.map((row) => update(row, byRecord.get(row.entity_id) ?? [], today, now))
    await pace(updated, (some) => write(db, of, some, today))
    yield updated.map(({ row, points }) => {
      return { id: row.entity_id, points, adult: row.adult, popularity: row.popularity }
    })
    after = last.entity_id
  }
}

const interestAfter = (db: Reader, of: PopularKind, after: number) =>
  db.wide.all(
    Interest,
    sql`
    select i.entity_id, i.as_of, i.day_points, i.week_points, i.long_points, i.counted, r.adult, r.popularity
    from (
      select entity_id, as_of, day_points, week_points, long_points, counted from interest
      where kind = ${raw(`'${of}'`)} and entity_id > ${after} order by entity_id ${limit(recordsAtOnce)}
    ) as i join ${raw(of)} r on r.id = i.entity_id order by i.entity_id`,
  )

const signalsOf = (db: Reader, of: PopularKind, after: number, last: number) =>
  db.wide.all(
    Signal,
    sql`
    select entity_id, day, signal, times from popularity_signal
    where kind = ${raw(`'${of}'`)} and entity_id > ${after} and entity_id <= ${last} order by entity_id, day, signal`,
  )

const pointsOf = (signal: string, times: number): number =>
  Object.hasOwn(signals, signal) ? signals[signal as SignalName].points * times : 0

const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00.000Z`)

/** What was counted on a day happened in its middle, as far as it has passed. */
const middleOf = (day: string, nowMs: number): number =>
  (startOfDay(day) + Math.min(startOfDay(day) + dayMs, nowMs)) / 2

type Updated = { row: Interest; isFolded: boolean; folded: Points; points: Points; counted: number }

/** Folds the past days of a record, and adds the current one. */
function update(row: Interest, signals: readonly Signal[], today: string, now: Date): Updated {
  const todayMs = startOfDay(today)
  const nowMs = now.getTime()
  const past = signals.filter(({ day }) => day < today)
  const sum = (of: readonly Signal[], span: keyof Points, atMs: number) =>
    of.reduce((total, { day, signal, times }) => {
      return total + decayed(pointsOf(signal, times), span, (atMs - middleOf(day, nowMs)) / dayMs)
    }, 0)
  const pointsAt = (span: keyof Points, atMs: number, of: readonly Signal[]) =>
    decayed(row[`${span}_points`], span, (atMs - startOfDay(row.as_of)) / dayMs) + sum(of, span, atMs)
  const all = (atMs: number, of: readonly Signal[]) =>
    Object.fromEntries(spans.map((span) => [span, pointsAt(span, atMs, of)])) as Points
  const points = all(nowMs, signals)
  return { row, isFolded: past.length > 0, folded: all(todayMs, past), points, counted: countedOf(points) }
}

const Row = Type.Object({
  entity_id: Type.Integer(),
  day_points: Type.Number(),
  week_points: Type.Number(),
  long_points: Type.Number(),
  counted: Type.Number(),
})

async function write(db: Database, of: PopularKind, updated: readonly Updated[], today: string) {
  const folded = updated.filter(({ isFolded }) => isFolded)
  const shown = updated.filter(({ row, counted }) => counted !== row.counted)
  const forgotten = updated.filter(({ points, counted }) => counted === 0 && points.long < fewestPoints)
  if (folded.length + shown.length + forgotten.length === 0) return
  const kind = raw(`'${of}'`)
  await db.transaction(async (tx) => {
    if (folded.length > 0) {
      const ids = folded.map(({ row }) => row.entity_id)
      await tx.run(sql`
        update interest set as_of = ${today}, day_points = r.day_points, week_points = r.week_points,
          long_points = r.long_points
        from ${tx.engine.rows(Row, folded.map(rowOf))} as r where kind = ${kind} and interest.entity_id = r.entity_id`)
      await tx.run(sql`
        delete from popularity_signal
        where kind = ${kind} and ${tx.engine.anyOf(raw('entity_id'), ids)} and day < ${today}`)
    }
    if (shown.length > 0) {
      const counts = tx.engine.rows(Row, shown.map(rowOf))
      await tx.run(sql`
        update ${raw(of)} set counted_popularity = r.counted,
          popularity = ${shownPopularity(raw('start_popularity'), raw('r.counted'))}
        from ${counts} as r where ${raw(of)}.id = r.entity_id`)
      await tx.run(sql`
        update interest set counted = r.counted
        from ${counts} as r where kind = ${kind} and interest.entity_id = r.entity_id`)
    }
    const ids = forgotten.map(({ row }) => row.entity_id)
    if (ids.length > 0)
      await tx.run(sql`
        delete from interest where kind = ${kind} and ${tx.engine.anyOf(raw('entity_id'), ids)} and not exists (
          select 1 from popularity_signal s where s.kind = interest.kind and s.entity_id = interest.entity_id)`)
  })
}

const rowOf = ({ row: { entity_id }, folded, counted }: Updated): Static<typeof Row> => ({
  entity_id,
  day_points: folded.day,
  week_points: folded.week,
  long_points: folded.long,
  counted,
})
