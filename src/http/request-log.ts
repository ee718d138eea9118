import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '#src/log.ts'
import { groupOf, type HitOrMiss, type Requests } from '#src/metrics/requests.ts'
import type { WarmPathOptions } from './warm-path.ts'

/**
 * Counts requests and logs one line for each. Paths and queries may contain keys, sessions and tokens, so the log names
 * the operation.
 */
export function followRequests(app: FastifyInstance, requests: Requests, isLogged: boolean) {
  app.addHook('onResponse', (request, reply, done) => {
    const { operation = 'none', isPage } = request.routeOptions.config
    const { elapsedTime } = reply
    requests.other(isPage ? 'pages' : groupOf(operation), reply.statusCode, hitOrMiss(reply), elapsedTime)
    if (!isLogged) return done()
    const { method } = request
    const ms = rounded(elapsedTime)
    const key = request.key && { key_id: request.key.id }
    request.log.info({ operation, method, status: reply.statusCode, ...key, ms }, 'request')
    done()
  })
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

function hitOrMiss(reply: FastifyReply): HitOrMiss {
  const word = reply.getHeader('x-memc')
  return word === undefined ? 'none' : word === 'HIT' ? 'hit' : 'miss'
}

/** A safety net behind `LogController`: some of Fastify's warnings contain the address of the request. */
export const withoutAddresses = (line: string) =>
  line.replace(/ in (the )?\\".*?\\" \(/g, ' in $1\\"…\\" (').replace(/\?[^\s"\\]*=[^\s"\\]*/g, '?…')

/** Logs a request that was answered without the application. */
export const warmRequestLog =
  (log: () => Log): NonNullable<WarmPathOptions['log']> =>
  ({ key, ms, ...answered }) =>
    log().info({ ...answered, key_id: key.id, ms: rounded(ms) }, 'request')
