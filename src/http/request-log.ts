import { hostname } from 'node:os'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { workFor } from '#src/background/watchdog/requests-at-work.ts'
import type { LogOptions } from '#src/log.ts'
import { groupOf, type HitOrMiss, type Requests } from '#src/metrics/requests.ts'
import type { ReadLog } from './reads.ts'
import { routeConfig } from './route-config.ts'

/** What a page brings along: a line for each stylesheet and picture would hide what somebody does. */
const broughtAlong: ReadonlySet<string> = new Set(['assets', 'picture', 'drawn poster', 'favicon', 'manifest'])

/**
 * Counts requests and logs one line for each. Paths and queries may contain keys, sessions and tokens, so the log names
 * the operation.
 */
export function followRequests(app: FastifyInstance, requests: Requests, isLogged: boolean) {
  app.addHook('onResponse', (request, reply, done) => {
    const { operation = 'none', isPage } = routeConfig(request)
    const { elapsedTime } = reply
    requests.other(isPage ? 'pages' : groupOf(operation), reply.statusCode, hitOrMiss(reply), elapsedTime)
    if (!isLogged) return done()
    const { method } = request
    const ms = rounded(elapsedTime)
    const key = request.key && { key_id: request.key.id }
    const level = broughtAlong.has(operation) && reply.statusCode < 400 ? 'debug' : 'info'
    request.log[level]({ operation, method, status: reply.statusCode, ...key, ms }, 'request')
    done()
  })
}

/** Tells the watchdog for which request the work that begins is done. */
export function nameRequests(app: FastifyInstance) {
  app.addHook('preHandler', (request, _reply, done) => {
    const { id: reqId, method, url } = request
    const { operation = 'none' } = routeConfig(request)
    workFor({ reqId, operation, method, url }, done)
  })
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

function hitOrMiss(reply: FastifyReply): HitOrMiss {
  const word = reply.getHeader('x-memc')
  return word === undefined ? 'none' : word === 'HIT' ? 'hit' : 'miss'
}

/** A safety net behind `LogController`: some of Fastify's warnings contain the address of the request. */
export const withoutAddresses = (line: string) =>
  // Each request has a line, and the operation that it names instead has neither.
  line.includes('?') || line.includes('\\" (')
    ? withoutQuoted(line).replace(/\?[^\s"\\]*/g, (query) => (query.includes('=') ? '?…' : query))
    : line

/** Without what stands between ` in "` and `" (`. */
function withoutQuoted(line: string): string {
  let [kept, from] = ['', 0]
  for (const { 0: before, index } of line.matchAll(/ in (?:the )?\\"/g)) {
    if (index < from) continue
    const begin = index + before.length
    const end = line.indexOf('\\" (', begin)
    if (end < 0) break
    kept += `${line.slice(from, begin)}…`
    from = end
  }
  return kept + line.slice(from)
}

/**
 * Logs a read that was answered without the application. The line is as pino would write it, which would take four
 * times as long, more than is left of a warm read. Nothing in it needs escaping: names of operations are our own.
 */
export function readLog({ stream, base }: LogOptions): ReadLog {
  const bindings = JSON.stringify(base ?? { pid: process.pid, hostname: hostname() }).slice(1, -1)
  return ({ operation, method, status, key, ms, nowMs }) => {
    const request = `"operation":"${operation}","method":"${method}","status":${status},"key_id":${key.id}`
    stream.write(`{"level":30,"time":${nowMs},${bindings},${request},"ms":${rounded(ms)},"msg":"request"}\n`)
  }
}
