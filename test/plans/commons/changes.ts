import { publishingOf, readBatch } from '#src/commons/changes/batches.ts'
import { logPosition } from '#src/commons/changes/position.ts'
import { wantedChanges, wantedOf } from '#src/commons/changes/wanted.ts'
import { findFollowing, liveFollowings, noteLiveApplied, putFollowing } from '#src/commons/following/followings.ts'
import {
  doneHearing,
  forgetLive,
  isLiveFull,
  markHeard,
  newerThan,
  noteLive,
  restLive,
  setLive,
} from '#src/commons/following/live/live-records.ts'
import { movePlaces } from '#src/commons/following/move-places.ts'
import { knownOrigins } from '#src/commons/following/origins.ts'
import { wholeSelection } from '#src/commons/following/selection.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { testDay } from '../../support/world.ts'
import { webhooks } from './webhooks.ts'

/** What is read of changes for those who wait for them, and what a follower notes of what it hears. */
export async function tellChanges(db: Database) {
  await webhooks(db)
  const now = new Date(testDay)
  const { config } = readConfig({}, {})
  const { seq } = await logPosition(db)
  const { changes } = await readBatch(await publishingOf(db, config), 0, seq, now)
  await wantedChanges(db, changes, await wantedOf(db, { list: 3 }, undefined))
  const id = '0123456789abcdef0123456789abcdef'
  const names = { source_id: 'people', name: 'Plans', address: '/nowhere', public_key: '' }
  const wish = { selection: wholeSelection, rank: 200, wants_live: true }
  await db.transaction((tx) => putFollowing(tx, { id, ...names, ...wish }, now))
  const following = await findFollowing(db, id)
  if (!following) throw new Error('nothing is followed')
  await liveFollowings(db, now)
  await markHeard(db, id, now)
  await doneHearing(db, id)
  await restLive(db, id, now)
  await setLive(db, id, true)
  const { sources } = await knownOrigins(db, following, { own: undefined, followed: [] })
  const moving = { db, source_id: 'people', sources, note: '', now: () => now, failed: () => {} }
  // They are somebody else's, and stay.
  await movePlaces('season', [{ id: 6011, place: { series_id: 601, season_number: 77 } }], new Set(), moving)
  const place = { series_id: 601, season_number: 77, episode_number: 1 }
  await movePlaces('episode', [{ id: 60111, place }], new Set(), moving)
  // New ones come to where others are.
  await movePlaces('season', [{ id: 999_999, place: { ...place, season_number: 1 } }], new Set(), moving)
  await movePlaces('episode', [{ id: 999_999, place: { ...place, season_number: 1 } }], new Set(), moving)
  await noteLive(db, id, [{ kind: 'movie', id: 501, position: seq, gone: false, into: null }])
  await newerThan(db, id, 0)
  await isLiveFull(db, id)
  await noteLiveApplied(db, following, seq, {}, now)
  await forgetLive(db, id, seq)
}
