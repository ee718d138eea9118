import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LoopName, waitingIn } from '#src/beside/occasions.ts'
import { followWebhooks } from '#src/commons/webhooks/follow-webhooks.ts'
import { tellFollowers } from '#src/contributions/following/tell-followers.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { type Sql, sql } from '#src/database/sql.ts'
import { startJob } from '#src/jobs/jobs.ts'
import { computePopularity } from '#src/popularity/background.ts'
import { followQuality } from '#src/quality/follow-quality.ts'
import { followDrawings } from '#src/sample/redraw.ts'
import { followEpisodes } from '#src/search/episodes/follow-episodes.ts'
import { followNames } from '#src/search/name-index.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'
import { counting } from '../jobs/counting.ts'
import { later, now, openFor, prepare } from '../support/accounts.ts'
import { emptyCatalogue, importInto, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

const movie = { kind: 'movie', id: 7, title: 'Film', source: 'low' }
const followers = (db: Database) => [
  followNames(db),
  ...[followEpisodes, followDrawings, followQuality, tellFollowers, followSitemaps].map((follow) =>
    follow(db, () => now),
  ),
  followWebhooks(db, { republish: false }, () => now),
]

/** Does all that waits after a change of the catalogue. */
async function settle(db: Database) {
  for (const { catchUp } of followers(db)) await catchUp()
  await computePopularity(db, now)
}

const catalogue: LoopName[] = [
  'names',
  'episodeNames',
  'drawings',
  'popularity',
  'quality',
  'news',
  'sitemaps',
  'webhookChanges',
]
const yesterday = later(-24 * 60).toISOString()

/** What makes something wait, and what ends that without doing it. */
const made: readonly [waits: LoopName, begin: Sql, end: Sql][] = [
  [
    'names',
    sql`insert into search_generation (number, version, is_current, seq) values (99, 1, false, 0)`,
    sql`delete from search_generation where number = 99`,
  ],
  [
    'popularity',
    sql`insert into popularity_signal (kind, entity_id, day, signal, times)
      values ('movie', 7, '2026-03-10', 'page', 1)`,
    sql`delete from popularity_signal`,
  ],
  [
    'popularity',
    sql`update popularity_progress set started_on = '2026-03-09'`,
    sql`update popularity_progress
    set started_on = '2026-03-10'`,
  ],
  [
    'ratings',
    sql`insert into rated_title (kind, entity_id, votes) values ('movie', 7, 1)`,
    sql`delete from rated_title`,
  ],
  [
    'ratings',
    sql`insert into waiting_rating (kind, entity_id, votes, points) values ('movie', 7, 1, 5)`,
    sql`delete from waiting_rating`,
  ],
  [
    'recommending',
    sql`insert into recommendation_round (id, began_at, kind, entity_id) values (1, ${yesterday}, 'movie', 3)`,
    sql`update recommendation_round set kind = null`,
  ],
  [
    'scheduled',
    sql`insert into scheduled_import (folder, options, every_hours, next_at, starts, seen, outcome, failure)
      values ('/films', '{}', 1, ${yesterday}, 0, '', '', '')`,
    sql`update scheduled_import set next_at = ${later(1).toISOString()}`,
  ],
  [
    'following',
    sql`insert into following (id, source_id, name, address, public_key, state, selection, rank, incarnation, past,
        packet, digest, position, needs_whole, etag, added_at, next_at, failures, counts)
      values ('ab', 'low', '', '', '', 'following', '{}', 1, '', '[]', 0, '', 0, false, '', '', ${yesterday}, 0, '{}')`,
    sql`update following set state = 'paused'`,
  ],
  [
    'offering',
    sql`insert into followed_member (following_id, address, username, token, last_four, given_at, is_refused, failures,
        next_at)
      values ('cd', '', '', '', '', '', false, 0, ${yesterday})`,
    sql`update followed_member set is_refused = true`,
  ],
  [
    'webhooks',
    sql`insert into webhook (owner, name, address, host, owned_by, types, filter, secret, state, from_seq, created_at,
        due_at)
      values ('server', '', '', '', '', '[]', '{}', '', 'on', 0, '', ${yesterday})`,
    sql`update webhook set due_at = null`,
  ],
  ['webhooks', sql`update webhook set airs_on = '2026-03-09'`, sql`update webhook set state = 'paused'`],
  [
    'digests',
    sql`update account set digest_at = ${yesterday}`,
    sql`update account set digest_at = ${now.toISOString()}`,
  ],
  [
    'additions',
    sql`insert into list_addition (list_id, kind, entity_id) select id, 'movie', 7 from user_list`,
    sql`delete from list_addition`,
  ],
]

async function prepareMovie(db: Migratable) {
  await emptyCatalogue(db)
  await importInto(db, [...sources, movie])
  // It waits for somebody in whose name it can be sent.
  await db.run(sql`
    insert into offered_correction (following_id, kind, entity_id, places, note, source_url, state, reason, detail,
      is_new, made_at, next_at, failures)
    values ('cd', 'movie', 7, '[]', '', '', 'offered', '', '', false, ${yesterday}, ${yesterday}, 0)`)
}

forEachEngine(prepareMovie, (engine) => {
  test('nothing waits once all was done, and what changes the catalogue makes everything wait', async (t) => {
    const db = await openFor(t, engine)
    assert.deepEqual(await waitingIn(db, now), catalogue)
    await settle(db)
    assert.deepEqual(await waitingIn(db, now), [])
    await importInto(db, [{ ...movie, title: 'Another' }])
    assert.deepEqual(await waitingIn(db, now), catalogue)
    await settle(db)
    assert.deepEqual(await waitingIn(db, now), [])
  })

  test('each thing that is to be done waits by itself, and no longer once it was done', async (t) => {
    const db = await openFor(t, engine)
    await prepare(db)
    await settle(db)
    await db.run(sql`
      insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
      select 1, id, '', '', '', 'private', '', ${yesterday}, ${yesterday} from account`)
    for (const [name, begin, end] of made) {
      await db.run(begin)
      assert.deepEqual(await waitingIn(db, now), [name])
      await db.run(end)
      assert.deepEqual(await waitingIn(db, now), [], `${name} no longer`)
    }
  })

  test('a job waits until it has ended, unless its account is suspended or its next step is far away', async (t) => {
    const db = await openFor(t, engine)
    const { account_id } = await prepare(db)
    await settle(db)
    const input = { subject: 'n', numbers: 1 }
    await startJob(db, counting, { account_id, input, state: { next: 1 }, phase: 'counting', now })
    const waits = async (is: boolean) => assert.deepEqual(await waitingIn(db, now), is ? ['jobs'] : [])
    await waits(true)
    // It waits for something else, such as an import that works.
    await db.run(sql`update job set next_at = ${later(0, 5_000).toISOString()}`)
    await waits(true)
    await db.run(sql`update job set next_at = ${later(2).toISOString()}`)
    await waits(false)
    await db.run(sql`update job set next_at = ${now.toISOString()}`)
    await db.run(sql`update account set disabled_at = ${yesterday} where id = ${account_id}`)
    await waits(false)
    await db.run(sql`update account set disabled_at = null where id = ${account_id}`)
    await waits(true)
    await db.run(sql`update job set status = 'done', ended_at = ${now.toISOString()}`)
    await waits(false)
  })
})
