import { choosePlayerUsers, endPlayerAddress, makePlayerAddress } from '#src/contributions/player-address.ts'
import type { Database } from '#src/database/database.ts'
import { ownerOfPlayers, playerAddressOf } from '#src/kept/player-address.ts'
import { decidePlay, lookAgain, takeBackPlay } from '#src/players/decide.ts'
import { lastDeliveries, waitingDeliveries } from '#src/players/deliveries.ts'
import { objectOf, toldIn } from '#src/players/reading/read-delivery.ts'
import { hearPlayer, takeDelivery } from '#src/players/take.ts'
import { writingOf } from '../support/accounts.ts'
import { testDay } from '../support/world.ts'
import * as recorded from './recorded.ts'

/** Everything that is done with what players tell. */
export async function tellOfPlays(db: Database) {
  const writing = writingOf(db, 1, new Date(testDay))
  const secret = await makePlayerAddress.handle(writing, undefined)
  await choosePlayerUsers.handle(writing, ['ada'])
  await playerAddressOf(db, 1)
  const owner = (await ownerOfPlayers(db, secret))!
  const tell = async (body: object) => {
    const value = objectOf({ body: Buffer.from(JSON.stringify(body)), contentType: undefined })
    const told = toldIn(value as Record<string, unknown>, { action: undefined, plexIdentifier: 'reelcommons' })
    if (told.is === 'other') await hearPlayer.handle(writing, { owner, told })
    else await takeDelivery.handle(writing, { owner, told })
  }
  await tell(recorded.embyStop)
  await tell(recorded.embyMarked)
  await tell(recorded.plexMovie)
  await tell(recorded.scrobbleMovie(40))
  await tell(recorded.embyUnmarked)
  await tell(recorded.jellyfinToggled(false))
  await tell({ event: 'surprise' })
  const unknown = { show: { title: 'Signals from the Sea', ids: {} }, episode: { season: 1, number: 1 }, progress: 90 }
  await tell(unknown)
  await tell(unknown)
  await lookAgain.handle(writing, undefined)
  const [waiting] = await waitingDeliveries(db, 1)
  await decidePlay.handle(writing, { id: waiting!.id, decided: { kind: 'series', id: 601 } })
  for (const { id } of await lastDeliveries(db, 1)) await takeBackPlay.handle(writing, id)
  await endPlayerAddress.handle(writing, undefined)
}
