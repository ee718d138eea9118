import { Type } from 'typebox'
import { recordAct } from '#src/audit/acts.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { notify } from '#src/mail/notifications.ts'
import { findList, type Hidden, hideList } from './lists/lists.ts'

/** Characters of the reason for removing a review, or for hiding a list. */
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
type Removal = { review_id: string; moderator_id: number; reason: string; title: string; now: Date }

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

/** What of a list is to be hidden, or null to show all of it again, and the moderator who does it. */
type ListJudgement = { list_id: number; moderator_id: number; reason: string; hidden: Hidden | null; now: Date }

const judgements = { list: 'list_hidden', text: 'list_text_hidden', none: 'list_restored' } as const

/**
 * Hides another person’s list, or only its texts, from everybody but its owner, or shows it again, and notifies the
 * owner. False if there is no such list, or if that is done already.
 */
export function judgeList(db: Database, { list_id, moderator_id, reason, hidden, now }: ListJudgement) {
  return db.transaction(async (tx): Promise<boolean> => {
    // Nobody else changes it meanwhile.
    await tx.run(sql`update user_list set account_id = account_id where id = ${list_id}`)
    const list = await findList(tx, list_id)
    if (!list || list.account_id === moderator_id || list.hidden === hidden) return false
    await hideList(tx, list_id, hidden, reason)
    const { account_id, name: title } = list
    const actor = { by: moderator_id, reason, now }
    const about = { kind: 'list', entity_id: list_id }
    const what = judgements[hidden ?? 'none']
    await recordAct(tx, what, actor, { account_id, about })
    await notify(tx, { account_id, what, about: { title, reason }, now })
    return true
  })
}
