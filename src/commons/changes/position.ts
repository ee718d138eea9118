import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Reader } from '#src/database/database.ts'
import { lineageOf } from '#src/database/lineage.ts'
import { sql } from '#src/database/sql.ts'
import { maxBehind } from './limits.ts'

/** A position in the change log of a catalogue, and the incarnation that it belongs to. */
export type LogPosition = { seq: number; incarnation: string }

const Row = Type.Object({ seq: Type.Integer(), published: nullable(Type.String()) })

/** How far the change log has come. What is published may have begun anew, because a source was withdrawn. */
export async function logPosition(db: Reader): Promise<LogPosition> {
  // Before the log is read, because the position has to belong to it.
  const state = await lineageOf(db)
  const row = await db.one(
    Row,
    sql`
    select (select coalesce(max(seq), 0) from change) as seq,
      (select incarnation from publication where name = 'commons') as published`,
  )
  const { seq = 0, published = null } = row ?? {}
  return { seq, incarnation: published?.startsWith(state) ? published : state }
}

/** A position as a text, to go on from it. */
export const positionText = ({ seq, incarnation }: LogPosition): string => `${seq}:${incarnation}`

const pattern = /^(\d{1,15})(?::([A-Za-z0-9-]{1,100}))?$/

/** Where somebody goes on who has come to a position, as its text says; refused if that is not known here. */
export function startOf(text: string, at: LogPosition): number {
  const [, seq, incarnation = at.incarnation] = pattern.exec(text.slice(0, 200)) ?? []
  if (seq === undefined) throw new ApiError('invalid_parameters')
  const from = Number(seq)
  if (incarnation !== at.incarnation || from > at.seq || at.seq - from > maxBehind) throw new ApiError('position_gone')
  return from
}
