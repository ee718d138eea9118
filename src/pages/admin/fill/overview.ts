import { beginFill, type FillInput, type ListedFill, listFills } from '#src/import/filling/fill-job.ts'
import {
  entriesIn,
  findPlace,
  maxEntriesShown,
  maxPathLength,
  type Place,
  rootsOf,
} from '#src/import/filling/folders.ts'
import { type Fault, forgetUpload, maxUploads, storeUpload, UPLOAD_DAYS } from '#src/import/filling/uploads.ts'
import { maxOpenJobsOfAccount } from '#src/jobs/jobs.ts'
import { blank, errorSummary, type Filled, form, submit } from '../../components/form.ts'
import { formTokenField } from '../../form-token.ts'
import { type Html, html, nothing } from '../../html.ts'
import { type Answer, type PageContext, page, redirect } from '../../page.ts'
import type { Viewer } from '../../viewer.ts'
import { adminPage } from '../frame.ts'
import { address, scheduleAddress } from './addresses.ts'
import { folderList } from './folders.ts'
import { optionControls, optionFields, optionsIn } from './options.ts'
import { scheduledList } from './schedule.ts'

type Context = PageContext<never, string, string, Viewer>

/** Starts an import, or a look at what it would do; the address of its page, or what is wrong. */
export async function startFill({ write, texts }: Context, input: FillInput): Promise<Answer | string> {
  const id = await write(beginFill, input)
  return id === undefined ? texts.fill.faults.jobs(maxOpenJobsOfAccount) : redirect(`${address}/${id}`)
}

export const nameOf = ({ place }: FillInput): string =>
  'folder' in place ? (place.folder.split('/').at(-1) ?? '') || place.folder : place.name

const overview = page(`GET ${address}`, {
  access: 'administrator',
  handle: (context) => view(context, blank),
})

/** Takes a file, and looks at what an import of it would do. */
const upload = page(`POST ${address}`, {
  access: 'administrator',
  takesFile: true,
  fileBytes: ({ importUploadBytes }) => importUploadBytes,
  form: optionFields,
  async handle(context) {
    const { config, form, now, upload } = context
    const wrong = async (errors: Filled['errors']) => ({
      ...(await view(context, { values: form, errors })),
      http: 422,
    })
    const options = optionsIn(context, form)
    if ('errors' in options) return wrong(options.errors)
    const stored = upload ? await storeUpload(config, upload, now) : 'empty'
    if (typeof stored === 'string') return wrong({ file: faultText(context, stored) })
    const begun = await startFill(context, { ...options, place: stored, sample: 'keep', is_dry_run: true })
    if (typeof begun !== 'string') return begun
    await forgetUpload(config, stored.upload)
    return wrong({ file: begun })
  },
})

function faultText({ texts: { fill }, config, format }: Context, fault: Fault): string {
  if (fault === 'empty') return fill.faults.empty
  return fault === 'too_many' ? fill.faults.too_many(maxUploads) : fill.faults.too_large(sizeOf(format, config))
}

const sizeOf = (format: Context['format'], config: Context['config']) =>
  `${format.number(Math.round(config.importUploadBytes / 2 ** 20))} MiB`

async function view(context: Context, filled: Filled) {
  const { db, viewer, config, texts } = context
  const { fill } = texts
  const roots = rootsOf(config)
  const fills = await listFills(db, viewer.id)
  const [upload, folders] = [uploadForm(context, filled), await foldersOf(context, roots)]
  const content = html`
<p>${fill.lead}</p>
${errorSummary(context, filled)}
${
  // Where there are folders, one comes for those.
  roots.length > 0 ? [folders, upload] : [upload, folders]
}
${fills.length > 0 && html`<h2>${fill.yours}</h2><ul class="imports">${fills.map((one) => line(context, one))}</ul>`}`
  return { ...adminPage(context, 'fill', texts.admin.places.fill, content), scripts: ['upload.js'] }
}

async function foldersOf(context: Context, roots: readonly string[]): Promise<Html> {
  const { fill } = context.texts
  return html`
<h2>${fill.folderTitle}</h2>
${
  roots.length === 0
    ? html`<p>${fill.noFolders}</p>`
    : html`<ul class="places-list">${roots.map((root) => html`<li>${folderLink(root, root)}</li>`)}</ul>`
}
${await scheduledList(context)}
${await folderList(context)}`
}

function uploadForm(context: Context, filled: Filled): Html {
  const { config, texts, format, formToken } = context
  const { fill, common } = texts
  const error = filled.errors.file
  return html`
<h2>${fill.uploadTitle}</h2>
<form class="form" method="post" action="${address}" enctype="multipart/form-data" novalidate
 data-upload="leads">
<input type="hidden" name="${formTokenField}" value="${formToken}">
${
  // Fields behind the file are not read.
  optionControls(context, filled)
}
<div class="${error ? 'field field-wrong' : 'field'}">
<label for="file">${fill.file} <span class="required">${common.required}</span></label>
<p class="hint" id="file-hint">${fill.fileHint(sizeOf(format, config), maxUploads, UPLOAD_DAYS)}</p>
${error && html`<p class="field-error" id="file-error">${error}</p>`}
<input type="file" id="file" name="file" required
 aria-describedby="file-hint${error && ' file-error'}"${error && html` aria-invalid="true"`}>
</div>
<progress max="1" value="0" hidden aria-label="${fill.uploadTitle}"></progress>
<p class="hint" role="status" data-status data-working="${fill.arrived}" data-failed="${fill.notSent}"></p>
${submit(fill.look)}
</form>`
}

function line({ texts: { fill }, format }: Context, { id, input, status, created_at }: ListedFill): Html {
  const state = status === 'done' && input.is_dry_run ? 'looked' : status
  return html`<li><a class="listed-name path" href="${address}/${id}"><bdi>${nameOf(input)}</bdi></a>
<span class="note">${format.time(created_at)} · ${fill.states[state]}</span></li>`
}

const queryOf = (path: string): string => new URLSearchParams({ path }).toString()

const folderLink = (path: string, name: string): Html =>
  html`<a class="path" href="${address}/folder?${queryOf(path)}"><bdi>${name}</bdi></a>`

/** A folder or a file below the roots, with what lies in it. */
const folder = page(`GET ${address}/folder`, {
  access: 'administrator',
  query: ['path'],
  handle: (context) => viewOfFolder(context, context.query.path, blank),
})

const useFolder = page(`POST ${address}/folder`, {
  access: 'administrator',
  form: ['path', ...optionFields],
  async handle(context) {
    const { config, form } = context
    const wrong = async (errors: Filled['errors']): Promise<Answer> =>
      viewOfFolder(context, form.path, { values: form, errors }, 422)
    const options = optionsIn(context, form)
    if ('errors' in options) return wrong(options.errors)
    const place = await findPlace(config, form.path)
    if (!place) return wrong({})
    const input = { ...options, place: { folder: place.path }, sample: 'keep' as const, is_dry_run: true }
    const begun = await startFill(context, input)
    return typeof begun === 'string' ? wrong({ format: begun }) : begun
  },
})

async function viewOfFolder(context: Context, asked: string, filled: Filled, http?: number): Promise<Answer> {
  const { texts, config } = context
  const { fill, admin } = texts
  const place = await findPlace(config, asked.slice(0, maxPathLength + 1))
  const back = html`<p><a href="${address}">${admin.places.fill}</a></p>`
  const content = place
    ? html`${back}${await contentOf(context, place, filled)}`
    : html`${back}<p class="error-summary" role="alert">${fill.noPlace}</p>`
  const status = place ? http : 404
  return { ...adminPage(context, 'fill', fill.folderTitle, content), ...(status !== undefined && { http: status }) }
}

async function contentOf(context: Context, { path, isFolder, above }: Place, filled: Filled): Promise<Html> {
  const { fill } = context.texts
  const { entries, hasMore } = isFolder ? await entriesIn(path) : { entries: [], hasMore: false }
  return html`
<p>${fill.place}: <strong class="path"><bdi>${path}</bdi></strong></p>
${errorSummary(context, filled)}
${form(
  context,
  `${address}/folder`,
  html`<input type="hidden" name="path" value="${path}">${optionControls(context, filled)}${submit(fill.look)}`,
)}
<p><a href="${scheduleAddress(path)}">${fill.toSchedule}</a></p>
${above !== undefined && html`<p><a rel="up" href="${address}/folder?${queryOf(above)}">${fill.above}</a></p>`}
${isFolder && entries.length === 0 && html`<p class="hint">${fill.emptyFolder}</p>`}
${
  entries.length > 0
    ? html`<ul class="places-list">${entries.map(
        ({ path, name, isFolder }) => html`<li>${folderLink(path, isFolder ? `${name}/` : name)}</li>`,
      )}</ul>`
    : nothing
}
${hasMore && html`<p class="hint">${fill.moreEntries(context.format.number(maxEntriesShown))}</p>`}`
}

export const overviewPages = [overview, upload, folder, useFolder]
