import type { StatementError } from '#src/catalogue/statements/check.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { maxAddressLength } from '#src/contract/web-address.ts'
import { type ChangeSort, rules, standingOf } from '#src/contributions/trust.ts'
import { maxNoteLength } from '#src/groups/edits/shapes.ts'
import { errorSummary, type Filled, form, textArea, textField } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { smallHead } from '../components/small-head.ts'
import { openedRecord } from '../edit/draw.ts'
import { sendAgain } from '../edit/draw-form.ts'
import { reasonFaults, refusalWords } from '../edit/refusal.ts'
import { type Html, html, nothing } from '../html.ts'
import type { Answer, PageContext, PageView } from '../page.ts'
import type { Pictured } from '../records/gallery.ts'

/** A page on which something is done to a record as a whole. */
export type Doing = {
  found: Pictured
  title: string
  /** The address of the page, to which its form is sent. */
  action: string
  /** What the form asks, or says beforehand. */
  content: Html
  button: string
  /** What it is to the rules of trust, for those whose edits wait. */
  sort: ChangeSort
  /** Whether a reason has to be given. */
  needsReason?: true
}

/** Whether it takes effect only after somebody has looked at it. */
const willWait = async ({ db, viewer, config }: PageContext, { sort }: Doing): Promise<boolean> =>
  viewer !== undefined &&
  rules[sort][await standingOf(db, { account_id: viewer.id, role: viewer.role }, config.editsOfNewMembers)] === 'waits'

type More = { message?: Html; http?: number }

/** The page with its form. */
export async function show(context: PageContext, doing: Doing, filled: Filled, more: More = {}): Promise<PageView> {
  const { found, title, action, content, button, needsReason } = doing
  const { edit, mergeAndDelete } = context.texts
  const { message = nothing, http } = more
  const note = needsReason
    ? { label: mergeAndDelete.reason, hint: mergeAndDelete.reasonHint, isRequired: true }
    : { label: edit.note, hint: edit.noteHint }
  return {
    title,
    isPrivate: true,
    ...(http !== undefined && { http }),
    main: html`
${smallHead(context, found, title)}
${message}
${errorSummary(context, filled)}
${form(
  context,
  action,
  html`${openedRecord(found.id)}${content}
${textArea(context, filled, { name: 'note', rows: 2, maxLength: maxNoteLength, ...note })}
${textField(context, filled, {
  name: 'source_url',
  type: 'url',
  label: edit.source,
  hint: edit.sourceHint,
  maxLength: maxAddressLength,
})}
${(await willWait(context, doing)) && html`<p class="hint">${mergeAndDelete.willWait}</p>`}
<p class="actions"><button class="button ${doing.sort === 'deletion' ? 'danger' : 'primary'}">${button}</button>
<a class="button" href="${found.address}">${mergeAndDelete.cancel}</a></p>`,
)}`,
  }
}

/** What was sent, by the name of the field. */
export const sentIn = ({ sent }: PageContext): Record<string, string> => Object.fromEntries(sent)

/**
 * Does what a form asks, after looking whether it comes from this session and whether its sender may edit. What the
 * operation refuses is shown above the form.
 */
export async function carryOut(
  context: PageContext,
  doing: Doing,
  work: () => Promise<Answer>,
  since?: Html,
): Promise<Answer> {
  const { viewer, isStale, texts } = context
  const { edit, mergeAndDelete } = texts
  const values = sentIn(context)
  if (isStale || !viewer) {
    const { message, http } = sendAgain(context)
    return show(context, doing, { values, errors: {} }, { message, http })
  }
  const message = await refusalWords(context)
  if (message) return show(context, doing, { values, errors: {} }, { message, http: 403 })
  // Who wrote this meant another record, or the same one elsewhere.
  if (since) return show(context, doing, { values, errors: {} }, { message: since, http: 409 })
  const errors = {
    ...reasonFaults(context, values),
    ...(doing.needsReason && (values.note ?? '').trim() === '' && { note: mergeAndDelete.reasonMissing }),
    ...Object.fromEntries([...context.unstorable].map((name) => [name, edit.unstorable])),
  }
  if (Object.keys(errors).length > 0) return show(context, doing, { values, errors }, { http: 422 })
  try {
    return await work()
  } catch (error) {
    const said = error instanceof ApiError ? saidBy(context, error) : undefined
    if (!said) throw error
    return show(
      context,
      doing,
      { values, errors: {} },
      { message: emptyState(mergeAndDelete.refused, said), http: 422 },
    )
  }
}

/** Why an operation refuses something, in words; undefined for what is no matter of the form. */
function saidBy({ texts: { mergeAndDelete } }: PageContext, { status, more }: ApiError): string | undefined {
  if (status === 'edit_denied') return mergeAndDelete.denied
  if (status === 'too_many_requests') return mergeAndDelete.tooMany
  const [fault] = ((more as { faults?: StatementError['faults'] } | undefined)?.faults ??
    []) as StatementError['faults']
  if (status !== 'invalid_parameters') return undefined
  if (fault?.reason.startsWith('belongs to')) return mergeAndDelete.taken
  if (fault?.reason.startsWith('refers to')) return mergeAndDelete.noPlace
  return fault?.reason.includes('more than') ? mergeAndDelete.tooLarge : mergeAndDelete.notPossible
}

/** The note and the source of a form, as operations take them. */
export const reasonsIn = ({ note = '', source_url = '' }: Readonly<Record<string, string>>) => ({
  note: note.trim(),
  source_url: source_url.trim(),
})
