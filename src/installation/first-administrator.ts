import { createAccount } from '#src/accounts/accounts.ts'
import { clientOf, takeAttempt } from '#src/accounts/attempts.ts'
import { recordAct } from '#src/audit/acts.ts'
import { dropKnownSettings } from '#src/background/stored-settings.ts'
import { openWrite } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { lookAtFolder } from '#src/import/filling/fill-job.ts'
import { keepFirstKey } from '#src/keys/keys.ts'
import type { Language } from '#src/texts/index.ts'
import { beginTask } from '#src/upkeep/upkeep-job.ts'
import { type Said, storeSettings } from './server-settings.ts'
import { hasAdministrator, isSetUpCode } from './set-up-code.ts'

/** Somebody else was faster. */
class AlreadySetUp extends Error {
  override name = 'AlreadySetUp'
}

type Proof = {
  /** Whether the browser certainly runs on the machine of the server. */
  isHere: boolean
  /** The code that was typed, for everybody else. */
  code: string
  clientAddress: string
}

/**
 * Whether whoever sets up the server may: they sit at its machine, or know the code that it has printed. Throws
 * `too_many_requests` to who has tried too often.
 */
export const mayBeFirst = openWrite([], async ({ db, now }, { isHere, code, clientAddress }: Proof) => {
  if (isHere) return true
  await takeAttempt(
    db,
    [
      ['set_up_from_address', clientOf(clientAddress)],
      ['set_up', ''],
    ],
    now,
  )
  return isSetUpCode(db, code, now)
})

type SetUp = {
  username: string
  email: string
  password: string
  language: Language
  settings: Said
  removesSample: boolean
  /** The folder that is looked at; empty for none. */
  folder: string
}

/**
 * Makes the first administrator and the server what they want. Undefined where the user name or the address is taken;
 * `late` if the server has an administrator by now: of several who send this at once, one is the first.
 */
export const setUpServer = openWrite([], async ({ db, now, passwords, settings: config }, given: SetUp) => {
  const { username, email, password, language, settings, removesSample, folder } = given
  async function asTheFirst(tx: Database, account_id: number) {
    const isFirst = await tx.run(
      sql`insert into set_up (id, at) values (1, ${now.toISOString()}) on conflict do nothing`,
    )
    if (isFirst !== 1 || (await hasAdministrator(tx))) throw new AlreadySetUp()
    await tx.run(sql`update account set role = 'administrator' where id = ${account_id}`)
    await recordAct(tx, 'account_made', { by: account_id, now }, { account_id, about: { role: 'administrator' } })
    await storeSettings(tx, config, settings, { by: account_id, now })
    await keepFirstKey(tx, account_id)
    await tx.run(sql`delete from set_up_code`)
    if (removesSample) await beginTask(tx, { account_id, task: 'remove_sample', now })
    return folder === '' ? undefined : lookAtFolder(tx, { account_id, folder, now })
  }
  let look: number | undefined
  const onMade = async (tx: Database, account_id: number) => {
    look = await asTheFirst(tx, account_id)
  }
  try {
    const words = { username, name: '', email, password, language }
    const made = await createAccount(db, passwords, { ...words, isPrivate: config.private, now, onMade })
    dropKnownSettings()
    return made && { id: made.id, look }
  } catch (error) {
    if (error instanceof AlreadySetUp) return 'late'
    throw error
  }
})
