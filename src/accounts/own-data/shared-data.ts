import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { titleOf } from './large-data.ts'

const LikedReview = Type.Object({ review_id: Type.String(), title: nullable(Type.String()), created_at: Type.String() })
const LikedList = Type.Object({ list_id: Type.Integer(), created_at: Type.String() })
const KeptList = Type.Object({
  list_id: Type.Integer(),
  name: Type.String(),
  invited_at: Type.String(),
  accepted_at: nullable(Type.String()),
})

/** What an account likes of others, and the lists of others that it keeps with them. */
export async function sharedData(db: Reader, account_id: number) {
  const [liked_reviews, liked_lists, lists_of_several] = await Promise.all([
    db.all(
      LikedReview,
      sql`
      select l.review_id, (select ${titleOf(raw('r'))} from review r where r.id = l.review_id) as title, l.created_at
      from review_like l where l.account_id = ${account_id} order by l.created_at, l.review_id`,
    ),
    db.all(
      LikedList,
      sql`select list_id, created_at from list_like where account_id = ${account_id} order by created_at, list_id`,
    ),
    db.all(
      KeptList,
      sql`
      select k.list_id, l.name, k.invited_at, k.accepted_at from list_keeper k join user_list l on l.id = k.list_id
      where k.account_id = ${account_id} order by k.invited_at, k.list_id`,
    ),
  ])
  return { liked_reviews, liked_lists, lists_of_several }
}
