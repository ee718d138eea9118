import type { ChangeBus } from '#src/background/change-bus.ts'
import { pauseFor } from '#src/background/follow.ts'
import { type Looping, runLoop } from '#src/background/loop.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { tryLock } from '#src/database/locks.ts'
import { dueFollowing, type Following, putOff } from './followings.ts'
import { connectingOf } from './reaching/connecting.ts'
import { followOnce, type Round } from './round.ts'
import { removeFollowing } from './wishes.ts'

/** How often it is looked whether one is due, and how long a removal waits while an import works. */
const LOOK_MS = 1_000
const BUSY_MS = 10_000

type Options = Looping & { clock(): Date; own(): Promise<string | undefined>; changeBus?: ChangeBus }

/** Takes in what followed catalogues have, each when it is due, until `signal` is aborted. */
export function runFollowing(
  db: Database,
  given: Config,
  { clock, own, changeBus, ...looping }: Options,
): Promise<void> {
  const { signal, failed, pause = pauseFor } = looping
  // Who hears something announces it.
  let rest = new AbortController()
  changeBus?.subscribe(['changes'], async () => rest.abort())
  const work = async () => {
    for (let due = await dueFollowing(db, clock()); due && !signal.aborted; due = await dueFollowing(db, clock())) {
      const config = await settingsNow(db, given)
      const round: Round = {
        ...{ db, config, clock, signal, failed, own: await own() },
        connecting: connectingOf(config),
      }
      if (due.state === 'removing') await removeDue(due, round)
      else await followOnce(due.id, round)
    }
  }
  return runLoop(
    async () => {
      // Before the work, so that an announcement during it skips the pause.
      rest = new AbortController()
      try {
        await work()
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
    {
      ...looping,
      restMs: LOOK_MS,
      async pause(ms, signal) {
        await pause(ms, AbortSignal.any([signal, rest.signal]))
      },
    },
  )
}

async function removeDue(due: Following, { db, config, clock }: Round) {
  const lock = await tryLock(locationOf(config), 'import')
  if (!lock) return putOff(db, due.id, new Date(clock().getTime() + BUSY_MS))
  try {
    return await removeFollowing(db, config, due, { at: clock() })
  } finally {
    await lock.release()
  }
}
