import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccount } from '#src/accounts/accounts.ts'
import { deleteAccount } from '#src/accounts/deletion.ts'
import { personalData } from '#src/accounts/own-data/personal-data.ts'
import { actKinds, actsOnPage, listActs, recordAct } from '#src/audit/acts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { addImage } from '#src/contributions/add-image.ts'
import { writeReview } from '#src/contributions/reviews.ts'
import { sql } from '#src/database/sql.ts'
import { createKey } from '#src/keys/keys.ts'
import { writingOf } from '../support/accounts.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { type Reply, signedIn, startPages, textOf, type Visitor } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const [ada, bo] = [1, 2]
const log = '/admin/audit-log'

/** Ada looks after the server, in English; bo is a member with a key, a review and an image. */
async function start(t: { after(work: () => Promise<void>): void }, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { db } = server
  await db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  const key = await createKey(db, { name: 'his', plan: 'developer', account_id: bo, now })
  const written = { content: 'Buy my lamps.', rating: null, iso_639_1: 'en' }
  const review = await writeReview(db, bo, { kind: 'movie', entity_id: 502 }, written, now)
  const picture = {
    width: 500,
    height: 750,
    aspect_ratio: 0.667,
    iso_639_1: 'en',
    iso_3166_1: null,
    licence: 'CC0-1.0',
  } as const
  const file = { file_path: '/audited.jpg', file_type: '.jpg' }
  const about = { kind: 'movie', entity_id: 502 } as const
  const added = await addImage(db, bo, about, { gallery: 'posters', ...file, ...picture }, now)
  assert.ok(typeof added === 'object' && 'id' in added)
  return {
    server,
    db,
    key,
    review,
    image: `/movie/502/images/posters/${added.id}`,
    admin: await signedIn(server, 'ada'),
  }
}

/** The rows of the log, as text. */
const rowsIn = (reply: Reply) =>
  [...reply.body.matchAll(/<tr>\s*(<th scope="row">[\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    textOf({ ...reply, body: `<main>${row}</main>` }),
  )

const post = async (person: Visitor, path: string, fields = {}) => {
  const reply = await person.post(path, fields, { from: '/' })
  assert.equal(reply.status, 303, `${path}: ${reply.body.slice(0, 200)}`)
}

forEachEngine(loadWorld, (engine) => {
  test('each act of an administrator and a moderator stands in the log with who, whom, when and why', async (t) => {
    const { server, db, key, review, image, admin } = await start(t, engine)
    const time = '10 Mar 2026, 12:00 UTC'
    const ofKey = `Bo Key “his” (…${key.secret.slice(-4)})`
    const acts: [path: string, fields: Record<string, string>, row: string][] = [
      ['/admin/accounts/2/suspend', { reason: ' Spam\n again ' }, 'Account suspended Bo Reason: Spam again ada'],
      ['/admin/accounts/2/restore', {}, 'Account restored Bo ada'],
      [
        '/admin/accounts/2/role',
        { role: 'moderator', role_reason: 'Helps' },
        'Role changed Bo Member → Moderator Reason: Helps ada',
      ],
      ['/admin/accounts/2/role', { role: 'member' }, 'Role changed Bo Moderator → Member ada'],
      ['/admin/accounts/4/verify', {}, 'Address marked as verified dee ada'],
      [
        `/admin/keys/${key.id}/suspend`,
        { next: '', reason: ' Floods \n us ' },
        `API key suspended ${ofKey} Reason: Floods us ada`,
      ],
      [`/admin/keys/${key.id}/restore`, { next: '' }, `API key restored ${ofKey} ada`],
      [`/admin/keys/${key.id}/revoke`, { next: '' }, `API key revoked ${ofKey} ada`],
      [`${image}/describe`, { language: '', licence: 'CC0-1.0' }, 'Image description changed Bo Record ada'],
      [`${image}/hide`, {}, 'Image removed Bo Record ada'],
      [`${image}/show`, {}, 'Image restored Bo Record ada'],
      [
        `/review/${review}/remove`,
        { reason: 'Advertising' },
        'Review removed Bo The Second Glimmer Reason: Advertising ada',
      ],
      ['/list/3/hide', { reason: 'Advertising', hidden: 'list' }, 'List hidden Bo Record Reason: Advertising ada'],
      ['/list/3/hide', { reason: 'A mistake', hidden: '' }, 'List shown again Bo Record Reason: A mistake ada'],
      [
        '/list/3/hide',
        { reason: 'Rude', hidden: 'text' },
        'Name and description of a list hidden Bo Record Reason: Rude ada',
      ],
    ]
    for (const [path, fields] of acts) await post(admin, path, fields)
    assert.deepEqual(rowsIn(await admin.get(log)), acts.map(([, , row]) => `${row} ${time}`).reverse())

    // What changes nothing, is refused or is about one's own things is no act.
    await post(admin, '/admin/accounts/2/restore')
    await post(admin, '/admin/accounts/4/verify')
    await post(admin, `/admin/keys/${key.id}/revoke`, { next: '' })
    await post(admin, `${image}/describe`, { language: '', licence: 'CC0-1.0' })
    assert.equal((await admin.post('/admin/accounts/1/suspend', {}, { from: '/' })).status, 422)
    await db.run(sql`update account set email_verified_at = ${testDay} where id = ${bo}`)
    await post(await signedIn(server, 'bo'), `${image}/hide`)
    assert.equal(rowsIn(await admin.get(log)).length, acts.length)
  })

  test('merges, deletions, moves and undos by whoever is trusted stand in the log of moderators', async (t) => {
    const { server, db, admin } = await start(t, engine)
    const time = '10 Mar 2026, 12:00 UTC'
    await db.run(sql`update session set scopes = 'read keep edit'`)
    const ask = async (path: string, body: object) => {
      const reply = await send(server.app, `POST /commons/1/${path}`, { session: 'ada', body })
      return JSON.parse(reply.body).edit_id as number
    }
    const vandal = { account_id: bo, note: '', at: now }
    const records = [{ kind: 'movie' as const, id: 502, values: { tagline: 'Spam' } }]
    const { edit_id: spam } = await applyEdit(db, { ...vandal, records })
    const merged = await ask('merge', { kind: 'person', id: 305, into_id: 304, note: 'The same' })
    await ask('delete', { kind: 'collection', id: 402, note: 'Empty' })
    const moved = await ask('move', {
      ...{ kind: 'episode', id: 60112, season_number: 2, episode_number: 8 },
      note: 'Wrong season',
    })
    await ask('undo', { edit_id: merged, note: 'Two after all' })
    const undone = await ask('undo', { edit_id: spam, note: 'Spam' })
    await ask('undo', { edit_id: undone })
    const whole = (await admin.get('/moderation/log')).body
    assert.deepEqual(
      rowsIn({ ...(await admin.get(log)), body: whole })
        .slice(0, 5)
        .map((row) => row.replace(/Edit \d+/, 'Edit N')),
      [
        `Edits undone Bo Edit N Reason: Spam ada ${time}`,
        `Records brought back by an undo ada Edit N Reason: Two after all ada ${time}`,
        `Record moved Last Light Reason: Wrong season ada ${time}`,
        `Record deleted Empty Shelf Collection Reason: Empty ada ${time}`,
        `Record merged Ilka Marrow Reason: The same ada ${time}`,
      ],
    )
    for (const edit of [undone, moved]) assert.match(whole, new RegExp(`href="/edit/${edit}"`))
  })

  test('the log is found by action and by person, and goes on from page to page', async (t) => {
    const { db, admin } = await start(t, engine)
    for (let round = 0; round < actsOnPage; round++) {
      const by = round % 2 ? ada : null
      await recordAct(
        db,
        'role_changed',
        { by, now, reason: `${round}` },
        { account_id: bo, about: { role: 'member' } },
      )
      await recordAct(db, 'key_revoked', { by: ada, now, reason: `${round}` }, {})
    }
    const pages = async (query: string) => {
      const counts: number[] = []
      for (let path: string | undefined = `${log}?${query}`; path; ) {
        const reply: Reply = await admin.get(path)
        assert.equal(reply.status, 200)
        counts.push(rowsIn(reply).length)
        path = /rel="next" href="([^"]*)"/.exec(reply.body)?.[1]?.replaceAll('&#38;', '&').replaceAll('&#61;', '=')
      }
      return counts
    }
    const found: [query: string, counts: number[]][] = [
      ['', [50, 50]],
      ['action=role_changed', [50]],
      ['action=key_made', [0]],
      ['action=unknown', [50, 50]],
      ['person=ADA', [50, 25]],
      ['person=bo', [50]],
      ['person=bo&action=key_revoked', [0]],
      ['person=ada&action=role_changed', [25]],
      ['person=nobody', [0]],
      ['person=%00', []],
    ]
    for (const [query, counts] of found.slice(0, -1)) assert.deepEqual(await pages(query), counts, query)
    assert.equal((await admin.get(`${log}?person=%00`)).status, 400)
    const [first] = rowsIn(await admin.get(`${log}?person=bo`))
    assert.equal(first, 'Role changed Bo Member Reason: 49 ada 10 Mar 2026, 12:00 UTC')
    assert.match(rowsIn(await admin.get(`${log}?person=bo`))[1]!, / Command line /)
  })

  test('only administrators see it', async (t) => {
    const { server, db } = await start(t, engine)
    await db.run(sql`update account set role = 'moderator' where id = ${bo}`)
    assert.equal((await (await signedIn(server, 'bo')).get(log)).status, 403)
  })

  test('when an account is deleted its name goes, and what it did and what was done to it stays', async (t) => {
    const { server, db, admin } = await start(t, engine)
    await recordAct(db, 'account_suspended', { by: bo, now, reason: 'Spam' }, { account_id: ada })
    await recordAct(db, 'account_restored', { by: ada, now }, { account_id: bo })
    const { acts } = await personalData(db, bo)
    assert.deepEqual(acts, [
      { at: testDay, what: 'account_suspended', is_own: true, reason: 'Spam' },
      { at: testDay, what: 'account_restored', is_own: false, reason: '' },
    ])
    const account = (await findAccount(db, 'bo'))!
    const holder = { id: bo, username: 'Bo', email: '', email_verified_at: null }
    assert.ok(
      await deleteAccount.handle(writingOf(db, bo, now), {
        holder,
        proven: account,
        keepsReviews: true,
        language: 'en',
      }),
    )
    const reply = await admin.get(log)
    assert.deepEqual(rowsIn(reply), [
      'Account restored Deleted account ada 10 Mar 2026, 12:00 UTC',
      'Account suspended ada Reason: Spam Deleted account 10 Mar 2026, 12:00 UTC',
    ])
    assert.doesNotMatch(reply.body, /\/admin\/accounts\/2"/)
    await server.db.run(sql`delete from act where what = 'account_restored'`)
    assert.equal((await listActs(db, {})).acts.length, 1)
  })
})

test('every kind of act has a name of its own', () => {
  assert.equal(new Set(actKinds).size, actKinds.length)
})
