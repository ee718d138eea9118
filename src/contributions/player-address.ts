import { write } from '#src/contract/write.ts'
import { removePlayerAddress, replacePlayerAddress, setPlayerUsers } from '#src/kept/player-address.ts'
import { lockVerified } from './authors.ts'

/** Gives the players of a verified account an address, in place of the one before; returns its secret. */
export const makePlayerAddress = write('player_address', async ({ db, now, account, noteEvent, take }) => {
  await take()
  const secret = await db.transaction(async (tx) => {
    await lockVerified(tx, account.id)
    return replacePlayerAddress(tx, account.id, now)
  })
  await noteEvent('player_address_made', account.id)
  return secret
})

/** Ends the address of an account's players; false if there is none. */
export const endPlayerAddress = write([], async ({ db, account, noteEvent }) => {
  const isEnded = (await removePlayerAddress(db, account.id)) === 1
  if (isEnded) await noteEvent('player_address_removed', account.id)
  return isEnded
})

/** Says whose plays count, by their names at the players. */
export const choosePlayerUsers = write([], async ({ db, account }, names: readonly string[]) =>
  db.transaction(async (tx) => (await setPlayerUsers(tx, account.id, names)) === 1),
)
