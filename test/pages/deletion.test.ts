import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { findAccount } from '#src/accounts/accounts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { nullable } from '#src/contract/schema.ts'
import { statusEnvelope } from '#src/contract/statuses.ts'
import { raw, sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { openMailServer } from '../support/mail-server.ts'
import { openVisitor, type PagesServer, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { keys, loadWorld, password, sessions, testDay } from '../support/world.ts'

const path = '/settings/delete'
const now = new Date(testDay)

async function open(t: TestContext, engine: TestEngine) {
  const mails = await openMailServer()
  const server = await startPages(engine, { smtp: mails.url })
  t.after(async () => {
    await server.close()
    await mails.close()
  })
  // Her pages would be German.
  await server.db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  await applyEdit(server.db, {
    account_id: 1,
    at: now,
    records: [
      { kind: 'movie', id: 502, parts: { reviews: { put: [review(1), review(2)] } } },
      { kind: 'series', id: 601, parts: { reviews: { put: [review(3)] } } },
    ],
  })
  return { server, mails }
}

const review = (number: number) => ({
  id: `5f0000000000000000000a0${number}`,
  account_id: 1,
  content: `Review ${number}`,
  rating: 8,
  iso_639_1: 'en',
  created_at: testDay,
  updated_at: testDay,
})

const reviewsOf = async ({ app }: PagesServer, of: string) => {
  const reply = await app.inject(`/3/${of}/reviews?api_key=${keys.first}`)
  const { results } = reply.json<{ results: { author: string; author_details: object; content: string }[] }>()
  return results.map(({ author, author_details, content }) => [author, author_details, content])
}

const Row = Type.Object({
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  folded_email: nullable(Type.String()),
  password: nullable(Type.String()),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  include_adult: Type.Boolean(),
  avatar_path: nullable(Type.String()),
  deleted_at: nullable(Type.String()),
})
const rowOf = ({ db }: PagesServer, id: number) =>
  db.one(
    Row,
    sql`
    select username, name, email, folded_email, password, iso_639_1, iso_3166_1, include_adult, avatar_path, deleted_at
    from account where id = ${id}`,
  )

const Count = Type.Object({ count: Type.Integer() })

forEachEngine(loadWorld, (engine) => {
  test('who leaves is forgotten at once, and reviews stay with nobody', async (t) => {
    const { server, mails } = await open(t, engine)
    const { app, db } = server
    const key = await createKey(db, { name: 'hers', plan: 'developer', account_id: 1, now })
    const withKey = async () => (await app.inject(`/3/movie/501?api_key=${key.secret}`)).statusCode
    assert.equal(await withKey(), 200)
    const [ada, phone] = [await signedIn(server, 'ada'), await signedIn(server, 'ada')]
    const reply = await ada.post(path, { reviews: 'keep', present: password })
    assert.deepEqual([reply.status, reply.location], [303, '/'])
    const home = await ada.follow(reply)
    assert.match(textOf(home), /^Your account is deleted\./)
    assert.match(home.body, /href="\/login"/)
    assert.equal((await phone.get('/settings/profile')).status, 303)

    assert.deepEqual(await rowOf(server, 1), {
      username: 'deleted account',
      name: '',
      email: '',
      folded_email: null,
      password: null,
      iso_639_1: 'en',
      iso_3166_1: 'US',
      include_adult: false,
      avatar_path: null,
      deleted_at: testDay,
    })
    for (const table of [
      'browser_session',
      'session',
      'request_token',
      'mailed_link',
      'watchlist',
      'user_list',
      'calendar_address',
      'match_decision',
      'notification',
    ]) {
      const left = await db.one(Count, sql`select count(*) as count from ${raw(table)} where account_id = 1`)
      assert.equal(left?.count, 0, table)
    }
    const nobody = { name: '', username: 'deleted account', avatar_path: null, rating: 8 }
    assert.deepEqual(await reviewsOf(server, 'movie/502'), [
      ['deleted account', nobody, 'Review 1'],
      ['deleted account', nobody, 'Review 2'],
    ])
    const asked = [`/3/account?api_key=${keys.first}&session_id=${sessions.ada}`, `/3/movie/501?api_key=${key.secret}`]
    const replies = await Promise.all(asked.map((url) => app.inject(url)))
    assert.deepEqual(
      replies.map((reply) => reply.json()),
      [statusEnvelope('session_required'), statusEnvelope('invalid_key')],
    )
    const mail = await mails.next()
    assert.deepEqual([mail.recipients, mail.headers.subject], [['ada@people.example'], 'Your account is deleted'])
    const login = await openVisitor(app).post('/login', { name: 'ada', password, next: '' })
    assert.equal(login.status, 422)
  })

  test('reviews go as edits of the change log where the person says so', async (t) => {
    const { server } = await open(t, engine)
    const ada = await signedIn(server, 'ada')
    assert.equal((await ada.post(path, { reviews: 'remove', present: password })).status, 303)
    const left = [await reviewsOf(server, 'movie/502'), await reviewsOf(server, 'tv/601')]
    assert.deepEqual(
      left.map((reviews) => reviews.map(([author]) => author)),
      [[], ['Lamp Lighter']],
      'those of others stay',
    )
    const Change = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), action: Type.String() })
    const changes = await server.db.all(
      Change,
      sql`
      select c.kind, c.entity_id, c.action from change c join edit e on e.id = c.edit_id
      where e.account_id = 1 and e.note = 'account deleted' order by c.seq`,
    )
    assert.deepEqual(changes, [
      { kind: 'movie', entity_id: 502, action: 'deleted' },
      { kind: 'movie', entity_id: 502, action: 'deleted' },
      { kind: 'series', entity_id: 601, action: 'deleted' },
    ])
  })

  test('the user name is free again, and two may leave', async (t) => {
    const { server } = await open(t, engine)
    for (const username of ['ada', 'bo']) {
      const person = await signedIn(server, username)
      assert.equal((await person.post(path, { reviews: 'keep', present: password })).status, 303)
      assert.equal(await findAccount(server.db, username), undefined)
    }
    const gil = { username: 'ada', email: 'ada@people.example', password: 'seven green bottles' }
    const reply = await openVisitor(server.app).post('/signup', { ...gil, repeat: gil.password })
    assert.deepEqual([reply.status, reply.location], [303, '/verify'])
    assert.equal((await rowOf(server, 1))?.username, 'deleted account')
  })

  const wrong: [title: string, fields: Record<string, string>, fault: string][] = [
    ['nothing is said of the reviews', { reviews: '' }, 'reviews'],
    ['something else is said of them', { reviews: 'burn' }, 'reviews'],
    ['the password is missing', { present: '' }, 'present'],
    ['the password is wrong', { present: 'the lamp is out' }, 'present'],
  ]
  for (const [title, fields, fault] of wrong) {
    test(`nobody is deleted where ${title}`, async (t) => {
      const { server, mails } = await open(t, engine)
      const ada = await signedIn(server, 'ada')
      const reply = await ada.post(path, { reviews: 'remove', present: password, ...fields })
      assert.equal(reply.status, 422)
      assert.deepEqual(
        [...reply.body.matchAll(/<li><a href="#(\w+)">/g)].map(([, name]) => name),
        [fault],
      )
      if (fault === 'present') assert.match(reply.body, /value="remove" checked/)
      assert.equal((await ada.get(path)).status, 200)
      assert.equal((await reviewsOf(server, 'movie/502')).length, 2)
      assert.deepEqual(mails.received, [])
    })
  }

  test('a form of another site deletes nobody', async (t) => {
    const { server } = await open(t, engine)
    const [ada, bo] = [await signedIn(server, 'ada'), await signedIn(server, 'bo')]
    const foreign = /name="form_token" value="([\w-]+)"/.exec((await bo.get(path)).body)?.[1] ?? ''
    for (const token of ['', foreign])
      assert.equal((await ada.post(path, { reviews: 'keep', present: password }, { token })).status, 403)
    assert.equal((await ada.get(path)).status, 200)
  })

  test('the last administrator stays, until there is another one', async (t) => {
    const { server } = await open(t, engine)
    await server.db.run(sql`update account set role = 'administrator' where username in ('ada', 'cy')`)
    const ada = await signedIn(server, 'ada')
    const reply = await ada.post(path, { reviews: 'remove', present: password })
    assert.equal(reply.status, 422)
    assert.match(textOf(reply), /You are the only administrator\./, 'one who is suspended does not count')
    assert.equal((await reviewsOf(server, 'movie/502')).length, 2)
    await server.db.run(sql`update account set role = 'administrator' where username = 'Bo'`)
    assert.equal((await ada.post(path, { reviews: 'keep', present: password })).status, 303)
  })
})
