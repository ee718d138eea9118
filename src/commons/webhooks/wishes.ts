import { Type } from 'typebox'
import { isRecordKind } from '#src/catalogue/record-kinds.ts'
import type { Config } from '#src/config.ts'
import type { Account } from '#src/contract/access.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { visibleList } from '#src/contributions/lists/lists.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { tellsChanges, typesFor, type WebhookFilter, type WebhookOwner } from '#src/kept/webhook-types.ts'
import { inOneLine } from '#src/reference/hidden.ts'
import { maxWebhookName, maxWebhookRecords } from '#src/webhooks/limits.ts'
import type { Wish } from './writes.ts'

/** What can be wrong with what a webhook is to be. */
export type WishFault = 'name' | 'address' | 'types' | 'records' | 'list' | 'about'

type Settings = Pick<Config, 'webhookPrivate'>

/** What is wrong with what a webhook is to be, by its fields. */
export async function faultsOf(
  db: Reader,
  account: Account,
  owner: WebhookOwner,
  { name, address, types, filter }: Wish,
  settings: Settings,
): Promise<WishFault[]> {
  const faults: WishFault[] = []
  if (name !== inOneLine(name) || name.length > maxWebhookName) faults.push('name')
  if (!(await isReachable(address, settings))) faults.push('address')
  const allowed: readonly string[] = typesFor(owner)
  if (types.length === 0 || !types.every((type) => allowed.includes(type)) || new Set(types).size < types.length)
    faults.push('types')
  return [...faults, ...(await faultsOfFilter(db, account, owner, types, filter))]
}

async function faultsOfFilter(
  db: Reader,
  account: Account,
  owner: WebhookOwner,
  types: readonly string[],
  filter: WebhookFilter,
): Promise<WishFault[]> {
  const faults: WishFault[] = []
  const { records, list, watchlist = false, lists = false } = filter
  const isOfMember = owner === 'member'
  const isAboutKept = isOfMember && tellsChanges(types)
  if (records && (owner !== 'key' || records.length > maxWebhookRecords || !records.every(isRecordName)))
    faults.push('records')
  if (list !== undefined && !(await mayHear(db, account, owner, list))) faults.push('list')
  if ((watchlist || lists) && !isOfMember) faults.push('about')
  if (isAboutKept && !watchlist && !lists && list === undefined) faults.push('about')
  return faults
}

/** A key hears of any list that its holder may see, a member of those that are the member's own. */
async function mayHear(db: Reader, account: Account, owner: WebhookOwner, list: number): Promise<boolean> {
  if (owner === 'server') return false
  if (owner === 'key') return (await visibleList(db, list, account)) !== undefined
  const own = await db.one(
    Id,
    sql`
    select id from user_list where id = ${list} and (account_id = ${account.id} or exists (
      select 1 from list_keeper k
      where k.list_id = user_list.id and k.account_id = ${account.id} and k.accepted_at is not null))`,
  )
  return own !== undefined
}

/** `movie:7` names a record. */
function isRecordName(word: string): boolean {
  const [, kind = ''] = /^([a-z_]{1,30}):([1-9]\d{0,9})$/.exec(word.slice(0, 50)) ?? []
  return isRecordKind(kind)
}

/** Whether an address may be told anything, as far as that is seen without looking up its name. */
async function isReachable(address: string, { webhookPrivate }: Settings): Promise<boolean> {
  const url = isWebAddress(address) ? URL.parse(address) : null
  if (!url || url.hash) return false
  const { refusalOf } = await import('../following/reaching/address-place.ts')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const literal = /^[\d.]+$|:/.test(host) ? [host] : []
  return refusalOf(url, literal, { allowsPrivate: webhookPrivate }) === undefined
}

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })
/** Lists that are offered to be chosen. */
const maxListsOffered = 200

/** The lists of a member, and those that are kept with others, the last changed first. */
export const listsToHear = (db: Reader, account_id: number): Promise<{ id: number; name: string }[]> =>
  db.all(
    Named,
    sql`
    select id, name from (
      select id, name, updated_at from user_list where account_id = ${account_id}
      union all
      select l.id, l.name, l.updated_at from list_keeper k join user_list l on l.id = k.list_id
      where k.account_id = ${account_id} and k.accepted_at is not null and l.hidden is null
    ) as own order by updated_at desc, id ${limit(maxListsOffered)}`,
  )
