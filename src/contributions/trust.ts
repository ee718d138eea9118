import { type Static, Type } from 'typebox'
import { withSurvivors } from '#src/catalogue/edits/merging/with-survivors.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { peopleSourceOf } from '#src/catalogue/sources.ts'
import type { Account as Caller } from '#src/contract/access.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Writing } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { isBinding, LockedRecord, locksOf, type RecordLock, refuseLocked } from './record-locks.ts'

/**
 * How far an account is trusted. A new member is one of whom too few edits have been accepted yet; a trusted one is a
 * member whom a moderator has made that.
 */
const standings = ['new_member', 'member', 'trusted', 'moderator', 'administrator'] as const
export type Standing = (typeof standings)[number]

/** The sorts of change that are judged differently. */
const changeSorts = ['ordinary', 'picture', 'outside_ids', 'seen_title', 'mass', 'deletion', 'merge', 'lock'] as const
export type ChangeSort = (typeof changeSorts)[number]

/** What becomes of a change: it counts at once, somebody has to look at it first, or it is refused. */
export type Ruling = 'at once' | 'waits' | 'no'

const trustedAtOnce = { trusted: 'at once', moderator: 'at once', administrator: 'at once' } as const

/** THE table of who may change what. An edit that is of several sorts is judged by the strictest rule. */
export const rules: Readonly<Record<ChangeSort, Readonly<Record<Standing, Ruling>>>> = {
  ordinary: { new_member: 'waits', member: 'at once', ...trustedAtOnce },
  picture: { new_member: 'waits', member: 'at once', ...trustedAtOnce },
  outside_ids: { new_member: 'waits', member: 'waits', ...trustedAtOnce },
  seen_title: { new_member: 'waits', member: 'waits', ...trustedAtOnce },
  mass: { new_member: 'waits', member: 'waits', ...trustedAtOnce },
  deletion: { new_member: 'waits', member: 'waits', ...trustedAtOnce },
  merge: { new_member: 'waits', member: 'waits', ...trustedAtOnce },
  lock: { new_member: 'no', member: 'no', ...trustedAtOnce, trusted: 'no' },
}

/** What becomes of a change of several sorts: the strictest rule counts. */
export function strictest(sorts: readonly ChangeSort[], standing: Standing): Ruling {
  const rulings = sorts.map((sort) => rules[sort][standing])
  if (rulings.includes('no')) return 'no'
  return rulings.includes('waits') ? 'waits' : 'at once'
}

/** Who looks at edits of others. */
const judges: readonly Standing[] = ['trusted', 'moderator', 'administrator']

/** An edit of more records than these is a mass edit. */
export const maxOrdinaryRecords = 50
/** With so many votes, a title is much seen. */
export const muchSeenVotes = 1_000

const Editor = Type.Object({
  disabled_at: nullable(Type.String()),
  deleted_at: nullable(Type.String()),
  email_verified_at: nullable(Type.String()),
  role: Type.Union([Type.Literal('member'), Type.Literal('moderator'), Type.Literal('administrator')]),
})
/** What is asked of an account that wants to change the catalogue. */
export type Editor = Static<typeof Editor>

/** An account that nobody has deleted, as the rules of trust see it. */
export const findEditor = (db: Reader, account_id: number): Promise<Editor | undefined> =>
  db.one(Editor, sql`select disabled_at, deleted_at, email_verified_at, role from account where id = ${account_id}`)

type MayEdit = 'yes' | 'suspended' | 'unverified'

/** Whether an account may make changes at all; `rulingOn` says what becomes of them. */
export function mayEdit(caller: Editor | undefined): MayEdit {
  if (!caller || caller.disabled_at !== null || caller.deleted_at !== null) return 'suspended'
  return caller.email_verified_at === null ? 'unverified' : 'yes'
}

/** The account that wants to change the catalogue. Throws `account_disabled` and `email_unverified` if it may not. */
export async function requireEditor(db: Reader, account_id: number): Promise<Editor> {
  const editor = await findEditor(db, account_id)
  const allowed = mayEdit(editor)
  if (editor && allowed === 'yes') return editor
  throw new ApiError(allowed === 'unverified' ? 'email_unverified' : 'account_disabled')
}

/** Who edits, and how far new members are trusted. */
type Judged = Omit<Account, 'role'> & { editsOfNewMembers: number; at: Date }

/** What every edit of a person says, whoever asks for it. */
export const editorIn = ({ account, now, settings: { licenceOfEdits, editsOfNewMembers } }: Writing) => ({
  ...{ account_id: account.id, withheld: account.withheld, at: now, editsOfNewMembers },
  source_id: peopleSourceOf(licenceOfEdits),
})
export type EditorIn = ReturnType<typeof editorIn>

/** Whether an edit waits. Throws what `requireEditor` does, LockedRecord, and `edit_denied` if nobody like this may. */
export async function hasToWait(
  tx: Database,
  { editsOfNewMembers, at, ...account }: Judged,
  stated: readonly RecordEdit[],
): Promise<boolean> {
  const { role } = await requireEditor(tx, account.account_id)
  const ruling = await rulingOn(tx, { ...account, role }, stated, editsOfNewMembers, at)
  if (ruling === 'no') throw new ApiError('edit_denied')
  return ruling === 'waits'
}

/**
 * What becomes of a change by an account. `editsOfNewMembers` is how many are looked at before a member is known.
 * Throws LockedRecord if moderators have locked what it changes.
 */
export async function rulingOn(
  db: Database,
  account: Account,
  stated: readonly RecordEdit[],
  editsOfNewMembers: number,
  at: Date = new Date(),
): Promise<Ruling> {
  // The id of a merged record means the survivor, whose votes and locks count.
  const [change, standing] = await Promise.all([withSurvivors(db, stated), standingOf(db, account, editsOfNewMembers)])
  const [sorts] = await Promise.all([sortsOf(db, change), refuseLocked(db, standing, change, at)])
  return strictest(sorts, standing)
}

/** `withheld` is a role that the token or session of the person is not for. */
type Account = { account_id: number; role: Editor['role']; withheld?: Editor['role'] | undefined }

/** The locks of a record that keep an account from what they are on. */
export async function locksBinding(
  db: Reader,
  account: Account,
  { kind, id }: { kind: RecordKind; id: number },
  editsOfNewMembers: number,
  at: Date,
): Promise<RecordLock[]> {
  const locks = await locksOf(db, kind, id, at)
  if (locks.length === 0) return []
  const standing = await standingOf(db, account, editsOfNewMembers)
  return locks.filter((lock) => isBinding(lock, standing))
}

/** Whether moderators have locked the pictures of a record, or all of it, for an account. */
export async function hasLockedPictures(
  db: Reader,
  account: Account,
  { kind, id }: { kind: RecordKind; id: number },
  editsOfNewMembers: number,
  at: Date,
): Promise<boolean> {
  const standing = await standingOf(db, account, editsOfNewMembers)
  try {
    await refuseLocked(db, standing, [{ kind, id, parts: { images: { put: [] } } }], at)
    return false
  } catch (error) {
    if (error instanceof LockedRecord) return true
    throw error
  }
}

const Trusted = Type.Object({ trusted_at: nullable(Type.String()) })

/**
 * The standing of an account. Whoever has a role and does not act in it is trusted like the most trusted members, and
 * kept from what moderators have locked.
 */
export async function standingOf(
  db: Reader,
  { account_id, role, withheld = 'member' }: Account,
  editsOfNewMembers: number,
): Promise<Standing> {
  if (withheld !== 'member') return 'trusted'
  if (role !== 'member') return role
  const [found, isKnown] = await Promise.all([
    db.one(Trusted, sql`select trusted_at from account where id = ${account_id}`),
    hasAccepted(db, account_id, editsOfNewMembers),
  ])
  if (found && found.trusted_at !== null) return 'trusted'
  return isKnown ? 'member' : 'new_member'
}

/** Whether too few edits of a member have been accepted yet, and nobody trusts the member in spite of that. */
export const isNewMember = async (db: Reader, account: Account, editsOfNewMembers: number): Promise<boolean> =>
  (await standingOf(db, account, editsOfNewMembers)) === 'new_member'

/** Whether somebody looks at edits of others, with this token or session. */
export const mayJudge = async (db: Reader, caller: Caller): Promise<boolean> =>
  caller.withheld === undefined && (await isJudge(db, caller))

/** Whether somebody looks at edits of others, with a token or session that is for it. */
export const isJudge = async (db: Reader, { id, role, withheld = role }: Caller): Promise<boolean> =>
  judges.includes(await standingOf(db, { account_id: id, role: withheld }, 0))

async function hasAccepted(db: Reader, account_id: number, wanted: number): Promise<boolean> {
  if (wanted === 0) return true
  const accepted = await db.all(
    Id,
    sql`
    select id from pending_edit where account_id = ${account_id} and status = 'accepted'
    order by id ${limit(wanted)}`,
  )
  return accepted.length >= wanted
}

/** The sorts of a change whose ids are those of survivors; it is `ordinary` besides. */
export async function sortsOf(db: Reader, change: readonly RecordEdit[]): Promise<ChangeSort[]> {
  const sorts: ChangeSort[] = ['ordinary']
  if (change.some(({ parts }) => parts?.images)) sorts.push('picture')
  if (change.length > maxOrdinaryRecords) sorts.push('mass')
  if (change.some(({ isDeleted }) => isDeleted)) sorts.push('deletion')
  if (change.some(({ mergedInto }) => mergedInto)) sorts.push('merge')
  if (change.some(({ locks = [] }) => locks.length > 0)) sorts.push('lock')
  if (change.some(({ id, parts }) => id !== undefined && parts?.external_ids)) sorts.push('outside_ids')
  for (const record of change) if (await isSeenTitle(db, record)) sorts.push('seen_title')
  return sorts
}

const titles = ['title', 'original_title', 'name', 'original_name']

async function isSeenTitle(db: Reader, { kind, id, values = {}, texts = [] }: RecordEdit): Promise<boolean> {
  if (id === undefined || (kind !== 'movie' && kind !== 'series')) return false
  const named = [...Object.keys(values), ...texts.flatMap((stated) => Object.keys(stated.texts))]
  if (!titles.some((title) => named.includes(title))) return false
  const seen = sql`select id from ${raw(kind)} where id = ${id} and vote_count >= ${muchSeenVotes}`
  return (await db.one(Id, seen)) !== undefined
}
