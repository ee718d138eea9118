import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { addFollow, countFollowers, followsOf, maxFollowers, maxFollows } from '#src/contributions/following/follows.ts'
import { additionsAtOnce, tellAdditions } from '#src/contributions/following/list-additions.ts'
import { addItem, addItems, removeItem } from '#src/contributions/lists/items.ts'
import { changeList, deleteListRow, describeList, hideList } from '#src/contributions/lists/lists.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { listNotifications, markRead } from '#src/mail/notifications.ts'
import { writingOf } from '../support/accounts.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

const now = new Date(testDay)
const [ada, bo] = [1, 2]
/** A public list of bo. */
const list = 3
const Id = Type.Object({ id: Type.Integer() })

const opened = (db: Database) => {
  const change = <Result>(work: Parameters<typeof changeList<Result>>[2]) =>
    changeList(db, { id: list, account_id: bo, now }, work)
  return {
    change,
    follow: (id = list) => addFollow(db, ada, { what: 'list', id }, now),
    add: (entity_id: number) => change((tx) => addItem(tx, list, { kind: 'series', entity_id }, now)),
    remove: (entity_id: number) => change((tx) => removeItem(tx, list, { kind: 'series', entity_id })),
    async show(visibility: 'public' | 'private') {
      const chosen = { name: 'Glow', description: '', iso_639_1: 'en', sort_by: 'position.asc', visibility } as const
      await change((tx) => describeList(tx, list, chosen))
    },
    /** What ada is told, reads now, and had not read before. */
    async told() {
      await tellAdditions(db, now)
      const { notifications } = await listNotifications(db, ada, 1)
      await markRead.handle(writingOf(db, ada, now), notifications[0]?.id ?? 0)
      return notifications.flatMap(({ what, about, read_at }) => (read_at ? [] : [[what, about.title, about.count]]))
    },
    noted: () => countRows(db, sql`from list_addition`),
  }
}

forEachEngine(loadWorld, (engine) => {
  test('followers of a list are told what is added to it', async (t) => {
    const db = await openFor(t, engine)
    const { follow, add, remove, change, told, noted } = opened(db)
    await add(601)
    assert.equal(await noted(), 0, 'nobody follows it yet')
    assert.deepEqual([await follow(), await follow(), await countFollowers(db, list)], [true, false, 1])
    await remove(601)
    await add(601)
    await tellAdditions(db, now)
    await remove(601)
    await add(601)
    await add(602)
    assert.deepEqual(await told(), [['watched_list', 'The Grey Hours', 2]], 'what was told last is not counted again')
    await remove(601)
    await add(601)
    await remove(601)
    assert.deepEqual([await told(), await noted()], [[], 0], 'it was removed again')
    const made = Array.from({ length: additionsAtOnce + 1 }, (_, at): RecordEdit => {
      return { kind: 'movie', values: { title: `Added ${at}` } }
    })
    const { ids } = await applyEdit(db, { account_id: null, at: now, records: made })
    const items = ids.map((entity_id) => ({
      kind: 'movie' as const,
      entity_id,
      created_at: '2020-01-01T00:00:00.000Z',
    }))
    await change((tx) => addItems(tx, list, items))
    await change((tx) => addItems(tx, list, items))
    assert.deepEqual(await told(), [['watched_list', `Added ${additionsAtOnce}`, additionsAtOnce + 1]])
    await db.run(sql`update account set disabled_at = ${testDay} where id = ${ada}`)
    await add(601)
    assert.deepEqual(await told(), [], 'suspended accounts are told nothing')
  })

  test('only public lists of others are followed, and nothing is told of what others cannot see', async (t) => {
    const db = await openFor(t, engine)
    const { follow, add, remove, change, show, told, noted } = opened(db)
    for (const other of [1, 2, 4, 999]) await assert.rejects(follow(other), { status: 'not_found' }, String(other))
    await follow()
    await add(601)
    await show('private')
    await add(602)
    assert.deepEqual([await told(), await noted()], [[], 0], 'it was not public when it was told, or added')
    await show('public')
    await change((tx) => hideList(tx, list, 'list', 'test'))
    await remove(601)
    await add(601)
    assert.equal(await noted(), 0, 'moderators have hidden it')
    await change((tx) => hideList(tx, list, 'text', 'test'))
    await remove(601)
    await add(601)
    assert.deepEqual(await told(), [['watched_list', 'Tidewater Signals', 1]])
    await change((tx) => deleteListRow(tx, list))
    assert.deepEqual((await followsOf(db, ada, 1)).follows, [], 'what is followed goes with its list')
  })

  test('so many lists are followed at most, and so many followers are counted', async (t) => {
    const db = await openFor(t, engine)
    const { follow } = opened(db)
    const many = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${maxFollowers + 5})`
    await db.run(sql`
      insert into account (username, folded_username, created_at)
      select name, name, ${testDay} from (${many} select 'follower' || i as name from n) as made`)
    await db.run(sql`
      insert into list_follow (account_id, list_id, created_at)
      select id, 3, ${testDay} from account where folded_username like 'follower%'`)
    assert.equal(await countFollowers(db, 3), maxFollowers + 1)
    const last = Number((await db.one(Id, sql`select max(id) as id from user_list`))?.id)
    await db.run(sql`
      insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
      select i + ${last}, ${bo}, 'More', '', 'en', 'public', 'position.asc', ${testDay}, ${testDay}
      from (${many} select i from n) as more`)
    await db.run(sql`
      insert into list_follow (account_id, list_id, created_at)
      select cast(${ada} as bigint), id, ${testDay} from user_list
      where id > ${last} and id < ${last + maxFollows.list}`)
    await follow()
    await assert.rejects(follow(last + maxFollows.list), { status: 'too_many_watches' })
    assert.equal((await followsOf(db, ada, 1)).total, maxFollows.list)
  })
})
