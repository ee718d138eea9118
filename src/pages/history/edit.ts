import { type ChangeInHistory, changesOfEdit, findEdit } from '#src/catalogue/edits/history.ts'
import { countNumbers } from '#src/catalogue/edits/undo/noted-numbers.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { reportLink } from '../records/report-link.ts'
import { rowId } from '../row-id.ts'
import { changesByRecord, editAddress, editHead, sourceNames } from './edits.ts'
import { knownIn } from './records.ts'
import { sendBack } from './send-back.ts'

/** Changes on a page of one edit. */
export const changesOfEditPage = 100

/** One edit with all of its changes. */
export const editPage = page('GET /edit/{edit}', {
  access: 'anyone',
  query: ['after'],
  async handle(context) {
    const { db, params, query, texts, viewer, format } = context
    const { history } = texts
    const [id, after] = [rowId(params.edit), query.after === '' ? 0 : rowId(query.after)]
    const edit = id === undefined || after === undefined ? undefined : await findEdit(db, id)
    if (!edit || after === undefined) return undefined
    const numbers = await countNumbers(db, edit.id)
    const changes = await changesOfEdit(db, edit.id, after, changesOfEditPage)
    const [known, sources] = [await knownIn(context, changes), sourceNames(await allSources(db))]
    const last = changes.length === changesOfEditPage ? changes.at(-1)?.seq : undefined
    const title = history.edit(edit.id)
    const address = editAddress(edit.id)
    return {
      title,
      isPrivate: true,
      main: html`
<p><a href="/edits">${history.recent}</a></p>
<h1>${title}</h1>
<div class="history">${editHead(context, edit, sources)}</div>
<p class="note">${reportLink(context, 'edit', edit.id)}</p>
${
  viewer &&
  (changes.length > 0 || numbers > 0 || edit.undoes !== null) &&
  html`<p class="actions"><a class="button" href="${address}/undo" rel="nofollow">${texts.undo.undoEdit}</a></p>`
}
${await sendBack(context, address, recordsOf(changes), edit.account_id !== null)}
${changes.length === 0 ? html`<p>${history.nothingChanged}</p>` : changesByRecord(context, known, changes)}
${numbers > 0 && html`<p>${history.numbersFound(format.number(numbers))}</p>`}
${
  (last || after > 0) &&
  html`<nav class="pagination" aria-label="${history.history}">
${after > 0 && html`<a class="button" href="${address}">${history.first}</a>`}
${last && html`<a class="button" rel="next" href="${address}?after=${last}">${history.more}</a>`}</nav>`
}`,
    }
  },
})

const recordsOf = (changes: readonly ChangeInHistory[]) => changes.map(({ kind, entity_id: id }) => ({ kind, id }))
