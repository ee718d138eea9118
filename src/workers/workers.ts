import type { ChangeBus } from '#src/background/change-bus.ts'
import { openRestartDelays } from '#src/background/restart-delays.ts'
import type { Config } from '#src/config.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { forwardTransactions } from '#src/database/sqlite/write-forwarding.ts'
import { topics } from '#src/database/topics.ts'
import { openBuckets } from '#src/keys/buckets.ts'
import type { Log } from '#src/log.ts'
import type { Outbox } from '#src/mail/outbox.ts'
import type { Metric } from '#src/metrics/metrics.ts'
import { settingsOfWorker } from './divided-settings.ts'
import type { ToPrimary } from './messages.ts'
import { openWorkerMetrics } from './worker-metrics.ts'
import { type Output, startWorkerProcess, type WorkerProcess } from './worker-process.ts'

/** Failed starts in a row while no worker serves, after which a server that has served gives up. */
const FAILED_STARTS = 5
/** The time for a worker to end after its last requests, before it is killed. */
const STOP_TIMEOUT_MS = 5_000

export type Given = {
  db: Migratable
  /** With the port that is listened on. */
  config: Config
  log: Log
  output: Output
  outbox: Pick<Outbox, 'wake'>
  changeBus: ChangeBus
}

/** Starts workers, and replaces those that end. */
export function openWorkers(given: Given, workers: number, start = startWorkerProcess) {
  const { log, config } = given
  const running = new Set<WorkerProcess>()
  const serving = new Set<WorkerProcess>()
  const stopping = new AbortController()
  const allServe = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const measuring = openWorkerMetrics()
  const receive = openMessageHandler(given, measuring)
  let hasServed = false
  let failedStarts = 0

  async function live(number: number): Promise<End> {
    const { worker, ended } = startWorker(given, receive, { start, number, workers }, () => {
      failedStarts = 0
      serving.add(worker)
      if (serving.size < workers) return
      hasServed = true
      allServe.resolve()
    })
    running.add(worker)
    const end = await ended
    running.delete(worker)
    serving.delete(worker)
    return end
  }

  async function keep(number: number) {
    const delays = openRestartDelays()
    while (!stopping.signal.aborted) {
      const { servedMs, code, signal, sentence } = await live(number)
      if (stopping.signal.aborted) return
      const isExpected = signal === 'SIGINT' || signal === 'SIGTERM'
      if (servedMs === 0 && !isExpected) {
        const isHopeless = serving.size === 0 && ++failedStarts >= FAILED_STARTS
        if (!hasServed || isHopeless) return failed.reject(new Error(sentence))
      }
      delays.lived(servedMs)
      const delayMs = delays.next()
      log.error({ worker: number, code, signal, delay_ms: delayMs }, 'a worker ended; another one replaces it')
      await pause(delayMs, stopping.signal)
    }
  }

  const kept = Promise.all(Array.from({ length: workers }, (_, index) => keep(index + 1)))
  return {
    /** Resolves when all of them serve. */
    started: Promise.race([allServe.promise, failed.promise]),
    failed: failed.promise,
    measure: (): Promise<Metric[][]> => Promise.all([...serving].map(({ post }) => measuring.ask(post))),
    async stop() {
      stopping.abort()
      for (const worker of running) {
        // A worker that is still starting has nothing to finish.
        if (serving.has(worker)) worker.post({ type: 'stop' })
        else worker.kill('SIGKILL')
      }
      const timeout = setTimeout(() => {
        for (const worker of running) worker.kill('SIGKILL')
      }, config.shutdownTimeoutMs + STOP_TIMEOUT_MS)
      await kept
      clearTimeout(timeout)
    },
  }
}

/** Waits until `signal` is aborted, at most this long. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}

type End = { servedMs: number; code: number | null; signal: NodeJS.Signals | null; sentence: string }

/** One worker, and its end. `serves` is called when it begins to serve. */
function startWorker(
  { config, output }: Given,
  receive: ReturnType<typeof openMessageHandler>,
  { start, number, workers }: { start: typeof startWorkerProcess; number: number; workers: number },
  serves: () => void,
) {
  let servedFromMs: number | undefined
  let sentence: string | undefined
  const receiveFirst = (message: ToPrimary) => {
    if (message.type === 'failed') sentence = message.sentence
    else if (message.type !== 'serving') handler.receive(message)
    else {
      servedFromMs = performance.now()
      serves()
    }
  }
  const worker = start(receiveFirst, outputOf(output, number))
  const handler = receive(worker)
  worker.post({ type: 'start', number, workers, config: settingsOfWorker(config, number, workers) })
  const ended = worker.ended.then(({ code, signal }): End => {
    handler.leave()
    sentence ??= `A worker ended with ${signal ?? `code ${code}`} before it served.`
    return { servedMs: servedFromMs === undefined ? 0 : performance.now() - servedFromMs, code, signal, sentence }
  })
  return { worker, ended }
}

const outputOf = ({ log, complain }: Output, number: number): Output => ({
  log,
  complain: (lines) => complain(lines.replace(/^(?=.)/gm, `worker ${number}: `)),
})

/**
 * Answers the workers: writes go through one queue, and the limits of keys are counted here for all of them. Whatever
 * anybody has changed is passed on to all.
 */
function openMessageHandler({ db, outbox, changeBus }: Given, measuring: ReturnType<typeof openWorkerMetrics>) {
  const buckets = openBuckets(() => new Date())
  return (worker: WorkerProcess) => {
    const writes = db.writer && forwardTransactions(db.writer, (message) => worker.post({ type: 'written', message }))
    const unfollow = topics.map((topic) =>
      changeBus.subscribe([topic], async () => worker.post({ type: 'changed', topic })),
    )
    return {
      receive(message: Exclude<ToPrimary, { type: 'serving' | 'failed' }>) {
        if (message.type === 'write') writes?.receive(message.message)
        else if (message.type === 'mail') outbox.wake()
        else if (message.type === 'measured') measuring.answer(message.number, message.metrics)
        else if (message.type === 'changed') changeBus.publish(message.topic)
        else if (message.type === 'give back') buckets.giveBack(...message.given)
        else {
          worker.post({ type: 'leased', number: message.number, taken: buckets.take(...message.asked) })
        }
      },
      leave() {
        writes?.leave()
        for (const end of unfollow) end()
      },
    }
  }
}
