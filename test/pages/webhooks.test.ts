import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { addReport } from '#src/contributions/reports.ts'
import { sql } from '#src/database/sql.ts'
import { mostWebhooks } from '#src/webhooks/limits.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const address = '/settings/webhooks'
const Queued = Type.Object({ type: Type.String(), path: Type.String() })
const wish = {
  ...{ name: 'Home', address: 'https://home.example/hook', watchlist: 'on' },
  ...{ type_movie_changed: 'on', type_episode_airs: 'on' },
}

async function open(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  await server.db.run(sql`update api_key set account_id = 2 where name = 'second'`)
  await server.db.run(sql`update account set role = 'administrator' where username = 'eve'`)
  return { server, bo: await signedIn(server, 'bo'), eve: await signedIn(server, 'eve') }
}

const secretIn = (body: string) => /id="webhook-secret">(whsec_[^<]{43,60})</.exec(body)?.[1]
const linkIn = (body: string) => /href="(\/webhooks\/\d+)"/.exec(body)?.[1] ?? ''

/** Adds a webhook on a page; the address of its own. */
async function add(visitor: Visitor, at: string, form: Record<string, string>): Promise<string> {
  const shown = await visitor.post(at, form)
  assert.equal(shown.status, 200)
  assert.ok(secretIn(shown.body))
  return linkIn(shown.body)
}

forEachEngine(loadWorld, (engine) => {
  test('a member adds a webhook, whose secret is shown once, changes, tests, pauses and deletes it', async (t) => {
    const { bo, eve } = await open(t, engine)
    assert.match(textOf(await bo.get(address)), /No webhooks yet/)
    const link = await add(bo, address, wish)
    const page = await bo.get(link)
    assert.equal(secretIn(page.body), undefined)
    assert.match(textOf(page), /Home On https:\/\/home\.example\/hook Nothing delivered yet\./)
    assert.match(textOf(await bo.get(address)), /Home On https:\/\/home\.example\/hook/)
    for (const path of [link, `${link}/delete`]) assert.equal((await eve.get(path)).status, 404)
    const changed = await bo.post(link, { ...wish, name: '', type_movie_changed: '', watchlist: '' })
    assert.match(textOf(await bo.follow(changed)), /Webhook saved\..* home\.example On/s)
    assert.match(
      textOf(await bo.follow(await bo.post(`${link}/test`, {}, { from: link }))),
      /Test sent\..* Test waiting/s,
    )
    assert.match(textOf(await bo.follow(await bo.post(`${link}/state`, { state: 'paused' }, { from: link }))), /Paused/)
    assert.match(
      textOf(await bo.follow(await bo.post(`${link}/state`, { state: 'on' }, { from: link }))),
      /switched on/,
    )
    assert.ok(secretIn((await bo.post(`${link}/secret`, {}, { from: link })).body))
    assert.match(textOf(await bo.get(link)), /The former secret counts until 11 Mar 2026, 12:00 UTC\./)
    for (const act of ['', '/test', '/state', '/secret', '/delete'])
      assert.equal((await eve.post(`${link}${act}`, { state: 'on' }, { from: address })).status, 404)
    const deleted = await bo.post(`${link}/delete`, {}, { from: `${link}/delete` })
    assert.match(textOf(await bo.follow(deleted)), /Webhook deleted\..* No webhooks yet/s)
    assert.equal((await bo.get(link)).status, 404)
  })

  test('what is wrong stands at its field, and there is a limit', async (t) => {
    const { bo, server } = await open(t, engine)
    for (const [form, said] of [
      [{ ...wish, address: 'http://home.example' }, /begins with https:\/\//],
      [{ ...wish, address: 'https://10.0.0.1/' }, /private network/],
      [{ address: wish.address }, /Choose at least one\./],
      [{ ...wish, watchlist: '' }, /Choose at least one, or a list\./],
      [{ ...wish, list: '99' }, /no such list/],
      [{ ...wish, name: 'n'.repeat(101) }, /at most 100 characters/],
    ] as const) {
      const reply = await bo.post(address, form)
      assert.equal(reply.status, 422)
      assert.match(textOf(reply), said)
    }
    for (let count = 0; count < mostWebhooks.member; count++) await add(bo, address, wish)
    assert.match(textOf(await bo.get(address)), /There are 10 webhooks, which is as many as there can be/)
    await server.db.run(sql`delete from webhook`)
    for (let count = mostWebhooks.member; count < hourlyLimits.webhook[1]; count++)
      await add(bo, address, wish).catch(() => {})
    const dee = await signedIn(server, 'dee')
    assert.equal((await dee.post(address, wish, { from: '/settings/profile' })).status, 403)
  })

  test('a key has webhooks of its own', async (t) => {
    const { bo, eve } = await open(t, engine)
    assert.match((await bo.get('/settings/api')).body, /href="\/settings\/api\/2\/webhooks"/)
    const at = '/settings/api/2/webhooks'
    assert.match(textOf(await bo.get(at)), /Webhooks of second, key ending in aaa2/)
    const link = await add(bo, at, {
      ...{
        address: wish.address,
        type_movie_changed: 'on',
        type_person_changed: 'on',
        records: 'movie:501, person:301',
      },
    })
    const page = await bo.get(link)
    assert.match(page.body, /value="movie:501, person:301"/)
    const wrong = await bo.post(link, { address: wish.address, type_movie_changed: 'on', records: 'movie' })
    assert.match(textOf(wrong), /Enter at most 100 records/)
    for (const path of [at, link]) assert.equal((await eve.get(path)).status, 404)
  })

  test('those of the server are for administrators, who stand in the audit log, and hear of reports', async (t) => {
    const { server, bo, eve } = await open(t, engine)
    assert.equal((await bo.get('/admin/webhooks')).status, 403)
    const link = await add(eve, '/admin/webhooks', {
      ...{ name: 'Ops', address: wish.address, type_edit_waits: 'on', type_report_came: 'on' },
    })
    assert.match(textOf(await eve.get('/admin/webhooks')), /Ops On/)
    assert.equal((await bo.get(link)).status, 404)
    await addReport(server.db, {
      ...{ account_id: 1, what: 'record', subject: 'movie 501', reason: 'wrong', words: '', now: new Date(testDay) },
    })
    const queued = await server.db.all(Queued, sql`select type, path from webhook_delivery`)
    assert.deepEqual(queued, [{ type: 'report.came', path: '/moderation/reports' }])
    assert.match(textOf(await eve.get(link)), /Something was reported waiting/)
    await eve.post(`${link}/delete`, {}, { from: `${link}/delete` })
    assert.match(
      textOf(await eve.get('/admin/audit-log')),
      /Webhook of the server deleted .*Webhook of the server added/s,
    )
  })
})
