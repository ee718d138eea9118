import type { ChangeBus } from '#src/background/change-bus.ts'
import { openLiveSettings } from '#src/background/stored-settings.ts'
import { type Config, siteAddress } from '#src/config.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { findPort } from '#src/http/listening/listening-sockets.ts'
import { openLog } from '#src/http/listening/open-log.ts'
import type { RunningServer } from '#src/http/listening/running-server.ts'
import type { LogOptions } from '#src/log.ts'
import { openConfiguredOutbox } from '#src/mail/configured-outbox.ts'
import { openProcessMetrics } from '#src/metrics/gather.ts'
import { openWorkers } from './workers.ts'

type Given = {
  db: Migratable
  config: Config
  logger: LogOptions
  /** Where lines for people go. */
  io: { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream }
  changeBus: ChangeBus
  stopped: Promise<unknown>
}

/**
 * Answers requests in several processes on one port. This one, the primary, answers none: it writes, counts the limits
 * of keys and sends mails, so that a slow request delays only its own worker.
 */
export async function serveWithWorkers(services: Given, workers: number): Promise<RunningServer> {
  const { db, config, logger, io, changeBus, stopped } = services
  const log = openLog(logger)
  const port = await findPort(config)
  const print = (line: string) => void io.stdout.write(line)
  const site = () => siteAddress(config, port)
  const settings = openLiveSettings({ db, config, changeBus })
  const outbox = openConfiguredOutbox({ db, settings, clock: () => new Date(), site, log, print })
  const output = {
    log: (lines: string) => void logger.stream.write(lines),
    complain: (lines: string) => void io.stderr.write(lines),
  }
  const ownMetrics = config.metrics === '' ? undefined : await openProcessMetrics('primary')
  const given = { db, config: { ...config, port }, log, output, outbox, changeBus }
  const { started, failed, measure, stop } = openWorkers(given, workers)
  try {
    await Promise.race([started, stopped])
  } catch (error) {
    await stop()
    await outbox.close()
    throw error
  }
  outbox.start()
  return {
    log,
    port,
    failed,
    measure: async () => (ownMetrics ? [await ownMetrics([]), ...(await measure())] : []),
    async stop() {
      log.info('finishing the requests in flight')
      await stop()
      await outbox.close()
      log.info('stopped')
    },
  }
}
