import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { ChangeInHistory } from '#src/catalogue/edits/history.ts'
import { maxEditsCounted } from '#src/catalogue/edits/undo/undo.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxNoteLength } from '#src/groups/edits/shapes.ts'
import { undo } from '#src/groups/edits/undo.ts'
import { form, textField } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { secondsToWait } from '../components/wait-page.ts'
import { labelOfChange } from '../history/change.ts'
import { changesByRecord, editAddress } from '../history/edits.ts'
import { type Known, knownIn } from '../history/records.ts'
import { type Html, html, nothing } from '../html.ts'
import { type Answer, type PageContext, type PageView, redirect } from '../page.ts'

type Outcome = Static<(typeof undo)['reply']>
type Left = Outcome['left'][number]
type Change = Outcome['changes'][number]

/** What a page undoes: the body of the operation, and how the page is called. */
export type Undoing = {
  title: string
  body: Readonly<Record<string, unknown>>
  /** Where the form is sent. */
  action: string
  /** What it sends beside the note. */
  fields: Readonly<Record<string, string>>
  /** Where one came from. */
  back: Html
  /** What of it is undone, if that is not all. */
  about?: string
}

/** Asks the operation, and gives the page that says why not where it refuses. */
async function asked(context: PageContext, { title, body }: Undoing, more: object) {
  try {
    return { outcome: await context.ask(undo, { body: { ...body, ...more } }) }
  } catch (error) {
    const words = error instanceof ApiError ? refusalOf(context, error) : undefined
    if (!words) throw error
    const seconds = secondsToWait(error)
    const main = html`<h1>${title}</h1>${emptyState(words[0], words[1])}`
    const later =
      seconds === undefined ? { http: 403 } : { http: 429, ...(seconds > 0 && { retryAfterSeconds: seconds }) }
    return { refused: { title, isPrivate: true, main, ...later } satisfies PageView }
  }
}

function refusalOf(
  { texts: { undo, edit, mergeAndDelete } }: PageContext,
  { status, retryAfterSeconds }: ApiError,
): readonly [string, string] | undefined {
  if (status === 'edit_denied') return [undo.denied, undo.deniedText]
  if (status === 'email_unverified') return [edit.unverified, edit.unverifiedText]
  if (status === 'account_disabled') return [edit.suspended, edit.suspendedText]
  if (status !== 'too_many_requests') return undefined
  // An hour is over at a known time, a job is not.
  return [undo.tooMany, retryAfterSeconds === undefined ? undo.tooManyText : mergeAndDelete.tooMany]
}

/** What would happen: whoever confirms it has seen exactly this. */
const digestOf = ({
  change_count,
  number_count,
  edit_count,
  changes,
  left,
  list_count,
  rating_count,
}: Outcome): string =>
  createHash('sha256')
    .update(JSON.stringify([change_count, number_count, edit_count, changes, left, list_count, rating_count]))
    .digest('hex')
    .slice(0, 16)

/** Shows what undoing would do. */
export async function previewUndo(context: PageContext, undoing: Undoing, message: Html = nothing): Promise<Answer> {
  const { outcome, refused } = await asked(context, undoing, { dry_run: true })
  if (refused) return refused
  return outcome && view(context, undoing, outcome, message)
}

/** Undoes what was shown; what has become different meanwhile is shown first. */
export async function carryOut(
  context: PageContext,
  undoing: Undoing,
  { note, seen }: { note: string; seen: string },
): Promise<Answer> {
  const planned = await asked(context, undoing, { dry_run: true })
  if (planned.refused) return planned.refused
  if (!planned.outcome) return undefined
  if (digestOf(planned.outcome) !== seen) {
    const message = html`<p class="notice" role="status">${context.texts.undo.changedSince}</p>`
    return view(context, undoing, planned.outcome, message)
  }
  if (note.trim() === '' && hasKept(planned.outcome)) {
    const { noteNeeded } = context.texts.undo
    return { ...(await view(context, undoing, planned.outcome, nothing, { note: noteNeeded })), http: 422 }
  }
  const { outcome, refused } = await asked(context, undoing, {
    note: note.trim().slice(0, maxNoteLength).toWellFormed(),
  })
  if (refused) return refused
  if (!outcome) return undefined
  if (outcome.job_id !== null) return redirect(`/undo/${outcome.job_id}`)
  if (outcome.waits) return redirect('/queue', 'undo.waits')
  if (outcome.edit_id === null) return redirect('/edits', 'undo.nothing')
  return redirect(editAddress(outcome.edit_id), 'undo.done')
}

const hasKept = ({ list_count, rating_count }: Outcome): boolean => list_count + rating_count > 0

/** What happens to lists and ratings, in numbers: what they are is their owner's. */
function keptLines({ texts: { undo }, format }: PageContext, { body }: Undoing, outcome: Outcome): Html {
  if (!hasKept(outcome)) return nothing
  const { list_count, rating_count } = outcome
  const lists = undo.lists(list_count, format.number(list_count))
  const ratings = undo.ratings(rating_count, format.number(rating_count))
  const [saysLists, saysRatings] =
    body.edit_id === undefined ? [undo.listsHidden, undo.ratingsAside] : [undo.listsShown, undo.ratingsBack]
  return html`
<ul>${list_count > 0 && html`<li>${saysLists(lists)}</li>`}${
    rating_count > 0 && html`<li>${saysRatings(ratings)}</li>`
  }</ul>
<p>${undo.ownerIsTold}</p>`
}

async function view(
  context: PageContext,
  undoing: Undoing,
  outcome: Outcome,
  message: Html,
  errors: Readonly<Record<string, string>> = {},
): Promise<PageView> {
  const { texts, format } = context
  const { undo } = texts
  const { title, back, about, action, fields } = undoing
  const { changes, left, edit_count, number_count } = outcome
  const known = await knownIn(context, [...changes.map(asLogged), ...left.map(leftAsLogged)])
  const isEmpty = changes.length === 0 && number_count === 0 && edit_count === null && !hasKept(outcome)
  const limited = edit_count !== null && edit_count > maxEditsCounted
  const edits = edit_count === null ? '' : format.number(limited ? maxEditsCounted : edit_count)
  const confirm = form(
    context,
    action,
    html`
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="seen" value="${digestOf(outcome)}">
${textField(
  context,
  { values: {}, errors },
  { name: 'note', label: undo.note, hint: texts.edit.noteHint, maxLength: maxNoteLength },
)}
<p class="actions"><button class="button danger" name="act" value="undo">${undo.doIt}</button></p>`,
  )
  return {
    title,
    isPrivate: true,
    main: html`
${back}
<h1>${title}</h1>
${about !== undefined && html`<p>${about}</p>`}
${message}
${
  isEmpty
    ? emptyState(undo.nothing, undo.nothingText)
    : html`${message === nothing && html`<p>${undo.lead}</p>`}
${outcome.waits && html`<p class="note">${undo.waits}</p>`}
${edit_count !== null && html`<p>${undo.many(limited ? undo.atLeast(edits) : edits)}</p>`}
${number_count > 0 && html`<p>${undo.numbers(format.number(number_count))}</p>`}
${keptLines(context, undoing, outcome)}
${confirm}
${
  changes.length > 0 &&
  html`<section class="part history"><h2>${undo.happens}</h2>
${changesByRecord(context, known, changes.map(asLogged))}</section>`
}`
}
${leftSection(context, known, left)}`,
  }
}

/** A change of a reply as the log has it. */
const asLogged = ({ kind, id, field, original_source, ...change }: Change): ChangeInHistory => ({
  ...change,
  ...{ seq: 0, edit_id: 0, entity_id: id, key: field, original_source },
  kind: kind as RecordKind,
  action: change.action,
})

const leftAsLogged = ({ kind, id, place }: Left): ChangeInHistory => ({
  ...{ seq: 0, edit_id: 0, kind: kind as RecordKind, entity_id: id, key: '', place, action: 'updated' },
  ...{ iso_639_1: '', iso_3166_1: '', original_value: null, value: null, same_value: false, original_source: null },
})

/** Values that stay, each with its reason, and how many more there are. */
export function leftSection(context: PageContext, known: Known, left: readonly Left[], count = left.length): Html {
  const { undo } = context.texts
  if (left.length === 0) return nothing
  return html`
<section class="part"><h2>${undo.stays}</h2><p>${undo.staysHint}</p>
<ul class="record-rows">${left.map((value) => {
    const { kind, id, place, edit_id } = value
    const { name, address } = known.records.get(`${kind} ${id}`) ?? { name: `${kind} ${id}`, address: undefined }
    const what = place === '' ? undo.wholeRecord : labelOfChange(context, leftAsLogged(value))
    return html`<li>${address ? html`<a href="${address}">${name}</a>` : name}: ${what}.
<span class="note">${undo.reasons[value.reason as keyof typeof undo.reasons]}${
      edit_id !== null && html` <a href="${editAddress(edit_id)}">${undo.by(edit_id)}</a>`
    }</span></li>`
  })}</ul>
${count > left.length && html`<p>${undo.moreStay(context.format.number(count - left.length))}</p>`}</section>`
}

/** Looks up the names of values that stay. */
export const knownOfLeft = (context: PageContext, left: readonly Left[]): Promise<Known> =>
  knownIn(context, left.map(leftAsLogged))
