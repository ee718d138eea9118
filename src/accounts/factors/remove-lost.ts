import { type Actor, recordAct } from '#src/audit/acts.ts'
import { storeEvent } from '#src/audit/security-events.ts'
import type { Database } from '#src/database/database.ts'
import { noteRecovery } from '../recovered.ts'
import { deleteCodes, tellOfCodes } from './codes.ts'

/**
 * Removes the codes of somebody who has lost them, on behalf of who runs the server; false if there are none. It is an
 * act and an event of the account, whose holder is told, and shown afterwards what else opens the account.
 */
export const removeLostCodes = (db: Database, { id }: { id: number }, actor: Actor): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await deleteCodes(tx, id))) return false
    await noteRecovery(tx, id, actor.now)
    await recordAct(tx, 'second_factor_removed', actor, { account_id: id })
    await storeEvent(tx, { what: 'codes_off', account_id: id, now: actor.now })
    await tellOfCodes(tx, id, { template: 'codesOff' }, actor.now)
    return true
  })
