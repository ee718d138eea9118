import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { openWritePace } from '#src/accounts/write-pace.ts'
import { noteEvents } from '#src/audit/security-events.ts'
import type { ChangeBus } from '#src/background/change-bus.ts'
import { type Config, siteAddress } from '#src/config.ts'
import { type DialectName, dialectNames, dialects } from '#src/contract/dialects.ts'
import { openapi } from '#src/contract/openapi.ts'
import { textOf } from '#src/contract/parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { limitForInterface, openPasswords } from '#src/credentials/passwords.ts'
import type { Database } from '#src/database/database.ts'
import { allOperations, contracts, plexOperations } from '#src/interface.ts'
import { type KeyCheck, openKeyCheck } from '#src/keys/key-check.ts'
import type { Limiter } from '#src/keys/limiter.ts'
import type { Usage } from '#src/keys/usage.ts'
import type { LogOptions } from '#src/log.ts'
import { type Outbox, openOutbox } from '#src/mail/outbox.ts'
import { openTransport } from '#src/mail/transport.ts'
import { countRequests, type Requests } from '#src/metrics/requests.ts'
import { pages } from '#src/pages/index.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import { openShared } from '#src/redis/open.ts'
import type { Redis } from '#src/redis/redis.ts'
import { openDataSources } from '#src/run/data-sources.ts'
import { openRun } from '#src/run/run.ts'
import { openDrawings } from '#src/sample/drawings.ts'
import { overloaded } from './admission/admission.ts'
import { type Admissions, openAdmissions } from './admission/admissions.ts'
import { admitRequests } from './admission/admit.ts'
import { openCachedHeaders } from './cached-headers.ts'
import { addHeaders, headersBy, transportHeaders } from './headers.ts'
import { addHealth } from './health.ts'
import { type FindKey, type IsOfApp, openAppHosts, openKeyFinder } from './hosts/app-hosts.ts'
import { openAskedSite } from './hosts/asked-site.ts'
import { addressOf, connectionFault } from './hosts/connection-faults.ts'
import { openCertificates } from './hosts/tls.ts'
import type { Load } from './load.ts'
import { mount, takesHead } from './mount-operations.ts'
import { openHttpServer } from './node-server.ts'
import { serveIdFiles } from './pages/id-files.ts'
import { answersPeople, mountPages } from './pages/mount-pages.ts'
import { closeCatalogue } from './pages/private-catalogue.ts'
import { serveSiteFiles } from './pages/site-files.ts'
import { mountPlex } from './plex/mount-plex.ts'
import { openReads } from './reads.ts'
import { answerConnectionError, answerErrors, answerFrameworkError } from './refusals.ts'
import { followRequests, nameRequests, readLog, withoutAddresses } from './request-log.ts'
import { requireKey, wantsKey } from './require-key.ts'
import { rememberRouteConfigs, routeConfig } from './route-config.ts'
import { servePictures } from './serve-pictures.ts'
import { limitTime, openTimeLimit, type TimeLimit } from './time-limit.ts'

/** What an application is built from. */
export type Application = {
  db: Database
  config: Config
  /** An input, so that tests can fix the time. */
  clock(): Date
  /** A monotonic clock in ms; absent: that of the process. */
  now?(): number
  /** How long the database may take to say which one it is; absent: `IDENTIFY_TIMEOUT_MS`. */
  identifyTimeoutMs?: number
  /** What it shares with other servers, closed with it; absent: what the settings name. */
  redis?: Redis
  /** Absent: nothing is logged. */
  logger?: LogOptions
  /** Absent: no request is refused because of load. */
  load?: Load
  /** Absent: the requests of keys are not counted. */
  usage?: Usage
  /** Absent: what people ask for is not counted. */
  signals?: SignalCounter
  /** Absent: key limits are counted just for this process. */
  limiter?: Limiter
  /** Announcements of other processes; absent: changes are only noticed from time to time. */
  changeBus?: ChangeBus
  /** Sends e-mails; absent: this process does. */
  outbox?: Outbox
  /** Prints where an unsent e-mail is; absent: nothing is printed. */
  print?(line: string): void
}

/** Builds the application from its services. It never listens, so that tests can inject requests. */
export function buildServer(application: Application): FastifyInstance {
  const { config, clock, logger, load, usage, signals, print = () => {} } = application
  const log = () => app.log
  const redis = application.redis ?? openShared(config, log)
  const keyCheck = openKeyCheck({ ...application, usage, redis })
  const isOfApp = openAppHosts(config)
  const findKey = openKeyFinder(keyCheck, isOfApp)
  const requests = countRequests()
  const { db, reads, replies, ...reading } = openDataSources({ ...application, redis, log })
  const isLogged = /^(trace|debug|info)$/.test(logger?.level ?? '')
  const certificates = config.tlsCertificate === '' ? undefined : openCertificates(config, log)
  const askedSite = openAskedSite({ ...config, isNamed: certificates?.isNamed }, () => site())
  const timeLimit = openTimeLimit(config.handlerTimeoutMs)
  const admissions = openAdmissions(config)
  let isClosing = false
  let answersRead: ReturnType<typeof openReads> = () => false
  const app = fastify({
    ...frameworkOptions(config, logger, keyCheck),
    // A server that is closing ends its connections, which the application says in its replies.
    serverFactory: (handler) =>
      openHttpServer(
        handler,
        (request, response) => !isClosing && answersRead(request, response),
        config,
        certificates,
      ),
  })
  addHooks(app, { config, timeLimit, load, keyCheck, findKey, isOfApp, admissions, requests, isLogged })
  app.server.on('connection', admissions.connected)
  const site = openSite(app, config)
  serveSiteFiles(app, { db, config, askedSite })
  if (config.private) closeCatalogue(app, { db: application.db, clock, keyCheck, findKey, isOfApp, site })
  const passwords = openPasswords(config.passwordHashings)
  const outbox =
    application.outbox ?? openOutbox({ db, transport: openTransport(config, site, print), clock, site, log: app.log })
  app.addHook('onListen', async () => outbox.start())
  app.addHook('onClose', () => closeAll([outbox, reading, keyCheck, redis]))
  const media = servePictures(app, { db, config, clock, drawings: openDrawings(db) })
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
  const pageServices = { ...running, run, askedSite, passwords, outbox, media }
  const routes = [...allOperations, ...allOperations.filter(takesHead).map(({ path }) => ({ method: 'HEAD', path }))]
  answerErrors(app, routes, answersPeople(pageServices))
  mount(app, answering, allOperations)
  mountPlex(app, { ...answering, config }, plexOperations)
  serveFiles(app, config)
  mountPages(app, pageServices, pages)
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

/** Whatever is not made from the current catalogue. */
function serveFiles(app: FastifyInstance, config: Config) {
  serveContracts(app, config.dialect)
  serveIdFiles(app, config)
}

async function closeAll(services: readonly ({ close(): unknown } | undefined)[]): Promise<void> {
  await Promise.all(services.map((each) => each?.close()))
}

const frameworkOptions = (config: Config, logger: LogOptions | undefined, keyCheck: KeyCheck) => ({
  trustProxy: config.proxies === '' ? false : config.proxies,
  logger: logger ? { ...logger, stream: logger.stream as never, hooks: { streamWrite: withoutAddresses } } : false,
  // Fastify's own lines contain addresses, and those contain keys.
  logController: new LogController({ disableRequestLogging: true }),
  bodyLimit: config.bodyLimitBytes,
  forceCloseConnections: 'idle' as const,
  return503OnClosing: false,
  ...answersBeforeHooks(config, keyCheck),
  routerOptions: { maxParamLength: config.addressLimitBytes },
})

/** What Fastify answers before any hook has set headers. */
const answersBeforeHooks = (config: Config, keyCheck: KeyCheck) => ({
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    answerFrameworkError(error, request, reply.headers(transportHeaders(config))),
  clientErrorHandler: (error: Error, socket: Socket) => {
    const fault = connectionFault(error)
    if (fault) keyCheck.countRefused(fault, addressOf(socket))
    answerConnectionError(error, socket, headersBy(config))
  },
})

type Hooks = {
  config: Config
  timeLimit: TimeLimit
  load: Load | undefined
  keyCheck: KeyCheck
  findKey: FindKey
  isOfApp: IsOfApp
  admissions: Admissions
  requests: Requests
  isLogged: boolean
}

/** What happens to every request to the application, in this order. */
function addHooks(app: FastifyInstance, hooks: Hooks) {
  const { config, timeLimit, load, keyCheck, findKey, isOfApp, admissions, requests, isLogged } = hooks
  rememberRouteConfigs(app)
  limitTime(app, timeLimit)
  acceptBodies(app)
  addHeaders(app, config, isOfApp)
  if (config.maintenance) refuseDuringMaintenance(app)
  if (load) refuseUnderLoad(app, load)
  requireKey(app, keyCheck, findKey)
  admitRequests(app, admissions)
  followRequests(app, requests, isLogged)
  nameRequests(app)
}

/** Each contract in a dialect; without `?dialect` in that of new keys. */
function serveContracts(app: FastifyInstance, standard: DialectName) {
  for (const { document, operations, info } of contracts) {
    const texts = new Map<DialectName, string>()
    app.get(document, { config: { operation: 'openapi', isOpen: true } }, async (request, reply) => {
      const asked = textOf(request.query, 'dialect') ?? standard
      const name = dialectNames.find((known) => known === asked)
      if (name === undefined) throw new ApiError('invalid_parameters')
      const text = texts.get(name) ?? JSON.stringify(openapi(operations, dialects[name], info))
      texts.set(name, text)
      return reply.type('application/json; charset=utf-8').send(text)
    })
  }
}

/** Bodies are JSON or forms. DELETE and POST may have any content type without a body. */
function acceptBodies(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-type'] !== undefined && !mayHaveBody(headers)) delete headers['content-type']
    done()
  })
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body as string, done)
  })
  // Some clients send forms. Their fields are texts, as in a query, and of several with one name the last one counts.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)))
  })
}

const mayHaveBody = (headers: IncomingHttpHeaders) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** What is also answered during maintenance. */
const alwaysThere: ReadonlySet<unknown> = new Set(['health', 'ready', 'assets'])

/** When refused clients may try again. */
const MAINTENANCE_SECONDS = 120

function refuseDuringMaintenance(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    const { operation } = routeConfig(request)
    done(alwaysThere.has(operation) ? undefined : new ApiError('maintenance', MAINTENANCE_SECONDS))
  })
}

/** Refuses work before it begins, and before its key is looked up. Open routes cost little, above all health checks. */
function refuseUnderLoad(app: FastifyInstance, load: Load) {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = load.isTooHigh() && (routeConfig(request).isPage || wantsKey(request))
    done(isRefused ? overloaded() : undefined)
  })
}

/** The address of the site. Before the server listens, as in tests, its port may still change. */
function openSite(app: FastifyInstance, config: Config): () => string {
  let known: string | undefined
  return () => {
    if (known === undefined && app.server.listening) known = siteAddress(config, listeningPort(app))
    return known ?? siteAddress(config, undefined)
  }
}

/** The port that the server listens on, once it does; it differs from the setting if that is 0. */
function listeningPort(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return address !== null && typeof address === 'object' ? address.port : undefined
}
