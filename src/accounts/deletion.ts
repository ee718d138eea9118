import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { logImageVotes } from '#src/catalogue/image-votes.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import { type Writing, write } from '#src/contract/write.ts'
import { deleteVotes } from '#src/contributions/images.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { limit, sql } from '#src/database/sql.ts'
import { uncountAccount } from '#src/kept/counting.ts'
import { announceKeyChange, dropKnownKeys } from '#src/keys/known-keys.ts'
import { deletionsOf } from '#src/personal/tables-of-a-person.ts'
import type { Language } from '#src/texts/index.ts'
import { lockPassword, type ProvenPassword } from './accounts.ts'
import { isLastAdministrator } from './administrators.ts'
import { deleteMuch, hasMuch } from './own-data/delete-much.ts'
import { type Holder, mailHolder } from './password-change.ts'

/**
 * What others see in place of a deleted account's user name. It is the same in every language, because reviews are
 * exported.
 */
const deletedUsername = 'deleted account'

/** Reviews that one edit removes. */
const REVIEWS_OF_EDIT = 200

type Deletion = { holder: Holder; proven: ProvenPassword; keepsReviews: boolean; language: Language }

/**
 * Deletes an account for good; false for the last administrator. Its row stays, because edits and reviews need an
 * author, but it says nothing about the person: name, address and password are removed, and the user name is free
 * again. Everything happens in one transaction, unless the account has so much that others would wait for it: that goes
 * first. Throws `invalid_credentials` if the password has changed meanwhile.
 */
export const deleteAccount = write([], async (writing, deletion: Deletion) => {
  const { db, now } = writing
  const { holder, proven, keepsReviews, language } = deletion
  const account_id = writing.account.id
  if ((await hasMuch(db, account_id)) && !(await deleteFirst(writing, deletion))) return false
  const isDeleted = await db.transaction(async (tx) => {
    await lockPassword(tx, proven)
    if (await isLastAdministrator(tx, account_id)) return false
    // Before the lock of the change log: imports take them in this order.
    await revise(tx, 'authors')
    await revise(tx, 'lists')
    await announceKeyChange(tx)
    const voted = await deleteVotes(tx, account_id)
    if (keepsReviews) await keepRatingsOfReviews(tx, account_id)
    else while ((await removeReviews(tx, account_id, now)) === REVIEWS_OF_EDIT);
    await uncountAccount(tx, account_id)
    for (const deletion of deletionsOf(account_id)) await tx.run(deletion)
    await tx.run(sql`
      update api_key set revoked_at = coalesce(revoked_at, ${now.toISOString()}), contact = '', summary = ''
      where account_id = ${account_id}`)
    // User names contain no blank, so nobody can take this one.
    await tx.run(sql`
      update account set username = ${deletedUsername}, folded_username = ${`${deletedUsername} ${account_id}`},
        name = '', email = '', folded_email = null, email_verified_at = null, password = null, avatar_path = null,
        iso_639_1 = 'en', iso_3166_1 = 'US', include_adult = false, role = 'member', trusted_at = null,
        has_public_profile = false, shows_ratings = false, is_indexed = true, profile_hidden_at = null,
        profile_hidden_reason = '', shows_diary = false, privacy_chosen_for = null, leaves_watchlist = false,
        publishes_reviews = false, digest_at = null, recovered_at = null, appearance = '',
        deleted_at = ${now.toISOString()}
      where id = ${account_id}`)
    await logImageVotes(tx, voted)
    // The mail belongs to no account any more.
    await mailHolder(tx, holder, { template: 'accountDeleted', language, account_id: null }, now)
    return true
  })
  dropKnownKeys()
  return isDeleted
})

/** Writes ratings into the reviews that stay, which show them as those of sources; they count no longer. */
const keepRatingsOfReviews = (tx: Database, account_id: number) =>
  tx.run(sql`
    update review set rating = coalesce((
      select value from rating g
      where g.account_id = review.account_id and g.kind = review.kind and g.entity_id = review.entity_id), rating)
    where account_id = ${account_id}`)

const Review = Type.Object({
  kind: Type.Unsafe<Kind>({ type: 'string' }),
  entity_id: Type.Integer(),
  id: Type.String(),
})

/** Removes some reviews of an account from the catalogue, by an edit of that account; returns how many. */
async function removeReviews(tx: Database, account_id: number, now: Date): Promise<number> {
  const reviews = await tx.all(
    Review,
    sql`
    select kind, entity_id, id from review where account_id = ${account_id}
    order by kind, entity_id, id ${limit(REVIEWS_OF_EDIT)}`,
  )
  if (reviews.length === 0) return 0
  const records = Map.groupBy(reviews, ({ kind, entity_id }) => `${kind} ${entity_id}`)
  const edits = [...records.values()].map((ofRecord): RecordEdit => {
    const { kind, entity_id } = ofRecord[0]!
    return { kind, id: entity_id, parts: { reviews: { remove: ofRecord.map(({ id }) => ({ id })) } } }
  })
  await applyEdit(tx, { account_id, at: now, note: 'account deleted', records: edits })
  return reviews.length
}

/**
 * Deletes most of what an account has, in many transactions; false for the last administrator. The account stays until
 * nothing of it is left that takes long.
 */
async function deleteFirst({ db, now, account }: Writing, { proven, keepsReviews }: Deletion): Promise<boolean> {
  const account_id = account.id
  const mayGo = await db.transaction(async (tx) => {
    await lockPassword(tx, proven)
    if (await isLastAdministrator(tx, account_id)) return false
    if (keepsReviews) await keepRatingsOfReviews(tx, account_id)
    return true
  })
  if (!mayGo) return false
  const removeSome = () => db.transaction((tx) => removeReviews(tx, account_id, now))
  if (!keepsReviews) while ((await removeSome()) === REVIEWS_OF_EDIT);
  await deleteMuch(db, account_id)
  return true
}
