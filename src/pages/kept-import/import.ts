import { findJob, type Job } from '#src/jobs/jobs.ts'
import {
  countEffects,
  countOutcomes,
  countStatuses,
  countSuggestions,
  type EntryCount,
} from '#src/kept-import/counts.ts'
import { findImport, type KeptImport } from '#src/kept-import/imports.ts'
import { peopleAsked } from '#src/kept-import/people-asked.ts'
import { blank, buttonForm, checkbox, form, radios, submit } from '../components/form.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page } from '../page.ts'
import { rowId } from '../row-id.ts'
import { settingsPage } from '../settings/frame.ts'
import type { Viewer } from '../viewer.ts'
import { entriesList, filterIn, type filterNames, type Tab } from './entries.ts'
import { notFoundList } from './not-found.ts'

type Context = PageContext<'id', 'show' | 'page', string, Viewer>

export const addressOf = ({ id }: Pick<KeptImport, 'id'>) => `/settings/import/${id}`

/** The import that an address names, if it is one of the person’s own. */
export const importIn = ({ db, params, viewer }: Pick<Context, 'db' | 'params' | 'viewer'>) => {
  const id = rowId(params.id)
  return id === undefined ? undefined : findImport(db, id, viewer.id)
}

/** One import: how far it is, what was found, or what was written. */
export const showImport = page('GET /settings/import/{id}', {
  access: 'account',
  query: ['show', 'page'],
  async handle(context) {
    const found = await importIn(context)
    if (!found) return undefined
    const job = found.job_id === null ? undefined : await findJob(context.db, found.job_id, context.viewer.id)
    if (job && job.ended_at === null) return underWay(context, found, job)
    if (found.stage === 'failed' && peopleAsked(found.failure).length > 0) return whose(context, found)
    return found.stage === 'ready' ? review(context, found) : result(context, found)
  },
})

/** Who counts in a file about several people. */
function whose(context: Context, found: KeptImport): PageView {
  const { keptImport } = context.texts
  const people = peopleAsked(found.failure)
  const choice = radios(
    context,
    { values: { person: people[0] ?? '' }, errors: {} },
    {
      name: 'person',
      label: keptImport.whose,
      hint: keptImport.whoseHint,
      options: people.map((person) => [person, person]),
    },
  )
  const address = addressOf(found)
  const content = html`
${form(context, `${address}/person`, html`${choice}${submit(keptImport.readOf)}`)}
<div class="actions">${buttonForm(context, `${address}/delete`, keptImport.discard)}</div>`
  return titled(context, { ...found, failure: '' }, content)
}

const titled = (context: Context, found: KeptImport, content: Html): PageView => {
  const { texts, format } = context
  const { keptImport } = texts
  const heading = `${found.file || keptImport.file} · ${format.time(found.created_at)}`
  const isFault = found.failure !== 'cancelled'
  const why = found.failure === '' ? '' : failureOf(context, found.failure)
  const failure = isFault && found.stage === 'failed' ? `${keptImport.notRead} ${why}` : why
  const note = why && html`<p class="${isFault ? 'error-summary' : 'banner'}" role="status">${failure}</p>`
  const back = html`<p class="actions"><a href="/settings/import">${keptImport.allImports}</a></p>`
  return settingsPage(context, 'import', html`${note}${content}${back}`, heading)
}

/** Why a job has failed: a word for which there is a sentence, and what the file begins with where that says more. */
function failureOf({ texts: { keptImport } }: Context, failure: string): string {
  const [, word = failure, beginning = ''] = /^(\w+) (.*)$/s.exec(failure) ?? []
  const sentences = { ...keptImport.reasons, ...keptImport.failures }
  const sentence = sentences[word as 'fault'] ?? keptImport.failures.fault
  return beginning === '' ? sentence : `${sentence} ${keptImport.beginsWith(beginning)}`
}

/** How often a page about a job that is under way is loaded anew. */
const REFRESH_SECONDS = 2

/** How far a job is. */
function underWay(context: Context, found: KeptImport, { phase, done, total, cancelled_at }: Job): PageView {
  const { texts, format } = context
  const words = texts.keptImport
  const phases: Record<string, string> = words.phases
  const said = cancelled_at === null ? (phases[phase] ?? '') : words.cancelling
  const far = total === null ? format.number(done) : words.doneOf(format.number(done), format.number(total))
  const value = total !== null && total > 0 && html` value="${done}" max="${total}"`
  const content = html`
<div class="under-way" data-live>
<p role="status"><strong>${said}</strong> ${(total ?? done) > 0 && far}</p>
<progress${value} aria-label="${said}"></progress>
<p class="hint">${words.leaveHint}</p>
${cancelled_at === null && buttonForm(context, `${addressOf(found)}/cancel`, words.cancel)}
</div>`
  return { ...titled(context, found, content), refreshSeconds: REFRESH_SECONDS, scripts: ['progress.js'] }
}

const sumOf = (counts: readonly EntryCount[], names: readonly string[]) =>
  counts.filter(({ name }) => names.includes(name)).reduce((sum, { count }) => sum + count, 0)

const tabsOf = (names: readonly (keyof typeof filterNames)[], counts: readonly EntryCount[]): Tab[] =>
  names.map((name) => ({ name, count: sumOf(counts, [name]) })).filter(({ count }) => count > 0)

/** The entries of the choice that an address names; what was not found, by title. */
async function chosenList(context: Context, found: KeptImport, tabs: readonly Tab[]): Promise<Html> {
  const chosen = filterIn(context.query.show, tabs)
  return entriesList(
    context,
    found,
    tabs,
    chosen,
    chosen === 'unmatched' ? await notFoundList(context, found) : undefined,
  )
}

/** What was found in the file, before anything is written. */
async function review(context: Context, found: KeptImport): Promise<PageView> {
  const { db, texts, format } = context
  const words = texts.keptImport
  const [statuses, effects, suggestions] = await Promise.all([
    countStatuses(db, found.id),
    countEffects(db, found.id),
    countSuggestions(db, found.id),
  ])
  const tabs = tabsOf(['uncertain', 'unmatched', 'matched', 'skipped', 'refused'], statuses)
  const writes = sumOf(effects, ['new', 'changed'])
  const { likely, unlikely } = suggestions
  const { above, button } = writing(context, found, effects, (writes) => words.write(format.number(writes), writes))
  const address = addressOf(found)
  const content = html`
<p>${writes > 0 ? words.reviewLead : words.nothingToWrite}</p>
${effectsTable(context, effects, ['new', 'changed', 'same', 'repeated', 'gone'])}
${above}
<div class="actions">
${button}
${likely > 0 && buttonForm(context, `${address}/accept`, words.acceptLikely(format.number(likely), likely))}
${buttonForm(context, `${address}/delete`, words.discard)}
</div>
${unlikely > 0 && html`<p class="hint import-hint">${words.unlikely(format.number(unlikely), unlikely)}</p>`}
${await chosenList(context, found, tabs)}`
  return titled(context, found, content)
}

/** What was written, and what undoing has given back. */
async function result(context: Context, found: KeptImport): Promise<PageView> {
  const { db, texts } = context
  const words = texts.keptImport
  const [statuses, outcomes] = await Promise.all([countStatuses(db, found.id), countOutcomes(db, found.id)])
  const done = ['undone', 'kept', 'new', 'changed', 'same', 'repeated', 'full', 'gone'] as const
  const left = ['uncertain', 'unmatched', 'skipped', 'refused'] as const
  const address = addressOf(found)
  const isWritten = found.stage === 'written'
  const open = isWritten ? await countEffects(db, found.id) : []
  const count = open.reduce((sum, { count }) => sum + count, 0)
  const waiting = count > 0 ? [{ name: 'waiting' as const, count }] : []
  const tabs = [...tabsOf(done, outcomes), ...waiting, ...tabsOf(left, statuses)]
  const { above, button } = writing(context, found, open, () => words.goOn)
  const content = html`
${outcomes.length > 0 && html`<p>${found.stage === 'undone' ? words.undoneLead : words.writtenLead}</p>`}
${effectsTable(context, outcomes, done)}
${sumOf(outcomes, ['kept']) > 0 && html`<p>${words.keptHint}</p>`}
${above}
<div class="actions">
${button}
${
  isWritten &&
  sumOf(outcomes, ['new', 'changed']) > 0 &&
  buttonForm(context, `${address}/undo`, words.undo, { className: 'button danger' })
}
${buttonForm(context, `${address}/delete`, words.forget)}
</div>
${isWritten && html`<p class="hint import-hint">${words.forgetHint}</p>`}
${await chosenList(context, found, tabs)}`
  return titled(context, found, content)
}

/**
 * What writes what is matched: a button beside others, and what stands above it. Reviews, which everybody can read, are
 * published only if somebody says so.
 */
function writing(
  context: Context,
  found: KeptImport,
  effects: readonly EntryCount[],
  labelOf: (writes: number) => string,
): { above?: Html; button?: Html } {
  const { texts, format, viewer } = context
  const words = texts.keptImport
  const ofReviews = effects.filter(({ what }) => what === 'review')
  const reviews = sumOf(ofReviews, ['new', 'changed'])
  const others = sumOf(effects, ['new', 'changed']) - reviews
  const address = `${addressOf(found)}/write`
  const className = 'button primary'
  const plain = others > 0 ? { button: buttonForm(context, address, labelOf(others), { className }) } : {}
  const hint = (text: string) => html`<p class="hint import-hint">${text}</p>`
  if (reviews === 0) return plain
  if (viewer.email_verified_at === null) return { ...plain, above: hint(words.reviewsUnverified) }
  if (others === 0) {
    const label = words.publish(format.number(reviews), reviews)
    const button = buttonForm(context, address, label, { className, fields: { reviews: 'on' } })
    return { button, above: hint(words.reviewsHint) }
  }
  const label = words.alsoPublish(format.number(reviews), reviews)
  const content = html`${checkbox(context, blank, { name: 'reviews', label, hint: words.reviewsHint })}
<p class="actions"><button class="${className}">${labelOf(others)}</button></p>`
  return { above: form(context, address, content) }
}

/** How much of what is new, changed and so on. */
function effectsTable(
  { texts: { keptImport }, format }: Context,
  counts: readonly EntryCount[],
  names: readonly (keyof typeof keptImport.effects)[],
): Html | false {
  const whats = (['rating', 'watchlist', 'favourite', 'listed', 'watched', 'review'] as const).filter((what) =>
    counts.some((count) => count.what === what && names.includes(count.name as 'new')),
  )
  const shown = names.filter((name) => counts.some((count) => count.name === name))
  if (whats.length === 0) return false
  const countOf = (what: string, name: string) =>
    counts.find((count) => count.what === what && count.name === name)?.count ?? 0
  return html`
<div class="wide-table" tabindex="0" role="region" aria-label="${keptImport.amounts}">
<table class="amounts"><thead><tr><td></td>${shown.map(
    (name) => html`<th scope="col">${keptImport.effects[name]}</th>`,
  )}</tr></thead>
<tbody>${whats.map(
    (what) =>
      html`<tr><th scope="row">${keptImport.whats[what]}</th>${shown.map(
        (name) => html`<td>${format.number(countOf(what, name))}</td>`,
      )}</tr>`,
  )}</tbody></table></div>`
}
