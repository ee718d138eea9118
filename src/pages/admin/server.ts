import { changeSettings } from '#src/installation/server-settings.ts'
import { sizesOf } from '#src/installation/sizes.ts'
import { sendTestMail } from '#src/installation/test-mail.ts'
import { mailFolder } from '#src/mail/transport.ts'
import { hasAnyTitle, hasSample } from '#src/sample/removal.ts'
import { type Backup, backupsFolder, lastBackups } from '#src/upkeep/backups.ts'
import { lastTaskOf, startTask, type Task, taskUnderWay, type UpkeepTask } from '#src/upkeep/upkeep-job.ts'
import { buttonForm, errorSummary, type Filled, form, submit } from '../components/form.ts'
import { marked } from '../components/marked.ts'
import { orWait } from '../components/wait-page.ts'
import { guideAddress } from '../guide/documents.ts'
import { type Html, html, nothing } from '../html.ts'
import { type Answer, type PageContext, type PageView, page, redirect } from '../page.ts'
import { addressOf } from '../records/addresses.ts'
import type { Viewer } from '../viewer.ts'
import { adminPage } from './frame.ts'
import { accessFields, faultTexts, nameFields, saidIn, serverFields, valuesNow } from './server-fields.ts'
import { sizeText } from './size-text.ts'

const address = '/admin/server'
/** How often the page is loaded anew while something is under way. */
const REFRESH_SECONDS = 2

type Context = PageContext<never, string, string, Viewer>

const show = page(`GET ${address}`, {
  access: 'administrator',
  handle: (context) => view(context, { values: valuesNow(context.config), errors: {} }),
})

const save = page(`POST ${address}`, {
  access: 'administrator',
  form: serverFields,
  async handle(context) {
    const { config, form: values, write } = context
    const faults = await write(changeSettings, saidIn(config, values))
    if (!faults) return redirect(address, 'server.saved')
    const filled = { values: { ...valuesNow(config), ...values }, errors: faultTexts(context, faults) }
    return { ...(await view(context, filled)), http: 422 }
  },
})

async function begin({ write }: Context, task: Task): Promise<Answer> {
  const begun = await write(startTask, task)
  if (begun === 'running') return redirect(address, 'server.taskRunning')
  return begun === undefined ? redirect(address, 'server.jobs') : redirect(address)
}

/** Removes the sample, or loads it where there is nothing. */
const changeSample = page(`POST ${address}/sample`, {
  access: 'administrator',
  form: ['task'],
  async handle(context) {
    const isRemoval = context.form.task !== 'load'
    const makesSense = isRemoval ? await hasSample(context.db) : !(await hasAnyTitle(context.db))
    return makesSense ? begin(context, isRemoval ? 'remove_sample' : 'load_sample') : redirect(address)
  },
})

const backUp = page(`POST ${address}/backup`, {
  access: 'administrator',
  handle: (context) => begin(context, 'backup'),
})

const mail = page(`POST ${address}/mail`, {
  access: 'administrator',
  takesLong: true,
  async handle(context) {
    const { viewer, language, site, clientAddress, config, write } = context
    const { email: recipient, username } = viewer
    if (recipient === '') return redirect(address)
    const sending = write(sendTestMail, { recipient, username, language, site, clientAddress })
    const said = await sending.catch(orWait(context, address))
    if (said === undefined) return redirect(address, config.smtp === '' ? 'server.mailWritten' : 'server.mailSent')
    if (typeof said !== 'string') return said
    return view(context, { values: valuesNow(config), errors: {} }, said)
  },
})

async function view(context: Context, filled: Filled, mailFault?: string): Promise<PageView> {
  const { db, texts, viewer } = context
  const { server, admin } = texts
  const [running, last] = await Promise.all([taskUnderWay(db), lastTaskOf(db, viewer.id)])
  const ended = !running && last?.ended_at !== null ? last : undefined
  const content = html`
<h2>${server.settingsTitle}</h2>
${errorSummary(context, filled)}
${form(context, address, html`${nameFields(context, filled)}${accessFields(context, filled)}${submit(server.save)}`)}
<h2>${server.sampleTitle}</h2>
${await sample(context, running, ended)}
<h2>${server.backupsTitle}</h2>
${await backups(context, running, ended)}
<h2>${server.mailTitle}</h2>
${mailTest(context, mailFault)}
<h2>${server.sizesTitle}</h2>
${await sizes(context)}`
  const shown = adminPage(context, 'server', admin.places.server, content)
  if (!running) return shown
  return { ...shown, refreshSeconds: REFRESH_SECONDS, scripts: [...(shown.scripts ?? []), 'progress.js'] }
}

/** That a task is under way, which the page follows. */
const underWay = (text: string): Html => html`
<div class="under-way" data-live><p role="status"><strong>${text}</strong></p>
<progress aria-label="${text}"></progress></div>`

/** Why a task has not been done: what its command has said, which is in English, or where to look. */
function failureOf({ texts: { server } }: Context, ended: UpkeepTask | undefined, of: readonly Task[]): Html {
  if (ended?.status !== 'failed' || !of.includes(ended.input.task)) return nothing
  const isKnown = ended.failure !== 'fault' && ended.failure !== 'other_version'
  return html`
<p class="error-summary" role="status">${server.taskFailed} ${
    isKnown ? html`<span lang="en">${ended.failure}</span>` : server.taskFault
  }</p>`
}

async function sample(context: Context, running: UpkeepTask | undefined, ended: UpkeepTask | undefined) {
  const { server } = context.texts
  const task = running?.input.task
  if (task === 'remove_sample') return underWay(server.removing)
  if (task === 'load_sample') return underWay(server.loading)
  const [isThere, isEmpty] = [await hasSample(context.db), !(await hasAnyTitle(context.db))]
  const ofRemoval = { fields: { task: 'remove' }, className: 'button danger' }
  const remove = html`<p>${server.sampleText}</p>
${buttonForm(context, `${address}/sample`, server.removeSample, ofRemoval)}`
  const load = html`<p>${server.emptyText}</p>
${buttonForm(context, `${address}/sample`, server.loadSample, { fields: { task: 'load' } })}`
  return html`
${failureOf(context, ended, ['remove_sample', 'load_sample'])}
${outcomeOfRemoval(context, ended)}
${isThere ? remove : isEmpty ? load : html`<p>${server.noSample}</p>`}`
}

/** How much was removed, and what stays. */
function outcomeOfRemoval({ texts: { server }, format }: Context, ended: UpkeepTask | undefined): Html {
  const { removed, kept = 0, records = [] } = ended?.state.outcome ?? {}
  if (ended?.input.task !== 'remove_sample' || removed === undefined) return nothing
  return html`
<p role="status"><strong>${server.removed(format.number(removed), format.number(kept))}</strong></p>
${
  records.length > 0 &&
  html`<p>${server.kept}</p><ul>${records.map(({ kind, id, name }) => html`<li>${linkTo(kind, id, name)}</li>`)}</ul>`
}
${kept > records.length && html`<p>${server.keptMore(format.number(kept - records.length))}</p>`}`
}

/** A record by its name; seasons and episodes have no address of their own. */
function linkTo(kind: string, id: number, name: string): Html {
  const place = kind === 'series' ? 'tv' : kind
  const isPlace = ['movie', 'tv', 'person', 'company', 'network', 'collection'].includes(place)
  return isPlace ? html`<a href="${addressOf(place as 'movie', id, name)}">${name}</a>` : html`${name}`
}

async function backups(context: Context, running: UpkeepTask | undefined, ended: UpkeepTask | undefined) {
  const { config, db, texts, format } = context
  const { server } = texts
  const known = await lastBackups(db)
  const [last] = known
  const folder = ended?.input.task === 'backup' ? ended.state.outcome?.folder : undefined
  return html`
<p><strong>${last ? server.lastBackup(format.time(last.at)) : server.noBackup}</strong></p>
${failureOf(context, ended, ['backup'])}
${folder !== undefined && html`<p role="status" class="path">${server.backedUp(folder)}</p>`}
<p>${marked(server.backupsText(backupsFolder(config)))} ${config.imageBucket !== '' && server.bucketText}
<a href="${guideAddress}/operations#backup-and-restore">${server.aboutBackups}</a></p>
${
  running?.input.task === 'backup'
    ? underWay(server.backingUp)
    : buttonForm(context, `${address}/backup`, server.backUp)
}
${known.length > 0 && backupTable(context, known)}`
}

const backupTable = ({ texts: { server }, format }: Context, known: readonly Backup[]): Html => html`
<div class="wide-table" role="region" aria-label="${server.backupsTitle}" tabindex="0">
<table>
<thead><tr>${Object.values(server.backupColumns).map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${known.map(
  ({ at, folder, pictures, bytes }) => html`
<tr><th scope="row">${format.time(at)}</th><td class="path"><bdi>${folder}</bdi></td><td>${format.number(pictures)}</td>
<td>${sizeText(format, bytes)}</td></tr>`,
)}</tbody>
</table>
</div>`

function mailTest(context: Context, fault: string | undefined): Html {
  const { texts, viewer, config } = context
  const { server } = texts
  const unsent = config.smtp === '' && html`<p class="hint">${server.mailUnsent(mailFolder(config))}</p>`
  if (viewer.email === '')
    return html`${unsent}<p>${server.mailNoAddress} <a href="/settings/email">${server.mailSetAddress}</a></p>`
  return html`
${fault !== undefined && html`<p class="error-summary" role="alert">${server.mailFailed} <q>${fault}</q></p>`}
${unsent}
<p>${server.mailTo(viewer.email)}</p>
${buttonForm(context, `${address}/mail`, server.sendMail)}`
}

async function sizes({ db, config, texts, format }: Context): Promise<Html> {
  const { server } = texts
  const found = await sizesOf(db, config)
  const rows = (['database', 'pictures', 'cache'] as const).map((name) => {
    const size = found[name]
    const text = size && sizeText(format, size.bytes)
    return [server.sizes[name], text === undefined ? server.inBucket : size?.isLeast ? server.atLeast(text) : text]
  })
  return html`
<dl class="facts">${rows.map(([name, size]) => html`<div><dt>${name}</dt><dd>${size}</dd></div>`)}</dl>`
}

export const serverPages = [show, save, changeSample, backUp, mail]
