import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import { editSchema } from '#src/catalogue/statements/schema.ts'
import { isWebAddress, maxAddressLength, shownAddress } from '#src/contract/web-address.ts'
import { raw, sql } from '#src/database/sql.ts'
import { lineProperties } from '#src/import/line.ts'
import { allOperations } from '#src/interface.ts'
import { type ApplicationTexts, readApplication } from '#src/keys/key-application.ts'
import { reasonFaults } from '#src/pages/edit/refusal.ts'
import { pages } from '#src/pages/index.ts'
import type { PageContext } from '#src/pages/page.ts'
import { en } from '#src/texts/en/index.ts'
import { forEachEngine } from '../support/engines.ts'
import { type PagesServer, signedIn, startPages } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { requestsOf } from '../support/walk.ts'
import { filledIn } from '../support/world/own-requests.ts'
import { loadWorld } from '../support/world.ts'

/**
 * Addresses of pages, which replies and pages hand out as links, are http or https, by one rule. What holds one is
 * found by its name, in all that may be stated, so that no new field is forgotten.
 */

const nothing: ApplicationTexts = {
  ...{ plan: '', dialect: '', languages: '', appended_languages: '', name: '', application_address: '' },
  ...{ kind_of_use: '', summary: '', contact: '', terms: '' },
}
const english = { texts: en } as unknown as PageContext
const script = 'javascript:alert(1)'
const wrong = [
  ...[script, 'JaVaScRiPt:alert(1)', ` ${script}`, `\t${script}`, `https://a.example\n${script}`],
  ...[
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://a.example',
    'mailto:a@a.example',
    'blob:https://a',
  ],
  ...[
    '//evil.example',
    '/path',
    'evil.example',
    'http:evil.example',
    'http:/evil.example',
    'https://',
    'https:///a',
    'h',
  ],
  ...['https://a b', 'https://a.example/\0', 'https://a.example/\x1f', 'https://a.example/ ', ' https://a.example'],
  ...['https://good.example@evil.example', 'https://a:b@evil.example/', 'https://good.example\\@evil.example'],
  `https://a.example/${'x'.repeat(maxAddressLength)}`,
]
const right = [
  ...['https://a.example', 'http://a.example/b?c=d&e=@f#g', 'HTTPS://A.example/', 'https://müller.example:8443/ä'],
  `https://a.example/${'x'.repeat(maxAddressLength - 18)}`,
]

/** Names of what holds an address of a page. */
const holdsAddress = /(^|_)(homepage|website|url|link|address)$/

type Schema = TSchema & { properties?: Record<string, Schema>; patternProperties?: Record<string, Schema> } & {
  items?: Schema
  anyOf?: Schema[]
}

/** The schemas of all texts in a schema whose name says that they hold an address, by their places. */
function* addressesIn(schema: Schema, place: string, name = ''): Generator<[place: string, schema: Schema]> {
  if ([(schema as { type?: unknown }).type].flat().includes('string') && holdsAddress.test(name)) yield [place, schema]
  for (const [inner, property] of Object.entries({ ...schema.properties, ...schema.patternProperties }))
    yield* addressesIn(property, `${place}.${inner}`, inner)
  if (schema.items) yield* addressesIn(schema.items, place, name)
  for (const option of schema.anyOf ?? []) yield* addressesIn(option, place, name)
}

test('whatever may be stated as an address is http or https', () => {
  const stated: [string, Schema][] = [
    ...recordKindNames.map((of): [string, Schema] => [`edit of ${of}`, editSchema(of)]),
    ...([...recordKindNames, 'source'] as const).map((of): [string, Schema] => [
      `line of ${of}`,
      Type.Object(lineProperties(of)),
    ]),
    ...allOperations.flatMap(({ id, body, query }): [string, Schema][] => [
      [`body of ${id}`, body ?? Type.Object({})],
      [`query of ${id}`, query],
    ]),
  ]
  const found = stated.flatMap(([what, schema]) => [...addressesIn(schema, what)])
  for (const [place, schema] of found) {
    const rule = Compile(schema)
    assert.deepEqual(
      wrong.filter((text) => rule.Check(text)),
      [],
      `${place} takes what is no address`,
    )
    assert.deepEqual(
      ['', ...right].filter((text) => !rule.Check(text)),
      [],
      `${place} refuses an address`,
    )
  }
  const places = new Set(found.map(([place]) => place))
  for (const known of [
    'edit of movie.values.homepage',
    'edit of movie.texts.texts.homepage',
    'edit of person.values.homepage',
    'line of company.homepage',
    'line of collection.translations.translations.data.homepage',
    'line of source.url',
    'body of edits.edit.source_url',
  ])
    assert.ok(places.has(known), `${known} is not among ${[...places].join(', ')}`)
})

test('forms have no other fields for addresses than these, which follow the rule', () => {
  const fields = new Set(pages.flatMap(({ form }) => form).filter((name) => holdsAddress.test(name)))
  // Where a followed catalogue is: it may be a folder as well, and is no link.
  const noLinks = ['address']
  assert.deepEqual([...fields].sort(), [...noLinks, 'application_address'])
  const application = (application_address: string) => readApplication({ ...nothing, application_address })
  for (const text of wrong) {
    const { faults } = application(text) as { faults: Map<string, string> }
    // The blanks around it are left out.
    if (!isWebAddress(text.trim())) assert.ok(faults.has('application_address'), text)
    assert.ok(!isWebAddress(text), text)
    assert.equal(shownAddress(text), '')
    // Forms of records read their fields as a whole, and all check their source here.
    if (!isWebAddress(text.trim())) assert.ok(reasonFaults(english, { source_url: text }).source_url, text)
  }
  for (const text of right) assert.equal(shownAddress(text), text)
})

forEachEngine(loadWorld, (engine) => {
  describe('an address that is none, stored before there was a rule', () => {
    let server: PagesServer
    before(async () => {
      server = await startPages(engine, { 'reply-cache-bytes': '0' })
      await storeEverywhere(server)
    })
    after(() => server.close())

    test('is in no reply', async () => {
      for (const operation of allOperations.filter(({ method }) => method === 'GET'))
        for (const request of await requestsOf(server.db, operation, 4).catch(() => [])) {
          const { body } = await send(server.app, request, { session: 'ada' })
          assert.ok(!body.includes(script), `${request} hands it out: ${body.slice(0, 200)}`)
        }
    })

    test('is no link on a page', async () => {
      await server.db.run(sql`update account set role = 'administrator' where username = 'ada'`)
      const ada = await signedIn(server, 'ada')
      for (const { method, path: pattern } of pages) {
        if (method !== 'GET') continue
        for (const path of filledIn(pattern)) {
          const { body } = await ada.get(path)
          assert.doesNotMatch(body, /(href|src|action|content)="\s*javascript:/i, path)
          assert.doesNotMatch(body, /"(url|sameAs|href)":[^,]*javascript:/i, path)
        }
      }
    })
  })
})

const columns: readonly (readonly [column: string, tables: readonly string[]])[] = [
  ['homepage', ['movie', 'series', 'person', 'company', 'network', 'collection', 'translation']],
  ['url', ['source']],
  ['link', ['offer']],
  ['source_url', ['edit', 'pending_edit']],
  ['application_address', ['api_key']],
]

/** Stores it in every column for addresses. */
async function storeEverywhere({ db }: PagesServer) {
  for (const [column, tables] of columns)
    for (const table of tables) await db.run(sql`update ${raw(table)} set ${raw(column)} = ${script}`)
}
