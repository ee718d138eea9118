import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { applyEdit, type RecordEdit } from '#src/catalogue/edits.ts'
import { type Kind, kind } from '#src/catalogue/kinds.ts'
import { followNames } from '#src/catalogue/name-index.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'
import { operations } from '#src/interface.ts'
import { buildServer } from '#src/server.ts'
import { forEachEngine } from './engines.ts'
import { requestsOf } from './walk.ts'
import { keys, loadWorld, sessions, testDay } from './world.ts'

/** Addresses of each operation that are asked for. */
const pathsPerOperation = 8

const movie = fc.constantFrom(501, 502, 503, 504, 505, 7001)
const series = fc.constantFrom(601, 602, 603, 604)
const season = fc.constantFrom(6010, 6011, 6012, 6021, 6041)
const episode = fc.constantFrom(60111, 60112, 60121, 60211, 60212)
const person = fc.constantFrom(301, 302, 303, 304)
const company = fc.constantFrom(101, 102, 103)
const network = fc.constantFrom(201, 202)
const collection = fc.constantFrom(401, 402)
const word = fc.constantFrom('Lantern', 'Moth', 'Zinnia', 'The Glass', 'glimmer')
const own = (name: Kind, id: fc.Arbitrary<number>) => fc.tuple(fc.constant(name), id)
const titles = fc.oneof(own('movie', movie), own('series', series))
const credited = fc.oneof(titles, own('season', season), own('episode', episode))
const anything = fc.oneof(
  credited,
  own('person', person),
  own('company', company),
  own('network', network),
  own('collection', collection),
)

const creditId = fc.integer({ min: 1, max: 6 }).map((number) => `${number}`.padStart(24, 'c'))
const credit = (id: string, person_id: number, isCrew: boolean) => ({
  ...{ id, person_id, character: isCrew ? '' : 'Ansa', order: 3, cast_id: 9 },
  ...(isCrew
    ? { credit_type: 'crew', department: 'Sound', job: 'Foley' }
    : { credit_type: 'cast', department: 'Acting', job: 'Actor' }),
})

/** Edits of all that replies show of other records. Those that find nothing to do are fine. */
const edits: fc.Arbitrary<RecordEdit[]> = fc.oneof(
  fc.tuple(anything, word).map(([[of, id], text]) => [{ kind: of, id, values: { [kind(of).title]: text } }]),
  fc.tuple(anything, word).map(([[of, id], text]) => {
    const texts = kind(of).texts.includes('title') ? { title: text } : { name: text }
    if (kind(of).texts.length === 0) return [{ kind: of, id, values: { headquarters: text } }]
    return [{ kind: of, id, texts: [{ iso_639_1: 'de', iso_3166_1: 'DE', texts, isComplete: false } as never] }]
  }),
  fc
    .tuple(movie, fc.option(collection))
    .map(([id, collection_id]) => [{ kind: 'movie' as const, id, values: { collection_id } }]),
  fc
    .tuple(credited, creditId, person, fc.boolean())
    .map(([[of, id], credit_id, person_id, isCrew]) => [
      { kind: of, id, parts: { credits: { put: [credit(credit_id, person_id, isCrew)] } } },
    ]),
  fc
    .tuple(credited, creditId, person)
    .map(([[of, id], credit_id, person_id]) => [
      { kind: of, id, parts: { credits: { remove: [credit(credit_id, person_id, false)] } } },
    ]),
  fc
    .tuple(titles, company, fc.constantFrom('put', 'remove'))
    .map(([[of, id], company_id, verb]) => [
      { kind: of, id, parts: { production_companies: { [verb]: [{ company_id, position: 0 }] } } },
    ]),
  fc
    .tuple(series, network, fc.constantFrom('put', 'remove'))
    .map(([id, network_id, verb]) => [
      { kind: 'series' as const, id, parts: { networks: { [verb]: [{ network_id, position: 0 }] } } },
    ]),
  fc
    .tuple(fc.oneof(titles, own('person', person)), fc.constantFrom('Q900401', 'Q900501', 'Q900999'))
    .map(([[of, id], value]) => [
      { kind: of, id, parts: { external_ids: { put: [{ external_source: 'kb2_id', value }] } } },
    ]),
  fc.tuple(person, collection, company, word).map(([person_id, collection_id, company_id, title]) => [
    {
      kind: 'movie' as const,
      values: { title, collection_id, release_date: '2026-01-01' },
      parts: {
        credits: { put: [credit('d'.repeat(24), person_id, false)] },
        production_companies: { put: [{ company_id, position: 0 }] },
      },
    },
  ]),
  fc.tuple(series, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 5, max: 9 }), person).map(([id, n, e, who]) => [
    {
      kind: 'episode' as const,
      numbering: { series_id: id, season_number: n, episode_number: e },
      values: { name: 'New', air_date: '2026-03-12' },
      parts: { credits: { put: [{ ...credit('e'.repeat(24), who, false), credit_type: 'guest' }] } },
    },
  ]),
  anything.map(([of, id]) => [{ kind: of, id, isDestroyed: true as const }]),
)

type Step = { edit: RecordEdit[] } | { author: string } | { ask: number; how: number }
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: edits.map((edit) => ({ edit })) },
    { weight: 1, arbitrary: fc.constantFrom({ author: 'Ada' }, { author: 'Ada L.' }) },
    { weight: 14, arbitrary: fc.record({ ask: fc.nat(), how: fc.nat() }) },
  ),
  { minLength: 70, maxLength: 70 },
)

/** Each run asks for few addresses, and so for each of them often. */
const picks = fc.array(fc.nat(), { minLength: 10, maxLength: 10 })

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
  ...{ status, body },
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
          const app = buildServer({ db, config, clock: () => new Date(testDay), now: () => nowMs })
          await app.listen({ host: '127.0.0.1', port: 0 })
          const agent = new Agent({ keepAlive: true, maxSockets: 1 })
          return { app, agent, port: (app.server.address() as AddressInfo).port }
        }
        const [kept, fresh] = [await serve('1000000'), await serve('0')]
        try {
          const every = await addressesOf(db)
          const addresses = picked.map((pick) => every[pick % every.length] as string)
          for (const step of all) {
            if ('ask' in step) {
              const way = ways[step.how % ways.length] as (typeof ways)[number]
              const path = `${addresses[step.ask % addresses.length]}${way.more ?? ''}`
              const [one, other] = [await ask(kept, path, way), await ask(fresh, path, way)]
              if (one.headers['x-memc'] === 'HIT') hits++
              assert.deepEqual(compared(one), compared(other), path)
              continue
            }
            if ('edit' in step)
              await applyEdit(db, { account_id: null, at: new Date(testDay), records: step.edit }).catch(ignoreUnknown)
            else await rename(db, step.author)
            await followNames(db)
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
      { numRuns: engine.name === 'SQLite' ? 12 : 4 },
    )
    assert.ok(hits > 100, `${hits} replies were kept ones`)
    t.diagnostic(`${hits} replies were kept ones`)
  })
})

/** Edits name records that an earlier one may have destroyed. */
function ignoreUnknown(error: Error) {
  if (!/There is no|cannot take a value|FOREIGN KEY|violates/.test(error.message)) throw error
}

const rename = (db: Database, name: string) =>
  db.transaction(async (tx) => {
    await revise(tx, 'authors')
    await tx.run(sql`update account set name = ${name} where folded_username = 'ada'`)
  })

/** Few of each operation, so that each is asked for often. */
async function addressesOf(db: Database): Promise<string[]> {
  const all: string[] = []
  for (const operation of operations.filter(({ cache }) => cache))
    for (const line of await requestsOf(db, operation, pathsPerOperation / 4)) all.push(line.slice('GET '.length))
  const more = ['/3/movie/501', '/3/movie/tt0000501', '/3/movie/501/credits', '/3/person/301/combined_credits']
  const asked = [...all, ...more, '/3/collection/401', '/3/company/101/movies', '/3/tv/601', '/3/tv/601/season/1']
  return asked.map((path) => `${path}${path.includes('?') ? '&' : '?'}api_key=${keys.first}`)
}
