import { editAddress } from '../history/edits.ts'
import { html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { rowId } from '../row-id.ts'
import { carryOut, previewUndo, type Undoing } from './preview.ts'

type Asked = Readonly<Record<'kind' | 'id' | 'place', string>>

/** What is undone: an edit, what it did to one record, or to one value of it. Undefined if there is no such thing. */
function undoingOf({ params, texts: { undo, history } }: PageContext<'edit'>, asked: Asked): Undoing | undefined {
  const edit_id = rowId(params.edit)
  if (edit_id === undefined) return undefined
  const { kind, id, place } = asked
  const address = editAddress(edit_id)
  const body = { edit_id, ...(kind && { kind, id: rowId(id) }), ...(place && { place }) }
  return {
    title: undo.titleOfEdit(edit_id),
    body,
    action: `${address}/undo`,
    fields: { kind, id, place },
    back: html`<p><a href="${address}">${history.edit(edit_id)}</a></p>`,
    ...(kind !== '' && { about: place === '' ? undo.onlyRecord : undo.onlyValue }),
  }
}

/** What undoing an edit, or a part of it, would do. */
const preview = page('GET /edit/{edit}/undo', {
  access: 'account',
  query: ['kind', 'id', 'place'],
  async handle(context) {
    const undoing = undoingOf(context, context.query)
    return undoing && previewUndo(context, undoing)
  },
})

const confirm = page('POST /edit/{edit}/undo', {
  access: 'account',
  form: ['kind', 'id', 'place', 'note', 'seen'],
  async handle(context) {
    const undoing = undoingOf(context, context.form)
    return undoing && carryOut(context, undoing, context.form)
  },
})

export const undoOfEdit = [preview, confirm]
