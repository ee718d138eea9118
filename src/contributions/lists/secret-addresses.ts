import { Type } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { changeList, maxLists } from './lists.ts'

const Listed = Type.Object({ id: Type.Integer(), name: Type.String(), updated_at: Type.String() })

/** The lists of an account that whoever knows their address can see. */
export const listsWithAddress = (db: Reader, account_id: number) =>
  db.all(
    Listed,
    sql`
    select id, name, updated_at from user_list
    where account_id = ${account_id} and secret_digest is not null order by id ${limit(maxLists)}`,
  )

/** Leaves an unlisted list without an address, until its owner gives it another one; false if it has none. */
export const removeAddressOfList = async (
  db: Database,
  list: { id: number; account_id: number; now: Date },
): Promise<boolean> =>
  (await changeList(db, list, (tx) =>
    tx.run(sql`update user_list set secret_digest = null where id = ${list.id} and secret_digest is not null`),
  )) === 1
