import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import {
  type Editor,
  maxOrdinaryRecords,
  muchSeenVotes,
  type Ruling,
  rules,
  rulingOn,
} from '#src/contributions/trust.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  let db: Database
  before(async () => {
    db = await engine.open()
  })
  after(() => db.close())

  const outside = { put: [{ system: 'imdb', value: 'tt0000001' }] }
  const changes: Record<keyof typeof rules, RecordEdit[]> = {
    ordinary: [{ kind: 'movie', id: 502, values: { overview: 'Other' } }],
    picture: [{ kind: 'movie', id: 502, parts: { images: { put: [] } } }],
    outside_ids: [{ kind: 'movie', id: 502, parts: { external_ids: outside } }],
    seen_title: [{ kind: 'movie', id: 501, values: { title: 'Other' } }],
    mass: Array.from({ length: maxOrdinaryRecords + 1 }, (_, id) => ({ kind: 'movie', id: id + 1, values: {} })),
    deletion: [{ kind: 'movie', id: 502, isDeleted: true }],
    merge: [{ kind: 'movie', id: 502, mergedInto: { id: 501 } }],
    lock: [{ kind: 'movie', id: 502, locks: [{ column: 'title', isLocked: true } as never] }],
  }

  test('each rule of the table holds for each standing', async () => {
    await db.run(sql`update movie set vote_count = ${muchSeenVotes} where id = 501`)
    const of = (role: Editor['role'], wanted: number, change: RecordEdit[]) =>
      rulingOn(db, { account_id: 2, role }, change, wanted)
    const trusted = async (change: RecordEdit[]) => {
      await db.run(sql`update account set trusted_at = ${testDay} where id = 2`)
      const ruling = await of('member', 1, change)
      await db.run(sql`update account set trusted_at = null where id = 2`)
      return ruling
    }
    for (const [sort, change] of Object.entries(changes)) {
      const found: Ruling[] = [
        await of('member', 1, change),
        await of('member', 0, change),
        await trusted(change),
        await of('moderator', 1, change),
        await of('administrator', 1, change),
      ]
      const { new_member, member, trusted: byTrusted, moderator, administrator } = rules[sort as keyof typeof rules]
      assert.deepEqual([sort, found], [sort, [new_member, member, byTrusted, moderator, administrator]])
    }
  })

  test('a title that few have seen, the outside ids of a new record, and many records are ordinary', async () => {
    await db.run(sql`update movie set vote_count = ${muchSeenVotes - 1} where id = 501`)
    const member = { account_id: 2, role: 'member' as const }
    for (const change of [
      changes.seen_title,
      [{ kind: 'movie' as const, values: { title: 'New' }, parts: { external_ids: outside } }],
      changes.mass.slice(1),
    ])
      assert.equal(await rulingOn(db, member, change, 0), 'at once')
  })

  test('a member is new until enough edits were accepted', async () => {
    const member = { account_id: 2, role: 'member' as const }
    const add = (status: string) =>
      db.run(sql`
        insert into pending_edit (account_id, source_id, note, source_url, at, records, changes, status, reason)
        values (2, 'people', '', '', ${testDay}, ${[]}, ${[]}, ${status}, '')`)
    for (const status of ['accepted', 'refused', 'waiting']) await add(status)
    assert.equal(await rulingOn(db, member, changes.ordinary, 2), 'waits')
    await add('accepted')
    assert.equal(await rulingOn(db, member, changes.ordinary, 2), 'at once')
  })
})
