import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { deleteExpired } from '#src/accounts/expiry.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import {
  addFollow,
  type Followable,
  followedAs,
  followsOf,
  maxFollows,
  removeFollow,
} from '#src/contributions/following/follows.ts'
import { searchAt } from '#src/contributions/following/searches.ts'
import { tellFollowers } from '#src/contributions/following/tell-followers.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { listNotifications, markRead, NOTIFICATION_DAYS } from '#src/mail/notifications.ts'
import { dayMs } from '#src/reference/days.ts'
import { writingOf } from '../support/accounts.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const [ada, bo] = [1, 2]

const opened = (db: Database) => {
  const follower = tellFollowers(db, () => now)
  return {
    async follow(account_id: number, what: Followable, of: string) {
      const followed = await followedAs(db, what, of)
      assert.ok(followed, of)
      return addFollow(db, account_id, followed, now)
    },
    async edit(account_id: number | null, ...records: RecordEdit[]) {
      await applyEdit(db, { account_id, at: now, records })
      await follower.catchUp()
    },
    catchUp: () => follower.catchUp(),
    /** What an account is told and has not read, the latest first. */
    async told(account_id = ada) {
      const { notifications } = await listNotifications(db, account_id, 1)
      return notifications
        .filter(({ read_at }) => read_at === null)
        .map(({ what, about }) => [what, about.title, about.count])
    },
    async read(account_id = ada) {
      const { notifications } = await listNotifications(db, account_id, 1)
      await markRead.handle(writingOf(db, account_id, now), notifications[0]?.id ?? 0)
    },
  }
}

const movie = (values: object): RecordEdit => ({
  kind: 'movie',
  id: 502,
  values: values as RecordEdit['values'] & object,
})

forEachEngine(loadWorld, (engine) => {
  test('whoever follows a record is told of edits by others, once until it is read', async (t) => {
    const db = await openFor(t, engine)
    const { follow, edit, told, read, catchUp } = opened(db)
    await catchUp()
    assert.equal(await follow(ada, 'record', 'movie 502'), true)
    assert.equal(await follow(ada, 'record', 'movie 502'), false)
    await edit(ada, movie({ runtime: 11 }))
    assert.deepEqual(await told(), [], 'one’s own edit')
    await edit(bo, movie({ runtime: 12 }), { kind: 'movie', id: 503, values: { runtime: 12 } })
    await edit(bo, movie({ runtime: 13, budget: 5 }))
    await edit(null, movie({ runtime: 13 }))
    assert.deepEqual(await told(), [['watched_record', 'The Second Glimmer', 2]])
    await read()
    await edit(bo, movie({ runtime: 14 }))
    assert.deepEqual(await told(), [['watched_record', 'The Second Glimmer', 1]])
    assert.deepEqual(await told(bo), [])
    const followed = await followedAs(db, 'record', 'movie 502')
    assert.equal(followed && (await removeFollow(db, ada, followed)), true)
    await read()
    await edit(bo, movie({ runtime: 15 }))
    assert.deepEqual(await told(), [])
  })

  test('whoever follows a series follows its seasons and episodes', async (t) => {
    const db = await openFor(t, engine)
    const { follow, edit, told, catchUp } = opened(db)
    await catchUp()
    await follow(ada, 'record', 'series 601')
    await edit(bo, { kind: 'episode', id: 60112, values: { runtime: 17 } })
    assert.equal((await told())[0]?.[0], 'watched_record')
  })

  test('following goes on after a merge, and a deletion is told and gives it back', async (t) => {
    const db = await openFor(t, engine)
    const { follow, edit, told, read, catchUp } = opened(db)
    await catchUp()
    await follow(ada, 'record', 'movie 503')
    await edit(bo, { kind: 'movie', id: 503, mergedInto: { id: 502 } } as RecordEdit)
    const titles = async () => (await followsOf(db, ada, 1)).follows.map(({ of }) => of)
    assert.deepEqual(await titles(), ['movie 502'])
    assert.deepEqual(await told(), [['watched_record', 'The Second Glimmer', 1]])
    assert.equal(await follow(ada, 'record', 'movie 503'), false, 'the id of a merged record means the survivor')
    await read()
    await edit(bo, { kind: 'movie', id: 502, isDeleted: true } as RecordEdit)
    assert.deepEqual(await told(), [['watched_record_gone', 'The Second Glimmer', 1]])
    assert.deepEqual(await titles(), [])
  })

  test('the edits of an account are told, not to itself', async (t) => {
    const db = await openFor(t, engine)
    const { follow, edit, told, catchUp } = opened(db)
    await catchUp()
    await follow(ada, 'account', 'BO')
    await edit(bo, movie({ runtime: 21 }))
    await edit(ada, movie({ runtime: 22 }))
    await edit(bo, { kind: 'movie', id: 503, values: { runtime: 21 } })
    assert.deepEqual(
      (await told()).map(([what, , count]) => [what, count]),
      [['watched_account', 2]],
    )
    await db.run(sql`update account set disabled_at = ${testDay} where id = ${ada}`)
    await edit(bo, movie({ runtime: 23 }))
    assert.deepEqual(
      (await told()).map(([, , count]) => count),
      [2],
      'suspended accounts are told nothing',
    )
  })

  test('a search for names tells what it finds now and did not find before', async (t) => {
    const db = await openFor(t, engine)
    const { follow, edit, told, read, catchUp } = opened(db)
    await catchUp()
    await db.run(sql`update account set include_adult = false where id = ${ada}`)
    await follow(ada, 'search', '/search?query=Lantern+QUIET')
    await follow(bo, 'search', '/search?query=quiet+lantern&kind=person')
    const make = (title: string, more = {}) => ({ kind: 'movie', values: { title, ...more } }) as RecordEdit
    await edit(bo, make('A quiet Lántern'))
    assert.deepEqual(await told(), [['watched_search', 'A quiet Lántern', 1]])
    await edit(bo, make('Lantern'), make('Quiet lantern, loud', { adult: true }))
    assert.deepEqual(await told(), [['watched_search', 'A quiet Lántern', 1]], 'neither half of it, nor adult records')
    await read()
    await edit(bo, movie({ title: 'The quiet lantern' }))
    assert.deepEqual(await told(), [['watched_search', 'The quiet lantern', 1]])
    await read()
    await edit(bo, movie({ title: 'This quiet lantern', runtime: 31 }))
    assert.deepEqual(await told(), [], 'it was found before')
    await edit(bo, movie({ title: 'Dark' }))
    const text = { iso_639_1: 'fr', iso_3166_1: 'FR', texts: { title: 'Quiet lantern' } }
    await edit(bo, { kind: 'movie', id: 502, texts: [text] })
    assert.deepEqual(await told(), [['watched_search', 'Dark', 1]], 'a translated name')
    assert.deepEqual(await told(bo), [])
  })

  test('a search of changes tells of edits that fit all of it', async (t) => {
    const db = await openFor(t, engine)
    const { follow, edit, told, catchUp } = opened(db)
    await catchUp()
    await follow(ada, 'search', '/edits?kind=movie&language=de&field=title')
    const text = (iso_639_1: string, texts: object) => ({
      ...{ kind: 'movie' as const, id: 502 },
      texts: [{ iso_639_1, iso_3166_1: iso_639_1.toUpperCase(), texts: texts as Record<string, string> }],
    })
    await edit(bo, text('fr', { title: 'Autre' }))
    await edit(bo, text('de', { overview: 'Anders' }))
    await edit(ada, text('de', { title: 'Eigenes' }))
    assert.deepEqual(await told(), [])
    await edit(bo, text('de', { title: 'Anders' }))
    assert.deepEqual(
      (await told()).map(([what, , count]) => [what, count]),
      [['watched_edits', 1]],
    )
    await follow(bo, 'search', '/edits?person=ada')
    await edit(ada, movie({ runtime: 44 }))
    assert.deepEqual(
      (await told(bo)).map(([what]) => what),
      ['watched_edits'],
    )
  })

  test('what finds nothing ever, and what is everything, is no search', async (t) => {
    const db = await openFor(t, engine)
    const none = [
      ...['/edits', '/edits?', '/edits?before=4', '/edits?kind=nothing', '/edits?person=nobody', '/edits?source=none'],
      ...['/edits?language=deu', '/edits?field=a%20b', '/search', '/search?query=%20', '/search?query=x&kind=season'],
      ...['/movie', 'https://example.org/search?query=x', '//search?query=x', '', `/edits?kind=${'x'.repeat(9_000)}`],
    ]
    for (const address of none) assert.equal(await searchAt(db, address), undefined, address)
    for (const name of ['movie 0', 'movie 999999', 'toString 1', 'movie 502 ', 'genre 1', 'movie 99999999999'])
      assert.equal(await followedAs(db, 'record', name), undefined, name)
  })

  test('what is followed and notifications have limits', async (t) => {
    const db = await openFor(t, engine)
    const { follow } = opened(db)
    for (let made = 0; made < maxFollows.search; made++) await follow(ada, 'search', `/search?query=glimmer${made}`)
    await assert.rejects(follow(ada, 'search', '/search?query=more'), { status: 'too_many_watches' })
    await follow(bo, 'search', '/search?query=more')
    await db.run(sql`
      insert into notification (account_id, at, what, about) values (${ada}, ${testDay}, 'key_made', ${{}})`)
    const Count = Type.Object({ count: Type.Integer() })
    const left = async (days: number) => {
      await deleteExpired(db, new Date(now.getTime() + days * dayMs), { sessionDays: 30 })
      return (await db.one(Count, sql`select count(*) as count from notification`))?.count
    }
    assert.deepEqual([await left(NOTIFICATION_DAYS - 1), await left(NOTIFICATION_DAYS)], [1, 0])
  })
})
