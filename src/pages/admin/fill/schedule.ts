import { findFill } from '#src/import/filling/fill-job.ts'
import { findPlace, maxPathLength } from '#src/import/filling/folders.ts'
import {
  findScheduled,
  importSoon,
  intervals,
  listScheduled,
  maxScheduled,
  type ScheduledImport,
  type ScheduledOptions,
  schedule,
  unschedule,
} from '#src/import/filling/scheduled-imports.ts'
import { blank, buttonForm, errorSummary, type Filled, form, selectField, submit } from '../../components/form.ts'
import { editAddress } from '../../history/edits.ts'
import { type Html, html, nothing } from '../../html.ts'
import { type Answer, type PageContext, type PageView, page, redirect } from '../../page.ts'
import { rowId } from '../../row-id.ts'
import type { Viewer } from '../../viewer.ts'
import { adminPage } from '../frame.ts'
import { address as overview, scheduleAddress } from './addresses.ts'
import { optionControls, optionFields, optionsIn } from './options.ts'

const address = `${overview}/schedule`
type Context = PageContext<never, string, string, Viewer>

/** What a folder without a schedule gets, in hours, unless something else is chosen. */
const usual = 24

const show = page(`GET ${address}`, {
  access: 'administrator',
  query: ['path', 'fill'],
  async handle(context) {
    const { db, query, viewer } = context
    const id = rowId(query.fill)
    const fill = id === undefined ? undefined : await findFill(db, id, viewer.id)
    const isOfFill = fill && 'folder' in fill.input.place && fill.input.place.folder === query.path
    return view(context, query.path, blank, isOfFill ? fill.input : undefined)
  },
})

type Read = Omit<ScheduledOptions, 'creates'> & { creates?: boolean | undefined }

const valuesOf = ({ format, language, columns, creates }: Read, every: string): Filled['values'] => ({
  ...{ format, language, columns, every },
  ...(creates && { creates: 'on' }),
})

/** A folder that has a schedule or may have one; undefined for every other path. */
async function view(context: Context, asked: string, filled: Filled, options?: Read): Promise<PageView | undefined> {
  const { db, config, texts } = context
  const { fill } = texts
  const path = asked.slice(0, maxPathLength)
  const scheduled = await findScheduled(db, path)
  const place = await findPlace(config, path)
  if (!scheduled && place?.path !== path) return undefined
  const read = options ?? scheduled?.options ?? { format: 'auto', language: '', columns: '' }
  const values = filled === blank ? valuesOf(read, String(scheduled?.every_hours ?? usual)) : filled.values
  const content = html`
<p><a href="${overview}">${fill.back}</a></p>
<p>${fill.place}: <strong class="path"><bdi>${path}</bdi></strong></p>
<p>${fill.scheduleLead}</p>
${errorSummary(context, filled)}
${scheduled && (await state(context, scheduled))}
<section class="part">${form(
    context,
    address,
    html`<input type="hidden" name="path" value="${path}">
${selectField(
  context,
  { values, errors: filled.errors },
  {
    name: 'every',
    label: fill.every,
    options: [['0', fill.never], ...intervals.map((hours) => [String(hours), fill.intervals[hours] ?? ''] as const)],
  },
)}
${optionControls(context, { values, errors: filled.errors })}${submit(texts.admin.decide)}`,
  )}</section>`
  return adminPage(context, 'fill', fill.scheduleTitle, content)
}

/** When it is next due, and what came of the last time. */
async function state(context: Context, scheduled: ScheduledImport): Promise<Html> {
  const { texts, format } = context
  const { fill } = texts
  const { folder, summary, next_at, starts, outcome, ended_at, failure } = scheduled
  const facts: [string, Html | string][] = [
    [fill.nextTime, starts > 0 ? (fill.states.running ?? '') : format.time(next_at)],
    [fill.lastTime, ended_at === null ? fill.noTimeYet : `${format.time(ended_at)}: ${fill.outcomes[outcome] ?? ''}`],
  ]
  if (outcome === 'failed') facts.push([fill.states.failed ?? '', fill.failures[failure] ?? fill.failures.fault ?? ''])
  const counts = (['created', 'changed', 'leftOut', 'refused'] as const).map((name): [string, string] => [
    fill.counts[name],
    format.number(summary?.[name] ?? 0),
  ])
  const edit_id = summary?.edit_id ?? null
  return html`
<section class="part">
<dl class="facts">${[...facts, ...(summary ? counts : [])].map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>
<div class="actions">
${buttonForm(context, `${address}/now`, fill.importNow, { fields: { path: folder } })}
${
  edit_id === null
    ? nothing
    : html`<a class="button" href="${editAddress(edit_id)}">${fill.toEdit}</a>
<a class="button" href="${editAddress(edit_id)}/undo">${fill.undo}</a>`
}
${(summary?.leftOut ?? 0) > 0 && html`<a class="button" href="/admin/matches">${fill.toMatches}</a>`}
</div></section>`
}

const save = page(`POST ${address}`, {
  access: 'administrator',
  form: ['path', 'every', ...optionFields],
  async handle(context) {
    const { config, form: sent, write, texts } = context
    const { path } = sent
    const wrong = async (errors: Filled['errors']): Promise<Answer | undefined> => {
      const shown = await view(context, path, { values: sent, errors })
      return shown && { ...shown, http: 422 }
    }
    if (sent.every === '0') {
      await write(unschedule, path)
      return redirect(overview, 'fill.unscheduled')
    }
    const every_hours = intervals.find((hours) => String(hours) === sent.every)
    if (every_hours === undefined) return wrong({ every: texts.fill.everyWrong })
    const options = optionsIn(context, sent)
    if ('errors' in options) return wrong(options.errors)
    if ((await findPlace(config, path))?.path !== path) return undefined
    const { format, language, columns, creates = false } = options
    const isSet = await write(schedule, { folder: path, options: { format, language, columns, creates }, every_hours })
    return isSet
      ? redirect(scheduleAddress(path), 'fill.scheduled')
      : wrong({ every: texts.fill.tooMany(maxScheduled) })
  },
})

const now = page(`POST ${address}/now`, {
  access: 'administrator',
  form: ['path'],
  async handle({ form: { path }, write }) {
    return (await write(importSoon, path)) ? redirect(scheduleAddress(path), 'fill.soon') : undefined
  },
})

/** The folders that are imported on a schedule, with what came of the last time. */
export async function scheduledList(context: PageContext): Promise<Html> {
  const { db, texts, format } = context
  const { fill } = texts
  const all = await listScheduled(db)
  if (all.length === 0) return nothing
  return html`<h2>${fill.scheduleTitle}</h2><ul class="imports">${all.map(
    ({ folder, every_hours, outcome, ended_at, next_at }) => html`
<li><a class="listed-name path" href="${scheduleAddress(folder)}"><bdi>${folder}</bdi></a>
<span class="note">${fill.intervals[every_hours]} · ${fill.nextTime}: ${format.time(next_at)}${
      ended_at !== null && ` · ${fill.lastTime}: ${format.time(ended_at)}, ${fill.outcomes[outcome] ?? ''}`
    }</span></li>`,
  )}</ul>`
}

export const schedulePages = [show, save, now]
