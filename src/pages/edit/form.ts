import { pendingAbout } from '#src/contributions/editing/pending.ts'
import { type Html, html, nothing } from '../html.ts'
import type { Answer, PageContext } from '../page.ts'
import { openFacts, openFirstRows, openLanguage } from '../record-form/stored.ts'
import { blankForm, isOverfull, type Typed, tagsIn, typedIn } from '../record-form/typed.ts'
import { statusPage } from '../status-page.ts'
import { addRow, changeForm } from './acts.ts'
import { drawForm, sendAgain, unstorableFaults } from './draw-form.ts'
import type { Edited, Given } from './edited-record.ts'
import { loadForm } from './load.ts'
import { refusalWords } from './refusal.ts'
import { lookOrSave } from './saving.ts'

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
  const pending = viewer && id !== 0 ? await pendingAbout(db, viewer.id, { kind, id }) : []
  if (pending.length === 0) return nothing
  return html`<p class="warning">${texts.queue.notInForm} <a href="/queue">${texts.queue.own}</a></p>`
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
