import { type Writing, write } from '#src/contract/write.ts'
import { lockKeeper } from '#src/kept/keeper.ts'
import { rememberDecision } from '#src/matching/decisions.ts'
import { decidedAbout, isCertain, matchKept } from '#src/matching/match-kept.ts'
import type { Match } from '#src/matching/wanted-title.ts'
import { deliveryOf, maxWaiting, type PlayerDelivery, setOutcome, waitingDeliveries } from './deliveries.ts'
import { countPlay, removePlay, writePlay } from './plays.ts'

/** Deliveries that are matched, and written, at once. */
const AT_ONCE = 50

/** Matches what waits again, after a decision or once the catalogue has more; returns how many wait no longer. */
async function settleWaiting({ db, account, now, countSignal }: Writing): Promise<number> {
  const waiting = (await waitingDeliveries(db, account.id)).filter(({ entry }) => entry !== null)
  let settled = 0
  for (let at = 0; at < Math.min(waiting.length, maxWaiting); at += AT_ONCE) {
    const some = waiting.slice(at, at + AT_ONCE)
    const wishes = some.flatMap(({ entry }) => (entry === null ? [] : [{ entry }]))
    const matches = await matchKept(db, account.id, wishes)
    const written = await db.transaction(async (tx) => {
      await lockKeeper(tx, { account_id: account.id })
      const plays = []
      for (const [place, delivery] of some.entries()) {
        const match = matches[place] as Match
        const { id, watched_at, watched_on, minutes } = delivery
        const become = (more: Partial<PlayerDelivery>) =>
          setOutcome(tx, account.id, { id, was: 'waiting' }, { ...delivery, others: [], ...more })
        if (match.by === 'decision' && !match.record) {
          if (await become({ outcome: 'ignored' })) plays.push(undefined)
          continue
        }
        if (!isCertain(match) || !match.record) continue
        // It may have been decided meanwhile.
        if ((await deliveryOf(tx, account.id, id))?.outcome !== 'waiting') continue
        const time = { watched_at, watched_on }
        const play = await writePlay(tx, account.id, { record: match.record, time, minutes }, now)
        if (play && (await become({ ...play, certainty: match.certainty }))) plays.push(play)
      }
      return plays
    })
    for (const play of written) if (play) countPlay(countSignal, play)
    settled += written.length
  }
  return settled
}

/** Looks again for what waits for a decision. */
export const lookAgain = write([], (writing, _: undefined) => settleWaiting(writing))

/** The movie, the series of an episode, or nothing that counts. */
type Deciding = { id: number; decided: { kind: 'movie' | 'series'; id: number } | 'none' }

/** What became of a decision: it is settled, waits because the series has no such episode, or is gone. */
type Decided = 'decided' | 'no_episode' | 'gone'

/**
 * Decides what a delivery was about, also one that was ignored, and remembers that: everything that waits and is about
 * the same movie or series is settled with it, and what comes later.
 */
export const decidePlay = write([], async (writing, { id, decided }: Deciding): Promise<Decided> => {
  const { db, now, account } = writing
  const delivery = await db.transaction(async (tx) => {
    await lockKeeper(tx, { account_id: account.id })
    const found = await deliveryOf(tx, account.id, id)
    if (!found?.entry || (found.outcome !== 'waiting' && found.outcome !== 'ignored')) return undefined
    await rememberDecision(tx, account.id, decidedAbout(found.entry), decided, now)
    await setOutcome(tx, account.id, { id, was: 'ignored' }, { ...found, outcome: 'waiting' })
    return found
  })
  if (!delivery) return 'gone'
  await settleWaiting(writing)
  return (await deliveryOf(db, account.id, id))?.outcome === 'waiting' ? 'no_episode' : 'decided'
})

/** Takes back what a delivery has written; false if it has written nothing, or that is gone. */
export const takeBackPlay = write([], ({ db, account }, id: number) =>
  db.transaction(async (tx) => {
    await lockKeeper(tx, { account_id: account.id })
    const found = await deliveryOf(tx, account.id, id)
    const { kind, entity_id } = found ?? {}
    if (found?.outcome !== 'watched' || entity_id == null || (kind !== 'movie' && kind !== 'episode')) return false
    await removePlay(tx, account.id, { kind, entity_id, watched_at: found.watched_at })
    return setOutcome(tx, account.id, { id, was: 'watched' }, { ...found, outcome: 'taken_back' })
  }),
)
