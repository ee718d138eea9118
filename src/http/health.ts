import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { statusEnvelope, statuses } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { isDiskFull, isReadOnly } from '#src/database/errors.ts'
import { sql } from '#src/database/sql.ts'
import type { States } from '#src/metrics/metrics.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Its present state, for health checks and metrics. */
    states(): States
  }
}

/** A write is tried again when the last one is this old. */
export const PROBE_MS = 5_000

type Failure = 'reads' | 'writes' | 'disk' | 'read_only'

/** What readiness fails with, in the interface's words. */
const statusOfFailure = {
  reads: 'unavailable',
  writes: 'unavailable',
  disk: 'disk_full',
  read_only: 'read_only',
} as const

/**
 * A server is ready if it can read and write. Concurrent checks share one test, so they cost little. Without the parts
 * that only make it faster a server is still ready, but says what is missing.
 */
export function addHealth(
  app: FastifyInstance,
  { db, clock, states }: { db: Database; clock(): Date; states(): States },
): FastifyInstance {
  let checking: Promise<Failure | undefined> | undefined
  let writtenAtMs = Number.NEGATIVE_INFINITY

  async function check(): Promise<Failure | undefined> {
    let failure: Failure = 'reads'
    try {
      await db.one(Type.Object({ ready: Type.Integer() }), sql`select 1 as ready`)
      failure = 'writes'
      const now = clock()
      if (Math.abs(now.getTime() - writtenAtMs) >= PROBE_MS) {
        await db.run(sql`
          insert into readiness (id, written_at) values (1, ${now.toISOString()})
          on conflict (id) do update set written_at = excluded.written_at`)
        writtenAtMs = now.getTime()
      }
      return undefined
    } catch (error) {
      app.log.error({ err: error }, `not ready: ${failure} failed`)
      if (isDiskFull(error)) return 'disk'
      return isReadOnly(error) ? 'read_only' : failure
    } finally {
      checking = undefined
    }
  }
  app.get('/healthz', { config: { operation: 'health', isOpen: true, isForStrangers: true } }, () => ({ status: 'ok' }))
  app.get(
    '/readyz',
    { config: { operation: 'ready', isOpen: true, isForStrangers: true } },
    async (_request, reply) => {
      checking ??= check()
      const failure = await checking
      if (failure === undefined) return readiness(states())
      const status = statusOfFailure[failure]
      reply.code(statuses[status][0]).header('cache-control', 'no-store')
      return { ...statusEnvelope(status), status: 'failed', database: { status: 'failed', fails: failure } }
    },
  )
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
