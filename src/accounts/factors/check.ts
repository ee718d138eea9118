import { type Anyone, openWrite, type Writing } from '#src/contract/write.ts'
import { readCode } from '#src/credentials/one-time-codes.ts'
import { type Attempt, clearAttempts, takeAttempt } from '../attempts.ts'
import { knownPlace, type Origin, placesOf } from '../places.ts'
import { codesOf, takeRecoveryCode, takeTimeCode, tellOfCodes } from './codes.ts'

type Second = Origin & { account_id: number; code: string }

/**
 * Whether a code that was typed is the account's: one by time, or a recovery code, which is used up and of which the
 * holder is told. Wrong ones count: at a place where the account signed in before for that place, otherwise for the
 * account. Throws `too_many_requests`.
 */
export const checkSecondFactor = openWrite([], async (writing, second: Second) => {
  const { db, now, noteEvent } = writing
  const { account_id } = second
  const typed = readCode(second.code)
  const place = await knownPlace(db, account_id, placesOf(second), now)
  const attempt = attemptOf(typed?.kind ?? 'time', account_id, place)
  await takeAttempt(db, [attempt], now)
  const isRight = typed !== undefined && (await take(writing, { account_id, ...typed }))
  if (!isRight) {
    await noteEvent('code_refused', account_id)
    return false
  }
  await clearAttempts(db, [attempt])
  return true
})

/** Recovery codes are counted apart: nobody keeps them from being used by guessing codes by time. */
function attemptOf(kind: 'time' | 'recovery', account_id: number, place: string | undefined): Attempt {
  if (kind === 'recovery') return ['recovery_code_of_account', String(account_id)]
  return place === undefined ? ['code_of_account', String(account_id)] : ['code_at_place', `${place} ${account_id}`]
}

type Typed = { account_id: number; kind: 'time' | 'recovery'; code: string }

async function take({ db, now, settings, noteEvent }: Writing<Anyone>, typed: Typed): Promise<boolean> {
  const taken = { ...typed, secretKey: settings.secretKey, now }
  if (typed.kind === 'time') return takeTimeCode(db, taken)
  const isTaken = await db.transaction(async (tx) => {
    if (!(await takeRecoveryCode(tx, taken))) return false
    const { left } = await codesOf(tx, taken.account_id)
    await tellOfCodes(tx, taken.account_id, { template: 'recoveryCodeUsed', facts: { left: String(left) } }, now)
    return true
  })
  if (isTaken) await noteEvent('recovery_code_used', taken.account_id)
  return isTaken
}
