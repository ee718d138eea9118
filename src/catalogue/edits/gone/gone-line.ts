import { type Static, Type } from 'typebox'
import { RecordId, Small } from '../../fields.ts'
import { recordKindNames } from '../../record-kinds.ts'
import { sourceIdPattern } from '../../sources.ts'

/** What a line says of a record that is gone on purpose: `into` is what it was merged into. */
export const goneProperties = {
  of: Type.Unsafe<(typeof recordKindNames)[number]>({ type: 'string', enum: [...recordKindNames] }),
  id: RecordId,
  into: Type.Optional(RecordId),
  /** Who said so. */
  source: Type.Optional(Type.String({ pattern: sourceIdPattern })),
  /** Where a season or an episode belonged. */
  series_id: Type.Optional(RecordId),
  season_number: Type.Optional(Small),
  episode_number: Type.Optional(Small),
}

export const GoneLine = Type.Object({ kind: Type.Literal('gone'), ...goneProperties })
export type GoneLine = Static<typeof GoneLine>
