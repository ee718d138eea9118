import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

const Row = Type.Object({ number: Type.Integer(), at: Type.String(), place: Type.Union([Type.String(), Type.Null()]) })

/**
 * A text that is the same for as long as a database goes on from where it was: for all who open it, after restarts and
 * after migrations that it has had before. A copy of it, or an older state that was put in its place, has another one,
 * and so has what goes on from a replica that was promoted. Undefined on a replica, which does not go on by itself.
 */
export async function incarnationOf(db: Database): Promise<string | undefined> {
  const rows = await db.all(Row, sql`select number, at, ${db.engine.place} as place from migration order by number`)
  const place = rows[0]?.place ?? undefined
  if (place === undefined) return undefined
  return JSON.stringify([await placeOf(place), rows.map(({ number, at }) => [number, at])])
}

/** Asks for it ever again, each time for so long at most: undefined where the database cannot tell it now. */
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

/** A file that was copied is another one. */
async function placeOf(place: string): Promise<unknown> {
  if (!isAbsolute(place)) return place
  const { dev, ino, birthtimeMs } = await stat(place)
  return [dev, ino, birthtimeMs]
}
