import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Type } from 'typebox'
import { findAccount } from '#src/accounts/accounts.ts'
import { openWritePace } from '#src/accounts/write-pace.ts'
import { openReplies } from '#src/cache/replies.ts'
import { readConfig } from '#src/config.ts'
import { type Access, type Role, roles } from '#src/contract/access.ts'
import { dialects } from '#src/contract/dialects.ts'
import { cacheSeconds, type Operation, operation } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { askAs } from '#src/run/ask.ts'
import { type Asker, openRun } from '#src/run/run.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages } from '../support/pages/visitor.ts'
import { keys, loadWorld, sessions, testDay } from '../support/world.ts'

const Told = Type.Object({ name: Type.String(), account: Type.Optional(Type.Integer()), place: Type.String() })

/** Databases that say which one they are, and which thread of it. */
type Placed = Database & { place: string }
const placed = (db: Database, place: string): Placed => ({
  ...db,
  place: `${place}, thread of requests`,
  wide: { ...db, place: `${place}, thread of its own` } as Placed,
})

/** An operation of this test alone, which tells who asked and where it read. */
const teller = (access: Access, route: string, more: Partial<Operation> = {}): Operation => ({
  ...operation('test.teller', `GET ${route}`, { summary: 'Tells', access, reply: Told, handle: async () => undefined }),
  ...more,
  async handle({ caller, db, params }) {
    const { account } = caller
    return { name: String(params.movie_id ?? ''), ...(account && { account: account.id }), place: (db as Placed).place }
  },
})

const cached = { cache: { seconds: cacheSeconds } }

forEachEngine(loadWorld, (engine) => {
  let db: Database
  let ada: number
  before(async () => {
    db = await engine.open()
    ada = (await findAccount(db, 'ada'))?.id as number
  })
  after(() => (db as Database & { close(): Promise<void> }).close())

  function open() {
    const { config } = readConfig({}, {})
    const clock = () => new Date(testDay)
    const replies = openReplies({ db, clock, limitBytes: 1_000_000, failed: assert.fail })
    const [primary, reads] = [placed(db, 'primary'), placed(db, 'replica')]
    const passwords = openPasswords(1)
    return openRun({
      db: primary,
      reads,
      replies,
      config,
      clock,
      site: () => '',
      passwords,
      noteEvent: () => assert.fail(),
      writes: openWritePace(0, clock),
    })
  }

  const setRole = (role: Role) => db.run(sql`update account set role = ${role} where id = ${ada}`)

  describe('who may run an operation', () => {
    const refused = (asker: Omit<Asker, 'dialect'>, access: Access) =>
      open()(teller(access, '/3/told'), { params: {}, query: {} }, { dialect: dialects.neutral, ...asker }).then(
        (answer) => (answer.is === 'made' ? (answer.result as { account?: number }).account : answer.is),
        (error) => (error instanceof ApiError ? error.status : error),
      )
    const asked: Access[] = ['key', 'session', 'moderator', 'administrator']
    const answers = (asker: Omit<Asker, 'dialect'>) => Promise.all(asked.map((access) => refused(asker, access)))

    test('without a session: what needs only a key', async () => {
      const none = [undefined, ...Array(3).fill('session_required')]
      assert.deepEqual(await answers({ key_id: 1 }), none)
      assert.deepEqual(await answers({ key_id: 1, session: 'wrong' }), none)
    })

    test('with the session of a user: what the role of the user allows', async () => {
      const allowed: Record<Role, unknown[]> = {
        member: [undefined, ada, 'edit_denied', 'edit_denied'],
        moderator: [undefined, ada, ada, 'edit_denied'],
        administrator: [undefined, ada, ada, ada],
      }
      for (const role of roles) {
        await setRole(role)
        assert.deepEqual(await answers({ key_id: 1, session: sessions.ada }), allowed[role], role)
        const [, ...others] = allowed[role]
        assert.deepEqual(await answers({ account: { id: ada, role } }), [ada, ...others], role)
      }
      await setRole('member')
    })

    test('with a session that is not for acts of roles: what a member may do', async () => {
      const scopes = (text: string) =>
        db.run(sql`update session set scopes = ${text} where digest = ${digestOf(sessions.ada)}`)
      await scopes('read keep edit')
      const missing = 'token_scope_missing'
      const allowed: Record<Role, unknown[]> = {
        member: [undefined, ada, 'edit_denied', 'edit_denied'],
        moderator: [undefined, ada, missing, 'edit_denied'],
        administrator: [undefined, ada, missing, missing],
      }
      for (const role of roles) {
        await setRole(role)
        assert.deepEqual(await answers({ key_id: 1, session: sessions.ada }), allowed[role], role)
      }
      await setRole('member')
      await scopes('read keep edit moderate')
    })
  })

  describe('where an operation runs', () => {
    const [record, list] = ['/3/movie/{movie_id}/told', '/3/told']
    const table: [title: string, operation: Operation, asStranger: string, asPerson: string][] = [
      ['one that is not kept', teller('key', list), 'primary, thread of requests', 'primary, thread of requests'],
      ['a list', teller('key', list, cached), 'replica, thread of requests', 'replica, thread of requests'],
      [
        'a wide list',
        teller('key', list, { ...cached, isWide: true }),
        'replica, thread of its own',
        'replica, thread of its own',
      ],
      ['a record', teller('key', record, cached), 'replica, thread of requests', 'primary, thread of requests'],
      [
        'something wide about a record',
        teller('key', record, { ...cached, isWide: true }),
        'replica, thread of its own',
        'primary, thread of its own',
      ],
    ]
    for (const [title, told, asStranger, asPerson] of table) {
      test(title, async () => {
        const params = told.params.length > 0 ? { movie_id: '501' } : {}
        const account = { id: ada, role: 'member' } as const
        const places = []
        // Each run has a cache of its own.
        for (const asker of [{ key_id: 1 }, {}, { account }, { key_id: 1, session: sessions.ada }]) {
          const ask = askAs(open(), asker.account)
          const answer = await open()(told, { params, query: {} }, { dialect: dialects.neutral, ...asker })
          const text = answer.is === 'kept' ? String(answer.reply.plain) : answer.is === 'made' ? answer.text() : ''
          const { place } = JSON.parse(text)
          if (asker.key_id === undefined) {
            const found = (await ask(told, { params })) as { place: string }
            assert.equal(found.place, place)
          }
          places.push(place)
        }
        assert.deepEqual(places, [asStranger, asStranger, asPerson, asStranger])
      })
    }
  })

  test('pages and the interface share replies, and each has its own words for them', async () => {
    const run = open()
    const told = teller('key', '/3/told', cached)
    const places = await Promise.all(
      (['neutral', 'neutral', 'common'] as const).map(async (name) => {
        const answer = await run(told, { params: {}, query: {} }, { dialect: dialects[name] })
        return answer.is === 'kept' && answer.reply.key
      }),
    )
    assert.deepEqual(places, [
      'test.teller neutral [[],{},null]',
      'test.teller neutral [[],{},null]',
      'test.teller common [[],{},null]',
    ])
  })

  test('the start page leaves its lists where the interface finds them, also for who is signed in', async () => {
    // Popular titles are in an order of the page's own.
    const lists = ['movie/now_playing', 'tv/on_the_air', 'person/popular']
    // The settings of the person are German.
    for (const [asPerson, language] of [
      [false, 'en-US'],
      [true, 'de-DE'],
    ] as const) {
      const site = await startPages(engine)
      try {
        const visitor = asPerson ? await signedIn(site, 'ada') : openVisitor(site.app)
        assert.equal((await visitor.get('/', { 'accept-language': language })).status, 200)
        for (const list of lists) {
          const headers = { authorization: `Bearer ${keys.first}` }
          const reply = await site.app.inject({ url: `/3/${list}?language=${language}`, headers })
          assert.deepEqual([reply.statusCode, reply.headers['x-memc']], [200, 'HIT'], list)
        }
      } finally {
        await site.close()
      }
    }
  })
})
