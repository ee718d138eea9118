import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { logImageVotes } from '#src/catalogue/image-votes.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { openRedis } from '#src/redis/redis.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { addressesOf, type EditStep, edit, editSteps, pickedFrom } from '../support/arbitrary/edits.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { forEachEngine } from '../support/engines.ts'
import { skipWithoutRedis, startRedis, until } from '../support/redis.ts'
import { loadWorld, testDay } from '../support/world.ts'

const PATIENT_MS = 20_000

type Step =
  | EditStep
  | { voted: number }
  | { follow: true }
  | { restart: number }
  | { flush: true }
  | { ask: number; of: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    ...editSteps(3),
    { weight: 1, arbitrary: fc.constantFrom({ voted: 501 }, { voted: 502 }) },
    { weight: 1, arbitrary: fc.constant({ follow: true } as const) },
    { weight: 1, arbitrary: fc.nat(2).map((restart) => ({ restart })) },
    { weight: 1, arbitrary: fc.constant({ flush: true } as const) },
    { weight: 40, arbitrary: fc.record({ ask: fc.nat(), of: fc.nat() }) },
  ),
  { minLength: 120, maxLength: 120 },
)
/** Each run asks for few addresses, and so for each of them often. */
const picks = fc.array(fc.nat(), { minLength: 8, maxLength: 8 })
/** A run in which one server answers what the other has rendered, whatever chance brings in those behind it. */
const asksBoth: [number[], Step[]] = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  Array.from({ length: 80 }, (_, at) => ({ ask: at >> 1, of: 1 + (at % 2) })),
]

/** A server that follows the log before each request, and what it answers. */
async function serve(db: Database, url: string, bytes: string) {
  const given = { 'reply-cache-bytes': bytes, site: 'https://site.example', 'redis-timeout-ms': `${PATIENT_MS}` }
  const { config } = readConfig(given, {})
  let nowMs = 0
  const redis = openRedis(url, { answerMs: PATIENT_MS })
  await until(redis, 'there')
  const clocks = { clock: () => new Date(testDay), now: () => (nowMs += 1_000) }
  const app = buildServer({ db, config, redis, pages: [], ...clocks, identifyTimeoutMs: PATIENT_MS })
  return {
    async ask(path: string) {
      const { statusCode, body, headers } = await app.inject(path)
      return { hit: headers['x-memc'], reply: [statusCode, body, headers.etag, headers['x-memc-key']] }
    },
    close: () => app.close(),
  }
}
type Server = Awaited<ReturnType<typeof serve>>

/** What stands for a movie is something else, as votes for images make it. */
const vote = (db: Database, entity_id: number) =>
  db.transaction(async (tx) => {
    await tx.run(sql`update movie set runtime = runtime + 1 where id = ${entity_id}`)
    await logImageVotes(tx, [{ kind: 'movie', entity_id }])
  })

describe('replies that servers share', { skip: skipWithoutRedis }, () => {
  forEachEngine(loadWorld, (engine) => {
    test('are those that are rendered now, whatever happens and whoever has rendered them', async (t) => {
      const redis = await startRedis(t)
      let shared = 0
      const run = async (picked: number[], all: Step[]) => {
        const db = await engine.open()
        // The first keeps replies in memory too, the others find none there; the last one shares nothing.
        const memory = ['1000000', '1', '1']
        const servers = await Promise.all(memory.map((bytes) => serve(db, redis.url, bytes)))
        const fresh = await serve(db, redis.url, '0')
        try {
          const addresses = pickedFrom(await addressesOf(db), picked)
          for (const step of all) {
            if ('ask' in step) {
              const path = addresses[step.ask % addresses.length] as string
              const of = step.of % servers.length
              const [one, other] = [await (servers[of] as Server).ask(path), await fresh.ask(path)]
              if (of > 0 && one.hit === 'HIT') shared++
              assert.deepEqual(one.reply, other.reply, path)
            } else if ('flush' in step) await redis.ask('flushall')
            else if ('restart' in step) {
              await servers[step.restart]?.close()
              servers[step.restart] = await serve(db, redis.url, memory[step.restart] as string)
            } else if ('voted' in step) await vote(db, step.voted)
            else if ('follow' in step) await updateNameIndex(db)
            else await edit(db, step)
          }
        } finally {
          await Promise.all([...servers, fresh].map((server) => server.close()))
          await db.close()
        }
      }
      await fc.assert(fc.asyncProperty(picks, steps, run), {
        numRuns: 1 + (engine.name === 'SQLite' ? runs(2, 8) : runs(1, 4)),
        examples: [asksBoth],
      })
      t.diagnostic(`${shared} replies were those of others`)
      assert.ok(shared > 20, `${shared} replies were those of others`)
    })
  })
})
