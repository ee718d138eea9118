import { type Static, Type } from 'typebox'
import { type Looping, runLoop } from '#src/background/loop.ts'
import { hasPopularity } from '#src/catalogue/popularity.ts'
import type { PopularKind } from '#src/contract/signals.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { utcDay } from '#src/reference/days.ts'
import { startAll, startThese } from './start.ts'
import { computeTrends } from './trends.ts'

/** The pause after each round; lists are kept for about as long. */
const restMs = 5 * 60_000
/** So many new records get their start one by one; after a larger import all do. */
const maxNewRecords = 2_000

const Progress = Type.Object({ started_on: Type.String(), edit_id: Type.Integer(), newest: Type.Integer() })
const NewRecord = Type.Object({ kind: Type.String(), id: Type.Integer() })

/**
 * One round: the start of records, of all once a day and of new ones at once, then what is counted, then trends. What
 * it does follows from the database and the time alone, so that it may be interrupted and repeated.
 */
export async function computePopularity(db: Database, now: Date, signal?: AbortSignal): Promise<void> {
  await computeStarts(db, now, signal)
  if (!signal?.aborted) await computeTrends(db, now, signal)
}

async function computeStarts(db: Database, now: Date, signal: AbortSignal | undefined) {
  const progress = (await db.one(
    Progress,
    sql`
    select started_on, edit_id, coalesce((select id from edit order by id desc limit 1), 0) as newest
    from popularity_progress`,
  )) as Static<typeof Progress>
  const { started_on, edit_id, newest } = progress
  const today = utcDay(now)
  if (started_on === today && edit_id === newest) return
  const added = started_on === today ? await recordsSince(db, edit_id) : undefined
  if (added && added.length < maxNewRecords) {
    const byKind = Map.groupBy(added, ({ kind }) => kind)
    for (const [kind, records] of byKind)
      if (hasPopularity(kind))
        await startThese(
          db,
          kind as PopularKind,
          records.map(({ id }) => id),
          today,
        )
  } else await startAll(db, today, signal)
  if (signal?.aborted) return
  await db.run(sql`update popularity_progress set started_on = ${today}, edit_id = ${newest}`)
}

const recordsSince = (db: Reader, edit_id: number) =>
  db.wide.all(NewRecord, sql`select kind, id from record where edit_id > ${edit_id} ${limit(maxNewRecords)}`)

type Options = Looping & { clock(): Date }

/** Computes popularity and trends until `signal` is aborted. */
export const runPopularity = (db: Database, { clock, ...looping }: Options): Promise<void> =>
  runLoop(() => computePopularity(db, clock(), looping.signal), { ...looping, restMs })
