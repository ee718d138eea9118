import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { readConfig } from '#src/config.ts'
import { buildServer } from '#src/http/server.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { addressesOf, type EditStep, edit, editSteps, pickedFrom } from '../support/arbitrary/edits.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, sessions, testDay } from '../support/world.ts'

type Step = EditStep | { ask: number; how: number }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(...editSteps(1), { weight: 14, arbitrary: fc.record({ ask: fc.nat(), how: fc.nat() }) }),
  { minLength: 70, maxLength: 70 },
)

/** Each run asks for few addresses, and so for each of them often. */
const picks = fc.array(fc.nat(), { minLength: 10, maxLength: 10 })
/** A run that asks for each of its addresses again, whatever chance brings in those behind it. */
const asksAgain: [number[], Step[]] = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  Array.from({ length: 36 }, (_, at) => ({ ask: at % 12, how: 0 })),
]

/** Ways to ask: none of them changes what the reply is. */
const ways: { method?: string; headers?: Record<string, string>; more?: string }[] = [
  {},
  {},
  { headers: { 'accept-encoding': 'gzip' } },
  { headers: { 'accept-encoding': 'gzip' } },
  { method: 'HEAD' },
  { more: `&session_id=${sessions.ada}` },
  { headers: { 'if-none-match': '*' } },
  { headers: { accept: 'text/html' } },
  { more: '&nobody=knows' },
]

type Server = { port: number; agent: Agent }
type Reply = { status: number; headers: IncomingHttpHeaders; body: string }

async function ask({ port, agent }: Server, path: string, { method = 'GET', headers = {} }: (typeof ways)[number]) {
  const asked = request({ port, agent, host: '127.0.0.1', path, method, headers })
  asked.end()
  const [response] = await once(asked, 'response')
  const bytes: Buffer[] = []
  for await (const chunk of response) bytes.push(chunk)
  const whole = Buffer.concat(bytes)
  const isPacked = whole.length > 0 && response.headers['content-encoding'] === 'gzip'
  return { status: response.statusCode, headers: response.headers, body: String(isPacked ? gunzipSync(whole) : whole) }
}

const told = new Set(['date', 'x-memc', 'x-memc-age', 'x-memc-expires', 'cache-control'])
const compared = ({ status, headers, body }: Reply) => ({
  status,
  body,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !told.has(name))),
})

forEachEngine(loadWorld, (engine) => {
  test('kept replies are those that are rendered now, whatever is edited by another process', async (t) => {
    let hits = 0
    await fc.assert(
      fc.asyncProperty(picks, steps, async (picked, all) => {
        const db = await engine.open()
        let nowMs = 0
        const serve = async (bytes: string) => {
          const { config } = readConfig({ 'reply-cache-bytes': bytes, site: 'https://reelcommons.example' }, {})
          const app = buildServer({ db, config, pages: [], clock: () => new Date(testDay), now: () => nowMs })
          await app.listen({ host: '127.0.0.1', port: 0 })
          const agent = new Agent({ keepAlive: true, maxSockets: 1 })
          return { app, agent, port: (app.server.address() as AddressInfo).port }
        }
        const [kept, fresh] = [await serve('1000000'), await serve('0')]
        try {
          const addresses = pickedFrom(await addressesOf(db), picked)
          for (const step of all) {
            if ('ask' in step) {
              const way = ways[step.how % ways.length] as (typeof ways)[number]
              const path = `${addresses[step.ask % addresses.length]}${way.more ?? ''}`
              const [one, other] = [await ask(kept, path, way), await ask(fresh, path, way)]
              if (one.headers['x-memc'] === 'HIT') hits++
              assert.deepEqual(compared(one), compared(other), path)
              continue
            }
            await edit(db, step)
            await updateNameIndex(db)
            nowMs += 1_000
          }
        } finally {
          for (const { app, agent } of [kept, fresh]) {
            agent.destroy()
            await app.close()
          }
          await db.close()
        }
      }),
      { numRuns: 1 + (engine.name === 'SQLite' ? runs(4, 12) : runs(2, 4)), examples: [asksAgain] },
    )
    assert.ok(hits > 10, `${hits} replies were kept ones`)
    t.diagnostic(`${hits} replies were kept ones`)
  })
})
