import { hostname } from 'node:os'
import { openChangeBus } from '#src/background/change-bus.ts'
import { giveBackWhenIdle } from '#src/background/idle-memory.ts'
import { startWatchdog } from '#src/background/watchdog/watchdog.ts'
import { openPrepared } from '#src/catalogue/open-catalogue.ts'
import { announcing } from '#src/database/announcing.ts'
import { openForwardedWriter } from '#src/database/sqlite/write-forwarding.ts'
import type { Topic } from '#src/database/topics.ts'
import { listen } from '#src/http/listening/listen.ts'
import type { RunningServer } from '#src/http/listening/running-server.ts'
import type { Taken } from '#src/keys/buckets.ts'
import { GIVE_BACK_MS, type Lessor, openLeasedLimiter } from '#src/keys/leased-limiter.ts'
import { openLogBuffer } from '#src/log-buffer.ts'
import type { Outbox } from '#src/mail/outbox.ts'
import type { ToPrimary, ToWorker } from './messages.ts'

type MessageOf<Say> = Extract<ToWorker, { type: Say }>
export type Receive = (message: MessageOf<'written' | 'leased' | 'changed' | 'measure'>) => void
type Post = (message: ToPrimary) => void

/** Serves until it is told to stop. `receive` takes the messages of the primary; `ended` resolves at the end. */
export function serveAsWorker({ number, workers, config }: MessageOf<'start'>, post: Post, stopped: Promise<void>) {
  const forwarded = openForwardedWriter((message) => post({ type: 'write', message }))
  const leases = openLeases(post)
  const limiter = openLeasedLimiter(leases.lessor, () => workers)

  let serving: RunningServer | undefined
  const changeBus = openChangeBus((error) => serving?.log.error({ err: error }, 'changes could not be read'))

  async function serve() {
    const base = { pid: process.pid, hostname: hostname(), worker: number }
    const watchdog = startWatchdog({ ...config, isText: false, base })
    void stopped.then(() => watchdog.stopping(config.shutdownTimeoutMs))
    const opened = await openPrepared(config, forwarded.writer)
    const announce = (topics: ReadonlySet<Topic>) => {
      for (const topic of topics) post({ type: 'changed', topic })
    }
    // PostgreSQL notifies the primary by itself.
    const db = config.database === '' ? announcing(opened, announce) : opened
    const timer = setInterval(limiter.giveBackUnused, GIVE_BACK_MS)
    const { stream, close: writeLog } = openLogBuffer(process.stdout, config.logDelayMs, stopped)
    const logger = { level: config.logLevel, stream, base }
    const outbox = outboxElsewhere(post)
    serving = await listen({ db, config, logger, limiter, changeBus, outbox, worker: String(number) })
    watchdog.started()
    post({ type: 'serving' })
    const keepMemory = giveBackWhenIdle()
    await stopped
    keepMemory()
    changeBus.close()
    await serving.stop()
    clearInterval(timer)
    await db.close()
    writeLog()
  }

  async function measure(number: number) {
    const metrics = await serving?.measure().catch((error) => {
      serving?.log.error({ err: error }, 'metrics could not be collected')
    })
    post({ type: 'measured', number, metrics: metrics?.flat() ?? [] })
  }

  const receive: Receive = (message) => {
    if (message.type === 'written') forwarded.receive(message.message)
    else if (message.type === 'changed') changeBus.publish(message.topic)
    else if (message.type === 'measure') void measure(message.number)
    else leases.receive(message)
  }
  return { receive, ended: serve() }
}

function openLeases(post: Post) {
  const asked = new Map<number, (taken: Taken) => void>()
  let last = 0
  const lessor: Lessor = {
    lease(...wanted) {
      const number = ++last
      post({ type: 'lease', number, asked: wanted })
      return new Promise((resolve) => asked.set(number, resolve))
    },
    giveBack: (...given) => post({ type: 'give back', given }),
  }
  return {
    lessor,
    receive({ number, taken }: MessageOf<'leased'>) {
      asked.get(number)?.(taken)
      asked.delete(number)
    },
  }
}

/** The primary sends the mails. */
const outboxElsewhere = (post: Post): Outbox => ({
  wake: () => post({ type: 'mail' }),
  start() {},
  async close() {},
})
