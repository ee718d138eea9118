import { randomInt } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { recordOf, type SignalName, signalNames, signals } from '#src/contract/signals.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { dayMs, utcDay } from '#src/reference/days.ts'
import { compareTexts } from '#src/reference/text-order.ts'

/** Counts that wait to be written; so many gather only while the database cannot be reached. */
const maxWaitingSignals = 200_000
/** Counts written in one transaction. */
const countsAtOnce = 500
/** Cells that count how often somebody has asked for a record today, each of a byte. */
const CEILING_CELLS = 2 ** 20

export type SignalCounter = {
  /** Counts a signal of a record (`codeOf`), unless `by` has given enough of them today. */
  count(signal: SignalName, record: number, by: number, nowMs: number): void
  /** Writes the counts. What cannot be written is kept for the next time. */
  write(): Promise<void>
}

const Count = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  day: Type.String(),
  signal: Type.String(),
  times: Type.Integer(),
})
type Count = Static<typeof Count>

/**
 * Counts signals in memory, so that a reply costs no write; the last counts of a process are lost if it is killed. Who
 * has asked is forgotten at once: it chooses one of a million cells, together with the record and a number that changes
 * every day. What shares a cell by chance shares its ceiling.
 */
export function openSignalCounter(db: Database, maxWaiting = maxWaitingSignals): SignalCounter {
  const cells = new Uint8Array(CEILING_CELLS)
  let seed = 0
  let dayStartMs = 0
  const current = emptyCounts()
  let waiting: Count[] = []
  let writing: Promise<void> = Promise.resolve()

  /** Puts the counts so far among those that wait to be written. */
  function rotate() {
    const day = utcDay(new Date(dayStartMs))
    for (const [signal, times] of current) {
      for (const [record, count] of times) {
        if (waiting.length >= maxWaiting) break
        const { kind, id } = recordOf(record)
        waiting.push({ kind, entity_id: id, day, signal, times: count })
      }
      times.clear()
    }
  }

  function beginDay(nowMs: number) {
    rotate()
    dayStartMs = nowMs - (nowMs % dayMs)
    cells.fill(0)
    seed = randomInt(2 ** 32)
  }

  async function writeWaiting() {
    rotate()
    const counts = waiting.sort(inOrder)
    waiting = []
    let written = 0
    try {
      for (; written < counts.length; written += countsAtOnce)
        await store(db, counts.slice(written, written + countsAtOnce))
    } catch (error) {
      waiting = [...counts.slice(written), ...waiting].slice(0, maxWaiting)
      throw error
    }
  }

  return {
    count(signal, record, by, nowMs) {
      if (nowMs < dayStartMs || nowMs >= dayStartMs + dayMs) beginDay(nowMs)
      const cell = cellOf(seed, record, by, signal.length)
      if ((cells[cell] as number) >= signals[signal].ceiling) return
      cells[cell] = (cells[cell] as number) + 1
      const times = current.get(signal) as Map<number, number>
      const known = times.get(record)
      if (known !== undefined) times.set(record, known + 1)
      else if (times.size < maxWaiting) times.set(record, 1)
    },
    write() {
      writing = writing.catch(() => {}).then(writeWaiting)
      return writing
    },
  }
}

const emptyCounts = () => new Map<SignalName, Map<number, number>>(signalNames.map((name) => [name, new Map()]))

/** Signals differ in the length of their names. */
function cellOf(seed: number, record: number, by: number, signal: number): number {
  let mixed = Math.imul(seed ^ record, 0x9e3779b1)
  mixed = Math.imul((mixed ^ (mixed >>> 15)) + by, 0x85ebca6b)
  mixed = Math.imul((mixed ^ (mixed >>> 13)) + signal, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) & (CEILING_CELLS - 1)
}

/** A number for somebody who has none of their own, such as an address. */
export function numberOf(text: string): number {
  let mixed = 0
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193)
  return mixed
}

const inOrder = (one: Count, other: Count): number =>
  compareTexts(one.kind, other.kind) ||
  one.entity_id - other.entity_id ||
  compareTexts(one.day, other.day) ||
  compareTexts(one.signal, other.signal)

/**
 * Adds to the stored counts, because other processes count the same records. All use the same order, so that none
 * blocks another. A record may have been removed since.
 */
async function store(db: Database, counts: readonly Count[]) {
  const rows = db.engine.rows(Count, counts)
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into popularity_signal (kind, entity_id, day, signal, times)
      select c.kind, c.entity_id, c.day, c.signal, cast(sum(c.times) as integer)
      from ${rows} as c join record r on r.kind = c.kind and r.id = c.entity_id
      where true group by c.kind, c.entity_id, c.day, c.signal order by 1, 2, 3, 4
      on conflict (kind, entity_id, day, signal) do update set times = popularity_signal.times + excluded.times`)
    await tx.run(sql`
      insert into interest (kind, entity_id, as_of, day_points, week_points, long_points, counted)
      select c.kind, c.entity_id, min(c.day), 0, 0, 0, 0
      from ${rows} as c join record r on r.kind = c.kind and r.id = c.entity_id
      where true group by c.kind, c.entity_id order by 1, 2
      on conflict (kind, entity_id) do nothing`)
  })
}
