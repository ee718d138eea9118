import type { FastifyInstance } from 'fastify'
import { statusEnvelope, statuses } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { isDiskFull, isReadOnly } from '#src/database/errors.ts'
import { sql } from '#src/database/sql.ts'
import type { States } from '#src/metrics/metrics.ts'
import { indexState, shareOfRead } from '#src/search/index-state.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Its present state, for health checks and metrics. */
    states(): States
  }
}

/** A write is tried again when the last one is this old. */
export const PROBE_MS = 5_000

type Failure = 'reads' | 'writes' | 'disk' | 'read_only'

/** An index of names that is being built, what answers meanwhile, and the share of records that it has read. */
type Building = { answering: 'previous' | 'none'; read: number }
/** What a check has found: a server that is ready knows whether searches lack something. */
type Checked = { failure: Failure } | { building: Building | undefined }

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
  let checking: Promise<Checked> | undefined
  let writtenAtMs = Number.NEGATIVE_INFINITY

  async function check(): Promise<Checked> {
    let failure: Failure = 'reads'
    try {
      const building = await buildingIn(db)
      failure = 'writes'
      const now = clock()
      if (Math.abs(now.getTime() - writtenAtMs) >= PROBE_MS) {
        await db.run(sql`
          insert into readiness (id, written_at) values (1, ${now.toISOString()})
          on conflict (id) do update set written_at = excluded.written_at`)
        writtenAtMs = now.getTime()
      }
      return { building }
    } catch (error) {
      app.log.error({ err: error }, `not ready: ${failure} failed`)
      if (isDiskFull(error)) return { failure: 'disk' }
      return { failure: isReadOnly(error) ? 'read_only' : failure }
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
      const checked = await checking
      if ('building' in checked) return readiness(states(), checked.building)
      const { failure } = checked
      const status = statusOfFailure[failure]
      reply.code(statuses[status][0]).header('cache-control', 'no-store')
      return { ...statusEnvelope(status), status: 'failed', database: { status: 'failed', fails: failure } }
    },
  )
  return app.decorate('states', states)
}

/** The read of a check: of a table with one or two rows, and of a little more only while an index is built. */
async function buildingIn(db: Database): Promise<Building | undefined> {
  const state = await indexState(db)
  if (state === 'complete') return undefined
  return { answering: state === 'missing' ? 'none' : 'previous', read: await shareOfRead(db) }
}

/**
 * The state of a server that can read and write. It names no hosts, because it needs no key; the log and the metrics
 * do.
 */
function readiness({ replicas, redis }: Pick<States, 'replicas' | 'redis'>, building: Building | undefined) {
  const fit = replicas.filter(({ isFit }) => isFit).length
  const parts = {
    database: { status: 'ok' },
    ...(replicas.length > 0 && { replicas: { status: statusOf(fit === replicas.length), fit, all: replicas.length } }),
    ...(redis && { redis: { status: statusOf(redis.isThere) } }),
  }
  const isWhole = Object.values(parts).every(({ status }) => status === 'ok') && building?.answering !== 'none'
  return { status: statusOf(isWhole), ...parts, ...(building && { search: { status: 'building', ...building } }) }
}

const statusOf = (isWhole: boolean) => (isWhole ? 'ok' : 'degraded')
