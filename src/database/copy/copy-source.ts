import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayMs } from '#src/reference/days.ts'
import { countRows } from '../count-rows.ts'
import type { Database } from '../database.ts'
import type { Migratable } from '../migratable.ts'
import { catalogueFile, isUrl, openDatabase } from '../open.ts'
import { APPLICATION_NAME } from '../postgres/driver.ts'
import { raw, sql } from '../sql.ts'
import { openConnection } from '../sqlite/connection.ts'
import { quoted } from '../table.ts'

/** A large catalogue takes hours to copy, in a single transaction of the source. */
export const COPY_TIMEOUT_MS = 7 * dayMs
/** How long a copy waits until writers of the source have finished. */
const LOCK_TIMEOUT_MS = 5_000
/** How long PostgreSQL may take to notice that a process which used the source is gone, such as a killed copy. */
const DEPARTURE_TIMEOUT_MS = 2_000
const DEPARTURE_POLL_MS = 50

/** Somebody else has the catalogue open. */
class InUseError extends Error {
  override name = 'InUseError'
}

/** Opens a catalogue that nobody else uses, to copy all of it. */
export async function openUnused(location: string): Promise<Migratable> {
  const file = isUrl(location) ? undefined : join(location, catalogueFile)
  if (file !== undefined) {
    if (!existsSync(file)) throw new Error(`There is no catalogue in ${location}.`)
    refuseUsers(file)
  }
  const db = await openDatabase(location, {
    writes: 'inline',
    connections: 1,
    statementTimeoutMs: COPY_TIMEOUT_MS,
    transactionTimeoutMs: COPY_TIMEOUT_MS,
  })
  try {
    if (db.engineName === 'postgres') await refuseConnections(db)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/**
 * SQLite leaves the mode with a log only if nobody else has the file open. The next one who opens it enters that mode
 * again.
 */
function refuseUsers(file: string) {
  const connection = openConnection(file, { readOnly: false, busyTimeoutMs: 0 })
  try {
    connection.script('pragma journal_mode = delete')
  } catch (error) {
    throw inUse(error)
  } finally {
    connection.close()
  }
}

async function refuseConnections(db: Database) {
  const connected = sql`
    from pg_stat_activity
    where datname = current_database() and application_name = ${APPLICATION_NAME} and pid <> pg_backend_pid()`
  for (let waited = 0; (await countRows(db, connected)) > 0; waited += DEPARTURE_POLL_MS) {
    if (waited >= DEPARTURE_TIMEOUT_MS) throw inUse()
    await sleep(DEPARTURE_POLL_MS)
  }
}

const inUse = (cause?: unknown) =>
  new InUseError(
    'A server or another command is using the source. Stop it first: what it writes would not be copied.',
    {
      cause,
    },
  )

/** Blocks writers until the transaction ends. This is the first step of the transaction. */
export async function blockWriters(tx: Database, engineName: Migratable['engineName'], tables: readonly string[]) {
  // On SQLite our transaction is the only one.
  if (engineName === 'sqlite') return
  await tx.run(raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`))
  await tx.run(raw(`lock table ${quoted(tables)} in share mode`))
}
