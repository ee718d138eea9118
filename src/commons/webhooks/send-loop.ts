import { type Looping, runLoop } from '#src/background/loop.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { tellAiring } from './airing.ts'
import { openSender } from './sender.ts'

/** How often it is looked whether something is due. */
const LOOK_MS = 1_000

type Options = Looping & { clock(): Date }

/** Sends to webhooks what is due, until `signal` is aborted. */
export function runWebhooks(db: Database, given: Config, { clock, ...looping }: Options): Promise<void> {
  const { signal, failed } = looping
  const work = async () => {
    await tellAiring(db, clock(), signal)
    const config = await settingsNow(db, given)
    const sending = { allowsPrivate: config.webhookPrivate, signal }
    await openSender({ db, config, clock, failed, sending }).sendDue()
  }
  return runLoop(work, { ...looping, restMs: LOOK_MS })
}
