import type { PartName } from '#src/catalogue/kinds.ts'
import { errorSummary } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { smallHead } from '../components/small-head.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext, PageView } from '../page.ts'
import type { Comparison } from '../record-form/compare.ts'
import { nameOfField } from '../record-form/fields.ts'
import { cellName, type Typed } from '../record-form/typed.ts'
import { wholeLinks } from '../records/merge-and-delete-links.ts'
import { draftOffer, draftsOf, recordForm } from './draw.ts'
import type { Edited } from './edited-record.ts'
import type { Loaded } from './load.ts'
import { type Asked, asksNothing } from './names-to-records.ts'
import { lockNotice } from './refusal.ts'
import { digestOfChanges, isIdle, summaryOf } from './summary.ts'

/** A form as it is shown. */
export type Shown = {
  loaded: Loaded
  typed: Typed
  sent?: ReadonlyMap<string, string>
  errors?: Readonly<Record<string, string>>
  open?: ReadonlySet<string>
  asked?: Asked
  /** What it changes, if somebody wants to know. */
  comparison?: Comparison
  /** What has to be said above everything else. */
  message?: Html
  http?: number
  /** It is opened anew, and nothing was sent. */
  isOpened?: boolean
  /** What it changes is locked, as the message says: it cannot be saved as it is. */
  isLocked?: boolean
}

export function drawForm(context: PageContext, edited: Edited, shown: Shown): PageView {
  const {
    loaded,
    typed,
    sent,
    errors = {},
    open = new Set(),
    asked = asksNothing,
    comparison,
    message,
    http,
    isLocked,
  } = shown
  const what = edited.id === 0 ? edited.action : `${edited.kind} ${edited.id}`
  const { edit } = context.texts
  const title = edited.id === 0 ? edit.addKind[edited.kind] : edit.editOf(edited.name)
  // A new record has no looks yet: its form tells where it will belong.
  const head = smallHead(context, edited, title)
  const isWrong = isLocked || Object.keys(errors).length > 0 || (comparison?.conflicts.length ?? 0) > 0
  const seen = comparison && !isIdle(edited, comparison) && !isWrong ? digestOfChanges(comparison) : ''
  const filled = { values: { ...valuesOf(typed), ...besides(sent) }, errors }
  return {
    title,
    isPrivate: true,
    scripts: ['edit.js', 'rows.js'],
    ...(http && { http }),
    main: html`
${head}
${loaded.stored.record.id !== 0 && html`<p class="actions">${wholeLinks(context, edited)}</p>`}
${draftOffer(context)}
${message}
${!isLocked && lockNotice(context, loaded.locks)}
${errorSummary(context, filled, (name) => nameOfField(context, loaded.stored, name))}
${recordForm(context, {
  ...loaded,
  id: edited.id,
  typed,
  action: edited.action,
  drafts: draftsOf(context, what, !shown.isOpened),
  filled,
  asked,
  open,
  seen,
  summary: comparison ? summaryOf(context, loaded.stored, comparison, seen) : nothing,
  pictures: loaded.stored.record.id === 0 ? undefined : `${edited.address}/images`,
})}`,
  }
}

const namesBesides = ['note', 'source_url', 'language', 'paste.external_ids', 'paste.videos'] as const

/** What stands in the form besides the record. */
const besides = (sent: ReadonlyMap<string, string> = new Map()) =>
  Object.fromEntries(namesBesides.map((name) => [name, sent.get(name) ?? '']))

function valuesOf(typed: Typed): Record<string, string> {
  const values: Record<string, string> = Object.fromEntries(typed.fields)
  for (const [part, rows] of typed.rows)
    for (const [index, { cells }] of rows.entries())
      for (const [column, text] of Object.entries(cells)) values[cellName(part, index, column)] = text
  return values
}

/** Fields whose text could not be stored as it was sent, with the names that they have now. */
export function unstorableFaults({ unstorable, texts: { edit } }: PageContext, { rows }: Typed) {
  const sentAt = new Map(
    [...rows].flatMap(([part, listed]) =>
      listed.map((row, index): [string, number] => [`${part}.${row.sentAt}`, index]),
    ),
  )
  const names = [...unstorable].flatMap((name) => {
    const [sort = '', part = '', number, column = ''] = name.split('.')
    if (sort !== 'p') return /^[vten]\.|^paste\.|^(note|source_url|language|pasted)$/.test(name) ? name : []
    const index = sentAt.get(`${part}.${number}`)
    return index === undefined || column.startsWith('@') ? [] : cellName(part as PartName, index, column)
  })
  return Object.fromEntries(names.map((name) => [name, edit.unstorable]))
}

/** Says that a form has to be sent again, from this session. */
export function sendAgain({ viewer, texts: { edit } }: PageContext) {
  const open = new Set(['facts'])
  if (viewer) return { message: emptyState(edit.sentAnew, edit.sentAnewText), open, http: 409 }
  const toSignIn = html`<p><a class="button primary" href="/login" target="_blank">${edit.signInTab}</a></p>`
  return { message: emptyState(edit.signInAgain, edit.signInAgainText, toSignIn), open, http: 401 }
}
