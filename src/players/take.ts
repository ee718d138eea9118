import { write } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { lockKeeper } from '#src/kept/keeper.ts'
import { noteHeard, type PlayerOwner } from '#src/kept/player-address.ts'
import type { DeliveryOutcome } from '#src/kept/player-words.ts'
import { isCertain, matchKept, wantedKey } from '#src/matching/match-kept.ts'
import type { Match } from '#src/matching/wanted-title.ts'
import { dayMs, minuteMs } from '#src/reference/days.ts'
import { countWaiting, lastWritten, type NewDelivery, noteDelivery, nothingPlayed, setOutcome } from './deliveries.ts'
import { aroundPlay, countPlay, minutesOfPlay, playedTime, removePlay, writePlay } from './plays.ts'
import type { Played, Told } from './reading/told.ts'

/**
 * How long a player may take back what it told, by a mark as not played. Later, the mark means that somebody wants to
 * watch it again, and what was watched stays in their diary.
 */
const takenBackWithinMs = dayMs
/** Other guesses that are kept for who decides. */
const maxGuesses = 5

/** Notes from which player an address was heard, once in a minute. */
const heardEveryMs = minuteMs

type Taken = { owner: PlayerOwner; told: Told }

async function hear(db: Database, { owner, told: { player } }: Taken, now: Date): Promise<void> {
  const { id, heard_from, heard_at } = owner
  const isRecent = heard_at !== null && now.getTime() - Date.parse(heard_at) < heardEveryMs
  if (player !== '' && !(isRecent && heard_from === player)) await noteHeard(db, id, player, now)
}

/** Notes that a player was heard from that told nothing of what is kept. */
export const hearPlayer = write([], ({ db, now }, taken: Taken) => hear(db, taken, now))

/** Takes what a player told: what was played is watched, once it is certain what it is. Returns what became of it. */
export const takeDelivery = write(
  'player_delivery',
  async ({ db, now, account, countSignal, take }, taken: Taken): Promise<DeliveryOutcome | undefined> => {
    const { owner, told } = taken
    if (told.is === 'other') return undefined
    await take()
    await hear(db, taken, now)
    const note = (tx: Database, delivery: NewDelivery) => noteDelivery(tx, account.id, delivery, now)
    const { player, event } = told
    const plain = { ...nothingPlayed, player, event, user_name: '', reason: '' } as const
    if (told.is === 'unknown') {
      await db.transaction((tx) => note(tx, { ...plain, outcome: 'unknown', reason: told.reason }))
      return 'unknown'
    }
    const of = { ...plain, user_name: told.user, entry: told.entry, wanted: wantedKey(told.entry) }
    if (!isCounted(owner, told)) {
      await db.transaction((tx) => note(tx, { ...of, entry: null, wanted: '', outcome: 'other_user' }))
      return 'other_user'
    }
    const [match] = (await matchKept(db, account.id, [told])) as [Match]
    const guess = {
      ...{ kind: match.record?.kind ?? null, entity_id: match.record?.id ?? null, certainty: match.certainty },
      others: match.others.slice(0, maxGuesses),
    }
    const time = playedTime(told.entry, now)
    const delivery: NewDelivery = { ...of, ...guess, ...time, minutes: told.minutes ?? null, outcome: 'waiting' }
    if (told.is === 'not_played')
      return db.transaction(async (tx) => {
        await lockKeeper(tx, { account_id: account.id })
        return takeBack(tx, account.id, delivery, now)
      })
    const written = await db.transaction(async (tx) => {
      await lockKeeper(tx, { account_id: account.id })
      const record = isCertain(match) ? match.record : undefined
      const play = record && (await writePlay(tx, account.id, { record, time, minutes: told.minutes }, now))
      if (play) {
        const { outcome, kind, entity_id } = play
        await note(tx, { ...delivery, outcome, kind, entity_id })
        return play
      }
      const outcome = match.by === 'decision' && !match.record ? 'ignored' : 'waiting'
      const around = aroundPlay(time, minutesOfPlay(told.minutes, told.entry))
      const isKnown = outcome === 'waiting' && (await countWaiting(tx, account.id, { ...around, wanted: of.wanted }))
      if (!isKnown) await note(tx, { ...delivery, outcome })
      return outcome
    })
    if (typeof written === 'string') return written
    countPlay(countSignal, written)
    return written.outcome
  },
)

/** Whether plays of who watched count: where names are chosen, those; who is not named has a player alone. */
function isCounted({ user_names }: PlayerOwner, { user }: Played): boolean {
  const folded = user.toLowerCase()
  return user_names.length === 0 || folded === '' || user_names.some((name) => name.toLowerCase() === folded)
}

/** Takes back the last play of a record that the address has written, if that was not long ago. */
async function takeBack(
  tx: Database,
  account_id: number,
  delivery: NewDelivery,
  now: Date,
): Promise<'taken_back' | 'unplayed'> {
  const { kind, entity_id } = delivery
  const since = new Date(now.getTime() - takenBackWithinMs).toISOString()
  const last =
    kind !== null && entity_id !== null ? await lastWritten(tx, account_id, { kind, entity_id, since }) : undefined
  if (!last || (kind !== 'movie' && kind !== 'episode') || entity_id === null) {
    await noteDelivery(tx, account_id, { ...delivery, outcome: 'unplayed' }, now)
    return 'unplayed'
  }
  await removePlay(tx, account_id, { kind, entity_id, watched_at: last.watched_at })
  await setOutcome(tx, account_id, { id: last.id, was: 'watched' }, { ...last, outcome: 'taken_back' })
  return 'taken_back'
}
