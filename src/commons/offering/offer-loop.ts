import { type Looping, runLoop } from '#src/background/loop.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { isConflict, isUnavailable, isUnwritable } from '#src/database/errors.ts'
import { findFollowing } from '../following/followings.ts'
import { type Connecting, connectingOf } from '../following/reaching/connecting.ts'
import { dueMembers, dueOffers, newOnesAt, type Offer } from '../returning/offers.ts'
import { MemberError } from './member-error.ts'
import { findMember, noteMemberProblem, noteMemberWorks, tokenOf } from './members.ts'
import { openPublisher } from './publisher.ts'
import { advance } from './send.ts'

/** How often it is looked whether something is due, and how much of a publisher in one go. */
const LOOK_MS = 1_000
const AT_ONCE = 20
const PUBLISHERS_AT_ONCE = 10
/** The pause after a failure, which doubles with each one in a row, up to the longest one. */
const RETRY_MS = 60_000
const MOST_RETRY_MS = 6 * 3_600_000

type Offering = {
  db: Database
  config: Config
  clock(): Date
  signal: AbortSignal
  connecting: Connecting
}

/** Sends what is due to the publisher of a followed catalogue, and asks what has become of what waits there. */
export async function offerOnce(following_id: string, offering: Offering): Promise<void> {
  await advanceAll(following_id, offering, (db, now) => dueOffers(db, following_id, now, AT_ONCE))
}

/**
 * Asks what has become of records that are to be new at a publisher, before its next packets come in: these have them
 * under numbers that are known then.
 */
export async function lookAtNewOnes(following_id: string, offering: Offering): Promise<void> {
  if ((await newOnesAt(offering.db, following_id, 1)).length === 0) return
  await advanceAll(following_id, offering, (db) => newOnesAt(db, following_id, AT_ONCE))
}

type Which = (db: Database, now: Date) => Promise<Offer[]>

async function advanceAll(following_id: string, offering: Offering, which: Which): Promise<void> {
  const { db, config, clock, signal, connecting } = offering
  const [following, member] = [await findFollowing(db, following_id), await findMember(db, following_id)]
  if (!following || following.state === 'removing' || !member || member.is_refused) return
  try {
    const token = await tokenOf(db, following_id, config.secretKey)
    if (token === undefined) throw new MemberError('token_lost')
    const publisher = openPublisher(member.address, token, { ...connecting, signal })
    for (const offer of await which(db, clock())) {
      signal.throwIfAborted()
      const now = clock()
      const again = new Date(now.getTime() + config.offerEverySeconds * 1_000)
      await advance(offer, { db, source_id: following.source_id, publisher, now, again })
    }
    await noteMemberWorks(db, following_id)
  } catch (error) {
    if (signal.aborted || !(error instanceof MemberError)) throw error
    const pauseMs = Math.max(
      error.retryAfterMs ?? 0,
      Math.min(RETRY_MS * 2 ** Math.min(member.failures, 20), MOST_RETRY_MS),
    )
    await noteMemberProblem(db, following_id, {
      problem: error.problem,
      next_at: new Date(clock().getTime() + pauseMs),
    })
  }
}

type Options = Looping & { clock(): Date }

/** Sends corrections to publishers, each when it is due, until `signal` is aborted. */
export function runOffering(db: Database, given: Config, { clock, ...looping }: Options): Promise<void> {
  const { signal, failed } = looping
  const work = async () => {
    for (const id of await dueMembers(db, clock(), PUBLISHERS_AT_ONCE)) {
      const config = await settingsNow(db, given)
      try {
        await offerOnce(id, { db, config, clock, signal, connecting: connectingOf(config) })
      } catch (error) {
        if (signal.aborted) return
        if (isConflict(error) || isUnavailable(error) || isUnwritable(error)) throw error
        // One that nobody foresaw does not keep the others from being sent.
        failed(error)
        const detail = error instanceof Error ? error.message.slice(0, 200) : ''
        await noteMemberProblem(db, id, {
          problem: { is: 'refused', detail },
          next_at: new Date(clock().getTime() + MOST_RETRY_MS),
        })
      }
    }
  }
  return runLoop(work, { ...looping, restMs: LOOK_MS })
}
