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
import { like, likersOf, likesOf } from '#src/contributions/likes.ts'
import { listsToChoose } from '#src/contributions/lists/choose.ts'
import { addItem, addItems } from '#src/contributions/lists/items.ts'
import {
  acceptInvitation,
  addersOf,
  inviteKeeper,
  keepersOf,
  leaveList,
  listsKeptBy,
  removeKeeper,
} from '#src/contributions/lists/keepers.ts'
import { changeList, namesOfLists, namesOfPublic } from '#src/contributions/lists/lists.ts'
import { addToList, removeFromList } from '#src/contributions/lists/writes.ts'
import { writeReview } from '#src/contributions/reviews.ts'
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
  await likesAndKeepers(db)
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

/** Reviews and lists are liked, and a list is kept by two. */
async function likesAndKeepers(db: Database) {
  const [ada, bo] = [writingOf(db, 1, now), writingOf(db, 2, now)]
  const written = { content: 'Plans', rating: null, iso_639_1: 'en' }
  const of = await writeReview(db, 2, { kind: 'movie', entity_id: 502 }, written, now)
  for (const [what, id] of [['review', of] as const, ['list', '3'] as const]) {
    for (const isLiked of [true, false]) await like.handle(ada, { what, of: id, isLiked })
    await likesOf(db, what, [what === 'list' ? 3 : id], 1)
    await likersOf(db, what, what === 'list' ? 3 : id)
  }
  await db.run(sql`update account set has_public_profile = true where id = 1`)
  await inviteKeeper.handle(bo, { list_id: 3, username: 'ada' })
  await acceptInvitation.handle(ada, { list_id: 3 })
  const item = { kind: 'movie', entity_id: 503 } as const
  await addToList.handle(ada, { list_id: 3, item })
  await keepersOf(db, 3)
  await listsKeptBy(db, 1)
  await addersOf(db, { id: 3, account_id: 2 }, [1, 2], true)
  await listsToChoose(db, 1, item)
  await namesOfLists(db, 1)
  await removeFromList.handle(ada, { list_id: 3, item })
  await leaveList.handle(ada, { list_id: 3 })
  await removeKeeper.handle(bo, { list_id: 3, keeper: 1 })
  await db.run(sql`update account set has_public_profile = false where id = 1`)
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
