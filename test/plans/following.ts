import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { kindNames } from '#src/catalogue/kinds.ts'
import { hasDigest, queueDigests, setDigest } from '#src/contributions/following/digest.ts'
import {
  addFollow,
  countFollowers,
  followedAs,
  followsOf,
  isFollowing,
  removeFollow,
} from '#src/contributions/following/follows.ts'
import { tellAdditions } from '#src/contributions/following/list-additions.ts'
import { tellFollowers } from '#src/contributions/following/tell-followers.ts'
import { addItem, addItems } from '#src/contributions/lists/items.ts'
import { changeList, namesOfPublic } from '#src/contributions/lists/lists.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { accountOfLink, makeUnsubscribeLink } from '#src/mail/unsubscribing.ts'
import { dayMs } from '#src/reference/days.ts'
import { entriesOf, sitemapFiles } from '#src/sitemaps/files.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'
import { writingOf } from '../support/accounts.ts'
import { testDay } from '../support/world.ts'

const now = new Date(testDay)

/** Records, accounts, searches and lists are followed, news of them are told and mailed, and following ends. */
export async function following(db: Database) {
  const follower = tellFollowers(db, () => now)
  await follower.catchUp()
  const named = [
    ...[['record', 'movie 502'] as const, ['account', 'bo'] as const],
    ['list', '3'] as const,
    ...[['search', '/search?query=plans'] as const, ['search', '/edits?kind=movie&person=bo'] as const],
  ]
  const followed = (await Promise.all(named.map(([what, of]) => followedAs(db, what, of)))).flatMap((one) => one ?? [])
  for (const one of followed) {
    await addFollow(db, 1, one, now)
    await isFollowing(db, 1, one)
  }
  await followsOf(db, 1, 1)
  await countFollowers(db, 3)
  await namesOfPublic(db, [3, 4])
  const series = { kind: 'series', entity_id: 601 } as const
  await changeList(db, { id: 3, account_id: 2, now }, (tx) => addItem(tx, 3, series, now))
  await changeList(db, { id: 3, account_id: 2, now }, (tx) =>
    addItems(tx, 3, [{ ...series, entity_id: 602, created_at: testDay }]),
  )
  await tellAdditions(db, now)
  const movie = { kind: 'movie', values: { title: 'Plans' } } as const
  for (const runtime of [1, 2]) {
    const records = [{ kind: 'movie' as const, id: 502, values: { runtime } }, movie]
    await applyEdit(db, { account_id: 2, at: now, records })
    await follower.catchUp()
  }
  const { ids } = await applyEdit(db, { account_id: 2, at: now, records: [movie] })
  const gone = ids.map((id) => ({ kind: 'movie' as const, id, isDeleted: true as const }))
  await applyEdit(db, { account_id: 2, at: now, records: gone })
  await follower.catchUp()
  await setDigest.handle(writingOf(db, 1, now), true)
  await hasDigest(db, 1)
  await db.run(sql`update notification set at = '2030-01-01T00:00:00.000Z' where account_id = 1`)
  await queueDigests(db, new Date(now.getTime() + dayMs))
  await accountOfLink(db, await makeUnsubscribeLink(db, 1, now), now)
  await setDigest.handle(writingOf(db, 1, now), false)
  for (const one of followed) await removeFollow(db, 1, one)
}

/** The sitemap is followed, also to what is gone, and read. */
export async function sitemaps(db: Database) {
  const follower = followSitemaps(db, () => new Date(testDay))
  await follower.catchUp()
  const made = { kind: 'movie' as const, values: { title: 'Found' } }
  const { ids } = await applyEdit(db, { account_id: 1, at: new Date(testDay), records: [made] })
  await follower.catchUp()
  const gone = ids.map((id) => ({ kind: 'movie' as const, id, isDeleted: true as const }))
  await applyEdit(db, { account_id: 1, at: new Date(testDay), records: gone })
  await follower.catchUp()
  await sitemapFiles(db)
  for (const kind of kindNames) for await (const _entries of entriesOf(db, kind, 1)) break
}
