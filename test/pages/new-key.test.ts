import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type PagesServer, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const application = {
  plan: 'developer',
  dialect: 'neutral',
  name: 'Lantern',
  application_address: 'https://lantern.example/',
  kind_of_use: 'website',
  summary: 'Shows what is on in the cinemas of our town.',
  contact: 'bo@lantern.example',
  terms: 'on',
}
const applyPath = '/settings/api/new'
const cookie = 'reelcommons_new_key'

const keyCount = async ({ db }: PagesServer) =>
  await db.run(sql`update api_key set name = name where name = ${application.name}`)

/** bo, whose application was just taken. */
async function apply(t: { after(work: () => Promise<void>): void }, engine: TestEngine, options = {}) {
  const server = await startPages(engine, options)
  t.after(() => server.close())
  const bo = await signedIn(server, 'bo')
  const sent = await bo.post(applyPath, application)
  assert.deepEqual([sent.status, sent.location], [303, '/settings/api/made'])
  return { server, bo, sent }
}

const keyIn = (body: string) => /id="new-key">([0-9a-f]{32})</.exec(body)?.[1]

forEachEngine(loadWorld, (engine) => {
  test('the languages of a key are chosen, changed and removed', async (t) => {
    const { server, bo } = await apply(t, engine)
    const [, address = ''] = /href="(\/settings\/api\/\d+\/languages)"/.exec((await bo.get('/settings/api')).body) ?? []
    const languagesIn = async () => / Languages (.*?) Created/.exec(textOf(await bo.get('/settings/api')))?.[1]
    assert.equal(await languagesIn(), 'English, unless a request names another')
    const wrong = await bo.post(address, { languages: 'german' })
    assert.deepEqual([wrong.status, wrong.body.includes('id="languages-error"')], [422, true])
    const changed = await bo.post(address, { languages: ' pt_br, PT-pt es' })
    assert.match(textOf(await bo.follow(changed)), /^Languages saved\./)
    assert.equal(await languagesIn(), 'pt-BR, pt-PT, es-ES')
    assert.match((await bo.get(address)).body, /value="pt-BR, pt-PT, es-ES"/)
    const unread = await bo.post(address, { languages: 'de', appended_languages: 'english' })
    assert.deepEqual([unread.status, unread.body.includes('id="appended_languages-error"')], [422, true])
    await bo.post(address, { languages: 'de', appended_languages: 'fr,en' })
    assert.equal(await languagesIn(), 'de-DE; then fr-FR, en-US')
    assert.match((await bo.get(address)).body, /name="appended_languages"[^>]*value="fr-FR, en-US"/)
    await bo.post(address, { languages: '', appended_languages: 'en' })
    assert.equal(await languagesIn(), 'then en-US')
    const eve = await signedIn(server, 'eve')
    assert.equal((await eve.post(address, { languages: 'de' }, { from: '/settings/api' })).status, 404)
    assert.equal((await bo.post(address, { languages: '' })).status, 303)
    assert.equal(await languagesIn(), 'English, unless a request names another')
  })

  test('a new key is shown once, and asking for its page again makes no other', async (t) => {
    const { server, bo, sent } = await apply(t, engine)
    const secret = bo.cookies.get(cookie) ?? ''
    assert.match(secret, /^[0-9a-f]{32}$/)
    assert.match(String(sent.headers['set-cookie']), /; Max-Age=120; Path=\/; HttpOnly; SameSite=Lax/)
    assert.ok(!sent.body.includes(secret))
    const shown = await bo.follow(sent)
    assert.equal(keyIn(shown.body), secret)
    assert.match(textOf(shown), / API keys Your new key Key for Lantern Copy the key now\./)
    assert.match(shown.body, /Notifications <span class="badge">1<span class="unseen"> new</)
    assert.equal(bo.cookies.has(cookie), false)
    const again = await bo.follow(sent)
    assert.equal(keyIn(again.body), undefined)
    assert.match(
      textOf(again),
      / Your new key We do not store keys, so this one is not shown again\. .* Back to your keys$/,
    )
    assert.equal(await keyCount(server), 1)
  })

  test('four answers are enough, and the rest is folded away until something in it is wrong', async (t) => {
    const { server, bo } = await apply(t, engine)
    const form = (await bo.get(applyPath)).body
    const [, folded = ''] = /<details class="more-fields">([\s\S]*?)<\/details>/.exec(form) ?? []
    const namesOf = (text: string) => new Set([...text.matchAll(/ name="(\w+)"/g)].map(([, name]) => name))
    assert.deepEqual(
      [...namesOf(folded)],
      ['application_address', 'plan', 'dialect', 'languages', 'appended_languages'],
    )
    const wrong = await bo.post(applyPath, { ...application, application_address: 'lantern' })
    assert.match(wrong.body, /<details class="more-fields" open>/)
    const sent = await bo.post(applyPath, { ...application, application_address: '', name: 'Small' })
    assert.equal(sent.status, 303)
    assert.match(
      (await bo.follow(sent)).body,
      /id="new-key">[0-9a-f]{32}<\/code>\s*<button type="button"[^>]* data-copy /,
    )
    assert.equal(await keyCount(server), 1)
  })

  test('a key is shown to its account alone, while it is valid', async (t) => {
    const { server, bo } = await apply(t, engine)
    const secret = bo.cookies.get(cookie) ?? ''
    const shownTo = async (visitor: Visitor, given: string) => {
      visitor.cookies.set(cookie, given)
      return keyIn((await visitor.get('/settings/api/made')).body)
    }
    assert.equal(await shownTo(await signedIn(server, 'eve'), secret), undefined)
    for (const strange of ['f'.repeat(32), '"><script>']) assert.equal(await shownTo(bo, strange), undefined)
    assert.equal(await shownTo(bo, secret), secret)
    await server.db.run(sql`update api_key set revoked_at = '' where name = 'Lantern'`)
    assert.equal(await shownTo(bo, secret), undefined)
  })

  test('a limit of one request in a second is said in one word', async (t) => {
    const { bo } = await apply(t, engine, { 'developer-requests-per-second': '1' })
    assert.match(textOf(await bo.get('/settings/api')), / Plan Developer One request per second Field names /)
    assert.match(textOf(await bo.get(applyPath)), /small apps\. One request per second\./)
  })
})
