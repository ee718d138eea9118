import { maxListName } from '#src/contributions/lists/lists.ts'
import { idListKinds } from '#src/kept-import/formats/whose.ts'
import { type KeptImport, listImports, maxImportBytes, maxImports } from '#src/kept-import/imports.ts'
import { importFile } from '#src/kept-import/steps.ts'
import { inOneLine } from '#src/reference/hidden.ts'
import { blank, errorSummary, type Filled, type Option, selectField, submit, textField } from '../components/form.ts'
import { orWait } from '../components/wait-page.ts'
import { formTokenField } from '../form-token.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { settingsPage } from '../settings/frame.ts'
import type { Viewer } from '../viewer.ts'

type Context = PageContext<never, string, string, Viewer>

const megabyte = 1_048_576

export const imports = page('GET /settings/import', {
  access: 'account',
  handle: (context) => view(context, blank),
})

/** Takes a file, which a job reads. */
export const addImport = page('POST /settings/import', {
  access: 'account',
  takesFile: true,
  fileBytes: maxImportBytes,
  form: ['ids_as', 'list_name'],
  async handle(context) {
    const { upload, texts, form } = context
    const { faults } = texts.keptImport
    const wrong = async (errors: Filled['errors']) => ({
      ...(await view(context, { values: form, errors })),
      http: 422,
    })
    const list_name = inOneLine(form.list_name)
    if (list_name.length > maxListName) return wrong({ list_name: faults.list_name(maxListName) })
    if (!upload) return wrong({ file: faults.empty })
    const idsAs = idListKinds.find((kind) => kind === form.ids_as)
    const choices = { ...(idsAs && { idsAs }), ...(list_name !== '' && { listName: list_name }) }
    const begun = await context.write(importFile, { ...upload, choices }).catch(orWait(context))
    if (typeof begun === 'object') return begun
    if (typeof begun === 'number') return redirect(`/settings/import/${begun}`)
    const most = { too_many_imports: maxImports, too_large: maxImportBytes / megabyte, too_many_jobs: 0, empty: 0 }
    const fault = faults[begun]
    return wrong({ file: typeof fault === 'string' ? fault : fault(most[begun]) })
  },
})

async function view(context: Context, filled: Filled): Promise<PageView> {
  const { db, viewer, texts, formToken } = context
  const words = texts.keptImport
  const error = filled.errors.file
  const known = await listImports(db, viewer.id)
  return settingsPage(
    context,
    'import',
    html`
<p>${words.lead}</p>
<ul>${words.sources.map((each) => html`<li>${each}</li>`)}</ul>
<p class="hint import-hint">${words.privacy}</p>
${errorSummary(context, filled)}
<form class="form" method="post" action="/settings/import" enctype="multipart/form-data">
<input type="hidden" name="${formTokenField}" value="${formToken}">
${
  // Fields behind the file are not read.
  listControls(context, filled)
}
<div class="${error ? 'field field-wrong' : 'field'}">
<label for="file">${words.file} <span class="required">${texts.common.required}</span></label>
<p class="hint" id="file-hint">${words.fileHint(maxImportBytes / megabyte)}</p>
${error && html`<p class="field-error" id="file-error">${error}</p>`}
<input type="file" id="file" name="file" required accept=".csv,.tsv,.txt,.json,.xml,.gz,.zip"
 aria-describedby="file-hint${error && ' file-error'}"${error && html` aria-invalid="true"`}>
</div>
${submit(words.send)}
</form>
${
  known.length > 0 &&
  html`<h2 class="imports-title">${words.imports}</h2>
<ul class="imports">${known.map((one) => line(context, one))}</ul>`
}`,
  )
}

/** What a plain list of ids is, which says nothing of it itself. */
const listControls = (context: Context, filled: Filled): Html => {
  const { idsAs } = context.texts.keptImport
  const isOpen = filled.errors.list_name !== undefined || filled.values.ids_as || filled.values.list_name
  return html`
<details class="list-choices"${isOpen && html` open`}><summary>${idsAs.title}</summary>
${selectField(context, filled, {
  name: 'ids_as',
  label: idsAs.label,
  options: [['', idsAs.byName], ...idListKinds.map((kind): Option => [kind, idsAs.kinds[kind]])],
})}
${textField(context, filled, {
  name: 'list_name',
  label: idsAs.listName,
  hint: idsAs.listNameHint,
  maxLength: maxListName,
})}</details>`
}

const line = ({ texts, format }: Context, { id, stage, file, created_at }: KeptImport): Html => html`
<li><a class="listed-name" href="/settings/import/${id}">${file || texts.keptImport.file}</a>
<span class="note">${format.time(created_at)} · ${texts.keptImport.stages[stage]}</span></li>`
