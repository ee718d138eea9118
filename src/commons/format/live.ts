import { type Static, Type } from 'typebox'
import { momentPattern } from '#src/catalogue/line-entries.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { nullable } from '#src/contract/schema.ts'
import { maxLiveBytes, maxLiveRecords } from './limits.ts'
import { checked, FormatError, parsed } from './read.ts'
import { isSignedBy } from './signatures.ts'

/** A record that has changed, and where in the change log it last did. */
export const ChangedRecord = Type.Object(
  {
    kind: Type.Unsafe<RecordKind>({ type: 'string', enum: [...recordKindNames], description: 'As in import lines' }),
    id: Type.Integer({ minimum: 1 }),
    position: Type.Integer({ description: 'Position of its last change' }),
    gone: Type.Boolean({ description: 'Whether it is not there, or not published, any more' }),
    into: nullable(Type.Integer({ description: 'The record that it was merged into' })),
  },
  { title: 'ChangedRecord' },
)
export type ChangedRecord = Static<typeof ChangedRecord>

const Line = Type.Object({ kind: Type.String(), id: Type.Integer() })
type Line = Static<typeof Line>

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** What is sent to followers: all that changed after a position, up to another one. */
const Heard = Type.Object({
  incarnation: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9-]+$' }),
  after: Count,
  position: Count,
  time: Type.String({ pattern: momentPattern }),
  changes: Type.Array(ChangedRecord, { maxItems: maxLiveRecords }),
  lines: Type.Array(Line, { maxItems: maxLiveRecords }),
})
export type Heard = Static<typeof Heard>

const checkHeard = checked(Heard, 'What was sent')

/** What a line is about. */
export const subjectOf = ({ kind, id, ...line }: Line & { of?: unknown }): string =>
  `${kind === 'gone' ? String(line.of) : kind} ${id}`

/** Reads what a publisher has sent and signed with this key. */
export function readHeard(bytes: Buffer, signature: string, publicKey: string): Heard {
  if (bytes.length > maxLiveBytes) throw new FormatError(`What was sent has more than ${maxLiveBytes} bytes.`)
  if (!isSignedBy(bytes, signature, publicKey)) throw new FormatError('The signature of what was sent is wrong.')
  const heard = checkHeard(parsed(bytes, 'What was sent'))
  const isWithin = ({ position }: ChangedRecord) => position > heard.after && position <= heard.position
  if (!heard.changes.every(isWithin)) throw new FormatError('What was sent has positions that are not in it.')
  const told = new Set(heard.changes.map(({ kind, id }) => `${kind} ${id}`))
  const isTold = (line: Line) => told.has(subjectOf(line))
  if (told.size !== heard.lines.length || !heard.lines.every(isTold))
    throw new FormatError('What was sent has other lines than changes.')
  return heard
}
