import { type Static, Type } from 'typebox'
import { type ActKind, recordAct } from '#src/audit/acts.ts'
import { requireAdministrator } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'
import { type NotificationKind, notify } from '#src/mail/notifications.ts'
import { lastCharacter } from '#src/reference/text-order.ts'
import { KeySummary, keySummaryColumns } from './key-summary.ts'
import { foldKeyName, withReplaced } from './keys.ts'
import { announceKeyChange, dropKnownKeys } from './known-keys.ts'

/** How administrators see and change the keys of others. */

export const keysOnPage = 50
export const maxKeySearchLength = 100

const AnyKey = Type.Object({
  ...KeySummary.properties,
  kind_of_use: Type.String(),
  summary: Type.String(),
  contact: Type.String(),
  /** Null for keys that were made on the command line. */
  username: nullable(Type.String()),
  is_holder_suspended: Type.Boolean(),
})
export type AnyKey = Static<typeof AnyKey>

/**
 * A page of keys whose name or user name begins with a text, or whose last characters are that text; all keys if it is
 * empty.
 */
export async function searchKeys(db: Reader, text: string, page: number) {
  const found = sql`from api_key left join account a on a.id = api_key.account_id where ${condition(text)}`
  const [keys, total] = await Promise.all([
    db.all(
      AnyKey,
      sql`
      select ${keySummaryColumns}, kind_of_use, summary, contact, a.username,
        a.disabled_at is not null as is_holder_suspended
      ${found} order by api_key.id desc ${limit(keysOnPage)} offset ${(page - 1) * keysOnPage}`,
    ),
    countRows(db, found),
  ])
  return { keys, total }
}

function condition(text: string): Sql {
  const from = foldKeyName(text.trim())
  if (from === '') return sql`true`
  const to = from + lastCharacter
  return sql`api_key.id in (
    select id from api_key where folded_name >= ${from} and folded_name < ${to}
    union all select id from api_key where last_four = ${from}
    union all select own.id from account holder join api_key own on own.account_id = holder.id
      where holder.folded_username >= ${from} and holder.folded_username < ${to} and holder.source_id is null)`
}

const Holder = Type.Object({
  id: Type.Integer(),
  account_id: nullable(Type.Integer()),
  name: Type.String(),
  last_four: Type.String(),
})

/** What an administrator does to a key and those that it replaced; its holder is told once. False: nothing was done. */
const act = (what: NotificationKind & ActKind, change: (id: number, now: Date) => Sql) =>
  write([], async ({ db, now, account }, { id, reason }: { id: number; reason: string }) => {
    requireAdministrator(account)
    const isDone = await db.transaction(async (tx) => {
      const changed = await tx.all(Holder, sql`${change(id, now)} returning id, account_id, name, last_four`)
      const key = changed.find((each) => each.id === id) ?? changed[0]
      if (!key) return false
      const { account_id, name, last_four } = key
      await recordAct(tx, what, { by: account.id, reason, now }, { account_id, key_id: key.id })
      await announceKeyChange(tx)
      const about = { name, last_four }
      if (account_id !== null) await notify(tx, { account_id, what, about, now })
      return true
    })
    dropKnownKeys()
    return isDone
  })

export const suspendAnyKey = act(
  'key_suspended',
  (id, now) => sql`
  update api_key set suspended_at = ${now.toISOString()}
  where ${withReplaced(id, now)} and suspended_at is null and revoked_at is null`,
)

export const restoreAnyKey = act(
  'key_restored',
  (id, now) => sql`
  update api_key set suspended_at = null
  where ${withReplaced(id, now)} and suspended_at is not null and revoked_at is null`,
)

export const revokeAnyKey = act(
  'key_revoked',
  (id, now) => sql`
  update api_key set revoked_at = ${now.toISOString()}
  where ${withReplaced(id, now)} and revoked_at is null`,
)
