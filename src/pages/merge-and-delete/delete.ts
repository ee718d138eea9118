import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import type { Dependents } from '#src/catalogue/edits/merging/dependents.ts'
import { deletion, dependents } from '#src/groups/edits/merge-and-delete.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { recordMeant } from '../edit/changed-since-opened.ts'
import { refusal } from '../edit/refusal.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { labelOf } from '../record-form/fields.ts'
import type { Pictured } from '../records/gallery.ts'
import { places } from '../records/places.ts'
import { carryOut, type Doing, reasonsIn, sentIn, show } from './record-form.ts'

/** What goes with a record, in words. */
function dependentsList(context: PageContext, found: Dependents): Html {
  const { texts, format } = context
  const { mergeAndDelete, history } = texts
  const { seasons, episodes, references, kept } = found
  const partNames: Readonly<Record<string, string>> = wordTable({ ...texts.edit.parts, ...history.others })
  const rows = [
    seasons > 0 && mergeAndDelete.seasons(format.number(seasons)),
    episodes > 0 && mergeAndDelete.episodes(format.number(episodes)),
    ...references.map(({ kind, field, count }) => {
      const column = shapeOf(kind).references.find((one) => one.field === field)?.column
      const label = partNames[field] ?? labelOf(context, kind, column ?? field)
      return mergeAndDelete.referring(mergeAndDelete.kinds[kind] ?? kind, label, format.number(count))
    }),
    ...kept.map(({ table, count }) => {
      const label = (mergeAndDelete.kept as Readonly<Record<string, string>>)[table] ?? table
      return `${label}: ${format.number(count)}`
    }),
  ].filter((row) => row !== false)
  if (rows.length === 0) return html`<p>${mergeAndDelete.nothingDepends}</p>`
  return html`<ul>${rows.map((row) => html`<li>${row}</li>`)}</ul>`
}

async function doingOf(context: PageContext, found: Pictured): Promise<Doing> {
  const { mergeAndDelete } = context.texts
  const { kind, id } = found
  const what = context.viewer ? await context.ask(dependents, { query: { kind, id } }) : undefined
  return {
    found,
    title: mergeAndDelete.deleteOf(found.name),
    action: `${found.address}/delete`,
    content: html`<p>${mergeAndDelete.deleteText}</p>
<h2>${mergeAndDelete.depends}</h2>
${what && dependentsList(context, what as Dependents)}`,
    button: mergeAndDelete.delete,
    sort: 'deletion',
    needsReason: true,
  }
}

/** The pages on which people delete a record, for each kind. */
export const deletePages = places.flatMap((place) => [
  page(`GET ${place.path}/delete`, {
    access: 'account',
    async handle(context) {
      const found = await place.find(context)
      if (!found) return undefined
      const refused = await refusal(context, context.texts.mergeAndDelete.deleteOf(found.name), found)
      return refused ?? show(context, await doingOf(context, found), { values: {}, errors: {} })
    },
  }),
  page(`POST ${place.path}/delete`, {
    access: 'anyone',
    keepsForm: true,
    async handle(context) {
      const meant = await recordMeant(context, place)
      if (!meant || meant.isGone) return undefined
      const { record: found, message } = meant
      const work = async () => {
        const { kind, id } = found
        const outcome = await context.ask(deletion, { body: { kind, id, ...reasonsIn(sentIn(context)) } })
        if (outcome?.waits) return redirect(found.address, 'edit.waits')
        return redirect(outcome?.edit_id ? `/edit/${outcome.edit_id}` : '/edits', 'mergeAndDelete.deleted')
      }
      return carryOut(context, await doingOf(context, found), work, message)
    },
  }),
])
