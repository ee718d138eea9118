import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { despiteConflicts } from '#src/background/conflicts.ts'
import { type Looping, runLoop } from '#src/background/loop.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { answeringGeneration } from './generations.ts'
import { type SearchedKind, searched } from './searched-kinds.ts'
import { updateRecords } from './tables/update-records.ts'

/**
 * Records that are compared together, and the pause after them: a round of millions takes a quarter of an hour, and a
 * request that reads in the same thread waits for a millisecond.
 */
const recordsAtOnce = 100
const pauseMs = 20
/** The pause after a round. */
const restMs = 10 * 60_000
/** The kinds whose popularity and votes change beside the change log. */
const kinds: readonly SearchedKind[] = ['movie', 'series', 'person']
/** Popularity that has changed by less counts as the same. */
const least = { share: 0.05, points: 0.05 }

const Id = Type.Object({ entity_id: Type.Integer() })

/** One round: records whose popularity or votes have changed get their place in the index again. */
export async function refreshWeights(db: Database, signal?: AbortSignal, pause = pauseMs): Promise<void> {
  for (const kind of kinds) {
    for (let last = 0; !signal?.aborted; ) {
      const generation = (await answeringGeneration(db))?.number
      const end = generation === undefined ? undefined : await endOfNext(db, generation, kind, last)
      if (generation === undefined || end === undefined) break
      const ids = await changedIds(db, generation, kind, last, end)
      if (ids.length > 0) await despiteConflicts(() => update(db, generation, kind, ids), signal)
      last = end
      await delay(pause, undefined, { signal }).catch(() => {})
    }
  }
}

/** Imports and followers change the same rows, and often: then these records are tried again, not the whole round. */
const update = (db: Database, generation: number, kind: SearchedKind, ids: readonly number[]) =>
  db.transaction(async (tx) => {
    await updateRecords(tx, generation, kind, ids)
    await revise(tx, 'names')
  })

const shelf = (generation: number, kind: string, last: number): Sql => sql`
  generation = ${generation} and kind = ${kind} and entity_id > ${last}`

/** The last of the next records; undefined after the end. */
async function endOfNext(db: Reader, generation: number, kind: SearchedKind, last: number) {
  const rows = await db.wide.all(
    Id,
    sql`
    select entity_id from search_record where ${shelf(generation, kind, last)}
    order by entity_id ${limit(recordsAtOnce)}`,
  )
  return rows.at(-1)?.entity_id
}

async function changedIds(db: Reader, generation: number, kind: SearchedKind, last: number, end: number) {
  const { popularity, votes } = searched[kind]
  const rows = await db.wide.all(
    Id,
    sql`
    select r.entity_id from (
      select entity_id, popularity as known, votes as known_votes from search_record
      where ${shelf(generation, kind, last)} and entity_id <= ${end} order by entity_id ${limit(recordsAtOnce)}
    ) as r cross join ${raw(kind)} m
    where m.id = r.entity_id and (
      abs(m.${raw(popularity)} - r.known) > r.known * ${raw(String(least.share))} + ${raw(String(least.points))}
      or ${votes === '0' ? raw('0') : raw(`m.${votes}`)} <> r.known_votes)`,
  )
  return rows.map(({ entity_id }) => entity_id)
}

/** Keeps the order of the index until `signal` is aborted. */
export const runWeights = (db: Database, looping: Looping): Promise<void> =>
  runLoop(() => refreshWeights(db, looping.signal), { ...looping, restMs })
