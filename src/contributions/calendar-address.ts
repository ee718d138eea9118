import { write } from '#src/contract/write.ts'
import { replaceCalendarAddress } from '#src/kept/calendar-address.ts'
import { lockVerified } from './authors.ts'

/** Gives the calendar of a verified account an address, in place of the one before; returns its secret. */
export const makeCalendarAddress = write('calendar_address', async ({ db, now, account, take }) => {
  await take()
  return db.transaction(async (tx) => {
    await lockVerified(tx, account.id)
    return replaceCalendarAddress(tx, account.id, now)
  })
})
