import type { ChangeBus } from '#src/background/change-bus.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { LOOK_MS } from './limits.ts'
import { type LogPosition, logPosition } from './position.ts'
import { openReads } from './reads.ts'

type Given = {
  db: Database
  config: Pick<Config, 'republish'>
  /** Announcements of changes; absent: they are only noticed from time to time. */
  changeBus?: ChangeBus | undefined
  clock(): Date
  failed(error: unknown): void
  lookMs?: number
}

export type ChangeFeed = ReturnType<typeof openChangeFeed>

/**
 * Notices changes for all in a process who wait for them: the change log is looked at once for all, when a change is
 * announced and from time to time, and only while somebody waits.
 */
export function openChangeFeed({ db, config, changeBus, clock, failed, lookMs = LOOK_MS }: Given) {
  const listeners = new Set<() => void>()
  let at: LogPosition | undefined
  let looking: Promise<LogPosition> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const reads = openReads({ ...{ db, config, clock }, head: async () => (at ?? (await look())).seq })

  async function lookOnce(): Promise<LogPosition> {
    const found = await logPosition(db)
    const isOther = at !== undefined && (found.incarnation !== at.incarnation || found.seq < at.seq)
    if (isOther) reads.clear()
    const hasMoved = at?.seq !== found.seq || isOther
    at = found
    if (hasMoved) for (const wake of [...listeners]) wake()
    return found
  }

  function look(): Promise<LogPosition> {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  /** A look that is under way may have begun before the change. */
  async function lookAgain(): Promise<void> {
    if (listeners.size === 0) return
    await looking?.catch(() => {})
    await look()
  }

  /** While the database is away, whoever waits goes on waiting. */
  const notLooked = (error: unknown) => void (isClosed || isUnavailable(error) || failed(error))

  const unsubscribe = changeBus?.subscribe(['changes'], () => lookAgain().catch(notLooked))

  return {
    /** How far the change log has come, as of now. */
    look,
    /** The same as of the last look. */
    known: (): LogPosition | undefined => at,
    read: reads.read,
    /** Calls `wake` when the log has moved, until the function that it returns is called. */
    listen(wake: () => void): () => void {
      if (isClosed) return () => {}
      listeners.add(wake)
      timer ??= setInterval(() => void look().catch(notLooked), lookMs).unref()
      return () => {
        listeners.delete(wake)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    /** How many wait. */
    listening: (): number => listeners.size,
    close(): void {
      isClosed = true
      unsubscribe?.()
      clearInterval(timer)
      listeners.clear()
    },
  }
}
