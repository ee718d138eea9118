import { write } from '#src/contract/write.ts'
import { makeToken, type NewToken } from './access-tokens.ts'
import { applyForKey, type ToMake } from './account-keys.ts'

type Given<Wanted> = Omit<Wanted, 'account_id' | 'now'>

/** Gives a key to an account; undefined if it has as many as it may. Throws as `applyForKey` does. */
export const makeKey = write('key', async ({ db, now, account, take }, wanted: Given<ToMake>) => {
  await take()
  return applyForKey(db, { ...wanted, account_id: account.id, now })
})

/** Gives an access token to an account; undefined if it has no such key. Throws as `makeToken` does. */
export const makeAccessToken = write('access_token', async ({ db, now, account, take }, wanted: Given<NewToken>) => {
  await take()
  return makeToken(db, { ...wanted, account_id: account.id, now })
})
