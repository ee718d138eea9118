import { isKind, type Kind } from '#src/catalogue/kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { beginFill, listFills, pathOf } from '#src/import/filling/fill-job.ts'
import { importsOfUnknown } from '#src/import/filling/imports-of-matches.ts'
import { importSoon } from '#src/import/filling/scheduled-imports.ts'
import { pathForPeople } from '#src/import/filling/uploads.ts'
import {
  type AfterReview,
  countReviews,
  decideReview,
  makeUnknownNew,
  openReviews,
  type ReviewDecision,
  type Reviewed,
  reviewsOfPage,
} from '#src/import/foreign/reviews.ts'
import { maxOpenJobsOfAccount } from '#src/jobs/jobs.ts'
import { maxQueryLength } from '#src/search/reading.ts'
import { buttonForm, form } from '../components/form.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { recordsNamed } from '../history/records.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import { address as fillAddress } from './fill/addresses.ts'
import { nameOf } from './fill/overview.ts'
import { adminPage } from './frame.ts'
import { findAddress, matchesAddress, titleOf } from './match-search.ts'
import { yearsOf } from './years.ts'

const address = matchesAddress

/** Records of imports of which it is uncertain which ones of the catalogue they are. */
export const matches = page(`GET ${address}`, {
  access: 'administrator',
  query: ['after'],
  handle: (context) => view(context, afterIn(context.query.after)),
})

async function view(context: PageContext, after: AfterReview | undefined, wrong?: Wrong): Promise<PageView> {
  const { db, texts, format } = context
  const { admin } = texts
  const [found, { all, unknown }] = await Promise.all([openReviews(db, after), countReviews(db)])
  const reviews = found.slice(0, reviewsOfPage)
  const named = reviews.flatMap(({ kind, guesses }) => guesses.map(({ id }) => ({ kind: kind as Kind, id })))
  const [records, years] = [await recordsNamed(context, named), await yearsOf(context, named)]
  const last = found.length > reviewsOfPage ? reviews.at(-1) : undefined
  const next =
    last &&
    html`<p><a class="button" rel="next" href="${address}?after=${textOfAfter(last)}">${admin.laterMatches}</a></p>`
  const content = html`
<p>${admin.matchesLead}</p>
${all > 0 && html`<p>${admin.matchesWaiting(format.number(all))}</p>`}
${unknown > 0 && buttonForm(context, `${address}/new`, admin.makeUnknownNew(format.number(unknown)))}
${reviews.length === 0 && emptyState(admin.noMatchesTitle, admin.noMatchesText, await wayOn(context))}
${reviews.map((review, at) => card(context, { review, at, records, years, wrong }))}
${next}`
  return adminPage(context, 'matches', admin.places.matches, content)
}

/** Looks at the last import again, with what was decided; where there is none, to where one is begun. */
async function wayOn({ db, config, viewer, texts, ...context }: PageContext): Promise<Html> {
  const done = (await listFills(db, viewer?.id ?? 0)).find(
    ({ input, status }) => status === 'done' && !input.is_dry_run,
  )
  if (!done || (await pathOf(config, done.input.place)) === undefined)
    return nextStep(fillAddress, texts.admin.places.fill)
  const label = texts.admin.matchesAgain(nameOf(done.input))
  return buttonForm({ ...context, texts, viewer }, `${fillAddress}/${done.id}/again`, label, {
    className: 'button primary',
  })
}

/** The form that came with an id of a record that is not there. */
type Wrong = { source_key: string; id: string }

type Records = Awaited<ReturnType<typeof recordsNamed>>
type Card = {
  review: Reviewed
  at: number
  records: Records
  years: ReadonlyMap<string, string>
  wrong: Wrong | undefined
}

function card(context: PageContext, { review, at, records, years, wrong }: Card): Html {
  const { texts, format, config } = context
  const { admin, history } = texts
  const { source_id, source_name, kind, source_key, file, guesses } = review
  const isWrong = wrong?.source_key === source_key
  const name = titleOf(review)
  const option = (value: string, label: Html | string, isChosen = false) => {
    const id = `of-${at}-${value}`
    const choice = html`<input type="radio" id="${id}" name="decision" value="${value}"${isChosen && html` checked`}>`
    return html`<div class="choice">${choice}<label for="${id}">${label}</label></div>`
  }
  const guess = ({ id, certainty }: Reviewed['guesses'][number]) => {
    const { name, address } = records.get(`${kind} ${id}`) ?? { name: `#${id}`, address: undefined }
    const shown = address ? html`<a href="${address}">${name}</a>` : name
    const year = years.get(`${kind} ${id}`) ?? ''
    const sure = admin.certainty(format.number(Math.round(certainty * 100)))
    return option(String(id), html`${shown}${year} <span class="hint">#${id} · ${sure}</span>`)
  }
  const fields = { source: source_id, kind, key: source_key }
  return html`
<section class="card match" aria-label="${name}">
<h2>${name}</h2>
<p class="hint">${history.kinds[kind as Kind]} · ${source_name} ·
<span class="path"><bdi>${pathForPeople(config, file)}</bdi></span></p>
${form(
  context,
  address,
  html`
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset class="${isWrong ? 'field field-wrong' : 'field'}">
<legend>${admin.whichRecord}</legend>
${isWrong && html`<p class="field-error" role="alert">${admin.noSuchRecord(wrong.id)}</p>`}
${guesses.map(guess)}
${option('new', admin.isNew)}
${option('none', admin.isNone)}
${option('other', admin.isOther, isWrong)}
<label class="unseen" for="id-${at}">${admin.idOfOther}</label>
<input type="text" id="id-${at}" name="id" maxlength="${maxQueryLength}" value="${isWrong ? wrong.id : ''}"
placeholder="${admin.idOfOther}">
</fieldset>
<p class="actions"><button class="button">${admin.decide}</button>
<a class="button" href="${findAddress(review, review.title)}">${admin.searchByName}<span class="unseen">:
${name}</span></a></p>`,
)}
</section>`
}

export const decideMatch = page(`POST ${address}`, {
  access: 'administrator',
  form: ['source', 'kind', 'key', 'decision', 'id'],
  async handle(context) {
    const { db, write, form } = context
    const { source: source_id, kind, key: source_key, id } = form
    // Who types a name means another record, also without saying so.
    const decision = form.decision === '' && id.trim() !== '' ? 'other' : form.decision
    if (!isKind(kind) || decision === '') return redirect(address, 'admin.nothingChosen')
    // A name is looked for on a page of its own.
    if (decision === 'other' && !isId(id) && id.trim() !== '')
      return redirect(findAddress({ source_id, kind, source_key }, id))
    const decided = await decisionIn(db, kind, decision, id)
    if (!decided) return { ...(await view(context, undefined, { source_key, id })), http: 422 }
    const isDone = await write(decideReview, { source_id, kind, source_key, decision: decided })
    return redirect(address, isDone ? 'admin.matchDecided' : 'admin.matchGone')
  },
})

const isId = (text: string) => /^\d{1,10}$/.test(text.trim())

/** What was chosen; undefined if it is a record that is not there. */
async function decisionIn(db: Reader, kind: Kind, chosen: string, other: string): Promise<ReviewDecision | undefined> {
  if (chosen === 'new' || chosen === 'none') return { is: chosen }
  const id = rowId((chosen === 'other' ? other : chosen).trim())
  if (id === undefined || id > 2_147_483_647) return undefined
  const found = await db.one(Id, sql`select id from record where kind = ${kind} and id = ${id}`)
  return found && { is: 'same', id }
}

export const makeMatchesNew = page(`POST ${address}/new`, {
  access: 'administrator',
  async handle(context) {
    const { db, config, viewer, write } = context
    // Once that is decided, nobody can tell any more which imports it concerns.
    const all = await importsOfUnknown(db, config, { account_id: viewer.id, most: maxOpenJobsOfAccount })
    if (all.inputs.length + all.folders.length === 0 && !all.hasOthers) return redirect(address, 'admin.matchGone')
    await write(makeUnknownNew, undefined)
    const begun: number[] = []
    for (const input of all.inputs) {
      const id = await write(beginFill, input)
      if (id !== undefined) begun.push(id)
    }
    for (const folder of all.folders) await write(importSoon, folder)
    const isAll = !all.hasOthers && begun.length === all.inputs.length
    const hasBegun = begun.length + all.folders.length > 0
    const notice = isAll ? 'admin.matchesImported' : hasBegun ? 'admin.matchesInPart' : 'admin.matchesDecided'
    const [only, ...others] = begun
    return redirect(only !== undefined && others.length === 0 ? `${fillAddress}/${only}` : fillAddress, notice)
  },
})

const textOfAfter = ({ noted_at, source_id, kind, source_key }: AfterReview): string =>
  Buffer.from(JSON.stringify([noted_at, source_id, kind, source_key])).toString('base64url')

/** The place in an address; undefined begins anew. */
function afterIn(text: string): AfterReview | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== 4 || !parts.every((part) => typeof part === 'string'))
      return undefined
    if (parts.some((part: string) => part.includes('\0'))) return undefined
    const [noted_at, source_id, kind, source_key] = parts as [string, string, string, string]
    return { noted_at, source_id, kind, source_key }
  } catch {
    return undefined
  }
}
