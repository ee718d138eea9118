import type { AddressInfo } from 'node:net'
import { storedSettings } from '#src/background/stored-settings.ts'
import { fittingBytes } from '#src/cache/reply-cache.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { openUsage, type Usage, usageIntervalMs } from '#src/keys/usage.ts'
import type { Log } from '#src/log.ts'
import { openProcessMetrics } from '#src/metrics/gather.ts'
import { metricsOf } from '#src/metrics/metrics.ts'
import { openSignalCounter, type SignalCounter } from '#src/popularity/counter.ts'
import type { Application } from '../application.ts'
import { type Load, watchLoad } from '../load.ts'
import { buildServer } from '../server.ts'
import { listenWithMore, placeOf, refuseTaken } from './listening-sockets.ts'
import type { RunningServer } from './running-server.ts'

type Given = Omit<Application, 'clock' | 'load' | 'signals' | 'usage'> & {
  db: Migratable
  /** Its name in metrics, if the server has several processes. */
  worker?: string
}

/** Answers requests in this process. Resolves when it listens. */
export async function listen({ worker, ...given }: Given): Promise<RunningServer> {
  const { db, config } = given
  const clock = () => new Date()
  const usage = openUsage(db, clock)
  const signals = openSignalCounter(db)
  const ownMetrics = config.metrics === '' ? undefined : await openProcessMetrics(worker)
  let load: Load | undefined
  let closeMore = async () => {}
  const stored = await storedSettings(db)
  const heard = { isTooHigh: () => load?.isTooHigh() ?? false }
  const app = buildServer({ ...given, stored, clock, usage, signals, load: heard })
  const mostBytes = fittingBytes(config.replyCacheBytes)
  if (mostBytes < config.replyCacheBytes) app.log.warn({ mostBytes }, 'the heap is too small for replyCacheBytes')
  const { write, stopWriting } = keepWriting(usage, signals, app.log)
  try {
    app.addHook('preClose', () => closeMore())
    // The primary has found the port of its workers.
    if (worker === undefined) await refuseTaken(config)
    // Fastify passes on options for which it has no type.
    await app.listen({ ...placeOf(config), listenTextResolver: (address) => listeningAt(config, address) })
    closeMore = await listenWithMore(app.server, config.host)
    // Not earlier: the time of the start says nothing about the load.
    load = watchLoad(config.eventLoopDelayMs)
  } catch (error) {
    await app.close()
    await stopWriting()
    throw error
  }
  return {
    log: app.log,
    port: (app.server.address() as AddressInfo).port,
    measure: async () => (ownMetrics ? [await ownMetrics(metricsOf(app.states(), db))] : []),
    failed: new Promise(() => {}),
    async stop() {
      app.log.info('finishing the requests in flight')
      const timeout = setTimeout(() => app.server.closeAllConnections(), config.shutdownTimeoutMs)
      // Usage is also written now, because if the end takes long, above all because of e-mails, the process may be
      // killed.
      await Promise.all([app.close(), write()])
      clearTimeout(timeout)
      await stopWriting()
      app.log.info('stopped')
    },
  }
}

/** The framework knows nothing of certificates. */
const listeningAt = ({ tlsCertificate }: Given['config'], address: string): string =>
  `Server listening at ${tlsCertificate === '' ? address : address.replace(/^http:/, 'https:')}`

/** Writes counts at intervals, on demand, and once more when that stops. */
function keepWriting(usage: Usage, signals: SignalCounter, log: Log) {
  const failed = (sentence: string) => (error: unknown) => log.error({ err: error }, sentence)
  const write = () =>
    Promise.all([
      usage.write().catch(failed('key usage could not be written')),
      signals.write().catch(failed('signals for popularity could not be written')),
    ])
  const timer = setInterval(write, usageIntervalMs)
  const stopWriting = () => {
    clearInterval(timer)
    return write()
  }
  return { write, stopWriting }
}
