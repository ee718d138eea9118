import { Type } from 'typebox'
import { type Conflict, RevisionConflict } from '#src/catalogue/edits/record-for-editing.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { operation } from '#src/contract/operation.ts'
import { nullable } from '#src/contract/schema.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { repeatableOf } from '#src/contributions/editing/repeated.ts'
import { maxRecordsOfEdit } from '#src/contributions/editing/save.ts'
import { editLines } from '#src/import/edit-lines.ts'
import { ChangeOfEdit, changeShown, reasonFields } from './shapes.ts'

/** Faults that one refusal lists. */
const maxFaults = 100

export const edit = operation('edits.edit', 'POST /commons/1/edit', {
  summary:
    'Edits records of the catalogue or adds new ones, with lines as in imports. Only what a line names is ' +
    'changed: null or an empty text clears a field, and a list replaces the whole list. A line without an ID ' +
    'creates a record. If a line has the revision that was read, it is refused with 409 when somebody has ' +
    'changed the record since, and `conflicts` in the reply says what has changed; `faults` says what is ' +
    'wrong with lines. Either all lines are written or none. Edits by new members, and far-reaching ones, ' +
    'stay pending until a moderator has checked them. With an `idempotency_key`, an edit that is sent again has no ' +
    'second effect for 14 days, and is answered as before',
  access: 'session',
  scope: 'edit',
  body: Type.Object({
    records: Type.Array(Type.Object({ kind: Type.String() }, { additionalProperties: true }), {
      minItems: 1,
      maxItems: maxRecordsOfEdit,
      description: 'Lines, each with its `kind`, and with `id` and `revision` if the record already exists',
    }),
    ...reasonFields,
    dry_run: Type.Optional(Type.Boolean({ description: 'Shows what would change, without changing anything' })),
    idempotency_key: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{16,64}$',
        description: 'A random text by which the edit is known if it is sent again',
      }),
    ),
  }),
  reply: Type.Object(
    {
      edit_id: nullable(Type.Integer({ description: 'Null if nothing had to change, or with `dry_run`' })),
      waits: Type.Boolean({
        description: 'Whether the edit is pending; `changes` then lists what it would change',
      }),
      waiting_id: nullable(Type.Integer({ description: 'The pending edit, if it is pending' })),
      records: Type.Array(
        Type.Object({
          kind: Type.String(),
          id: Type.Integer(),
          is_new: Type.Boolean(),
          revision: Type.Integer({
            description: 'Revision to send with the next edit of the record; 0 for a new one with `dry_run`',
          }),
        }),
      ),
      changes: Type.Array(ChangeOfEdit),
    },
    { title: 'EditOutcome' },
  ),
  refusals: ['edit_conflict', 'email_unverified'],

  async handle({ write, body }) {
    const { records: lines, note = '', source_url = '', dry_run: isDryRun = false, idempotency_key: key } = body
    const repeatable = key === undefined ? undefined : repeatableOf(key, { lines, note, source_url })
    const asked = { lines, note, source_url, isDryRun, repeatable }
    const { changes, ...outcome } = await write(editLines, asked).catch(refuse)
    return { ...outcome, changes: changes.map(changeShown) }
  },
})

/** Says what is wrong with an edit, or what has changed since its records were read. */
export function refuse(error: unknown): never {
  if (error instanceof StatementError)
    throw new ApiError('invalid_parameters', undefined, { faults: error.faults.slice(0, maxFaults) })
  if (error instanceof RevisionConflict)
    throw new ApiError('edit_conflict', undefined, { conflicts: error.conflicts.map(conflictShown) })
  throw error
}

const conflictShown = ({ record, kind, id, revision, changes }: Conflict) => ({
  ...{ record, kind, id, revision },
  changes: changes.map(({ edit_id, at, username, ...change }) => ({
    ...{ edit_id, at, username },
    ...changeShown({ kind, entity_id: id, ...change }),
  })),
})
