import { workSince } from '#src/catalogue/edits/history.ts'
import { enoughVotes } from '#src/catalogue/summaries/enough-votes.ts'
import { addedAt, airedEpisodes, newestIds, newestMovies, newestSeries } from '#src/catalogue/summaries/newest.ts'
import { popularWholeFirst } from '#src/catalogue/summaries/whole-first.ts'
import { coversOfLists } from '#src/contributions/lists/covers.ts'
import { activityOf, lastWatchedOf, watchedBy } from '#src/contributions/members/activity.ts'
import { chooseFavorite, chosenBy, favoritesToChoose } from '#src/contributions/members/chosen-favorites.ts'
import { fitPrivacy } from '#src/contributions/members/first-privacy.ts'
import { membersById, membersSeen, ratingsByMembers } from '#src/contributions/members/members.ts'
import { actKinds } from '#src/contributions/members/place-in-activity.ts'
import { countReported } from '#src/contributions/reports.ts'
import type { Database } from '#src/database/database.ts'
import { addMark } from '#src/kept/marks.ts'
import { isBusy } from '#src/popularity/busy.ts'
import { recordCounts } from '#src/sitemaps/files.ts'
import { writingOf } from '../support/accounts.ts'
import { testDay } from '../support/world.ts'
import type { Allowed } from './allowed.ts'

const english = { iso_639_1: 'en', iso_3166_1: 'US' }

/** What only the home page and the feeds ask the database for. */
export async function showHome(db: Database) {
  await recordCounts(db)
  for (const kind of ['movie', 'series'] as const) await popularWholeFirst(db, kind, 12)
  await workSince(db, testDay)
  for (const kind of ['movie', 'series'] as const) await addedAt(db, kind, await newestIds(db, kind, 6))
  await airedEpisodes(db, { first: '2026-03-03', last: '2026-03-10' }, 50)
  await countReported(db, 100)
  for (const window of ['day', 'week'] as const) await isBusy(db, window)
  for (const kind of ['movie', 'series'] as const) {
    await enoughVotes(db, kind)
  }
  await newestMovies(db, { page: 2, size: 24 }, english)
  await newestSeries(db, { page: 2, size: 24 }, english)
  await coversOfLists(db, [1, 2])
}

/** Members see each other, and what they did. */
export async function seeMembers(db: Database) {
  await db.transaction((tx) => fitPrivacy(tx, true))
  await membersSeen(db, 1, 24)
  await membersById(db, [1, 2])
  await lastWatchedOf(db, [1, 2])
  await watchedBy(db, { own: 1 }, 40)
  await chosenBy(db, 1)
  for (const kind of ['movie', 'series'] as const) await favoritesToChoose(db, 1, kind, 100)
  await addMark(db, 'favorite', 1, { kind: 'movie', entity_id: 501, created_at: testDay })
  for (const act of ['choose', 'first', 'remove'] as const)
    await chooseFavorite.handle(writingOf(db, 1, new Date(testDay)), { kind: 'movie', entity_id: 501, act })
  for (const whose of [{ followedBy: 1 }, { allBut: 1 }]) await activityOf(db, whose)
  for (const what of actKinds)
    await activityOf(db, { followedBy: 1 }, 40, { at: testDay, what, account_id: 1, kind: 'movie', id: 1 })
  const record = { kind: 'movie', entity_id: 502 } as const
  for (const isPrivate of [false, true]) await ratingsByMembers(db, { record, viewer_id: 1, isPrivate })
  await db.transaction((tx) => fitPrivacy(tx, false))
}

/** What the home page, its feeds and lists of members may read. */
export const allowedOfHome: readonly Allowed[] = [
  {
    statement: 'select f.id, f.path, f.imported_at, (select count(*) from owned o where o.folder_id = f.id and o.kind',
    anyStep: true,
    reason: 'An administrator looks at the folders: it counts all that lies in the house by the key.',
  },
  {
    statement: 'delete from owned where folder_id = ? and (kind, entity_id) in ( select kind, entity_id from owned',
    anyStep: true,
    reason: 'It removes 2,000 marks of a folder that is forgotten at a time.',
  },
  {
    statement: 'delete from media_folder where id = ?',
    anyStep: true,
    reason: 'Its marks were removed before.',
  },
  {
    statement: 'select a.id, a.username, a.name, a.avatar_path, case when a.shows_ratings then (select count(*)',
    anyStep: true,
    reason: 'It ends after the 24 members of a page, in the order of their index, and counts what each of them keeps.',
  },
  {
    statement: 'select count(*) as count from account a where a.source_id is null and a.deleted_at is null and',
    anyStep: true,
    reason: 'It reads an index that has only those whose profile is seen.',
  },
  ...['a.id <> ?', 'f.account_id = ?'].map(
    (whose): Allowed => ({
      statement: `where ${whose} and a.source_id is null and a.deleted_at is null and a.disabled_at is null and`,
      anyStep: true,
      reason:
        'At most 200 members: of each, an index says when the last entry was. Only of the 40 with the latest ones ' +
        'more is read: 40 entries of each.',
    }),
  ),
  ...['true', 'false'].map(
    (shown): Allowed => ({
      statement: `update account set has_public_profile = ${shown}, shows_ratings = ${shown}, shows_diary = ${shown}`,
      anyStep: true,
      reason: 'It reads all accounts, once when a server starts, or when it becomes private or open.',
    }),
  ),
  {
    statement: 'select t.id, (t.stated_popularity > 0 or t.counted_popularity > 0) as is_known',
    anyStep: true,
    reason: 'The 250 most popular titles in the order of their index; of each, looking for episodes ends at the first.',
  },
  {
    statement: 'count(distinct account_id) as people from (select account_id, at from edit order by id desc limit',
    anyStep: true,
    reason: 'It reads the latest 20,000 edits, once in five minutes for everybody.',
  },
  {
    statement: "select count(*) as count from ( select 1 from report r where r.status = 'open'",
    anyStep: true,
    reason: 'Counting ends after 100 of the things that are reported.',
  },
  ...['movie', 'series'].flatMap((of): Allowed[] => [
    {
      statement: `select vote_count from ${of} order by vote_count desc limit 1 offset 47`,
      SQLite: [`SCAN ${of} USING COVERING INDEX ${of}_by_vote_count`],
      reason: 'An index from its end: it ends after 48 entries.',
    },
    {
      statement: `select id from ${of} where not adult order by id desc limit 24 offset ?`,
      anyStep: true,
      reason: 'From the end of the table, some that are not adult are found soon; it ends after a page.',
    },
  ]),
  {
    statement: 'select count(*) as count from trend t join interest i',
    anyStep: true,
    reason: 'The twelve first places of a list, found by its key.',
  },
  ...['movie', 'series'].map(
    (of): Allowed => ({
      statement: `select id from ${of} where not adult order by id desc limit 6`,
      anyStep: true,
      reason: 'From the end of the table, some that are not adult are found soon.',
    }),
  ),
  ...['company', 'network', 'collection'].flatMap((name): Allowed[] => [
    {
      statement: `select id from ${name} order by name desc, id desc limit 24 offset ?`,
      SQLite: [`SCAN ${name} USING COVERING INDEX ${name}_by_name`],
      reason: 'An index from its end: it ends after a page.',
    },
    {
      statement: `select id from ${name} order by id desc limit 24 offset ?`,
      SQLite: [`SCAN ${name}`],
      reason: 'From the end of the table: it ends after a page.',
    },
  ]),
  {
    statement: 'select id from person where not adult order by id desc limit 24 offset ?',
    anyStep: true,
    reason: 'From the end of the table, some that are not adult are found soon; it ends after a page.',
  },
  {
    statement: 'where e.air_date >= ? and e.air_date <= ? and s.adult = false order by e.air_date desc',
    anyStep: true,
    reason: 'The episodes of a week are read from an index by day and sorted; a feed of them is kept for an hour.',
  },
]
