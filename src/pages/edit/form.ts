import type { Kind, PartName } from '#src/catalogue/kinds.ts'
import { waitingAbout } from '#src/contributions/editing/waiting.ts'
import { errorSummary } from '../components/form.ts'
import { emptyState } from '../components/lists.ts'
import { type Look, smallHead } from '../components/small-head.ts'
import { type Html, html, nothing } from '../html.ts'
import type { Answer, PageContext, PageView } from '../page.ts'
import type { Comparison } from '../record-form/compare.ts'
import { nameOfField } from '../record-form/fields.ts'
import { openFacts, openFirstRows, openLanguage } from '../record-form/stored.ts'
import { blankForm, cellName, isOverfull, type Typed, tagsIn, typedIn } from '../record-form/typed.ts'
import { wholeLinks } from '../records/whole-links.ts'
import { statusPage } from '../status-page.ts'
import { addRow, changeForm } from './acts.ts'
import { draftOffer, draftsOf, recordForm } from './draw.ts'
import { type Loaded, loadForm } from './load.ts'
import { lockNotice, refusalWords } from './refusal.ts'
import { lookOrSave } from './saving.ts'
import { digestOfChanges, isIdle, summaryOf } from './summary.ts'
import { type Asked, asksNothing } from './who.ts'

/** What a form is about: a record, or one that is to be made. */
export type Edited = {
  kind: Kind
  /** 0 for a record that is to be made. */
  id: number
  name: string
  address: string
  look?: Look
  /** Where the form is sent. */
  action: string
  /** Where a new season or episode belongs. */
  numbering?: Readonly<Record<string, number>>
}

/** What is known of a new record already: fields by their names, and rows of parts. */
export type Given = {
  fields?: Readonly<Record<string, string>>
  /** What is open besides: a language with its texts, such as `de-DE`, or a section, such as `p.external_ids`. */
  open?: string
  rows?: readonly { part: PartName; cells: Readonly<Record<string, string>> }[]
}

/** The form as it is opened, filled with what is stored. */
export async function openForm(context: PageContext, edited: Edited, given: Given = {}): Promise<Answer> {
  const loaded = await loadForm(context, edited)
  if (!loaded) return undefined
  const typed = blankForm()
  openFacts(loaded.stored, typed)
  for (const [name, text] of Object.entries(given.fields ?? {})) typed.fields.set(name, text)
  const { iso_639_1: language = '', iso_3166_1: country = '' } = context.viewer ?? {}
  openLanguage(loaded.stored, typed, `${language}-${country}`)
  const { open: asked = '' } = given
  openLanguage(loaded.stored, typed, asked)
  const open = new Set(['facts', tagsIn(typed).includes(asked) ? 'texts' : asked])
  openFirstRows(loaded.stored, typed, asked)
  for (const { part, cells } of given.rows ?? []) addRow(loaded.stored, typed, part, cells)
  const message = await ownPending(context, edited)
  return drawForm(context, edited, { loaded, typed, open, message, isOpened: true })
}

/** Whoever has changed the record already, and waits, does not look for that in the form. */
async function ownPending({ db, viewer, texts }: PageContext, { kind, id }: Edited): Promise<Html> {
  const waiting = viewer && id !== 0 ? await waitingAbout(db, viewer.id, { kind, id }) : []
  if (waiting.length === 0) return nothing
  return html`<p class="warning">${texts.queue.notInForm} <a href="/queue">${texts.queue.own}</a></p>`
}

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

/** What became of the record of a form since it was opened: what there is to say, and whether it is gone. */
type Since = { message?: Html; isGone?: boolean }

/** Answers a form that was sent: with another row in it, with what it changes, or by saving it. */
export async function answerForm(
  context: PageContext,
  edited: Edited,
  { message: since, isGone = false }: Since = {},
): Promise<Answer> {
  const { viewer, isStale } = context
  const loaded = await loadForm(context, isGone ? { ...edited, id: 0 } : edited)
  if (!loaded) return undefined
  const sent = new Map(context.sent)
  const typed = typedIn(loaded.stored.plan, context.sent)
  if (isOverfull(typed)) return statusPage(context, 413, 'too_large')
  openFacts(loaded.stored, typed)
  if (isStale || !viewer) return drawForm(context, edited, { loaded, typed, sent, ...sendAgain(context) })
  const refused = await refusalWords(context)
  if (refused) return drawForm(context, edited, { loaded, typed, sent, message: refused, http: 403 })
  const message = since && { message: since }
  if (isGone) return drawForm(context, edited, { loaded, typed, sent, ...message, open: withTyped(typed), http: 409 })
  const [what = 'look', ...about] = (sent.get('act') ?? 'look').split('|')
  // Who saves has to know of which record.
  if (what === 'look' || what === 'save')
    return lookOrSave({ ...context, viewer }, edited, { loaded, typed, sent, ...message }, what === 'save' && !since)
  const { errors, open } = changeForm(context, loaded.stored, typed, { what, about, sent })
  const faults = { ...unstorableFaults(context, typed), ...errors }
  const http = Object.keys(faults).length > 0 ? { http: 422 } : {}
  return drawForm(context, edited, { loaded, typed, sent, errors: faults, open, ...message, ...http })
}

/** The sections of a form in which something was typed. */
const withTyped = ({ rows }: Typed): Set<string> =>
  new Set(['facts', 'texts', ...[...rows].flatMap(([part, { length }]) => (length > 0 ? `p.${part}` : []))])

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
