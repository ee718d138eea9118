import { setTimeout as delay } from 'node:timers/promises'
import { isUnwritable } from '#src/database/errors.ts'

/** How often it is tried again. */
const RETRY_MS = 2_000

/** Why nothing can be written, on a full or read-only disk; undefined if all was written. */
export const unlessUnwritable = (work: Promise<void>): Promise<Error | undefined> =>
  work.then(
    () => undefined,
    (error) => {
      if (!isUnwritable(error)) throw error
      return error
    },
  )

type Log = { error(about: object, text: string): void; info(text: string): void }
type Repeating = { obstacle: Error; log: Log; signal: AbortSignal }

/** What a server writes when it starts, once something can be written; until then it answers reads. */
export async function repeatUntilWritten(write: () => Promise<void>, { obstacle, log, signal }: Repeating) {
  log.error({ err: obstacle }, 'nothing can be written, so only reads are answered')
  let last = obstacle.message
  while (!signal.aborted) {
    await delay(RETRY_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    try {
      await write()
      return log.info('writes are answered again')
    } catch (error) {
      const { message } = error as Error
      // The same once more says nothing.
      if (!isUnwritable(error) && message !== last)
        log.error({ err: error }, 'what a start writes could not be written')
      last = message
    }
  }
}
