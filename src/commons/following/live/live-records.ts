import { type Static, Type } from 'typebox'
import { isRecordKind } from '#src/catalogue/record-kinds.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { Table } from '#src/database/table.ts'
import type { Heard } from '../../format/live.ts'
import { type Following, findFollowing } from '../followings.ts'

/** Records that were heard of and are in no packet yet; with more of them, packets are waited for. */
const maxLiveRecords = 5_000
/** When it could not be taken in, only packets are for so long. */
const REST_MS = 600_000

const LiveRecord = Type.Object({
  following_id: Type.String(),
  kind: Type.String(),
  entity_id: Type.Integer(),
  position: Type.Integer(),
})
const liveTable: Table<typeof LiveRecord> = {
  name: 'live_record',
  key: ['following_id', 'kind', 'entity_id'],
  row: LiveRecord,
}

const Newer = Type.Object({ kind: Type.String(), entity_id: Type.Integer() })

/** Up to which position of the publisher everything has come in. */
export const reachedBy = ({ position, live_position }: Pick<Following, 'position' | 'live_position'>): number =>
  Math.max(position, live_position)

type Changes = readonly Static<typeof Newer>[]

/** Notes which records are about to be newer than the last packet, before anything of them comes in. */
export const noteLive = (tx: Database, following_id: string, changes: readonly Heard['changes'][number][]) =>
  tx.put(
    liveTable,
    changes.map(({ kind, id, position }) => ({ following_id, kind, entity_id: id, position })),
  )

/** The records whose state here is newer than what a packet of this position says; undefined if there are none. */
export async function newerThan(db: Reader, id: string, position: number): Promise<ReadonlySet<string> | undefined> {
  const rows: Changes = await db.all(
    Newer,
    sql`select kind, entity_id from live_record where following_id = ${id} and position > ${position}`,
  )
  const named = rows.filter(({ kind }) => isRecordKind(kind)).map(({ kind, entity_id }) => `${kind} ${entity_id}`)
  return named.length === 0 ? undefined : new Set(named)
}

/** Forgets records that a packet has, or all of them. */
export const forgetLive = (tx: Database, id: string, position: number): Promise<number> =>
  tx.run(sql`delete from live_record where following_id = ${id} and position <= ${position}`)

/** Whether so many records were heard of since the last packet that the next one is waited for. */
export const isLiveFull = async (db: Reader, id: string): Promise<boolean> =>
  (await countRows(db, sql`from live_record where following_id = ${id}`)) >= maxLiveRecords

/** Notes that something was heard which waits to be taken in; after a failure it waits until the next attempt. */
export const markHeard = (db: Database, id: string, now: Date): Promise<number> =>
  db.run(sql`
    update following set ask_at = coalesce(ask_at, next_at), next_at = ${now.toISOString()}
    where id = ${id} and state = 'following' and failures = 0`)

/** Notes that nothing heard waits any more: the publisher is asked when that is due. */
export async function doneHearing(db: Database, id: string): Promise<Following | undefined> {
  await db.run(sql`
    update following set next_at = ask_at, ask_at = null where id = ${id} and ask_at is not null`)
  return findFollowing(db, id)
}

/** Has only packets come in for a while. */
export const restLive = (db: Database, id: string, now: Date): Promise<number> =>
  db.run(sql`
    update following set live_rests_until = ${new Date(now.getTime() + REST_MS).toISOString()} where id = ${id}`)

/** Says whether changes are wanted as they happen. */
export const setLive = async (tx: Database, id: string, isWanted: boolean): Promise<boolean> =>
  (await tx.run(sql`
    update following set wants_live = ${isWanted}, live_rests_until = null where id = ${id}`)) > 0
