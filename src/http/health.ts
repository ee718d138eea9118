import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { States } from '#src/metrics/metrics.ts'
import { sendStatus } from './refusals.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Its present state, for health checks and metrics. */
    states(): States
  }
}

/**
 * A server is ready if it can read and write. Concurrent checks share one test, so that they cost little. Without the
 * parts that only make it faster it is still ready, but says what is missing.
 */
export function addHealth(app: FastifyInstance, db: Database, states: () => States): FastifyInstance {
  let checking: Promise<void> | undefined
  async function check() {
    try {
      await db.one(Type.Object({ ready: Type.Integer() }), sql`select 1 as ready`)
      await db.transaction(async () => {})
    } finally {
      checking = undefined
    }
  }
  app.get('/healthz', { config: { operation: 'health', isOpen: true } }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: { operation: 'ready', isOpen: true } }, async (_request, reply) => {
    try {
      checking ??= check()
      await checking
      return readiness(states())
    } catch (error) {
      app.log.error({ err: error }, 'the database cannot be reached')
      return sendStatus(reply, 'unavailable')
    }
  })
  return app.decorate('states', states)
}

/**
 * The state of a server that can read and write. It names no hosts, because it needs no key; the log and the metrics
 * do.
 */
function readiness({ replicas, redis }: Pick<States, 'replicas' | 'redis'>) {
  const fit = replicas.filter(({ isFit }) => isFit).length
  const parts = {
    database: { status: 'ok' },
    ...(replicas.length > 0 && { replicas: { status: statusOf(fit === replicas.length), fit, all: replicas.length } }),
    ...(redis && { redis: { status: statusOf(redis.isThere) } }),
  }
  return { status: statusOf(Object.values(parts).every(({ status }) => status === 'ok')), ...parts }
}

const statusOf = (isWhole: boolean) => (isWhole ? 'ok' : 'degraded')
