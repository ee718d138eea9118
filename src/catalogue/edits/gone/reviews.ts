import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { StoredEntry, StoredRecord } from '../record-loader.ts'
import { entryPlace } from '../replaced.ts'
import { survivorOf } from './survivors.ts'

const part = 'reviews'

const Review = Type.Object({ id: Type.String(), updated_at: Type.String() })
const Place = Type.Object({ place: Type.String() })

/**
 * A merged record that comes back, without the reviews that its survivor keeps: those that their authors have changed
 * there since, and those that they have removed. If one person had two reviews, only the newer went there, and the
 * older has no value in the survivor's log: it comes back.
 */
export async function withoutReviewsElsewhere(tx: Database, record: StoredRecord): Promise<StoredRecord> {
  const { kind: of, id } = record
  const reviews = record.entries.get(part)
  if (!reviews?.size) return record
  const survivor = await survivorOf(tx, of, id)
  if (!survivor) return record
  const ids = [...reviews.values()].map((review) => review.id as string)
  const places = [...reviews.keys()].map((key) => entryPlace(part, key))
  const there = await tx.all(
    Review,
    sql`
    select id, updated_at from review
    where kind = ${of} and entity_id = ${survivor.id} and ${tx.engine.anyOf(raw('id'), ids)}`,
  )
  const moved = await tx.all(
    Place,
    sql`
    select distinct place from change
    where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), [survivor.id, ...survivor.through])}
      and ${tx.engine.anyOf(raw('place'), places)} and value is not null and key = 'moved'`,
  )
  const present = new Map(there.map((review) => [review.id, review.updated_at]))
  const wasMoved = new Set(moved.map(({ place }) => place))
  const isOwn = ([key, review]: [string, StoredEntry]) =>
    present.get(review.id as string) === review.updated_at || !wasMoved.has(entryPlace(part, key))
  return { ...record, entries: new Map(record.entries).set(part, new Map([...reviews].filter(isOwn))) }
}
