import { Type } from 'typebox'
import { recordAct } from '#src/audit/acts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { notify } from '#src/mail/notifications.ts'

/** Characters of the reason for removing a review. */
export const maxReasonLength = 500

const Review = Type.Object({
  id: Type.String(),
  kind: Type.Union([Type.Literal('movie'), Type.Literal('series')]),
  entity_id: Type.Integer(),
  account_id: Type.Integer(),
  source_id: nullable(Type.String()),
  deleted_at: nullable(Type.String()),
})

/** A review to be removed, the moderator who does it, and what its author is told. */
export type Removal = { review_id: string; moderator_id: number; reason: string; title: string; now: Date }

/**
 * Removes another person's review by an edit whose note is the reason, and notifies its author. False if there is no
 * such review.
 */
export function removeReviewAsModerator(db: Database, { review_id, moderator_id, reason, title, now }: Removal) {
  return db.transaction(async (tx): Promise<boolean> => {
    const review = await tx.one(
      Review,
      sql`
      select review.id, kind, entity_id, account_id, account.source_id, account.deleted_at
      from review join account on account.id = review.account_id
      where review.id = ${review_id} and account_id <> ${moderator_id}`,
    )
    if (!review) return false
    const { id, kind, entity_id, account_id, source_id, deleted_at } = review
    const actor = { by: moderator_id, reason, now }
    await recordAct(tx, 'review_removed', actor, { account_id, about: { kind, entity_id, title } })
    const records = [{ kind, id: entity_id, parts: { reviews: { remove: [{ id }] } } }]
    await applyEdit(tx, { account_id: moderator_id, at: now, note: reason, records })
    // Authors that came with a source, and deleted accounts, read no notifications.
    const isReader = source_id === null && deleted_at === null
    if (isReader) await notify(tx, { account_id, what: 'review_removed', about: { title, reason }, now })
    return true
  })
}
