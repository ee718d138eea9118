import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createAccount, findAccount } from '#src/accounts/accounts.ts'
import { addFollow } from '#src/contributions/following/follows.ts'
import { fitPrivacy } from '#src/contributions/members/first-privacy.ts'
import { writeReview } from '#src/contributions/reviews.ts'
import { sql } from '#src/database/sql.ts'
import { changeSettings } from '#src/installation/server-settings.ts'
import { setRatings } from '#src/kept/ratings.ts'
import { quickPasswords, writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const movie = '/movie/502-das-zweite-glimmen'
const pages = ['/', '/members', '/members/followed', movie]

type After = { after(work: () => Promise<void>): void }

/** Bo has watched, rated, reviewed and listed something; eve follows bo and is the one who looks. */
async function start(t: After, engine: TestEngine, isPrivate: boolean) {
  const server = await startPages(engine, isPrivate ? { private: true } : {})
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set iso_639_1 = 'en'`)
  await setRatings(db, { account_id: 2 }, [{ kind: 'movie', entity_id: 502, value: 8, at: testDay }])
  await writeReview(
    db,
    2,
    { kind: 'movie', entity_id: 501 },
    { content: 'It glows.', rating: null, iso_639_1: 'en' },
    now,
  )
  await db.run(sql`
    insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at) values
      (2, 'movie', 501, '2026-03-01T12:00:00.000Z', '2026-03-01', null, ${testDay}),
      (2, 'episode', 60121, '2026-03-02T12:00:00.000Z', '2026-03-02', 601, ${testDay}),
      (2, 'episode', 60122, '2026-03-02T12:00:00.000Z', '2026-03-02', 601, ${testDay}),
      (2, 'movie', 502, '', '', null, ${testDay})`)
  const [bo, eve] = [await signedIn(server, 'bo'), await signedIn(server, 'eve')]
  const choose = async (...fields: string[]) => {
    const chosen = Object.fromEntries(fields.map((field) => [field, 'on']))
    assert.equal((await bo.post('/settings/privacy', chosen)).status, 303)
  }
  const viewer = (await findAccount(db, 'eve'))?.id ?? 0
  const fit = (asPrivate: boolean) => db.transaction((tx) => fitPrivacy(tx, asPrivate))
  const follow = () => addFollow(db, viewer, { what: 'account', id: 2 }, now)
  return { server, db, bo, eve, choose, follow, fit }
}

/** The parts of the pages that are about what members do. */
async function seenOn(person: Visitor) {
  const [home, members, followed, title] = await Promise.all(pages.map(async (to) => textOf(await person.get(to))))
  return {
    home: /Recently here .*?(?=Show all : Recently here)/.exec(home ?? '')?.[0] ?? '',
    members: /(Bo @Bo .*?)(?= @| Nobody|$)/.exec(members ?? '')?.[1] ?? '',
    followed: (followed ?? '').split('as far as their profiles show it.')[1]?.trim() ?? '',
    title: /Rated by [^·]*?\d/.exec(title ?? '')?.[0] ?? '',
  }
}

const nothing = {
  ...{ home: '', members: '', title: '' },
  followed:
    'Nothing here yet Choose “Follow this member” on a profile. What the member does then appears here. Members',
}

const Flags = Type.Object({
  has_public_profile: Type.Boolean(),
  shows_ratings: Type.Boolean(),
  shows_diary: Type.Boolean(),
})

forEachEngine(loadWorld, (engine) => {
  test('on a private server members see each other, and whoever hides is gone from everywhere at once', async (t) => {
    const { db, bo, eve, choose, follow, fit, server } = await start(t, engine, true)
    assert.deepEqual(await seenOn(eve), nothing)
    await db.run(sql`update account set privacy_chosen_for = 'everyone' where folded_username <> 'bo'`)
    await fit(true)
    const unfollowed = await seenOn(eve)
    assert.equal(unfollowed.title, 'Rated by Bo 8')
    assert.equal(unfollowed.followed, nothing.followed)
    assert.match(unfollowed.home, /The Second Glimmer B Bo · rated 8 of 10 · 10 March 2026/)
    assert.match(
      unfollowed.members,
      /Bo @Bo · 1 rating · 1 review · 1 list Watched last: Tidewater Signals · 2 episodes/,
    )
    await follow()
    const { followed } = await seenOn(eve)
    for (const part of [/rated 8 of 10/, /reviewed/, /new list/, /Tidewater Signals 2 episodes · .*Bo · watched/])
      assert.match(followed, part)
    assert.doesNotMatch(followed, /rated.*rated/)

    assert.doesNotMatch((await bo.get('/settings/privacy')).body, /search engines/)
    await choose('has_public_profile', 'shows_ratings')
    const withoutDiary = await seenOn(eve)
    for (const text of Object.values(withoutDiary)) assert.doesNotMatch(text, /watched|Watched last/)
    await choose('has_public_profile', 'shows_diary')
    const withoutRatings = await seenOn(eve)
    assert.equal(withoutRatings.title, '')
    for (const text of Object.values(withoutRatings)) assert.doesNotMatch(text, /rated 8|1 rating/)
    await choose('shows_ratings', 'shows_diary')
    assert.deepEqual(await seenOn(eve), nothing, 'hidden')
    for (const to of pages.slice(0, 3)) assert.doesNotMatch((await eve.get(to)).body, /@bo"/i, to)
    await fit(true)
    assert.deepEqual(await seenOn(eve), nothing, 'who has chosen is not asked again')
    for (const to of ['/members', '/members/followed'])
      assert.equal((await openVisitor(server.app).get(to)).status, 303, 'strangers sign in')
  })

  test('the feed is read page by page, and titles that were added to a list are one line a day', async (t) => {
    const { db, eve, choose, follow } = await start(t, engine, false)
    await choose('has_public_profile', 'shows_ratings', 'shows_diary')
    await follow()
    const at = (day: number) =>
      `2025-${String(1 + Math.floor(day / 28)).padStart(2, '0')}-${String(1 + (day % 28)).padStart(2, '0')}`
    for (let day = 0; day < 60; day++)
      await db.run(sql`
        insert into watched (account_id, kind, entity_id, watched_at, watched_on, created_at)
        values (2, 'movie', 501, ${`${at(day)}T12:00:00.000Z`}, ${at(day)}, ${testDay})`)
    await db.run(sql`
      update user_list set created_at = '2026-01-01T00:00:00.000Z', updated_at = ${testDay} where id = 3`)
    await db.run(sql`update list_item set created_at = '2026-03-09T12:00:00.000Z' where list_id = 3`)
    const first = await eve.get('/members/followed')
    assert.match(textOf(first), /All the reels \d+ new · B Bo · added titles · 9 March 2026/)
    const [, next = ''] = /href="(\/members\/followed\?before=[^"]+)"/.exec(first.body) ?? []
    assert.notEqual(next, '')
    const second = await eve.get(next.replaceAll('&amp;', '&'))
    const rows = (body: string) => body.match(/class="listed-picture"/g)?.length
    assert.ok((rows(second.body) ?? 0) > 20, textOf(second))
    assert.match(textOf(second), /Back to the latest$/)
    assert.doesNotMatch(textOf(second), /added titles|Earlier/)
    assert.equal((await eve.get('/members/followed?before=x')).status, 404)
  })

  test('what a moderator hides, and who is suspended or deleted, is in none of them', async (t) => {
    const { db, eve, choose, follow } = await start(t, engine, true)
    await choose('has_public_profile', 'shows_ratings', 'shows_diary')
    await follow()
    for (const column of ['profile_hidden_at', 'disabled_at', 'deleted_at'] as const) {
      assert.equal((await seenOn(eve)).title, 'Rated by Bo 8')
      const set = {
        profile_hidden_at: sql`update account set profile_hidden_at = ${testDay} where id = 2`,
        disabled_at: sql`update account set disabled_at = ${testDay} where id = 2`,
        deleted_at: sql`update account set deleted_at = ${testDay} where id = 2`,
      }
      await db.run(set[column])
      assert.deepEqual(await seenOn(eve), nothing, column)
      await db.run(sql`update account set profile_hidden_at = null, disabled_at = null, deleted_at = null where id = 2`)
    }
  })

  test('on an open server one sees those whom one follows, if their profile is public', async (t) => {
    const { eve, choose, follow } = await start(t, engine, false)
    await follow()
    assert.deepEqual(await seenOn(eve), nothing)
    await choose('has_public_profile', 'shows_ratings', 'shows_diary')
    const { home, title, followed, members } = await seenOn(eve)
    assert.equal(title, 'Rated by Bo 8')
    for (const text of [home, followed, members]) assert.match(text, /Tidewater Signals/)
    assert.match((await eve.get('/@Bo')).body, /Stop following this member/)
    await eve.post('/watching', { what: 'account', of: 'bo', watch: '', next: '/@Bo' }, { from: '/@Bo' })
    const alone = await seenOn(eve)
    assert.deepEqual([alone.home, alone.title, alone.followed], ['', '', nothing.followed])
    assert.match(alone.members, /Bo @Bo/)
    await choose()
    assert.deepEqual(await seenOn(eve), nothing)
  })

  test('what was shown to members is nobody else’s once the server is open', async (t) => {
    const { server, db, choose } = await start(t, engine, true)
    const { passwords } = quickPasswords()
    const words = { name: '', email: '', password: 'a long enough password', now }
    await createAccount(db, passwords, { ...words, username: 'new', isPrivate: true })
    const flags = (username: string) =>
      db.one(
        Flags,
        sql`select has_public_profile, shows_ratings, shows_diary from account where folded_username = ${username}`,
      )
    const all = { has_public_profile: true, shows_ratings: true, shows_diary: true }
    const none = { has_public_profile: false, shows_ratings: false, shows_diary: false }
    assert.deepEqual(await flags('new'), all)
    assert.deepEqual(await flags('ada'), none)
    await choose('has_public_profile', 'shows_ratings', 'shows_diary')
    await db.run(sql`
      update account set has_public_profile = true, privacy_chosen_for = 'everyone' where folded_username = 'eve'`)
    const writing = { ...writingOf(db, 1, now, 'administrator'), settings: server.config }
    const open = { ...server.config, given: [], private: true }
    assert.equal(await changeSettings.handle({ ...writing, settings: open }, { private: 'false' }), undefined)
    for (const username of ['new', 'bo']) assert.deepEqual(await flags(username), none, username)
    assert.deepEqual(await flags('eve'), { ...none, has_public_profile: true }, 'chosen for everyone')
    const closed = { ...open, private: false }
    assert.equal(await changeSettings.handle({ ...writing, settings: closed }, { private: 'true' }), undefined)
    for (const username of ['new', 'bo', 'ada']) assert.deepEqual(await flags(username), all, username)
    assert.deepEqual(await flags('eve'), { ...none, has_public_profile: true })
  })
})
