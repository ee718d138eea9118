import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/config.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { KeyCheck } from '#src/keys/key-check.ts'
import type { Requests } from '#src/metrics/requests.ts'
import { overloaded } from './admission/admission.ts'
import type { Admissions } from './admission/admissions.ts'
import { admitRequests } from './admission/admit.ts'
import { addHeaders } from './headers.ts'
import type { FindKey, IsOfApp } from './hosts/app-hosts.ts'
import type { Load } from './load.ts'
import { followRequests, nameRequests } from './request-log.ts'
import { requireKey, wantsKey } from './require-key.ts'
import { rememberRouteConfigs, routeConfig } from './route-config.ts'
import { limitTime, type TimeLimit } from './time-limit.ts'

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
export function addHooks(app: FastifyInstance, hooks: Hooks) {
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

/** Bodies are JSON or forms. DELETE and POST may have any content type without a body. */
function acceptBodies(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    if (headers['content-type'] !== undefined && !mayHaveBody(headers)) delete headers['content-type']
    done()
  })
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  // Programs in browsers send JSON as text, because that needs no preflight.
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'string' }, (request, body, done) => {
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
