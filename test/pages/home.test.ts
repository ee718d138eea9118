import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccount } from '#src/accounts/accounts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { sql } from '#src/database/sql.ts'
import { notify } from '#src/mail/notifications.ts'
import { emptyCatalogue } from '../support/catalogue.ts'
import { forEachEngine, sqliteEngine } from '../support/engines.ts'
import { openVisitor, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadAccess, loadWorld, testDay } from '../support/world.ts'

const headingsOf = ({ body }: Reply) => [...body.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, text]) => text)
const at = new Date(testDay)

forEachEngine(loadWorld, (engine) => {
  test('strangers see how much there is, what people look for, what is new, and what people edited', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const account = await findAccount(server.db, 'bo')
    const records = [{ kind: 'movie' as const, id: 501, values: { budget: 7, revenue: 8 } }]
    await applyEdit(server.db, { account_id: account?.id ?? 0, at, records })
    const reply = await openVisitor(server.app).get('/')
    const shown = textOf(reply)
    assert.match(
      shown,
      /movies 1\d\d series 1\d\d people 1\d\d (edits|edit) this week \d+ contributors? this week \d+ /,
    )
    assert.match(shown, /Airing this week Show all : Airing this week .*Tidewater Signals 2024/)
    assert.match(shown, /Recently edited by people The Glass Lantern Budget in US dollars, Revenue in US dollars Bo · /)
    assert.ok(reply.body.length < 60_000)
    const removal = [{ kind: 'movie' as const, id: 502, values: { tagline: 'Gone.' } }]
    await applyEdit(server.db, { account_id: null, note: sampleNote, at, records: removal })
    assert.match(textOf(await openVisitor(server.app).get('/')), /Recently edited by people The Glass Lantern/)
    assert.doesNotMatch(shown, /Waiting for you|My lists/)
  })

  test('a new catalogue, which nobody had counted yet, says how much there is as soon as it is counted', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    await server.db.run(sql`update sitemap_file set entries = 0`)
    assert.doesNotMatch(textOf(await visitor.get('/')), /movies \d+ series/)
    await server.db.run(sql`update sitemap_file set entries = 7 where number = 1`)
    assert.match(textOf(await visitor.get('/')), /movies \d+ series \d+ people \d+ /)
  })

  test('feeds tell what is new, what has aired, reviews and the titles of a person', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const visitor = openVisitor(server.app)
    const odalys = '/person/301-odalys-fenwick'
    const series = '/tv/601-tidewater-signals'
    const lantern = '/movie/501-the-glass-lantern'
    const feeds: [page: string, feed: string, count: number, latest: string][] = [
      ['/', '/feeds/new', 50, '/movie/'],
      ['/tv?list=on_the_air', '/feeds/airing', 2, '/tv/601-tidewater-signals/season/2/episode/2'],
      [lantern, `${lantern}/reviews/feed`, 2, '/review/000000000000000000050192'],
      [odalys, `${odalys}/feed`, 3, '/movie/502-das-zweite-glimmen'],
    ]
    for (const [page, feed, count, latest] of feeds) {
      const link = `<link rel="alternate" type="application/atom\\+xml" title="[^"]+" href="${feed}\\?in(=|&#61;)en">`
      assert.match((await visitor.get(page)).body, new RegExp(link), page)
      const { status, headers, body } = await visitor.get(`${feed}?in=de`)
      assert.deepEqual([status, headers['content-type']], [200, 'application/atom+xml; charset=utf-8'], feed)
      assert.match(body, /^<\?xml .*\n<feed xmlns="[^"]*" xml:lang="de">/)
      const ids = [...body.matchAll(/<entry>\s*<id>http:\/\/reelcommons\.example([^<]*)<\/id>/g)].map(([, id]) => id)
      assert.equal(ids.length, count, `${feed}: ${ids.slice(0, 5)}`)
      assert.equal(new Set(ids).size, count)
      assert.ok(ids[0]?.startsWith(latest), `${feed}: ${ids[0]}`)
    }
    assert.equal((await visitor.get(`${series}/reviews/feed`)).status, 200)
    assert.equal((await visitor.get('/person/999/feed')).status, 404)
  })

  test('members see what waits, what airs today of theirs, where to go on, and their lists', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const ada = await (await signedIn(server, 'ada')).get('/')
    assert.match(
      textOf(ada),
      /^Hallo, Ada Lamplight Merkliste .* Heute für Sie Gezeitensignale Staffel 2, Folge 2, Ebb Kalender /,
    )
    assert.deepEqual(headingsOf(ada).slice(0, 3), ['Merkliste', 'Heute für Sie', 'Meine Listen'])
    assert.doesNotMatch(textOf(ada), /Heute im Trend/, 'nobody is here')
    const bo = Number((await findAccount(server.db, 'bo'))?.id)
    await notify(server.db, { account_id: bo, what: 'member_trusted', about: {}, now: at })
    await server.db.run(sql`
      insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
      values (${bo}, 'episode', 60112, '2026-03-01T12:00:00.000Z', '2026-03-01', 601, ${testDay})`)
    const shown = await (await signedIn(server, 'bo')).get('/')
    const own = ['Waiting for you', 'Continue watching', 'Watchlist', 'Airing today for you', 'My lists']
    assert.deepEqual(headingsOf(shown).slice(0, 5), own)
    assert.match(
      textOf(shown),
      /Waiting for you 1 unread notification Continue watching .* Airing today for you Tidewater Signals /,
    )
    assert.match(textOf(shown), /Add what is missing Add records, and correct what is wrong\./)
    assert.match(
      textOf(shown),
      /Continue watching Tidewater Signals 1 of \d episodes watched Next: Season 2, episode 1/,
    )
  })
})

test('an empty catalogue says what to do, and one record is shown once', async (t) => {
  const server = await startPages(
    sqliteEngine(async (db) => {
      await emptyCatalogue(db)
      await loadAccess(db)
    }),
  )
  t.after(() => server.close())
  const { app, db } = server
  const stranger = await openVisitor(app).get('/')
  assert.deepEqual(headingsOf(stranger), ['This catalogue is empty'])
  assert.match(textOf(stranger), /No titles have been added yet\. .* Sign up$/)
  await db.run(sql`update account set role = 'administrator' where folded_username = 'bo'`)
  const administrator = await (await signedIn(server, 'bo')).get('/')
  assert.match(administrator.body, /<a class="button primary" href="\/admin\/fill">Fill the catalogue<\/a>/)
  await applyEdit(db, { account_id: null, at, records: [{ kind: 'movie', values: { title: 'Alone' } }] })
  const one = await openVisitor(app).get('/')
  assert.equal(one.body.split('class="record-card"').length - 1, 1)
  assert.deepEqual(headingsOf(one), [
    'New in the catalogue',
    'Recently edited by people',
    'Add what is missing',
    'Build on it',
  ])
})
