import { type Fill, findFill, pathOf } from '#src/import/filling/fill-job.ts'
import { forgetUpload, pathForPeople, UPLOAD_DAYS } from '#src/import/filling/uploads.ts'
import { countReviews } from '#src/import/foreign/reviews.ts'
import type { VideoCounts } from '#src/import/foreign/staged-videos.ts'
import { cancelJob } from '#src/jobs/jobs.ts'
import { hasSample } from '#src/sample/removal.ts'
import { blank, buttonForm, errorSummary, type Filled, form, radios, submit } from '../../components/form.ts'
import { marked } from '../../components/marked.ts'
import { editAddress } from '../../history/edits.ts'
import { type Html, html, nothing } from '../../html.ts'
import { type Answer, type PageContext, type PageView, page, redirect } from '../../page.ts'
import { rowId } from '../../row-id.ts'
import type { Viewer } from '../../viewer.ts'
import { adminPage } from '../frame.ts'
import { address, scheduleAddress } from './addresses.ts'
import { nameOf, startFill } from './overview.ts'
import { titleLists, titlesPage } from './titles.ts'

/** How often the page of an import that is under way is loaded anew. */
const REFRESH_SECONDS = 2

type Context = PageContext<'id', string, string, Viewer>

const fillIn = ({ db, params, viewer }: Context) => {
  const id = rowId(params.id)
  return id === undefined ? undefined : findFill(db, id, viewer.id)
}

/** An import, or a look at one: how far it is, and what has come of it. */
const show = page(`GET ${address}/{id}`, {
  access: 'administrator',
  async handle(context) {
    const found = await fillIn(context)
    if (!found) return undefined
    return found.ended_at === null ? underWay(context, found) : ended(context, found, blank)
  },
})

function titled(context: Context, { input }: Fill, content: Html): PageView {
  const { fill } = context.texts
  const title = (input.is_dry_run ? fill.titleOfLook : fill.titleOfImport)(nameOf(input))
  return adminPage(context, 'fill', title, html`${content}<p><a href="${address}">${fill.back}</a></p>`)
}

function underWay(context: Context, found: Fill): PageView {
  const { texts, format } = context
  const { fill } = texts
  const { id, phase, done, total, cancelled_at, status } = found
  const said = cancelled_at !== null ? fill.stopping : (fill.phases[status === 'waiting' ? 'reading' : phase] ?? '')
  const far = total === null ? format.number(done) : fill.doneOf(format.number(done), format.number(total))
  const value = total !== null && total > 0 && html` value="${Math.min(done, total)}" max="${total}"`
  const content = html`
<div class="under-way" data-live>
<p role="status"><strong>${said}</strong> ${(total ?? done) > 0 && far}</p>
<progress${value} aria-label="${said}"></progress>
<p class="hint">${fill.leaveHint}</p>
${cancelled_at === null && buttonForm(context, `${address}/${id}/stop`, fill.stop)}
</div>`
  return { ...titled(context, found, content), refreshSeconds: REFRESH_SECONDS, scripts: ['progress.js'] }
}

async function ended(context: Context, found: Fill, filled: Filled): Promise<PageView> {
  const { fill } = context.texts
  const { status, failure, state, input } = found
  if (status === 'done' && state.summary) {
    const next = await (input.is_dry_run ? confirmation(context, found, filled) : outcome(context, found))
    const titles = await titleLists(context, found)
    return titled(context, found, html`${counts(context, found)}${next}${titles}${refusals(context, found)}`)
  }
  const why = status === 'cancelled' ? fill.stopped : (fill.failures[failure] ?? fill.failures.fault)
  const canBeRead = (await pathOf(context.config, input.place)) !== undefined
  const content = html`
<p class="${status === 'cancelled' ? 'banner' : 'error-summary'}" role="status">${why}</p>
${
  canBeRead &&
  html`<div class="actions">${buttonForm(context, `${address}/${found.id}/again`, fill.again)}
${'upload' in input.place && buttonForm(context, `${address}/${found.id}/discard`, fill.discard)}</div>`
}
${refusals(context, found)}`
  return titled(context, found, content)
}

/** How many records are new, changed and so on. */
function counts(context: Context, { state: { summary, refused } }: Fill): Html {
  const {
    texts: { fill },
    format,
  } = context
  if (!summary) return nothing
  const all = { ...summary, refused }
  const shown = (['created', 'changed', 'unchanged', 'leftOut', 'deleted', 'refused'] as const).filter(
    (name) => all[name] > 0 || name === 'created' || name === 'changed',
  )
  return html`
<p class="hint">${fill.isFormat(fill.formats[summary.format] ?? summary.format)}</p>
<dl class="facts">${shown.map(
    (name) => html`<div><dt>${fill.counts[name]}</dt><dd>${format.number(all[name])}</dd></div>`,
  )}</dl>
${summary.videos && videoCounts(context, summary.videos)}`
}

/** What has become of the video files, each of which is counted once. */
function videoCounts({ texts: { fill }, format }: Context, videos: VideoCounts): Html {
  const all = videos.found + videos.made + videos.leftOut + videos.extra
  const rows = Object.entries({ all, ...videos }) as ['all' | keyof VideoCounts, number][]
  return html`
<h2>${fill.videos.title}</h2>
<dl class="facts">${rows.map(
    ([name, count]) => html`<div><dt>${fill.videos.counts[name]}</dt><dd>${format.number(count)}</dd></div>`,
  )}</dl>`
}

async function confirmation(context: Context, found: Fill, filled: Filled): Promise<Html> {
  const { id, input, state } = found
  const { fill } = context.texts
  const asks = await hasSample(context.db)
  const { remove, keep } = fill.sampleChoices
  const choice = radios(context, filled, {
    name: 'sample',
    label: fill.sampleTitle,
    hint: fill.sample,
    options: [
      ['remove', remove],
      ['keep', keep],
    ],
  })
  return html`
${(state.summary?.leftOut ?? 0) > 0 && html`<p class="hint">${marked(fill.leftOutHint)}</p>`}
<p><strong>${fill.nothingWritten}</strong></p>
${errorSummary(context, filled)}
${form(context, `${address}/${id}/import`, html`${asks && choice}${submit(fill.doIt)}`)}
${creating(context, found)}
${'upload' in input.place && buttonForm(context, `${address}/${id}/discard`, fill.discard)}`
}

/** Looks again at the same files, with records for what has nothing but a name. */
function creating(context: Context, { id, input, state }: Fill): Html {
  const unknown = state.summary?.titles?.unknown ?? 0
  if (unknown === 0 || input.creates) return nothing
  const label = context.texts.fill.againCreating(context.format.number(unknown))
  return buttonForm(context, `${address}/${id}/again`, label, { fields: { creates: 'yes' } })
}

/** Leads to where the folder of an import gets a schedule, with the options of the import. */
const scheduling = ({ texts }: Context, { id, input: { place } }: Fill): Html =>
  'folder' in place
    ? html`<a class="button" href="${scheduleAddress(place.folder, id)}">${texts.fill.toSchedule}</a>`
    : nothing

async function outcome(context: Context, found: Fill): Promise<Html> {
  const { id, input, state } = found
  const { summary } = state
  const { fill } = context.texts
  const edit_id = summary?.edit_id ?? null
  const canBeRead = (await pathOf(context.config, input.place)) !== undefined
  const isKept = canBeRead && 'upload' in input.place
  const waits = (summary?.leftOut ?? 0) > 0 && (await countReviews(context.db)).all > 0
  return html`
${edit_id === null && html`<p>${fill.unchangedAll}</p>`}
<div class="actions">
${waits && html`<a class="button primary" href="/admin/matches">${fill.toMatches}</a>`}
${
  edit_id !== null &&
  html`<a class="button" href="${editAddress(edit_id)}">${fill.toEdit}</a>
<a class="button" href="${editAddress(edit_id)}/undo">${fill.undo}</a>`
}
${canBeRead && creating(context, found)}
${canBeRead && buttonForm(context, `${address}/${id}/again`, fill.again)}
${isKept && buttonForm(context, `${address}/${id}/discard`, fill.discard)}
${canBeRead && scheduling(context, found)}
</div>
${isKept && html`<p class="hint">${fill.keptHint(UPLOAD_DAYS)}</p>`}`
}

function refusals({ texts: { fill }, format, config }: Context, { input, state: { refusals, refused } }: Fill): Html {
  if (refusals.length === 0) return nothing
  const above = 'folder' in input.place ? `${input.place.folder}/` : ''
  const where = ({ file, line }: (typeof refusals)[number]) => {
    const path = file.startsWith(above) ? pathForPeople(config, file.slice(above.length)) : file
    return html`<span class="path"><bdi>${line === 0 ? path : fill.at(path, format.number(line))}</bdi></span>`
  }
  const why = ({ field, reason }: (typeof refusals)[number]) => {
    const said = fill.refusalReason(reason)
    return said === undefined ? html`<span lang="en">${field} ${reason}</span>` : `${field} ${said}`
  }
  return html`
<section class="part"><h2>${fill.refusedTitle}</h2><p>${fill.refusedHint}</p>
<ul class="refusals">${refusals.map((one) => html`<li>${where(one)}: ${why(one)}</li>`)}</ul>
${refused > refusals.length && html`<p>${fill.moreRefused(format.number(refused - refusals.length))}</p>`}</section>`
}

/** The films and series that an import is about. */
const titles = page(`GET ${address}/{id}/titles`, {
  access: 'administrator',
  query: ['of', 'page'],
  async handle(context) {
    const found = await fillIn(context)
    return found && titlesPage(context, found)
  },
})

/** Does what was looked at. */
const doImport = page(`POST ${address}/{id}/import`, {
  access: 'administrator',
  form: ['sample'],
  async handle(context) {
    const { db, form, texts } = context
    const found = await fillIn(context)
    if (found?.status !== 'done' || !found.input.is_dry_run) return undefined
    const wrong = async (errors: Filled['errors']): Promise<Answer> => ({
      ...(await ended(context, found, { values: form, errors })),
      http: 422,
    })
    const asks = await hasSample(db)
    const { sample } = form
    if (asks && sample !== 'remove' && sample !== 'keep') return wrong({ sample: texts.fill.sampleWrong })
    const input = {
      ...found.input,
      sample: asks && sample === 'remove' ? 'remove' : 'keep',
      is_dry_run: false,
    } as const
    const begun = await startFill(context, input)
    return typeof begun === 'string' ? wrong({ sample: begun }) : begun
  },
})

/** Looks again at the same files. */
const again = page(`POST ${address}/{id}/again`, {
  access: 'administrator',
  form: ['creates'],
  async handle(context) {
    const found = await fillIn(context)
    if (!found || found.ended_at === null) return undefined
    const creates = found.input.creates || context.form.creates !== ''
    const begun = await startFill(context, { ...found.input, creates, is_dry_run: true })
    if (typeof begun !== 'string') return begun
    return { ...(await ended(context, found, { values: {}, errors: {} })), http: 429 }
  },
})

const discard = page(`POST ${address}/{id}/discard`, {
  access: 'administrator',
  async handle(context) {
    const found = await fillIn(context)
    if (!found || found.ended_at === null || !('upload' in found.input.place)) return undefined
    await forgetUpload(context.config, found.input.place.upload)
    return redirect(address, 'fill.discarded')
  },
})

const stop = page(`POST ${address}/{id}/stop`, {
  access: 'administrator',
  async handle(context) {
    const found = await fillIn(context)
    if (!found) return undefined
    await context.write(cancelJob, found.id)
    return redirect(`${address}/${found.id}`, 'fill.stopping')
  },
})

export const importPages = [show, titles, doImport, again, discard, stop]
