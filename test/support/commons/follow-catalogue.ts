import type { TestContext } from 'node:test'
import { dueFollowing, findFollowing, hoursOf } from '#src/commons/following/followings.ts'
import { countWaiting } from '#src/commons/following/waiting.ts'
import { askSoon, changeFollowing } from '#src/commons/following/wishes.ts'
import type { Database } from '#src/database/database.ts'
import { writingOf } from '../accounts.ts'
import { episode, person, season, series } from '../import-lines.ts'
import { followedAt, openFollower } from './follower.ts'
import { openPublisher } from './publisher.ts'
import { club, film } from './spoilt.ts'

/** A catalogue is followed: a whole dump, packets, merges, what is gone, and what an administrator looks at. */
export async function followCatalogue(db: Database) {
  const ended: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => void ended.push(end) } as unknown as TestContext
  const publisher = await openPublisher(context)
  const word = { kind: 'keyword', id: 7_001, name: 'lamplight', ...club }
  const people = [7_001, 7_002, 7_003].map((id) => person(id, club))
  const titles = [film('A Followed Film'), series(7_001, club), season(7_002, 7_001, 1, club)]
  await publisher.whole([word, ...people, ...titles, episode(7_003, 7_001, 1, 1, club)])
  const follower = await openFollower(context, db)
  const id = await follower.follow(publisher.folder)
  await dueFollowing(db, followedAt)
  await follower.take(id)
  await publisher.packet([
    { ...film('Another Title'), known_as: { [id.slice(0, 16)]: 1, ['f'.repeat(16)]: 501, ['a'.repeat(16)]: 7 } },
    { kind: 'gone', of: 'person', id: 7_001, into: 7_002 },
    { kind: 'gone', of: 'person', id: 7_003 },
  ])
  await follower.take(id)
  const following = await findFollowing(db, id)
  if (!following) throw new Error('nothing is followed')
  await countWaiting(db, following)
  await hoursOf(db, id, followedAt)
  const administrator = writingOf(db, 1, followedAt, 'administrator')
  await askSoon.handle(administrator, id)
  await changeFollowing.handle(administrator, { id, state: 'paused' })
  for (const end of ended) await end()
}
