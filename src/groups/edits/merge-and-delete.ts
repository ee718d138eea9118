import { type Static, type TObject, Type } from 'typebox'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { dependentsOf } from '#src/catalogue/edits/merging/dependents.ts'
import type { RecordEdit, Side } from '#src/catalogue/edits/record-edit.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { mayModerate } from '#src/contract/access.ts'
import { operation } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Perform } from '#src/contract/write.ts'
import { editWholeRecord } from '#src/contributions/editing/merge-and-delete.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { refuse } from './edit.ts'
import { ChangeOfEdit, changeShown, KindOfRecord, maxNoteLength, reasonFields } from './shapes.ts'

/** Operations on records as a whole, for which lines of imports have no words. */

const RecordId = (description: string) => Type.Integer({ minimum: 1, maximum: maxId, description })

const which = { kind: KindOfRecord, id: RecordId('ID of the record') }
const dry_run = Type.Optional(Type.Boolean({ description: 'Shows what would change, without changing anything' }))

const Outcome = Type.Object(
  {
    edit_id: nullable(Type.Integer({ description: 'Null if it is pending, or with `dry_run`' })),
    waits: Type.Boolean({ description: 'Whether the edit is pending' }),
    changes: Type.Array(ChangeOfEdit, {
      description: 'What has changed or would change; only the first changes of a large edit',
    }),
  },
  { title: 'WholeEditOutcome' },
)

const common = {
  access: 'session',
  scope: 'edit',
  reply: Outcome,
  refusals: ['email_unverified'],
} as const

type Asked = { write: Perform; body: { note?: string; source_url?: string; dry_run?: boolean } }

async function edited({ write, body }: Asked, record: RecordEdit): Promise<Static<typeof Outcome>> {
  const { note = '', source_url = '', dry_run: isDryRun = false } = body
  const edit = { note, source_url, record, isDryRun }
  const { changes, ...outcome } = await write(editWholeRecord, edit).catch((error) => refuse(inWordsOfTheBody(error)))
  return { ...outcome, changes: changes.map(changeShown) }
}

/** Faults are named by their place in the body. */
function inWordsOfTheBody(error: unknown): unknown {
  if (!(error instanceof StatementError)) return error
  return new StatementError(
    error.faults.map((fault) => ({
      ...fault,
      place: fault.place.replace(/^mergedInto\.id$/, 'into_id').replace(/^(mergedInto|movedTo)\./, ''),
    })),
  )
}

const Sides = (description: string) =>
  Type.Optional(
    Type.Record(Type.String({ maxLength: 100 }), Type.Unsafe<Side>({ type: 'string', enum: ['merged', 'survivor'] }), {
      description,
      maxProperties: 1_000,
    }),
  )

export const merge = operation('edits.merge', 'POST /commons/1/merge', {
  summary:
    'Merges a record into another one of the same kind. The survivor gets the values that it lacks and the ' +
    'entries of both, unless `values` and `parts` say which of the two counts. What refers to the merged ' +
    'record then refers to the survivor, and what people keep moves to it. The old ID still works: replies ' +
    'are those of the survivor, which `Content-Location` names. Undoing the edit separates the two again. ' +
    'Merges by members stay pending until a moderator has checked them',
  ...common,
  refusals: ['edit_denied', 'email_unverified'],
  body: Type.Object({
    ...which,
    into_id: RecordId('ID of the survivor, a record of the same kind'),
    values: Sides("Which record's value counts, `merged` or `survivor`, for each value as named in changes"),
    parts: Sides('The same for parts, by name, instead of the entries of both'),
    ...reasonFields,
    dry_run,
  }),

  handle(context) {
    const { kind, id, into_id, values, parts } = context.body
    const mergedInto = { id: into_id, ...(values && { values }), ...(parts && { parts }) }
    return edited(context, { kind, id, mergedInto } as RecordEdit)
  },
})

export const deletion = operation('edits.delete', 'POST /commons/1/delete', {
  summary:
    'Deletes a record with its seasons and episodes. Imports of a lower rank do not create it again, and ' +
    'what people keep of it is set aside. Undoing the edit brings everything back. Deletions by members stay ' +
    'pending until a moderator has checked them',
  ...common,
  refusals: ['edit_denied', 'email_unverified'],
  body: Type.Object({
    ...which,
    note: Type.String({
      minLength: 1,
      maxLength: maxNoteLength,
      pattern: '\\S',
      description: 'Reason, which everybody can read',
    }),
    source_url: reasonFields.source_url,
    dry_run,
  }),

  handle(context) {
    const { kind, id } = context.body
    return edited(context, { kind, id, isDeleted: true })
  },
})

const counted = (fields: Parameters<typeof Type.Object>[0]): TObject =>
  Type.Object({ ...fields, count: Type.Integer() })

export const dependents = operation('edits.dependents', 'GET /commons/1/dependents', {
  summary:
    'What depends on a record and is deleted with it: seasons and episodes, what refers to it, and what the ' +
    'account keeps of it. Moderators see what everybody keeps of it',
  access: 'session',
  isWide: true,
  query: Type.Object(which),
  reply: Type.Object(
    {
      seasons: Type.Integer(),
      episodes: Type.Integer(),
      references: Type.Array(counted({ kind: Type.String(), field: Type.String() })),
      kept: Type.Array(counted({ table: Type.String({ description: 'Such as `watchlist` or `rating`' }) })),
    },
    { title: 'Dependents' },
  ),

  async handle({ db, caller, query: { kind, id: asked } }) {
    const { account } = caller
    const id = await presentIdOf(db, kind, asked)
    return id === undefined
      ? undefined
      : dependentsOf(db, kind, id, mayModerate(account.role) ? 'everybody' : account.id)
  },
})

const number = Type.Optional(Type.Integer({ minimum: 0, maximum: maxId }))

export const move = operation('edits.move', 'POST /commons/1/move', {
  summary:
    'Moves an episode to another number or season, or a season with its episodes to another number or ' +
    'series. Parameters that are left out change nothing. What people keep moves with it',
  ...common,
  body: Type.Object({
    kind: Type.Unsafe<'season' | 'episode'>({ type: 'string', enum: ['season', 'episode'] }),
    id: which.id,
    series_id: Type.Optional(RecordId('ID of the series to move it to')),
    season_number: number,
    episode_number: number,
    ...reasonFields,
    dry_run,
  }),

  async handle(context) {
    const { kind, id: asked, series_id, season_number, episode_number } = context.body
    const id = (await presentIdOf(context.db, kind, asked)) ?? asked
    const present = await placeOf(context.db, kind, id)
    if (!present) refuse(new StatementError([{ record: 0, place: 'id', reason: `is no ${kind} of the catalogue` }]))
    const movedTo = {
      series_id: series_id ?? present.series_id,
      season_number: season_number ?? present.season_number,
      ...(kind === 'episode' && { episode_number: episode_number ?? present.episode_number }),
    }
    return edited(context, { kind, id, movedTo })
  },
})

const Place = Type.Object({
  series_id: Type.Integer(),
  season_number: Type.Integer(),
  episode_number: Type.Integer(),
})

const placeOf = (db: Reader, kind: 'season' | 'episode', id: number) =>
  db.one(
    Place,
    kind === 'season'
      ? sql`select series_id, season_number, 0 as episode_number from season where id = ${id}`
      : sql`select series_id, season_number, episode_number from episode where id = ${id}`,
  )
