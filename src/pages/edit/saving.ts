import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { RevisionConflict } from '#src/catalogue/edits/record-for-editing.ts'
import { kindPlaces } from '#src/catalogue/own-kinds.ts'
import { faultsOfEdit, StatementError } from '#src/catalogue/statements/check.ts'
import type { Fault } from '#src/catalogue/statements/faults.ts'
import { type Companion, saveRecords } from '#src/contributions/editing/save.ts'
import { isTouchedBy, LockedRecord } from '#src/contributions/record-locks.ts'
import { secondsToWait } from '../components/wait-page.ts'
import { type Html, html } from '../html.ts'
import { type Answer, type PageContext, redirect } from '../page.ts'
import { compare, makeDatesExact } from '../record-form/compare.ts'
import { NewRecord } from '../record-form/controls.ts'
import { titleColumn } from '../record-form/plan.ts'
import { type Stated, statedBy } from '../record-form/to-edit.ts'
import type { Typed } from '../record-form/typed.ts'
import type { Viewer } from '../viewer.ts'
import { drawForm, type Shown, unstorableFaults } from './draw-form.ts'
import type { Edited } from './edited-record.ts'
import { type Loaded, loadForm } from './load.ts'
import { settleNames } from './names-to-records.ts'
import { lockedWords, reasonFaults, tooMany } from './refusal.ts'
import { digestOfChanges, isIdle } from './summary.ts'

type Sent = {
  loaded: Loaded
  typed: Typed
  sent: ReadonlyMap<string, string>
  /** What has to be said whatever comes of it. */
  message?: Html
}
type EditorContext = PageContext & { viewer: Viewer }

/** Shows what a form changes; saves it if that is wanted and was shown before. */
export async function lookOrSave(
  context: EditorContext,
  edited: Edited,
  form: Sent,
  isSaving: boolean,
): Promise<Answer> {
  const { loaded, typed, sent, message } = form
  const { edit } = context.texts
  const { asked, waiting, asTyped } = await settleNames(context, loaded.stored, typed)
  makeDatesExact(loaded.stored, typed)
  const comparison = compare(loaded.stored, typed)
  const stated = statedBy(loaded.stored, typed, comparison)
  asTyped()
  const errors = faultsOfForm(context, edited, form, stated)
  for (const [name, text] of waiting) errors[name] = text
  const hasTexts = comparison.fields.some(({ name }) => name.startsWith('t.'))
  const open = new Set([
    'facts',
    ...comparison.rows.map(({ part }) => `p.${part.part}`),
    ...(hasTexts ? ['texts'] : []),
  ])
  const again: Shown = { loaded, typed, sent, errors, asked, comparison, open, ...(message && { message }) }
  if (Object.keys(errors).length > 0) return drawForm(context, edited, { ...again, http: 422 })
  if (comparison.conflicts.length > 0) return drawForm(context, edited, { ...again, http: 409 })
  const locks = isIdle(edited, comparison) ? [] : loaded.locks.filter((lock) => isTouchedBy(lock, stated.edit))
  if (locks.length > 0) return drawForm(context, edited, { ...again, ...lockedNow(context, { locks }) })
  if (!isSaving) return drawForm(context, edited, again)
  if (isIdle(edited, comparison)) return redirect(edited.address, 'edit.unchanged')
  if (sent.get('seen') !== digestOfChanges(comparison)) {
    const message = html`<p class="notice" role="status">${edit.changedSince}</p>`
    return drawForm(context, edited, { ...again, message })
  }
  return save(context, edited, form, stated, again)
}

async function save(
  context: EditorContext,
  edited: Edited,
  form: Sent,
  { edit, fieldOf }: Stated,
  again: Shown,
): Promise<Answer> {
  const { loaded, sent } = form
  const made = new Map<string, Companion>()
  withRecords(edit, ({ of, name }) => void made.set(`${of} ${name}`, { kind: of, name }))
  const { kind, id, numbering } = edited
  const { revision } = loaded.stored.record
  try {
    const { ids, pending } = await context.write(saveRecords, {
      note: sent.get('note') ?? '',
      source_url: (sent.get('source_url') ?? '').trim(),
      companions: [...made.values()],
      records: (idOf) => {
        const stated = withRecords(edit, ({ of, name }) => idOf(made.get(`${of} ${name}`) as Companion))
        return [{ kind, ...(id === 0 ? numbering && { numbering } : { id, revision }), ...stated }]
      },
    })
    if (pending !== undefined) return redirect('/queue', 'edit.waits')
    const [saved = id] = ids
    return id === 0 ? redirect(addressOfMade(edited, saved), 'edit.made') : redirect(edited.address, 'edit.saved')
  } catch (error) {
    const retryAfterSeconds = secondsToWait(error)
    if (retryAfterSeconds !== undefined)
      return { ...drawForm(context, edited, { ...again, ...tooMany(context, retryAfterSeconds) }), retryAfterSeconds }
    if (error instanceof StatementError)
      return drawForm(context, edited, { ...again, errors: errorsOf(context, fieldOf, error.faults), http: 422 })
    if (error instanceof LockedRecord) return drawForm(context, edited, { ...again, ...lockedNow(context, error) })
    const fresh = error instanceof RevisionConflict ? await loadForm(context, edited) : undefined
    if (!fresh) throw error
    // Somebody else was faster: what they changed is shown, or is no matter for this form.
    return lookOrSave(context, edited, { ...form, loaded: fresh }, true)
  }
}

/** What a form says of locks in its way. */
const lockedNow = (context: PageContext, found: Pick<LockedRecord, 'locks'>) =>
  ({ message: lockedWords(context, found), isLocked: true, http: 403 }) as const

/** The page of a record that was just made. That of a season or an episode follows from its numbers. */
function addressOfMade({ kind, address, numbering }: Edited, id: number): string {
  if (kind === 'season') return `${address}/season/${numbering?.season_number}`
  if (kind === 'episode') return `${address}/episode/${numbering?.episode_number}`
  return `/${kindPlaces[kind]}/${id}`
}

type Statements = Pick<RecordEdit, 'values' | 'texts' | 'parts'>

/** The statements with other values for the records that are made together with them. */
function withRecords(edit: Statements, valueFor: (made: NewRecord) => unknown): Statements {
  const replaced = (value: unknown): unknown => {
    if (value instanceof NewRecord) return valueFor(value)
    if (Array.isArray(value)) return value.map(replaced)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner)]))
  }
  return replaced(edit) as Statements
}

/** What is wrong with a form as far as that shows before it is saved, by field. */
function faultsOfForm(
  context: PageContext,
  edited: Edited,
  { typed, sent }: Sent,
  stated: Stated,
): Record<string, string> {
  const { edit } = context.texts
  const { kind, id, numbering } = edited
  const title = titleColumn(kind)
  const statement = withRecords(stated.edit, () => 1)
  const faults = faultsOfEdit({ kind, ...(id === 0 ? numbering && { numbering } : { id }), ...statement })
  return {
    ...errorsOf(context, stated.fieldOf, faults),
    ...stated.errors(context.texts),
    ...(title && !typed.fields.get(`v.${title}`)?.trim() && { [`v.${title}`]: edit.titleMissing }),
    ...reasonFaults(context, Object.fromEntries(sent)),
    ...unstorableFaults(context, typed),
  }
}

const errorsOf = (
  { texts: { edit } }: PageContext,
  fieldOf: Stated['fieldOf'],
  faults: readonly Fault[],
): Record<string, string> => Object.fromEntries(faults.map((fault) => [fieldOf(fault), edit.fault(fault.reason)]))
