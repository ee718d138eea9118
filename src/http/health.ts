import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { States } from '#src/metrics/metrics.ts'
import { sendStatus } from './refusals.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What it tells of itself. */
    states(): States
  }
}

/**
 * Ready is who can read and write. Whoever asks meanwhile is told the same, so that asking costs little. Without what
 * only makes it faster a server is ready all the same, and says what is missing.
 */
export function addHealth(app: FastifyInstance, db: Database, states: () => States): FastifyInstance {
  let looking: Promise<void> | undefined
  async function look() {
    try {
      await db.one(Type.Object({ ready: Type.Integer() }), sql`select 1 as ready`)
      await db.transaction(async () => {})
    } finally {
      looking = undefined
    }
  }
  app.get('/healthz', { config: { operation: 'health', isOpen: true } }, () => ({ status: 'ok' }))
  app.get('/readyz', { config: { operation: 'ready', isOpen: true } }, async (_request, reply) => {
    try {
      looking ??= look()
      await looking
      return readiness(states())
    } catch (error) {
      app.log.error({ err: error }, 'the database cannot be reached')
      return sendStatus(reply, 'unavailable')
    }
  })
  return app.decorate('states', states)
}

/** What a server says that can read and write. Names of servers stand in the log and in metrics: this has no key. */
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
