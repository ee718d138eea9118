import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Type } from 'typebox'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { sql } from '#src/database/sql.ts'
import { storableTexts } from '#src/http/pages/texts-of.ts'
import { maxFormBytes } from '#src/pages/edit/edit.ts'
import { maxAddedRows } from '#src/pages/edit/season/table.ts'
import { pages } from '#src/pages/index.ts'
import { formBytes, maxFieldLength, maxFormFields, maxParameterLength, maxPathPart } from '#src/pages/limits.ts'
import { maxOpenLanguages, maxOpenRows } from '#src/pages/record-form/typed.ts'
import { sqliteEngine } from '../support/engines.ts'
import { open, press } from '../support/pages/edit-forms.ts'
import { type PagesServer, signedIn, startPages, textOf, tokenIn, type Visitor } from '../support/pages/visitor.ts'
import { addOwn, addShown } from '../support/world/own.ts'
import { filledIn, formsOf } from '../support/world/own-requests.ts'
import { loadWorld } from '../support/world.ts'

let server: PagesServer
let ada: Visitor
let token: string
before(async () => {
  server = await startPages(sqliteEngine(loadWorld), { 'writes-per-minute': '0' })
  await addShown(server.db)
  await addOwn(server.db)
  await server.db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  ada = await signedIn(server, 'ada')
  token = tokenIn((await ada.get('/')).body)
})
after(() => server.close())

const isForm = ({ method, takesFile }: (typeof pages)[number]) => method === 'POST' && !takesFile
const addressOf = (path: string) => filledIn(path)[0] as string
/** Fields that are not shown again. */
const secret = /password|secret|code|token/

const Edits = Type.Object({ count: Type.Integer() })
const editsIn = async () => (await server.db.one(Edits, sql`select count(*) as count from edit`))?.count

test('every field of every form has a limit, and what was typed is shown where it is too long', async () => {
  const forms = pages.filter((page) => isForm(page) && page.form.length > 0)
  assert.ok(forms.length > 50)
  const edits = await editsIn()
  for (const page of forms) {
    const address = addressOf(page.path)
    const [form = {}] = formsOf(page)
    for (const name of page.form) {
      const most = page.longFields[name] ?? maxFieldLength
      const text = 'two words '.repeat(most).slice(0, most + 1)
      const sent = { ...form, [name]: text }
      const reply = await ada.post(address, sent, { token })
      assert.equal(reply.status, 413, `${address} ${name}: ${reply.status}`)
      assert.match(textOf(reply), /A text is too long/, address)
      if (!secret.test(name)) assert.ok(reply.body.includes(text), `${address} ${name} is lost`)
      const forPrograms = await ada.send(address, [['form_token', token], ...Object.entries(sent)], { accept: '*/*' })
      assert.deepEqual([forPrograms.status, JSON.parse(forPrograms.body)], [413, statusEnvelope('body_too_large')])
    }
  }
  assert.equal(await editsIn(), edits)
})

test('so has every field beside a file, which is not cut short', async () => {
  const forms = pages.filter(({ takesFile, form }) => takesFile && form.length > 0)
  assert.ok(forms.length > 1)
  for (const { path, form } of forms)
    for (const name of form) {
      const [address, longest] = [addressOf(path), `€ ${'€'.repeat(maxFieldLength - 2)}`]
      const refused = await ada.upload(address, { [name]: `${longest}€` }, Buffer.from('x'), { token })
      assert.equal(refused.status, 413, `${address} ${name}: ${refused.status}`)
      assert.match(textOf(refused), /A text is too long/, address)
      assert.ok(refused.body.includes(longest), `${address} ${name} is lost`)
      const read = await ada.upload(address, { [name]: longest }, Buffer.from('x'), { token })
      assert.notEqual(read.status, 413, `${address} ${name}`)
    }
})

test('every form has a size, whatever its fields are called', async () => {
  const larger = pages.filter((page) => isForm(page) && page.bodyLimitBytes > formBytes)
  // Records and episodes as a whole, reviews, lists and passkeys.
  assert.deepEqual(
    [...new Set(larger.map(({ path, bodyLimitBytes }) => `${path.split('/').at(-1)} ${bodyLimitBytes}`))].sort(),
    [
      `add 184320`,
      `edit 126864`,
      `edit ${maxFormBytes}`,
      `lists 126864`,
      `new ${maxFormBytes}`,
      `passkey 184320`,
      `review 396864`,
      `watched 396864`,
    ].sort(),
  )
  for (const { path, bodyLimitBytes } of pages.filter(isForm)) {
    const address = addressOf(path)
    const reply = await ada.send(address, [['x', 'x'.repeat(bodyLimitBytes)]])
    assert.equal(reply.status, 413, address)
  }
  const many = Array.from({ length: maxFormFields + 1 }, (): [string, string] => ['x', ''])
  assert.equal((await ada.send('/movie/501/edit', many)).status, 413)
})

test('parameters of pages and parts of their paths have limits', async () => {
  const asked = pages.filter(
    ({ method, query, access }) => method === 'GET' && query.length > 0 && access !== 'moderator',
  )
  for (const { path, query } of asked) {
    const address = addressOf(path)
    for (const name of query) {
      const reply = await ada.get(`${address}?${name}=${'x'.repeat(maxParameterLength + 1)}`)
      assert.equal(reply.status, 414, `${address} ${name}: ${reply.status}`)
    }
  }
  for (const address of ['/movie/501-x', '/@ada', '/review/0', '/company/101-'])
    assert.equal((await ada.get(`${address}${'x'.repeat(maxPathPart)}`)).status, 404, address)
})

test('of several fields with one name the first one counts, however many there are', () => {
  const form = new URLSearchParams([
    ['a', '1'],
    ['b', '2\0'],
    ['a', '3\0'],
  ])
  assert.deepEqual(storableTexts(form), {
    sent: [
      ['a', '1'],
      ['b', '2'],
    ],
    unstorable: new Set(['b']),
  })
})

test('a form has as many entries and languages open as it can be drawn with', async () => {
  const address = '/movie/501/edit'
  const fields = await open(ada, address)
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at): [string, string] => [
      `p.alternative_titles.${1000 + at}.title`,
      `Name ${at}`,
    ])
  const full = [...fields, ...rows(maxOpenRows - 200)]
  for (const act of ['more|alternative_titles', 'add|videos|']) {
    const reply = await press(ada, address, full, act)
    assert.equal(reply.status, 422, act)
    assert.ok(textOf(reply).includes(`At most ${maxOpenRows} entries can be open at once. Save first.`))
    const drawn = reply.body.match(/name="p\.alternative_titles\.\d+\.title"/g)?.length
    assert.equal(drawn, full.filter(([name]) => /^p\.alternative_titles\.\d+\.title$/.test(name)).length)
  }
  assert.equal((await press(ada, address, [...fields, ...rows(maxOpenRows + 1)], 'look')).status, 413)
  const languages = Array.from({ length: maxOpenLanguages + 1 }, (_, at): [string, string] => [
    `t.${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'a' : 'b'}-DE.tagline`,
    'Words',
  ])
  assert.equal((await press(ada, address, [...fields, ...languages], 'look')).status, 413)
})

test('a table of episodes says what of a pasted text there was no room for', async () => {
  const address = '/tv/601/season/1/episodes/edit'
  const fields = (await open(ada, address)).filter(([name]) => name !== 'pasted')
  const pasted = (lines: number) => Array.from({ length: lines }, (_, at) => `${at + 100}. Name`).join('\n')
  const most = await press(ada, address, [...fields, ['pasted', pasted(maxAddedRows + 1)]], 'paste')
  assert.ok(textOf(most).includes(`At most ${maxAddedRows} entries can be open at once.`))
  assert.equal(most.body.match(/name="n\.\d+\.name"/g)?.length, maxAddedRows)
  const none = await press(ada, address, [...fields, ['pasted', `${pasted(1_999)}\n1. A\n2. B`]], 'paste')
  assert.match(textOf(none), /Paste at most 2000 lines at once\./)
  assert.ok(none.body.includes('Name\n1. A\n2. B</textarea>'), 'what was pasted is still there')
})
