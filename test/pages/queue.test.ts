import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { type Static, Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { maxPendingOfAccount } from '#src/contributions/editing/pending.ts'
import { type Companion, saveEdit } from '#src/contributions/editing/save.ts'
import { raw, sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type Fields, fieldsIn, filled } from '../support/pages/form-fields.ts'
import {
  openVisitor,
  type Reply,
  signedIn,
  startPages,
  textOf,
  tokenIn,
  type Visitor,
} from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const address = '/collection/401/edit'
const Count = Type.Object({ count: Type.Integer() })
const Overview = Type.Object({ overview: Type.String() })
/** A row of the edits that wait or waited. */
type Pending = Static<typeof Row>
const Row = Type.Object({ id: Type.Integer(), status: Type.String(), reason: Type.String() })

/** Bo, whose first edit is looked at, and eve, who is a moderator. */
async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine, { 'edits-of-new-members': '1' })
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
  const [bo, eve] = [await signedIn(server, 'bo'), await signedIn(server, 'eve')]
  const overview = async () => (await db.one(Overview, sql`select overview from collection where id = 401`))?.overview
  const pending = () => db.all(Row, sql`select id, status, reason from pending_edit order by id`)
  return { server, db, bo, eve, overview, pending }
}

/** Fills in a form, looks at what it changes, and saves it. */
async function save(visitor: Visitor, at: string, values: Record<string, string>): Promise<Reply> {
  const press = (fields: Fields, act: string) => visitor.send(at, [...fields, ['act', act]])
  const looked = await press(filled(fieldsIn(await visitor.get(at)), values), 'look')
  return press(fieldsIn(looked), 'save')
}

forEachEngine(loadWorld, (engine) => {
  test('the first edit of a new member waits until it is accepted, and the next one counts at once', async (t) => {
    const { bo, eve, overview, pending } = await start(t, engine)
    const before = await overview()
    const saved = await save(bo, address, { 'v.overview': 'Bo was <here>.', note: 'Because' })
    assert.match(textOf(await bo.follow(saved)), /^Thank you\. A moderator will check your changes/)
    assert.equal(await overview(), before)
    const own = await bo.get('/queue')
    assert.match(textOf(own), /Your pending edits .* Pending By Bo .* Note: Because Overview .* Withdraw$/)
    assert.match(own.body, /<a class="button" href="\/queue\/\d+">/)
    assert.match((await bo.get('/edits?person=bo')).body, /<a class="button" href="\/queue">Your pending edits</)
    assert.doesNotMatch((await eve.get('/edits?person=bo')).body, /Your pending edits/)
    assert.match((await bo.get(address)).body, /The form shows the values before it\. <a href="\/queue">Your pending/)

    assert.match(textOf(await eve.get('/queue')), /By Bo .* so far 0 accepted, 0 rejected .* Bo was <here>\./)
    const [{ id }] = (await pending()) as [Pending]
    assert.match((await eve.get(`/queue/${id}`)).body, /href="\/collection\/[^"]+">See the record</)
    assert.equal((await bo.post(`/queue/${id}`, { act: 'accept' }, { from: '/notifications' })).status, 403)
    const accepted = await eve.post(`/queue/${id}`, { act: 'accept' }, { from: '/queue' })
    assert.match(textOf(await eve.follow(accepted)), /^Edit accepted\. .* No pending edits/)
    assert.equal(await overview(), 'Bo was <here>.')
    const news = await bo.get('/notifications')
    assert.match(textOf(news), /Your edit of .* was accepted\./)
    assert.match(news.body, /href="\/edit\/\d+" rel="nofollow">See the edit</)
    const late = await eve.post(`/queue/${id}`, { act: 'refuse', reason: 'No' }, { from: '/queue' })
    assert.match(textOf(await eve.follow(late)), /^Someone else has already decided on this edit\./)

    await save(bo, address, { 'v.overview': 'Bo is known.' })
    assert.equal(await overview(), 'Bo is known.')
    assert.deepEqual(await pending(), [{ id, status: 'accepted', reason: '' }])
  })

  test('people who are added with a film are called by their names, and days are written out', async (t) => {
    const { db, eve } = await start(t, engine)
    const saving = { account_id: 2, source_id: 'people', note: '', source_url: '', at: new Date(testDay) }
    const credit = { credit_type: 'cast', department: 'Acting', job: 'Actor', order: 0, cast_id: 0, episode_count: 0 }
    for (const name of ['Ona Reed', 'Ilse Marsh']) {
      const companion: Companion = { kind: 'person', name }
      await saveEdit(db, {
        ...{ ...saving, editsOfNewMembers: 1, companions: [companion] },
        records: (idOf) => {
          const person_id = idOf(companion)
          const put = [{ ...credit, id: 'a'.repeat(24), person_id, character: 'The ferryman' }]
          const values = { title: `Film with ${name}`, release_date: '2007-01-08' }
          return [{ kind: 'movie', values, parts: { credits: { put } } }]
        },
      })
    }
    const text = textOf(await eve.get('/queue'))
    for (const name of ['Ona Reed', 'Ilse Marsh'])
      assert.match(text, new RegExp(`Release date 8 January 2007 .*People, added ${name} \\(new\\) · The ferryman`))
  })

  test('a season and an episode without a name are called by their series and their numbers', async (t) => {
    const { db, eve } = await start(t, engine)
    const saving = { account_id: 2, source_id: 'people', note: '', source_url: '', at: new Date(testDay) }
    const made = [
      { kind: 'season', numbering: { series_id: 601, season_number: 7 } },
      { kind: 'episode', numbering: { series_id: 601, season_number: 1, episode_number: 70 } },
    ] as const
    for (const record of made)
      await saveEdit(db, { ...saving, editsOfNewMembers: 1, companions: [], records: () => [record] })
    const queue = await eve.get('/queue')
    assert.match(textOf(queue), /Tidewater Signals: Season 7 Pending .* Tidewater Signals: 1x70 Episode 70 Pending/)
    const [, id] = /href="\/queue\/(\d+)">Tidewater Signals: Season 7/.exec(queue.body) ?? []
    const accepted = await eve.post(`/queue/${id}`, { act: 'accept' }, { from: '/queue' })
    assert.match(textOf(await eve.follow(accepted)), /accepted/)
  })

  test('an edit is refused with a reason, which its author reads', async (t) => {
    const { bo, eve, overview, pending } = await start(t, engine)
    const before = await overview()
    await save(bo, address, { 'v.overview': 'Nonsense.' })
    const [{ id }] = (await pending()) as [Pending]
    const without = await eve.post(`/queue/${id}`, { act: 'refuse', reason: ' ' }, { from: '/queue' })
    assert.equal(without.status, 422)
    await eve.post(`/queue/${id}`, { act: 'refuse', reason: 'No source' }, { from: '/queue' })
    assert.deepEqual(await pending(), [{ id, status: 'refused', reason: 'No source' }])
    assert.equal(await overview(), before)
    assert.match(textOf(await bo.get('/notifications')), /was rejected\. Reason: No source/)
    assert.match(textOf(await bo.get(`/queue/${id}`)), /Rejected edit .*Rejected By Bo .* Reason: No source/)
  })

  for (const [act, kept] of [
    ['mine', 'By bo.'],
    ['theirs', 'By eve.'],
  ] as const)
    test(`a value that has changed since is shown, and ${act} counts`, async (t) => {
      const { db, bo, eve, overview, pending } = await start(t, engine)
      const before = await overview()
      await save(bo, address, { 'v.overview': 'By bo.', 'v.name': 'Renamed' })
      await save(eve, address, { 'v.overview': 'By eve.' })
      const [{ id }] = (await pending()) as [Pending]
      const shown = await eve.post(`/queue/${id}`, { act: 'accept' }, { from: '/queue' })
      assert.equal(shown.status, 409)
      const said = textOf(shown)
      assert.match(said, /Overview(, [^:]*)? Before: .* Now: By eve\. This edit: By bo\./)
      assert.ok(said.includes(`Before: ${before}`))
      const seen = /name="seen" value="(\w+)"/.exec(shown.body)?.[1] as string
      // Who has seen other differences is asked again.
      await save(eve, address, { 'v.overview': 'By eve again.' })
      assert.equal((await eve.post(`/queue/${id}`, { act, seen }, { from: '/queue' })).status, 409)
      await save(eve, address, { 'v.overview': 'By eve.' })
      assert.equal((await eve.post(`/queue/${id}`, { act, seen }, { from: '/queue' })).status, 303)
      assert.equal(await overview(), kept)
      const Name = Type.Object({ name: Type.String() })
      assert.deepEqual(await db.one(Name, sql`select name from collection where id = 401`), { name: 'Renamed' })
    })

  test('what waits about a record that is merged meanwhile is told on the page of the survivor', async (t) => {
    const { db, bo } = await start(t, engine)
    await save(bo, '/person/305/edit', { 'v.biography': 'Bo waits.' })
    const other = await bo.get('/person/304')
    assert.doesNotMatch(textOf(await bo.follow(other)), /Bo waits\./)
    const records = [{ kind: 'person' as const, id: 305, mergedInto: { id: 304 } }]
    await applyEdit(db, { account_id: null, at: new Date(testDay), records })
    assert.match(textOf(await bo.follow(other)), /Pending .* Bo waits\./)
  })

  test('a record that is gone is not made anew, and a new one gets its id when it is accepted', async (t) => {
    const { db, bo, eve, pending } = await start(t, engine)
    await save(bo, address, { 'v.overview': 'Too late.' })
    await save(bo, '/network/new?title=Waiting+network&sure=1', {})
    const records = [{ kind: 'collection' as const, id: 401, isDeleted: true as const }]
    await applyEdit(db, { account_id: null, at: new Date(testDay), records })
    const [gone, made] = (await pending()) as [Pending, Pending]
    const refused = await eve.post(`/queue/${gone.id}`, { act: 'accept' }, { from: '/queue' })
    assert.match(textOf(refused), /The record has been deleted\./)
    assert.match(textOf(await eve.get('/queue')), /Waiting network New/)
    await eve.post(`/queue/${made.id}`, { act: 'accept' }, { from: '/queue' })
    const Made = Type.Object({ id: Type.Integer() })
    const networks = await db.all(Made, sql`select id from network where name = 'Waiting network'`)
    assert.equal(networks.length, 1)
    assert.ok((networks[0]?.id ?? 0) >= 1_500_000_000)
  })

  test('an account has a limited number of pending edits', async (t) => {
    const { db, bo, pending } = await start(t, engine)
    await save(bo, address, { 'v.overview': 'One of many.' })
    for (let more = 1; more < maxPendingOfAccount; more++)
      await db.run(sql`
        insert into pending_edit (account_id, source_id, note, source_url, at, records, changes, status, reason)
        select account_id, source_id, note, source_url, at, records, changes, status, reason from pending_edit
        order by id limit 1`)
    assert.equal((await save(bo, address, { 'v.overview': 'One too many.' })).status, 429)
    assert.equal((await pending()).length, maxPendingOfAccount)
  })

  test('the picture of a new member waits, with the people on it, and only its author sees it', async (t) => {
    const { server, db, bo, eve, pending } = await start(t, engine)
    const images = '/movie/502-das-zweite-glimmen/images'
    const fields = { gallery: 'backdrops', language: '', licence: 'CC0-1.0', people: 'Odalys Fenwick' }
    const plain = { width: 1280, height: 720, channels: 3, background: '#5a3c20' } as const
    const file = await sharp({ create: plain }).jpeg().toBuffer()
    const sent = await bo.upload(`${images}/add`, fields, file)
    assert.match(textOf(await bo.follow(sent)), /^Thank you\. Your image waits to be checked: it is below/)
    const count = async (table: 'image' | 'tagged_person') =>
      (await db.one(Count, sql`select count(*) as count from ${raw(table)} where entity_id = 502`))?.count
    const before = [await count('image'), await count('tagged_person')]
    const [{ id }] = (await pending()) as [Pending]
    const marked = /Your pending edits .* Pending .* Backdrops · 1280 × 720 · Licence: CC0 1.0/
    assert.match(textOf(await bo.get('/movie/502-das-zweite-glimmen')), marked)
    for (const other of [eve, openVisitor(server.app)])
      assert.doesNotMatch(textOf(await other.get('/movie/502-das-zweite-glimmen')), /Your pending edits/)
    assert.match((await eve.get(`/queue/${id}`)).body, /<img [^>]*src="\/t\/p\/w300\/[0-9a-z]+\.jpg"/)
    await eve.post(`/queue/${id}`, { act: 'accept' }, { from: '/queue' })
    assert.deepEqual([await count('image'), await count('tagged_person')], [before[0]! + 1, before[1]! + 1])
    assert.doesNotMatch(textOf(await bo.get('/movie/502-das-zweite-glimmen')), /Your pending edits/)
  })

  test('an author is asked, answers, and takes an edit back', async (t) => {
    const { bo, eve, pending } = await start(t, engine)
    await save(bo, address, { 'v.overview': 'Is it?' })
    const [{ id }] = (await pending()) as [Pending]
    const to = `/queue/${id}`
    assert.equal((await eve.post(to, { act: 'ask', words: ' ' }, { from: to })).status, 422)
    const asked = await eve.post(to, { act: 'ask', words: '<b>Why?</b>' }, { from: to })
    assert.match(textOf(await eve.follow(asked)), /^Question sent\./)
    assert.match(textOf(await bo.get('/notifications')), /a question about your edit of .*: <b>Why\?<\/b>/)
    assert.equal((await bo.post(to, { act: 'accept' }, { from: to })).status, 403)
    await bo.post(to, { act: 'answer', words: 'It is.' }, { from: to })
    assert.match(textOf(await eve.get(to)), /Question: <b>Why\?<\/b> Answer: It is\./)
    assert.match(textOf(await eve.get('/notifications')), /answered: It is\./)
    assert.match(textOf(await bo.follow(await bo.post(to, { act: 'withdraw' }, { from: to }))), /Edit withdrawn\./)
    assert.deepEqual(await pending(), [])
    assert.equal((await eve.get(to)).status, 404)
  })

  test('several edits are decided at once, and those that need a look stay', async (t) => {
    const { server, db, bo, eve, overview, pending } = await start(t, engine)
    for (const text of ['First.', 'Second.']) await save(bo, address, { 'v.overview': text })
    await save(bo, '/collection/402/edit', { 'v.overview': 'Third.' })
    const [first, second, third] = (await pending()) as [Pending, Pending, Pending]
    const many = async (by: Visitor, act: string, reason: string, ...chosen: Pending[]) => {
      const token = tokenIn((await by.get('/settings/profile')).body)
      const boxes = chosen.map(({ id }): [string, string] => [`edit-${id}`, 'on'])
      return by.send('/queue', [['form_token', token], ['act', act], ['reason', reason], ['of', 'bo'], ...boxes])
    }
    assert.equal((await many(bo, 'accept', '', first)).status, 403)
    assert.match((await eve.get('/queue?of=bo')).body, /of&#61;bo&#38;choose&#61;all">Select all on this page</)
    const all = await eve.get('/queue?of=bo&choose=all')
    assert.equal(all.body.match(/name="edit-\d+" form="many" checked>/g)?.length, 3)
    const unsigned = [...Object.entries({ act: 'accept', [`edit-${first.id}`]: 'on' })]
    assert.equal((await eve.send('/queue', unsigned)).status, 403)
    assert.match(textOf(await eve.follow(await many(eve, 'accept', ''))), /^Select at least one edit\./)
    assert.match(
      textOf(await eve.follow(await many(eve, 'refuse', ' ', first))),
      /^Nothing was changed\. To reject edits/,
    )
    const accepted = await eve.follow(await many(eve, 'accept', '', first, second, third))
    assert.match(textOf(accepted), /^Some of the selected edits are still pending.* Pending edits by bo/)
    assert.deepEqual(
      (await pending()).map(({ status }) => status),
      ['accepted', 'waiting', 'accepted'],
    )
    assert.equal(await overview(), 'First.')
    // The edits of the suspended wait out of sight, one click away.
    await db.run(sql`update account set disabled_at = ${testDay} where folded_username = 'bo'`)
    assert.match(textOf(await eve.get('/queue')), /No pending edits/)
    assert.match(textOf(await eve.get('/queue?of=Bo')), /Second\./)
    await many(eve, 'refuse', 'Spam', second)
    assert.deepEqual((await pending())[1], { id: second.id, status: 'refused', reason: 'Spam' })
    assert.ok(server)
  })

  test('a moderator trusts a member, whose edits count and who looks at those of others', async (t) => {
    const { server, db, bo, eve, pending, overview } = await start(t, engine)
    const to = '/moderation/member/bo'
    assert.equal((await bo.get(to)).status, 403)
    assert.equal((await eve.post(to, { trust: 'yes', reason: '' }, { from: to })).status, 422)
    const trusted = await eve.post(to, { trust: 'yes', reason: 'Knows it all' }, { from: to })
    assert.match(textOf(await eve.follow(trusted)), /^The member is now trusted\. .* Member · Trusted member/)
    assert.match(textOf(await bo.get('/notifications')), /You are a trusted member now/)
    await save(bo, address, { 'v.overview': 'Trusted.' })
    assert.deepEqual([await overview(), await pending()], ['Trusted.', []])
    await db.run(sql`update account set email_verified_at = ${testDay}, iso_639_1 = 'en' where username = 'ada'`)
    const ada = await signedIn(server, 'ada')
    await save(ada, address, { 'v.overview': 'By ada.' })
    const [{ id }] = (await pending()) as [Pending]
    assert.match(textOf(await bo.get('/queue')), /Pending edits .* By ada/)
    await bo.post(`/queue/${id}`, { act: 'accept' }, { from: '/queue' })
    assert.equal(await overview(), 'By ada.')
    await eve.post(to, { trust: 'no', reason: 'Knows too much' }, { from: to })
    assert.match(textOf(await bo.get('/notifications')), /no longer a trusted member\. Reason: Knows too much/)
    assert.match(textOf(await bo.get('/queue')), /Your pending edits/)
    const again = await eve.post(to, { trust: 'no', reason: 'Again' }, { from: to })
    assert.match(textOf(await eve.follow(again)), /^Nothing had to change\./)
    // Nobody trusts themselves.
    const self = await eve.post('/moderation/member/eve', { trust: 'yes', reason: 'Me' }, { from: to })
    assert.match(textOf(await eve.follow(self)), /^Nothing had to change\./)
  })
})
