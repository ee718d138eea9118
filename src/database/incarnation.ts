import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

const Row = Type.Object({ number: Type.Integer(), at: Type.String(), place: Type.Union([Type.String(), Type.Null()]) })

/**
 * A text that stays the same as long as a database continues from its own state: for everybody who opens it, after
 * restarts and new migrations. A copy, an older state that was restored, and a promoted replica have another one.
 * Undefined on a replica, which has no state of its own.
 */
export async function incarnationOf(db: Database): Promise<string | undefined> {
  const rows = await db.all(Row, sql`select number, at, ${db.engine.instance} as place from migration order by number`)
  const place = rows[0]?.place ?? undefined
  if (place === undefined) return undefined
  return JSON.stringify([await placeOf(place), rows.map(({ number, at }) => [number, at])])
}

/** Asks for it repeatedly, waiting at most this long each time: undefined if the database cannot tell it now. */
export function askIncarnation(db: Database, waitMs: number): () => Promise<string | undefined> {
  let asking: Promise<string | undefined> | undefined
  return () => {
    asking ??= incarnationOf(db)
      .catch(() => undefined)
      .finally(() => {
        asking = undefined
      })
    return Promise.race([asking, delay(waitMs, undefined, { ref: false })])
  }
}

/** A copied file is a different one. */
async function placeOf(place: string): Promise<unknown> {
  if (!isAbsolute(place)) return place
  const { dev, ino, birthtimeMs } = await stat(place)
  return [dev, ino, birthtimeMs]
}
