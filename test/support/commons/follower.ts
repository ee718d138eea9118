import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { findFollowing } from '#src/commons/following/followings.ts'
import { followOnce, type Round } from '#src/commons/following/round.ts'
import { wholeSelection } from '#src/commons/following/selection.ts'
import { beginFollowing, previewOf, usualRank, type Wish } from '#src/commons/following/wishes.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'

export const followedAt = new Date('2026-03-10T12:30:00.000Z')

/** A catalogue that follows publishers, and says what became of it. */
export async function openFollower(context: TestContext, db: Database, more: Partial<Round> = {}) {
  const data = await mkdtemp(join(tmpdir(), 'reelcommons-follower-'))
  context.after(() => rm(data, { recursive: true, force: true }))
  const { config } = readConfig({ data } as never, {})
  const faults: unknown[] = []
  const clock = { now: followedAt }
  const round: Round = {
    ...{ db, config, signal: new AbortController().signal, own: undefined },
    clock: () => clock.now,
    connecting: { allowsPrivate: true },
    failed: (error) => void faults.push(error),
    ...more,
  }
  return {
    config,
    clock,
    round,
    /** What nobody foresaw. */
    faults,
    async follow(address: string, wish: Partial<Omit<Wish, 'preview'>> = {}) {
      const preview = await previewOf(address, round.connecting, clock.now)
      const wished = { selection: wholeSelection, rank: usualRank, ...wish, preview }
      await beginFollowing(db, wished, { by: null, now: clock.now })
      return preview.id
    },
    /** Takes in all that is there; returns the last outcome, and the problem if there is one. */
    async take(id: string) {
      let outcome = await followOnce(id, round)
      for (let rounds = 0; outcome === 'more' && rounds < 100; rounds++) outcome = await followOnce(id, round)
      const following = await findFollowing(db, id)
      return { outcome, problem: following?.problem?.is ?? null, detail: following?.problem?.detail ?? '' }
    },
    found: (id: string) => findFollowing(db, id),
  }
}
