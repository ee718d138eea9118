import { findUndoJob } from '#src/contributions/undo-job.ts'
import { cancelJob } from '#src/jobs/jobs.ts'
import { buttonForm } from '../components/form.ts'
import { editAddress } from '../history/edits.ts'
import { html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { rowId } from '../row-id.ts'
import type { Viewer } from '../viewer.ts'
import { knownOfLeft, leftSection } from './preview.ts'

/** How often the page of a job that is under way is loaded anew. */
const REFRESH_SECONDS = 2

type Context = PageContext<'job', string, string, Viewer>

const jobIn = ({ db, params, viewer }: Context) => {
  const id = rowId(params.job)
  return id === undefined ? undefined : findUndoJob(db, id, viewer.id)
}
type Job = NonNullable<Awaited<ReturnType<typeof findUndoJob>>>

/** How far an undo of many edits has come, and what has come of it. */
const show = page('GET /undo/{job}', {
  access: 'account',
  async handle(context) {
    const job = await jobIn(context)
    if (!job) return undefined
    return job.status === 'waiting' || job.status === 'running' ? underWay(context, job) : ended(context, job)
  },
})

function underWay(context: Context, { status, phase, done, total, cancelled_at }: Job) {
  const { texts, format, params } = context
  const { undo } = texts
  const isWaiting = status === 'waiting'
  const phases: Readonly<Record<string, string>> = undo.phases
  const said = cancelled_at === null ? (isWaiting ? undo.waiting : (phases[phase] ?? '')) : undo.stopping
  const far =
    total === null
      ? undo.changesDone(format.number(done))
      : undo.changesOf(format.number(Math.min(done, total)), format.number(total))
  const value = total !== null && total > 0 && html` value="${Math.min(done, total)}" max="${total}"`
  return {
    title: undo.jobTitle,
    isPrivate: true,
    refreshSeconds: REFRESH_SECONDS,
    scripts: ['progress.js'],
    main: html`
<h1>${undo.jobTitle}</h1>
<div class="under-way" data-live>
<p role="status"><strong>${said}</strong> ${!isWaiting && far}</p>
<progress${value} aria-label="${said}"></progress>
<p class="hint">${texts.keptImport.leaveHint}</p>
${cancelled_at === null && buttonForm(context, `/undo/${params.job}/stop`, undo.stop)}
</div>`,
  }
}

async function ended(context: Context, { status, edit_id, left, left_count }: Job) {
  const { undo } = context.texts
  const isDone = status === 'done'
  const title = isDone ? undo.jobDone : undo.jobEnded
  const link =
    edit_id === null ? undefined : html`<a class="button primary" href="${editAddress(edit_id)}">${undo.toEdit}</a>`
  return {
    title,
    isPrivate: true,
    main: html`
<h1>${title}</h1>
${!isDone && html`<p>${undo.jobEndedText}</p>`}
${link ? html`<p class="actions">${link}</p>` : html`<p>${undo.nothingDone}</p>`}
${leftSection(context, await knownOfLeft(context, left), left, left_count)}`,
  }
}

const stop = page('POST /undo/{job}/stop', {
  access: 'account',
  async handle(context) {
    const { write, params } = context
    if (!(await jobIn(context))) return undefined
    await write(cancelJob, Number(params.job))
    return redirect(`/undo/${params.job}`, 'undo.stopped')
  },
})

export const undoJobs = [show, stop]
