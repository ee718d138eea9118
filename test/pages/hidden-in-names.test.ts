import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { nameFault } from '#src/credentials/rules.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { sqliteEngine } from '../support/engines.ts'
import { type PagesServer, signedIn, startPages, tokenIn, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

/** Names that people give, and that others read: where an app asks for consent, beside a review, in a log. */

const hidden = ['\u0007', '\u200e', '\u061c', '\u202e', '\u2066']
/** Some forms make one line of several. */
const breaks = ['\n', '\u2028', '\u0085']
/** Names that look as if they were empty. */
const unseen = [
  '\u200b',
  '\u200d\u2060',
  '\u00ad',
  '\u200b\ufeff',
  '\u3164',
  '\u115f\u1160',
  '\u2800',
  '\u0301',
  '\u{e0041}',
]
const Id = Type.Object({ id: Type.Integer() })

let server: PagesServer
let ada: Visitor
let key_id: number
before(async () => {
  server = await startPages(sqliteEngine(loadWorld))
  ada = await signedIn(server, 'ada')
  const owner = await server.db.one(Id, sql`select id from account where folded_username = 'ada'`)
  const made = { name: 'x', plan: 'developer', account_id: owner?.id ?? 0, now: new Date(testDay) } as const
  key_id = (await createKey(server.db, made)).id
})
after(() => server.close())

/** Forms with a name, right otherwise, and the name of its field. */
const forms = (): readonly (readonly [path: string, name: string, fields: Record<string, string>])[] => [
  ['/settings/profile', 'name', { iso_639_1: 'de', iso_3166_1: 'DE' }],
  ['/lists', 'name', { description: '', visibility: 'private' }],
  ['/settings/tokens', 'name', { key_id: String(key_id), lifetime: '0', scope_read: 'on' }],
  [
    '/settings/api/new',
    'name',
    {
      ...{ plan: 'developer', dialect: 'common', kind_of_use: 'website', terms: 'on' },
      ...{ summary: 'Shows what is on in the cinemas of our town.', contact: 'a@b.example' },
    },
  ],
  ['/settings/connect/apps/plex', 'name', { languages: '', terms: 'on' }],
]

test('no name has a character that nobody sees', async () => {
  const token = tokenIn((await ada.get('/lists')).body)
  for (const [path, name, fields] of forms()) {
    for (const one of hidden) {
      const refused = await ada.post(path, { ...fields, [name]: `a${one}b` }, { token })
      assert.equal(refused.status, 422, `${path} with ${JSON.stringify(one)}`)
      assert.ok(new RegExp(`id="${name}"[^>]*aria-invalid="true"`).test(refused.body), path)
    }
    for (const one of unseen)
      assert.equal(
        (await ada.post(path, { ...fields, [name]: one }, { token })).status,
        422,
        `${path} with ${JSON.stringify(one)}`,
      )
    const taken = await ada.post(path, { ...fields, [name]: 'Ada 👩‍🚀' }, { token })
    assert.ok([200, 303].includes(taken.status), `${path}: ${taken.status}`)
  }
})

test('neither has that of an account which a command or a form makes', () => {
  for (const one of [...hidden, ...breaks]) assert.equal(nameFault(`a${one}b`), 'name', JSON.stringify(one))
  for (const name of unseen) assert.equal(nameFault(name), 'name', JSON.stringify(name))
  assert.equal(nameFault(''), undefined)
  assert.equal(nameFault('Ada 👩‍🚀'), undefined)
})
