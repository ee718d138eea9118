import { type Static, Type } from 'typebox'
import { isPublic, listFacts, listSummary } from '#src/catalogue/summaries/lists.ts'
import type { Language } from '#src/contract/languages.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { digestOf, newSecret } from '#src/credentials/secrets.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { hiddenIn } from '#src/reference/hidden.ts'
import { normalName, noteWords } from '#src/search/words.ts'
import { lockAuthor, lockVerified } from '../authors.ts'
import { isKeptBy, keeping } from './keeping.ts'

/** Lists of an account. */
export const maxLists = 500
/** Characters of the name and of the description of a list. */
export const maxListName = 200
export const maxListDescription = 5_000

/** Whether a text can be the name of a list. */
export const isListName = (name: string): boolean =>
  name !== '' && name.length <= maxListName && hiddenIn(name) === undefined

/** Who may see a list: everybody, whoever knows the address of its page, or its owner. */
export const visibilities = ['public', 'unlisted', 'private'] as const

/** The orders of a list: the one that its owner gives it by hand, and those that follow from its items. */
export const listOrders = [
  'position.asc',
  'created_at.desc',
  'created_at.asc',
  'release_date.desc',
  'release_date.asc',
  'vote_average.desc',
  'vote_average.asc',
] as const
export type ListOrder = (typeof listOrders)[number]

const choice = <Word extends string>(words: readonly Word[]) => Type.Unsafe<Word>({ type: 'string', enum: [...words] })

/** What moderators have hidden from others: its texts, or all of it. */
export const hideables = ['list', 'text'] as const
export type Hidden = (typeof hideables)[number]

const UserList = Type.Object({
  id: Type.Integer(),
  account_id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  description: Type.String(),
  iso_639_1: Type.String(),
  visibility: choice(visibilities),
  sort_by: choice(listOrders),
  cover_kind: nullable(Type.String()),
  cover_id: nullable(Type.Integer()),
  created_at: Type.String(),
  updated_at: Type.String(),
  hidden: Type.Unsafe<Hidden | null>({ type: ['string', 'null'] }),
  hidden_reason: Type.String(),
})
/** A list as its owner sees it. */
export type UserList = Static<typeof UserList>

const columns = sql`l.id, l.account_id, a.username, l.name, l.description, l.iso_639_1, l.visibility, l.sort_by,
  l.cover_kind, l.cover_id, l.created_at, l.updated_at, l.hidden, l.hidden_reason`

const from = sql`select ${columns} from user_list l join account a on a.id = l.account_id`

export const findList = (db: Reader, id: number): Promise<UserList | undefined> =>
  db.one(UserList, sql`${from} where l.id = ${id}`)

/** The unlisted list whose page has this secret in its address. */
export const findListBySecret = (db: Reader, secret: string): Promise<UserList | undefined> =>
  db.one(UserList, sql`${from} where l.secret_digest = ${digestOf(secret)} and l.visibility = 'unlisted'`)

const Facts = Type.Object(listFacts)

/** The poster of a list, as its page shows it. */
export const coverOf = async (db: Reader, { id }: UserList, language: Language): Promise<string | null> =>
  (await db.one(Facts, sql`select ${listSummary(language, true)} from user_list l where l.id = ${id}`))?.poster_path ??
  null

const Seen = Type.Object({ id: Type.Integer(), visibility: choice(visibilities) })

/** Who sees each of these lists. */
export async function visibilitiesOf(db: Reader, ids: readonly number[]): Promise<Map<number, UserList['visibility']>> {
  const rows = await db.all(Seen, sql`select id, visibility from user_list where ${db.engine.anyOf(sql`id`, ids)}`)
  return new Map(rows.map(({ id, visibility }) => [id, visibility]))
}

/** Whether everybody may see a list. */
export const isSeenByAll = ({ visibility, hidden }: Pick<UserList, 'visibility' | 'hidden'>): boolean =>
  visibility === 'public' && hidden !== 'list'

/** A list as others see it, without the texts that moderators have hidden. */
export const asSeenByOthers = (list: UserList): UserList =>
  list.hidden === null ? list : { ...list, name: '', description: '', hidden_reason: '' }

type Asking = { id: number } | undefined

/** A list that this person may see by its number. What only others may see looks as if it did not exist. */
export async function visibleList(db: Reader, id: number, account: Asking): Promise<UserList | undefined> {
  const list = await findList(db, id)
  if (!list || list.account_id === account?.id) return list
  return (await isSeenBy(db, list, account)) ? asSeenByOthers(list) : undefined
}

/** Whether somebody else than its owner may see a list: everybody may, or they keep it together, or are invited to. */
export const isSeenBy = async (db: Reader, list: UserList, account: Asking): Promise<boolean> =>
  isSeenByAll(list) ||
  (account !== undefined && list.hidden !== 'list' && (await keeping(db, list.id, account.id)) !== undefined)

/** What an owner says of a list. */
export type ListText = Pick<UserList, 'name' | 'description' | 'iso_639_1'>

const Last = Type.Object({ last: Type.Integer() })

/** Makes a list and returns its id. Throws `too_many_lists` and `account_disabled`. */
export function createList(
  db: Database,
  account_id: number,
  { name, description, iso_639_1, visibility }: ListText & { visibility: 'public' | 'private' },
  now: Date,
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockAuthor(tx, account_id)
    const made = await countRows(tx, sql`from user_list where account_id = ${account_id}`)
    if (made >= maxLists) throw new ApiError('too_many_lists')
    const next = await tx.one(Last, sql`update user_list_number set last = last + 1 where id = 1 returning last`)
    const { last: id } = next as Static<typeof Last>
    const at = now.toISOString()
    await tx.run(sql`
      insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
      values (${id}, ${account_id}, ${name}, ${description}, ${iso_639_1}, ${visibility}, 'position.asc', ${at},
        ${at})`)
    await writeWords(tx, id)
    if (visibility === 'public') await revise(tx, 'lists')
    return id
  })
}

/**
 * A list of an account. Throws `edit_denied` for that of another account; one that the account may not see does not
 * exist for it.
 */
export async function ownList(db: Reader, id: number, account_id: number): Promise<UserList | undefined> {
  const list = await visibleList(db, id, { id: account_id })
  if (list && list.account_id !== account_id) throw new ApiError('edit_denied')
  return list
}

/** The same for those who keep a list together with its owner, who put titles on it and remove them. */
export async function keptList(db: Reader, id: number, account_id: number): Promise<UserList | undefined> {
  const list = await visibleList(db, id, { id: account_id })
  if (!list || list.account_id === account_id) return list
  if ((await keeping(db, id, account_id)) !== 'keeps') throw new ApiError('edit_denied')
  return list
}

type Change = { id: number; account_id: number; now: Date; isOfKeepers?: boolean }

/**
 * Changes a list in a transaction, in which nobody else does. Returns what `work` returns; undefined if there is no
 * such list. Replies that show it are rendered again if others could see it before or can see it now.
 */
export function changeList<Result>(
  db: Database,
  { id, account_id, now, isOfKeepers = false }: Change,
  work: (tx: Database, list: UserList) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (tx) => {
    await lockAuthor(tx, account_id)
    await tx.run(sql`update user_list set account_id = account_id where id = ${id}`)
    const list = await (isOfKeepers ? keptList : ownList)(tx, id, account_id)
    if (!list) return undefined
    const result = await work(tx, list)
    await tx.run(sql`update user_list set updated_at = ${now.toISOString()} where id = ${id}`)
    const after = await findList(tx, id)
    if (isSeenByAll(list) || (after && isSeenByAll(after))) await revise(tx, 'lists')
    return result
  })
}

/** What its owner chooses besides its texts. */
export type ListChoice = ListText & Pick<UserList, 'visibility' | 'sort_by'>

/** Changes the texts, the order and the visibility of a list. */
export async function describeList(tx: Database, id: number, chosen: ListChoice): Promise<void> {
  const { name, description, iso_639_1, visibility, sort_by } = chosen
  await tx.run(sql`
    update user_list set name = ${name}, description = ${description}, iso_639_1 = ${iso_639_1},
      visibility = ${visibility}, sort_by = ${sort_by},
      secret_digest = case when ${visibility} = 'unlisted' then secret_digest end
    where id = ${id}`)
  await writeWords(tx, id)
}

/**
 * Gives an unlisted list a new address; the one before leads nowhere. Returns its secret, which is not stored. Throws
 * `email_unverified`.
 */
export async function replaceSecret(tx: Database, { id, account_id }: UserList): Promise<string> {
  await lockVerified(tx, account_id)
  const secret = newSecret('list_page')
  await tx.run(sql`
    update user_list set secret_digest = ${digestOf(secret)} where id = ${id} and visibility = 'unlisted'`)
  return secret
}

/**
 * Hides a list or its texts from everybody but its owner, who sees the reason; null shows all of it again. An undo that
 * has hidden it does not decide about it any more.
 */
export async function hideList(tx: Database, id: number, hidden: Hidden | null, reason: string): Promise<void> {
  await tx.run(sql`delete from list_undo where list_id = ${id}`)
  await tx.run(sql`
    update user_list set hidden = ${hidden}, hidden_reason = ${hidden === null ? '' : reason}
    where id = ${id}`)
  await writeWords(tx, id)
  await revise(tx, 'lists')
}

/** Deletes a list with its items. */
export const deleteListRow = (tx: Database, id: number) => tx.run(sql`delete from user_list where id = ${id}`)

const words = {
  name: 'list_word',
  key: ['word', 'list_id'],
  row: Type.Object({ word: Type.String(), list_id: Type.Integer() }),
}

/** Writes the words by which a list is found, if everybody may find it. */
async function writeWords(tx: Database, id: number): Promise<void> {
  await tx.run(sql`delete from list_word where list_id = ${id}`)
  const list = await tx.one(
    Type.Object({ name: Type.String() }),
    sql`select l.name from user_list l where l.id = ${id} and ${isPublic} and l.hidden is null`,
  )
  if (list)
    await tx.put(
      words,
      wordsOf(list.name).map((word) => ({ word, list_id: id })),
    )
}

/** The words of the name of a list. */
export function wordsOf(name: string): string[] {
  const words = new Set<string>()
  noteWords(normalName(name), (word) => words.add(word))
  return [...words]
}

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })

/** The lists that an account keeps by their names, the one that was changed last first. */
export const namesOfLists = (db: Reader, account_id: number) =>
  db.all(
    Named,
    sql`
    select l.id, l.name from user_list l where ${isKeptBy(account_id)}
    order by l.updated_at desc, l.id ${limit(maxLists)}`,
  )

/** The names of lists that everybody may see, by their ids; empty where moderators have hidden it. */
export async function namesOfPublic(db: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.all(
    Named,
    sql`
    select l.id, case when l.hidden is null then l.name else '' end as name from user_list l
    where ${db.engine.anyOf(raw('l.id'), [...new Set(ids)])} and ${isPublic}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

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
