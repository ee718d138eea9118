import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { isProse, maxWordLength } from '#src/catalogue/fields.ts'
import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import { editSchema } from '#src/catalogue/statements/schema.ts'
import { sql } from '#src/database/sql.ts'
import { lineProperties } from '#src/import/line.ts'
import { printable } from '#src/reference/hidden.ts'
import { exportOf, importInto } from '../support/catalogue.ts'
import { sqliteEngine } from '../support/engines.ts'
import { open, press, save } from '../support/pages/edit-forms.ts'
import { signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { keys, loadWorld, sessions } from '../support/world.ts'

const engine = sqliteEngine(loadWorld)

type Schema = TSchema & {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Texts anywhere in a schema, by their places. */
const textsIn = (schema: Schema, place: string): [string, Schema][] => [
  ...([schema.type].flat().includes('string') && !schema.enum && schema.const === undefined
    ? [[place, schema] as [string, Schema]]
    : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => textsIn(inner, `${place}.${name}`)),
  ...(schema.items ? textsIn(schema.items, place) : []),
  ...(schema.anyOf ?? []).flatMap((inner) => textsIn(inner, place)),
]

/** What may have several lines. Everything else is a name, a code, a path, an address, a day or an id. */
const prose = /\.(overview|tagline|homepage|biography|description|content)$/
/** Forms that say themselves how long a text is. */
const bounded = /^[^*+]*$/

test('every text that can be stated is prose, or one short line without hidden characters, or has a form', () => {
  for (const of of recordKindNames) {
    const schemas = [
      ...textsIn(editSchema(of) as Schema, of),
      ...Object.entries(lineProperties(of)).flatMap(([name, schema]) => textsIn(schema as Schema, `${of}.${name}`)),
    ]
    assert.ok(schemas.length > 5)
    for (const [place, schema] of schemas) {
      const { pattern = '', maxLength } = schema
      if (isProse(schema)) assert.match(place, prose)
      else if (!pattern.includes(printable) && (maxLength === undefined || pattern === ''))
        assert.ok(bounded.test(pattern) && pattern !== '', `${place} has no limit: ${pattern}`)
      else assert.ok((maxLength ?? 0) <= 2_048, place)
    }
  }
})

const long = 'x'.repeat(maxWordLength + 1)
const lrm = '\u200e'

/** Names that are refused, and why. */
const wrong: readonly [name: string, reason: string][] = [
  [long, `is longer than ${maxWordLength} characters`],
  ['One\nTwo', 'has a line break'],
  ['One\u2028Two', 'has a line break'],
  ['Ding\u0007', 'has the invisible character U+0007'],
  ['One\u0092s', 'has the invisible character U+0092'],
  ['One\u202eowT', 'has the invisible character U+202E'],
  ['\u200b', 'has nothing that can be seen'],
  ['\u200d\u{e0041}\u3164 ', 'has nothing that can be seen'],
  [`One${lrm}`, 'has the invisible character U+200E'],
]

/** Where names are: a line of an import, and the place of the fault there, which is the same in an edit. */
const named = (name: string): readonly [line: Record<string, unknown>, place: string][] => [
  [{ kind: 'company', id: 101, name }, 'name'],
  [{ kind: 'movie', id: 501, original_title: name }, 'original_title'],
  [{ kind: 'person', id: 301, also_known_as: [name] }, 'also_known_as.0'],
  [{ kind: 'keyword', id: 801, name }, 'name'],
  [
    { kind: 'series', id: 601, alternative_titles: { results: [{ title: name }] } },
    'alternative_titles.results.0.title',
  ],
  [
    {
      kind: 'movie',
      id: 501,
      translations: { translations: [{ iso_639_1: 'de', iso_3166_1: 'DE', data: { title: name } }] },
    },
    'translations.translations.0.data.title',
  ],
  [{ kind: 'movie', id: 501, credits: { cast: [{ id: 301, character: name }] } }, 'credits.cast.0.character'],
  [{ kind: 'movie', id: 501, credits: { crew: [{ id: 301, job: name }] } }, 'credits.crew.0.job'],
]

test('lines, the interface and forms refuse the same names for the same reasons', async (t) => {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { app, db } = server
  await db.run(sql`update session set scopes = 'read keep edit'`)
  const visitor = await signedIn(server, 'bo')
  const before = await exportOf(db)
  const url = `/commons/1/edit?api_key=${keys.first}&session_id=${sessions.bo}`
  const words: Readonly<Record<string, string>> = { 'has a line break': 'Enter this in one line.' }

  for (const [name, reason] of wrong) {
    for (const [line, place] of named(name)) {
      const { refused } = await importInto(db, [{ ...line, source: 'atlas' }])
      assert.deepEqual(refused, [`1 ${place}: ${reason}`])
      const reply = await app.inject({ method: 'POST', url, payload: { records: [line] } })
      assert.equal(reply.statusCode, 422)
      assert.deepEqual(reply.json().faults, [{ record: 0, place, reason }], reply.body)
    }
    const form = new Map(await open(visitor, '/company/101/edit')).set('v.name', name)
    const looked = await press(visitor, '/company/101/edit', [...form], 'look')
    assert.equal(looked.status, 422)
    const said =
      words[reason] ?? (reason.startsWith('has the') ? `Remove ${reason.slice(4)}.` : `This value ${reason}.`)
    assert.ok(textOf(looked).includes(said), textOf(looked))
    // What was typed is still there; browsers type no line break into such a field.
    if (!reason.includes('line break')) assert.ok(looked.body.includes(`value="${name}"`))
  }
  assert.equal(await exportOf(db), before)
})

test('prose keeps its line breaks and loses other hidden characters, whoever writes it', async (t) => {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { app, db } = server
  await db.run(sql`update session set scopes = 'read keep edit'`)
  const visitor = await signedIn(server, 'bo')
  const hostile = `One.\n\tTwo\u0007 \u0092\u202e${lrm}\u2066three.`
  const tidy = `One.\n\tTwo ${lrm}three.`
  const overviewOf = async (id: number) =>
    JSON.parse((await app.inject({ url: `/3/movie/${id}?api_key=${keys.first}` })).body).overview

  assert.deepEqual(
    (await importInto(db, [{ kind: 'movie', id: 9_001, overview: hostile, source: 'atlas' }])).refused,
    [],
  )
  assert.equal(await overviewOf(9_001), tidy)
  const records = [{ kind: 'movie', id: 502, overview: hostile }]
  const url = `/commons/1/edit?api_key=${keys.first}&session_id=${sessions.bo}`
  assert.equal((await app.inject({ method: 'POST', url, payload: { records } })).statusCode, 200)
  assert.equal(await overviewOf(502), tidy)
  const form = new Map(await open(visitor, '/movie/503/edit')).set('v.overview', hostile)
  await save(visitor, '/movie/503/edit', [...form])
  assert.equal(await overviewOf(503), tidy)
})

test('a longer name from before is readable, exported and editable, and its pages are not large', async (t) => {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { app, db } = server
  const visitor = await signedIn(server, 'bo')
  const name = '('.repeat(60_000)
  await db.run(sql`update company set name = ${name} where id = 101`)
  await db.run(sql`update movie set title = ${name}, original_title = ${name} where id = 501`)
  const reply = await app.inject({ url: `/3/company/101?api_key=${keys.first}` })
  assert.equal(JSON.parse(reply.body).name, name)
  const line = (await exportOf(db)).split('\n').find((each) => each.includes('"kind":"company","id":101,'))
  assert.equal(JSON.parse(line as string).name, name)

  for (const address of [
    '/company/101',
    '/movie/501',
    '/company',
    '/movie',
    '/',
    '/search?query=%28',
    '/movie/501/history',
  ]) {
    let page = await visitor.get(address)
    while (page.location) page = await visitor.follow(page)
    assert.equal(page.status, 200, address)
    assert.ok(page.body.length < 100_000, `${address} has ${page.body.length} characters`)
  }
  for (const address of ['/card/company/101.jpg', '/card/movie/501.jpg']) {
    const card = await visitor.get(address)
    assert.deepEqual([card.status, card.headers['content-type']], [200, 'image/jpeg'])
  }
  const form = new Map(await open(visitor, '/company/101/edit')).set('v.headquarters', 'Elsewhere')
  assert.equal(form.get('v.name'), name)
  await save(visitor, '/company/101/edit', [...form])
  const [stored] = await db.all(
    Type.Object({ name: Type.String() }),
    sql`select name from company where id = 101 and headquarters = 'Elsewhere'`,
  )
  assert.equal(stored?.name, name)
})
