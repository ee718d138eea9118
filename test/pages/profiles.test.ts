import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { maxReasonLength } from '#src/contributions/moderation.ts'
import { writeReview } from '#src/contributions/reviews.ts'
import { sql } from '#src/database/sql.ts'
import { removeRatings, setRatings } from '#src/kept/ratings.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openVisitor, type Reply, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, password, testDay } from '../support/world.ts'

const now = new Date(testDay)
const evil = '<script>alert(1)</script>"onmouseover="alert(1)` & ]]>'
const noindex = /<meta name="robots" content="noindex">/
const parts = ['', '/reviews', '/lists', '/ratings']

/** Bo has a review, a rating, and two lists, one of them private; eve is a moderator. */
async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { db } = server
  const written = { content: 'It glows **well**.', rating: null, iso_639_1: 'en' }
  const review = await writeReview(db, 2, { kind: 'movie', entity_id: 502 }, written, now)
  await setRatings(db, { account_id: 2 }, [{ kind: 'series', entity_id: 601, value: 7, at: testDay }])
  await db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
  const bo = await signedIn(server, 'bo')
  const made = await bo.post('/lists', { name: 'For nobody', description: '' })
  assert.equal(made.status, 303)
  const choose = async (...chosen: string[]) => {
    const reply = await bo.post('/settings/privacy', Object.fromEntries(chosen.map((field) => [field, 'on'])))
    assert.deepEqual([reply.status, reply.location], [303, '/settings/privacy'])
    return bo.follow(reply)
  }
  const eve = await signedIn(server, 'eve')
  const visitor = openVisitor(server.app)
  await visitor.get('/')
  const { location: title = '' } = await visitor.get('/movie/502')
  return { server, db, bo, eve, visitor, choose, review: `/review/${review}`, list: '/list/3', title }
}

/** All of a reply but the name that was asked for, and what no two replies share. */
const withoutName = ({ status, headers, body }: Reply, name: string) => {
  const { date, 'content-length': _, 'x-request-id': __, 'content-security-policy': policy, ...rest } = headers
  const kept = Object.entries(rest).filter(([header]) => !header.startsWith('x-ratelimit') && header !== 'etag')
  assert.ok(policy)
  const text = body
    .replaceAll(`@${name}`, '@NAME')
    .replaceAll(`%40${name}`, '@NAME')
    .replaceAll(/name="form_token" value="[^"]*"/g, '')
  return [status, Object.fromEntries(kept), text]
}

forEachEngine(loadWorld, (engine) => {
  test('a private profile answers exactly as a name that does not exist', async (t) => {
    const { server, visitor, eve, bo, review, list, title } = await start(t, engine)
    const ada = await signedIn(server, 'ada')
    for (const person of [visitor, ada, eve])
      for (const part of [...parts, '/reviews?page=2', '/ratings?kind=tv'])
        assert.deepEqual(
          withoutName(await person.get(`/@bo${part}`), 'bo'),
          withoutName(await person.get(`/@xx${part}`), 'xx'),
          part,
        )
    for (const name of ['bo', 'xx', 'eve']) {
      assert.equal((await eve.get(`/@${name}/hide`)).status, 404)
      for (const act of ['hide', 'show'])
        assert.equal((await eve.post(`/@${name}/${act}`, { reason: 'x' }, { from: '/' })).status, 404)
    }
    for (const page of [review, list, title]) assert.doesNotMatch((await visitor.get(page)).body, /href="\/@/)
    const own = await bo.get('/@Bo')
    assert.match(textOf(own), /^List created\. B Bo @Bo · Member since .* Only you can see this page\. /)
    assert.match(own.body, noindex)
  })

  test('a person chooses what others see', async (t) => {
    const { server, visitor, choose, review, list, title, bo } = await start(t, engine)
    const settings = await choose('has_public_profile', 'is_indexed')
    assert.match(textOf(settings), /Public profile Everyone can see your name.* at \/@Bo\./)
    assert.deepEqual([(await visitor.get('/@bo')).status, (await visitor.get('/@bo')).location], [301, '/@Bo'])

    const overview = await visitor.get('/@Bo')
    assert.equal(overview.status, 200)
    assert.doesNotMatch(overview.body, noindex)
    assert.match(
      textOf(overview),
      /^B Bo @Bo · Member since .* Overview Reviews \(1\) Lists \(1\) Edits Reviews .* Lists .*All the reels/,
    )
    assert.doesNotMatch(overview.body, /For nobody|Ratings|Tidewater|Hide profile|settings\/privacy/)
    const listed = (await visitor.get('/@Bo/reviews')).body
    assert.match(listed, /<article class="card review"><h2>[\s\S]*It glows <strong>well<\/strong>/)
    assert.match((await visitor.get('/@Bo/lists')).body, new RegExp(`href="${list}">All the reels<`))
    assert.doesNotMatch((await visitor.get('/@Bo/lists')).body, /For nobody/)
    assert.equal((await visitor.get('/@Bo/ratings')).status, 404)
    assert.match((await bo.get('/@Bo/ratings?kind=tv')).body, /Tidewater Signals/)
    for (const page of [review, list, title]) assert.match((await visitor.get(page)).body, /<a href="\/@Bo">/, page)

    await choose('has_public_profile', 'shows_ratings')
    const rated = await visitor.get('/@Bo/ratings?kind=tv')
    assert.match(textOf(rated), /Movies \(0\) Series \(1\) .*Tidewater Signals/)
    for (const part of parts) assert.match((await visitor.get(`/@Bo${part}`)).body, noindex, part)
    assert.match(textOf(await visitor.get('/@Bo')), /Ratings \(1\)/)
    const episode = { kind: 'episode', entity_id: 60121, value: 9.5, at: testDay } as const
    await setRatings(server.db, { account_id: 2 }, [episode])
    const episodes = textOf(await visitor.get('/@Bo/ratings?kind=episode'))
    assert.match(
      episodes,
      /Ratings \(2\) .* Series \(1\) Episodes \(1\) Tidewater Signals: Storm Warning .* · 9\.5 of 10/,
    )
    await removeRatings(server.db, { account_id: 2 }, [{ kind: 'series', entity_id: 601 }])
    assert.match(textOf(await visitor.get('/@Bo')), /Ratings Tidewater Signals: Storm Warning .* Show all/)

    await choose('shows_ratings', 'is_indexed')
    for (const part of parts) assert.equal((await visitor.get(`/@Bo${part}`)).status, 404, part)
    for (const page of [review, list, title]) assert.doesNotMatch((await visitor.get(page)).body, /href="\/@/)
  })

  test('a moderator hides a profile with a reason that its owner sees, and shows it again', async (t) => {
    const { server, db, visitor, eve, bo, choose, review } = await start(t, engine)
    await choose('has_public_profile', 'is_indexed')
    const ada = await signedIn(server, 'ada')
    assert.match((await eve.get('/@Bo')).body, /href="\/@Bo\/hide">Hide profile</)
    for (const person of [ada, bo]) {
      assert.doesNotMatch((await person.get('/@Bo')).body, /\/@Bo\/hide/)
      assert.equal((await person.post('/@Bo/hide', { reason: 'x' }, { from: '/' })).status, 403)
      assert.equal((await person.post('/@Bo/show', {}, { from: '/' })).status, 403)
    }
    assert.equal((await visitor.get('/@Bo/hide')).location, '/login?next=%2F%40Bo%2Fhide')
    assert.equal((await eve.post('/@Bo/show', {}, { from: '/' })).status, 404, 'it is not hidden')
    for (const reason of ['', ' \n', 'x'.repeat(maxReasonLength + 1)])
      assert.equal((await eve.post('/@Bo/hide', { reason })).status, 422)
    assert.equal((await visitor.get('/@Bo')).status, 200)

    const hidden = await eve.post('/@Bo/hide', { reason: ` ${evil}\r\n ` })
    assert.deepEqual([hidden.status, hidden.location], [303, '/@Bo'])
    const shown = await eve.follow(hidden)
    assert.match(textOf(shown), /^Profile hidden\. .*A moderator has hidden this profile\. Reason: </)
    for (const person of [visitor, ada])
      assert.deepEqual(
        withoutName(await person.get('/@Bo'), 'Bo'),
        withoutName(await person.get('/@Xx'), 'Xx'),
        'it looks as if it did not exist',
      )
    assert.doesNotMatch((await visitor.get(review)).body, /href="\/@/)
    assert.equal((await eve.post('/@Bo/hide', { reason: 'x' }, { from: '/' })).status, 404, 'it is hidden already')
    for (const page of ['/@Bo', '/settings/privacy', '/notifications']) {
      const { body } = await bo.get(page)
      assert.match(body, /Reason: &#60;script/, page)
      assert.doesNotMatch(body, /<script>alert|<[^>]*"onmouseover/, page)
    }
    await db.run(sql`update account set role = 'moderator' where folded_username = 'bo'`)
    assert.equal((await bo.post('/@Bo/show', {}, { from: '/' })).status, 404, 'nobody judges their own')

    const back = await eve.post('/@Bo/show', {}, { from: '/@Bo' })
    assert.deepEqual([back.status, back.location], [303, '/@Bo'])
    assert.match(textOf(await eve.follow(back)), /^Profile visible again\. /)
    assert.equal((await visitor.get('/@Bo')).status, 200)
    const Act = Type.Object({ what: Type.String(), account_id: Type.Integer(), reason: Type.String() })
    assert.deepEqual(
      await db.all(Act, sql`select what, account_id, reason from act where what like 'profile%' order by id`),
      [
        { what: 'profile_hidden', account_id: 2, reason: evil },
        { what: 'profile_restored', account_id: 2, reason: '' },
      ],
    )
    const Told = Type.Object({ what: Type.String(), account_id: Type.Integer() })
    assert.deepEqual(await db.all(Told, sql`select what, account_id from notification order by id`), [
      { what: 'profile_hidden', account_id: 2 },
      { what: 'profile_restored', account_id: 2 },
    ])
  })

  test('what a profile says of the person is in the data of the person, and goes with the account', async (t) => {
    const { server, db, bo, eve, choose, visitor } = await start(t, engine)
    await choose('has_public_profile', 'shows_ratings')
    await eve.post('/@Bo/hide', { reason: 'Spam' })
    const { account } = await personalData(db, 2)
    const { has_public_profile, shows_ratings, is_indexed, profile_hidden_at, profile_hidden_reason } = account!
    assert.deepEqual(
      { has_public_profile, shows_ratings, is_indexed, profile_hidden_at, profile_hidden_reason },
      {
        has_public_profile: true,
        shows_ratings: true,
        is_indexed: false,
        profile_hidden_at: testDay,
        profile_hidden_reason: 'Spam',
      },
    )
    await db.run(sql`update account set disabled_at = ${testDay} where id = 2`)
    await db.run(sql`update account set profile_hidden_at = null where id = 2`)
    assert.equal((await visitor.get('/@Bo')).status, 404, 'suspended')
    await db.run(sql`update account set disabled_at = null where id = 2`)
    assert.equal((await visitor.get('/@Bo')).status, 200)
    const left = await bo.post('/settings/delete', { reviews: 'keep', present: password })
    assert.equal(left.status, 303, textOf(left))
    const Left = Type.Object({
      username: Type.String(),
      has_public_profile: Type.Boolean(),
      shows_ratings: Type.Boolean(),
      profile_hidden_reason: Type.String(),
    })
    const row = await db.one(
      Left,
      sql`select username, has_public_profile, shows_ratings, profile_hidden_reason from account where id = 2`,
    )
    const { username = '', ...rest } = row ?? {}
    assert.deepEqual(rest, { has_public_profile: false, shows_ratings: false, profile_hidden_reason: '' })
    for (const name of ['Bo', username]) assert.equal((await openVisitor(server.app).get(`/@${name}`)).status, 404)
  })

  test('hostile names and texts are text, and authors that came with a source have no profile', async (t) => {
    const { db, bo, choose, visitor } = await start(t, engine)
    await choose('has_public_profile', 'shows_ratings')
    await db.run(sql`update account set name = ${evil} where id = 2`)
    await db.run(sql`update review set content = ${evil} where account_id = 2`)
    await db.run(sql`update user_list set name = ${evil} where account_id = 2`)
    for (const part of parts)
      for (const person of [visitor, bo]) {
        const reply = await person.get(`/@Bo${part}`)
        assert.equal(reply.status, 200)
        assert.match(reply.body, /&(lt|#60);script/)
        assert.doesNotMatch(reply.body, /<script>alert|<[^>]*"onmouseover/, part)
      }
    for (const name of ['%00', '%2e%2e', '%27%20or%201=1--', '%3Cscript%3E', 'x'.repeat(300), '%F0%9F%92%A1', ''])
      assert.equal((await visitor.get(`/@${name}`)).status, 404, name)
    const Author = Type.Object({ username: Type.String() })
    const authors = await db.all(Author, sql`select username from account where source_id is not null`)
    assert.ok(authors.length > 0)
    await db.run(sql`update account set has_public_profile = true where source_id is not null`)
    for (const { username } of authors)
      assert.equal((await visitor.get(`/@${encodeURIComponent(username)}`)).status, 404, username)
  })
})
