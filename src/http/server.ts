import fastify, { type FastifyInstance } from 'fastify'
import { openWritePace } from '#src/accounts/write-pace.ts'
import { noteEvents } from '#src/audit/security-events.ts'
import { openLiveSettings } from '#src/background/stored-settings.ts'
import { limitForInterface, openPasswords } from '#src/credentials/passwords.ts'
import { allOperations, plexOperations } from '#src/interface.ts'
import { openKeyCheck } from '#src/keys/key-check.ts'
import { openConfiguredOutbox } from '#src/mail/configured-outbox.ts'
import { countRequests } from '#src/metrics/requests.ts'
import { pages } from '#src/pages/index.ts'
import { openShared } from '#src/redis/redis.ts'
import { openDataSources } from '#src/run/data-sources.ts'
import { openRun } from '#src/run/run.ts'
import { openAdmissions } from './admission/admissions.ts'
import type { Application } from './application.ts'
import { mountBatch } from './batch/mount-batch.ts'
import { openCachedHeaders } from './cached-headers.ts'
import { mountChanges } from './changes/mount-changes.ts'
import { frameworkOptions } from './framework-options.ts'
import { addHealth } from './health.ts'
import { addHooks } from './hooks.ts'
import { openAppHosts, openKeyFinder } from './hosts/app-hosts.ts'
import { openAskedSite } from './hosts/asked-site.ts'
import { openSite } from './hosts/site.ts'
import { openThisMachine } from './hosts/this-machine.ts'
import { openCertificates } from './hosts/tls.ts'
import { mount, offeredBy } from './mount-operations.ts'
import { openHttpServer } from './node-server.ts'
import { serveDump } from './pages/dump.ts'
import { serveIdFiles } from './pages/id-files.ts'
import { answersPeople, mountPages } from './pages/mount-pages.ts'
import { closeCatalogue } from './pages/private-catalogue.ts'
import { serveSiteFiles } from './pages/site-files.ts'
import { mountPlayers } from './players/mount-players.ts'
import { mountPlex } from './plex/mount-plex.ts'
import { openReads } from './reads.ts'
import { answerErrors } from './refusals.ts'
import { readLog } from './request-log.ts'
import { serveContracts } from './serve-contracts.ts'
import { servePictures } from './serve-pictures.ts'
import { openTimeLimit } from './time-limit.ts'

/** Builds the application from its services. It never listens, so that tests can inject requests. */
export function buildServer(application: Application): FastifyInstance {
  const { clock, logger, load, usage, signals, print = () => {} } = application
  const settings = openLiveSettings(application)
  const { config } = settings
  const log = () => app.log
  const redis = application.redis ?? openShared(config, log)
  const keyCheck = openKeyCheck({ ...application, usage, redis })
  const isOfApp = openAppHosts(config)
  const findKey = openKeyFinder(keyCheck, isOfApp)
  const requests = countRequests()
  const { db, reads, replies, hasReplicas, ...reading } = openDataSources({ ...application, redis, log })
  const isLogged = /^(trace|debug|info)$/.test(logger?.level ?? '')
  const certificates = config.tlsCertificate === '' ? undefined : openCertificates(config, log)
  const askedSite = openAskedSite({ ...config, isNamed: certificates?.isNamed }, () => site())
  const timeLimit = openTimeLimit(config.handlerTimeoutMs)
  const admissions = openAdmissions(config)
  let isClosing = false
  let answersRead: ReturnType<typeof openReads> = () => false
  const answersFirst: typeof answersRead = (request, response) => !isClosing && answersRead(request, response)
  const app = fastify({
    ...frameworkOptions(config, logger, keyCheck),
    // A server that is closing ends its connections, which the application says in its replies.
    serverFactory: (handler) => openHttpServer(handler, answersFirst, config, certificates),
  })
  addHooks(app, { config, timeLimit, load, keyCheck, findKey, isOfApp, admissions, requests, isLogged })
  app.server.on('connection', admissions.connected)
  const site = openSite(app, config)
  serveSiteFiles(app, { db, settings, askedSite })
  closeCatalogue(app, { db: application.db, settings, clock, keyCheck, findKey, isOfApp, site })
  const passwords = openPasswords(config.passwordHashings)
  const outbox = application.outbox ?? openConfiguredOutbox({ db, settings, clock, site, log: app.log, print })
  app.addHook('onListen', async () => outbox.start())
  app.addHook('onClose', () => closeAll([outbox, reading, keyCheck, redis, settings]))
  const media = servePictures(app, { db, config, clock })
  const writes = openWritePace(config.writesPerMinute, clock)
  const running = { db, reads, replies, config, clock, site, signals, writes, noteEvent: noteEvents(db, log) }
  const run = openRun({ ...running, passwords: limitForInterface(passwords) })
  const headersOf = openCachedHeaders(config)
  const answering = { operations: allOperations, run, keyCheck, signals, replies, clock, askedSite, headersOf }
  const measuring = { requests, timeLimit, admissions, load, log: logger && isLogged ? readLog(logger) : undefined }
  const failed = (error: unknown) => app.log.error({ err: error }, 'request failed')
  if (!config.maintenance) answersRead = openReads({ ...answering, ...measuring, config, failed })
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const isFromHere = openThisMachine(config)
  const pageServices = { ...running, settings, isFromHere, run, askedSite, passwords, outbox, media }
  answerErrors(app, offeredBy(allOperations), answersPeople(pageServices))
  mount(app, answering, allOperations)
  mountBatch(app, { ...answering, ...measuring, db, hasReplicas, operations: allOperations, config, failed })
  mountChanges(app, { db, settings, changeBus: application.changeBus, clock, failed })
  mountPlex(app, { ...answering, config }, plexOperations)
  mountPlayers(app, { ...running, passwords })
  serveContracts(app, config.dialect)
  serveIdFiles(app, config)
  serveDump(app, settings)
  mountPages(app, pageServices, application.pages ?? pages)
  const states = () => ({
    requests,
    replies: replies.cache,
    followers: [replies.follower],
    ...reading.states(),
    redis: redis?.state(),
    limited: keyCheck.limited,
    admissions: admissions.states(),
    limitsAreShared: keyCheck.limitsAreShared(),
  })
  return addHealth(app, { db, clock, states })
}

async function closeAll(services: readonly ({ close(): unknown } | undefined)[]): Promise<void> {
  await Promise.all(services.map((each) => each?.close()))
}
