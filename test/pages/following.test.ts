import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import { maxDigestNews, queueDigests } from '#src/contributions/following/digest.ts'
import { addFollow, maxFollows } from '#src/contributions/following/follows.ts'
import { tellAdditions } from '#src/contributions/following/list-additions.ts'
import { tellFollowers } from '#src/contributions/following/tell-followers.ts'
import { sql } from '#src/database/sql.ts'
import { openOutbox } from '#src/mail/outbox.ts'
import { openTransport } from '#src/mail/transport.ts'
import { UNSUBSCRIBE_DAYS } from '#src/mail/unsubscribing.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openMailServer } from '../support/mail-server.ts'
import { later, leads, pathOf } from '../support/pages/place.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const movie = '/movie/502-das-zweite-glimmen'
const now = new Date(testDay)

async function start(t: TestContext, engine: TestEngine) {
  const mails = await openMailServer()
  const server = await startPages(engine, { smtp: mails.url })
  const { db } = server
  await db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  const follower = tellFollowers(db, () => now)
  await follower.catchUp()
  const outbox = openOutbox({
    db,
    transport: openTransport(
      server.config,
      () => server.config.site,
      () => {},
    ),
    clock: () => now,
    site: () => server.config.site,
    log: { warn() {}, error() {} },
  })
  t.after(async () => {
    await outbox.close()
    await server.close()
    await mails.close()
  })
  return {
    ...{ server, db, mails },
    ada: await signedIn(server, 'ada'),
    async edit(runtime: number) {
      await applyEdit(db, { account_id: 2, at: now, records: [{ kind: 'movie', id: 502, values: { runtime } }] })
      await follower.catchUp()
    },
    /** Sends the mails that are due so many hours after the beginning, and says how many. */
    async send(hours: number) {
      const count = await queueDigests(db, new Date(later(hours)))
      await db.run(sql`update mail set due_at = ${testDay}`)
      outbox.wake()
      return count
    },
  }
}

/** The form of the button on a page: what it sends. */
function buttonIn(body: string) {
  const [, form = ''] =
    /<form class="button-form" method="post" action="\/watching"[^>]*>([\s\S]*?)<\/form>/.exec(body) ?? []
  const field = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`)
      .exec(form)?.[1]
      ?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)) ?? ''
  return form === '' ? undefined : { what: field('what'), of: field('of'), watch: field('watch'), next: field('next') }
}

forEachEngine(loadWorld, (engine) => {
  test('everything that can be followed has a button, and one page lists it and ends it', async (t) => {
    const { server, ada } = await start(t, engine)
    await server.db.run(sql`update account set has_public_profile = true where folded_username = 'bo'`)
    const pages = [
      ...[movie, '/tv/601-tidewater-signals', '/tv/601-tidewater-signals/season/1', '/person/301-odalys-fenwick'],
      ...['/tv/601-tidewater-signals/season/1/episode/2', '/edits?person=Bo', '/edits?kind=movie&language=de'],
      ...['/search?query=glimmer', '/search?query=glimmer&kind=movie', '/collection/401-the-glimmer-collection'],
      '/list/3',
    ]
    for (const path of pages) {
      assert.equal(buttonIn((await openVisitor(server.app).get(path)).body), undefined, `${path} without an account`)
      const button = buttonIn((await ada.get(path)).body)
      assert.equal(button?.watch, 'on', path)
      assert.deepEqual(await leads(ada, await ada.post('/watching', button ?? {}, { from: path })), [
        303,
        button?.next,
        'You are following this now. You get a notification when something changes here.',
      ])
      assert.equal(buttonIn((await ada.get(path)).body)?.watch, '', `${path} is followed`)
    }
    for (const path of ['/edits', '/edits?person=ada', '/@ada', '/search', '/list/1'])
      assert.equal(buttonIn((await ada.get(path)).body), undefined, `${path} is nothing to follow`)
    assert.equal(buttonIn((await ada.get('/@Bo')).body)?.watch, '')
    const listed = textOf(await ada.get('/watching'))
    for (const name of [
      'The Second Glimmer',
      'Tidewater Signals',
      'bo',
      'Search for “glimmer” · Movie',
      'All the reels',
    ])
      assert.ok(listed.includes(name), name)
    assert.match(listed, /Recent edits · Movie · German/)
    for (let left = pages.length; left > 0; left--) {
      const button = buttonIn((await ada.get('/watching')).body)
      assert.equal(button?.watch, '')
      await ada.post('/watching', button ?? {}, { from: '/watching' })
    }
    assert.match(textOf(await ada.get('/watching')), /Nothing followed yet/)
    const stale = { what: 'record', of: 'movie 999', watch: 'on', next: '//evil.example' }
    assert.equal((await ada.post('/watching', stale, { from: '/' })).status, 404)
    const elsewhere = { ...stale, of: 'movie 502' }
    assert.equal((await ada.post('/watching', elsewhere, { from: '/' })).location, '/watching')
  })

  test('what is new stands in the notifications, once, and leads there', async (t) => {
    const { ada, edit, db } = await start(t, engine)
    await ada.post('/watching', { what: 'record', of: 'movie 502', watch: 'on', next: '' }, { from: '/' })
    await edit(71)
    await edit(72)
    const page = await ada.get('/notifications')
    assert.match(textOf(page), /The Second Glimmer, which you follow, was edited 2 times\./)
    assert.match(page.body, /href="\/movie\/502[\w-]*\/history"/)
    await ada.post('/watching', { what: 'account', of: 'bo', watch: 'on', next: '' }, { from: '/' })
    await edit(73)
    assert.match(textOf(await ada.get('/notifications')), /bo, whose edits you follow, edited The Second Glimmer\. /i)
    await db.run(sql`update account set iso_639_1 = 'de' where username = 'ada'`)
    assert.match(textOf(await ada.get('/notifications')), /„The Second Glimmer“, das Sie beobachten, wurde 3-mal bea/)
  })

  test('what is new on a followed list is told, on pages and by mail, as long as everybody sees it', async (t) => {
    const { server, ada, db, mails, send } = await start(t, engine)
    const owner = await signedIn(server, 'bo')
    const add = async (title: string) => {
      await owner.post(`/lists/add/${title}`, { list: '3', name: '', off: '', next: '' }, { from: '/list/3' })
      await tellAdditions(db, now)
    }
    const describe = (visibility: string) =>
      owner.post('/list/3/edit', { name: 'Glow <3', description: '', visibility, sort_by: 'position.asc' })
    const asked = '/library/followed-lists'
    assert.match(textOf(await ada.get(asked)), /No lists followed yet/)
    assert.doesNotMatch(textOf(await owner.get('/list/3')), /follower/)
    await ada.post('/watching', { what: 'list', of: '3', watch: 'on', next: '/list/3' }, { from: '/list/3' })
    assert.match(textOf(await openVisitor(server.app).get('/list/3')), /A list by bo · 21 titles · 1 follower Share/i)
    assert.match(
      textOf(await ada.get('/')),
      /Lists you follow All the reels A list by bo · 21 titles Show all : Lists you/i,
    )
    await describe('public')
    await add('tv/601')
    const row = /Glow <3 A list by bo · 22 titles 1 new: Tidewater Signals/i
    for (const path of ['/', asked]) assert.match(textOf(await ada.get(path)), row, path)
    const told = await ada.get('/notifications')
    assert.match(textOf(told), /Tidewater Signals was added to “Glow <3”, a list you follow\./)
    assert.match(told.body, /<a href="\/list\/3" rel="nofollow">Show<\/a>/)
    await add('movie/502')
    await add('movie/503')
    await add('tv/602')
    assert.match(textOf(await ada.get(asked)), /4 new: Les Heures grises , .* , .* …$/)
    await db.run(sql`update account set digest_at = ${later(-1)} where id = 1`)
    assert.equal(await send(24), 1)
    assert.match(
      (await mails.next()).text,
      /4 titles were added to “Glow <3”.* the latest The Grey Hours\.\n.*\/list\/3\n/,
    )

    await server.db.run(sql`update user_list set hidden = 'text', hidden_reason = 'test' where id = 3`)
    assert.match(textOf(await ada.get('/notifications')), /4 titles were added to “Untitled list”/)
    assert.match(textOf(await ada.get(asked)), /Untitled list A list by/)
    await server.db.run(sql`update user_list set hidden = null where id = 3`)
    await describe('private')
    assert.match(textOf(await ada.get(asked)), /No lists followed yet/)
    assert.doesNotMatch(textOf(await ada.get('/')), /Glow/)
    const gone = await ada.get('/notifications')
    assert.match(textOf(gone), /There are new titles on a list you follow, which is no longer public\./)
    assert.doesNotMatch(gone.body, /Glow|Grey Hours|\/list\/3/)
    assert.match(textOf(await ada.get('/watching')), /A list that is no longer public/)
    const button = buttonIn((await ada.get('/watching')).body)
    assert.deepEqual([button?.of, button?.watch], ['3', ''])
    await ada.post('/watching', button ?? {}, { from: '/watching' })
    await describe('public')
    assert.doesNotMatch(textOf(await ada.get('/list/3')), /follower/)
    const others = { what: 'list', of: '1', watch: 'on', next: '' }
    assert.equal((await ada.post('/watching', others, { from: '/' })).status, 404, 'one’s own')
  })

  test('following is limited by the hour and in number', async (t) => {
    const { ada, db } = await start(t, engine)
    const post = (of: string) => ada.post('/watching', { what: 'search', of, watch: 'on', next: '' }, { from: '/' })
    for (let made = 0; made < maxFollows.search; made++) {
      const search = { what: 'edits', query: '', kind: '', person_id: null, source_id: '', iso_639_1: 'de' } as const
      await addFollow(db, 1, { what: 'search', search: { ...search, field: `f${made}` } }, now)
    }
    const full = await post('/edits?kind=movie')
    assert.equal(full.status, 422)
    assert.match(textOf(full), /You follow 50 of these/)
    await db.run(sql`delete from hourly_use`)
    await db.run(sql`update account set created_at = ${testDay} where id = 1`)
    for (let made = 0; made < hourlyLimits.watch[0]; made++) await post('/edits?kind=movie')
    assert.equal((await post('/edits?kind=movie')).status, 429)
  })

  test('a mail tells what is new at most once a day, to whoever asks for it, and ends with one click', async (t) => {
    const { server, ada, db, mails, edit, send } = await start(t, engine)
    await ada.post('/watching', { what: 'record', of: 'movie 502', watch: 'on', next: '' }, { from: '/' })
    await edit(81)
    assert.equal(await send(48), 0, 'nobody has asked for it')
    const page = await ada.get('/settings/mails')
    assert.match(page.body, /name="digest"(?! checked)/)
    await ada.post('/settings/mails', { digest: 'on' })
    assert.match((await ada.get('/settings/mails')).body, /name="digest" checked/)
    await db.run(sql`update account set digest_at = ${later(-1)} where id = 1`)
    assert.equal(await send(22), 0, 'not yet')
    assert.equal(await send(23), 1)
    const mail = await mails.next()
    assert.match(
      mail.text,
      /^Hello ada,[\s\S]*The Second Glimmer, which you follow, was edited\.\n.*\/movie\/502\/history\n/,
    )
    assert.ok(!mail.text.includes('There is more'))
    const { headers, link } = mail
    assert.deepEqual(
      [headers['list-unsubscribe'], headers['list-unsubscribe-post']],
      [`<${link}>`, 'List-Unsubscribe=One-Click'],
    )
    assert.equal(await send(47), 0, 'nothing is new')
    const Stored = Type.Object({ digest: Type.String() })
    assert.ok(!link.includes((await db.one(Stored, sql`select digest from unsubscribe_link`))?.digest ?? ''))

    const stranger = openVisitor(server.app)
    const asked = await stranger.get(pathOf(link))
    assert.deepEqual([asked.status, asked.headers['referrer-policy']], [200, 'no-referrer'])
    const isOn = async () => /name="digest" checked/.test((await ada.get('/settings/mails')).body)
    assert.equal(await isOn(), true, 'looking at the link ends nothing')
    const click = (type: string, payload: string) =>
      server.app.inject({ method: 'POST', url: pathOf(link), headers: { 'content-type': type }, payload })
    const boundary = '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
    const clicks = [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      ['multipart/form-data; boundary=b', boundary],
    ] as const
    for (const [type, payload] of clicks) {
      await ada.post('/settings/mails', { digest: 'on' })
      const { statusCode } = await click(type, payload)
      assert.deepEqual([statusCode, await isOn()], [200, false], type)
    }
    await ada.post('/settings/mails', { digest: 'on' })
    assert.match(textOf(await stranger.post(pathOf(link), {})), /You are unsubscribed/)
    assert.equal(await isOn(), false)
    server.setTime(later(24 * UNSUBSCRIBE_DAYS))
    assert.deepEqual([(await stranger.get(pathOf(link))).status, (await click(...clicks[0])).statusCode], [404, 404])
    assert.equal((await stranger.get('/mails/stop/0')).status, 404)
  })

  test('a mail has so many news at most, and none for an address that nobody has verified', async (t) => {
    const { db, mails, send } = await start(t, engine)
    const tell = (number: number) =>
      db.run(sql`
      insert into notification (account_id, at, what, about, subject)
      values (1, ${testDay}, 'watched_account', ${{ person_id: 2, title: `<T${number}>`, count: 1 }}, ${`${number}`})`)
    for (let number = 0; number <= maxDigestNews; number++) await tell(number)
    const due = sql`update account set digest_at = ${later(-1)} where id = 1`
    await db.run(due)
    await send(24)
    const { text } = await mails.next()
    assert.equal((text.match(/edited <T/g) ?? []).length, maxDigestNews)
    assert.match(text, /There is more: http/)
    await db.run(due)
    await db.run(sql`update account set email_verified_at = null where id = 1`)
    assert.equal(await send(24), 0)
  })
})
