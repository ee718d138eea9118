import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { maxRecordsOfEdit } from '#src/contributions/editing/save.ts'
import { sql } from '#src/database/sql.ts'
import { lines } from '../support/arbitrary/lines.ts'
import { forEachEngine } from '../support/engines.ts'
import { startInterface } from '../support/scenarios.ts'
import { keys, loadWorld, oneOfEach, sessions, testDay } from '../support/world.ts'

/** Statements that are tried on each engine. With `RANDOM_EDITS=10000` so many. */
const wanted = Number(process.env.RANDOM_EDITS ?? 80)

type AnyValue = Record<string, unknown>

/** What fits nowhere, or only here and there. */
const junk: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>('2021-02-29', 'a\0b', '\ud83c', 'x'.repeat(70_000), -1, 0.5, 2 ** 53, 1e308, null, [], {}),
  fc.constantFrom<unknown>('__proto__', 'constructor', [null], [[]], { id: {} }, '{{json}}', "'; drop table movie"),
)

/** Objects and lists inside of a value. */
const holders = (value: unknown): AnyValue[] =>
  typeof value === 'object' && value !== null ? [value as AnyValue, ...Object.values(value).flatMap(holders)] : []

/** What only imports bring. */
const ofImports = /^(images|popularity|vote_average|vote_count|reviews|tagged_people|recommended_.*)$/
const places = ['kind', 'name', 'title', 'series_id', 'season_number', 'episode_number']

/** A line with few of its fields, so that some of them fit. */
const fewOf = (line: AnyValue, index: number): AnyValue =>
  Object.fromEntries(
    Object.entries(line).filter(
      ([name], at) => places.includes(name) || (!ofImports.test(name) && (at % 7 === index % 7 || index % 9 === 0)),
    ),
  )

/** Lines about records of the world and new ones, most with something in them that is wrong. */
const spoilt = fc
  .tuple(lines, fc.array(fc.tuple(fc.nat(), fc.nat(), junk, fc.boolean()), { minLength: 30, maxLength: 30 }))
  .map(([all, mishaps]) =>
    all
      .filter(({ kind }) => (kindNames as readonly unknown[]).includes(kind))
      .map(({ source: _source, ...line }, index) => {
        const own = fewOf(structuredClone(line) as AnyValue, index)
        // Only imports say who gave an entry.
        for (const holder of holders(own)) for (const name of ['source', 'sources', 'removed']) delete holder[name]
        if (index % 3 > 0) own.id = oneOfEach[line.kind as Kind]
        else delete own.id
        const [at, which, what, isUnknown] = mishaps[index % mishaps.length] as (typeof mishaps)[number]
        if (index % 2 === 0) return own
        const inside = holders(own)
        const holder = inside[at % inside.length] as AnyValue
        const names = Object.keys(holder).filter((name) => name !== 'kind')
        const name = isUnknown ? 'nonsense' : names[which % Math.max(1, names.length)]
        if (name !== undefined && !Array.isArray(holder)) holder[name] = what
        return own
      }),
  )

forEachEngine(loadWorld, (engine) => {
  test('random statements are taken or refused, and never break anything', async (context) => {
    const server = await startInterface(engine, 'neutral')
    context.after(server.close)
    await server.db.run(sql`update session set scopes = 'read keep edit'`)
    await server.db.run(sql`update account set role = 'moderator' where username = 'ada'`)
    const url = `/commons/1/edit?api_key=${keys.first}&session_id=${sessions.ada}`
    const statuses = new Map<number, number>()
    let tried = 0
    await fc.assert(
      fc.asyncProperty(spoilt, async (all) => {
        for (let first = 0; first < all.length; first += 2) {
          // An hour goes by, so that nobody has edited too much.
          const hour = new Date(Date.parse(testDay) + (tried + 1) * 3_600_000)
          server.setTime(hour.toISOString())
          const records = all.slice(first, first + (first % 3 === 0 ? 2 : 1))
          assert.ok(records.length <= maxRecordsOfEdit)
          const reply = await server.app.inject({ method: 'POST', url, payload: { records } })
          const said = JSON.stringify(records).slice(0, 2_000)
          assert.ok(reply.statusCode < 500, `${reply.statusCode} ${reply.body} to ${said}`)
          assert.ok([200, 400, 413, 422].includes(reply.statusCode), `${reply.statusCode} ${reply.body} to ${said}`)
          statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + records.length)
          tried += records.length
        }
      }),
      { numRuns: Math.ceil(wanted / 20), seed: 20_261_125, endOnFailure: true },
    )
    context.diagnostic(JSON.stringify([...statuses]))
    assert.ok((statuses.get(200) ?? 0) > 5 && (statuses.get(422) ?? 0) > 5, JSON.stringify([...statuses]))
  })
  test('people who save at once each keep what they wrote', async (context) => {
    const server = await startInterface(engine, 'common')
    context.after(server.close)
    await server.db.run(sql`update session set scopes = 'read keep edit'`)
    const access = (name: 'ada' | 'bo') => `api_key=${keys.first}&session_id=${sessions[name]}`
    const read = async () => {
      const url = `/commons/1/record?kind=movie&id=502&${access('ada')}`
      return (await server.app.inject({ url })).json() as { revision: number; line: { tagline?: string } }
    }
    let conflicts = 0
    /** Adds a letter to the tagline that it has read, and reads anew when somebody was faster. */
    const add = async (letter: string, name: 'ada' | 'bo') => {
      for (;;) {
        const { revision, line } = await read()
        const records = [{ kind: 'movie', id: 502, revision, tagline: `${line.tagline ?? ''}${letter}` }]
        const reply = await server.app.inject({
          ...{ method: 'POST', url: `/commons/1/edit?${access(name)}`, payload: { records } },
        })
        if (reply.statusCode === 200) return
        assert.equal(reply.statusCode, 409, reply.body)
        conflicts++
      }
    }
    const letters = [...'abcdefgh']
    const before = (await read()).line.tagline ?? ''
    await Promise.all(letters.map((letter, at) => add(letter, at % 2 === 0 ? 'ada' : 'bo')))
    const tagline = (await read()).line.tagline ?? ''
    assert.ok(tagline.startsWith(before), tagline)
    assert.deepEqual([...tagline.slice(before.length)].sort(), letters)
    assert.ok(conflicts > 0, 'nobody met anybody')
  })
})
