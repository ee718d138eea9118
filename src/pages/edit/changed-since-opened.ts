import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { emptyState } from '../components/lists.ts'
import { type Deleted, deletionSection, findDeleted } from '../history/deleted.ts'
import { recordsNamed } from '../history/records.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import type { Pictured } from '../records/gallery.ts'
import type { Place } from '../records/places.ts'
import { rowId } from '../row-id.ts'
import { openedField } from './draw.ts'

/** The record of a form that was sent, and what became of it since the form was opened, if anything did. */
export type Meant = { record: Pictured; message?: Html; isGone?: true }

/**
 * The record that the author of a form means. A merged one is its survivor, a moved one is where it is now, and one
 * that was deleted is told of; undefined if there has never been any.
 */
export async function recordMeant(context: PageContext, place: Place): Promise<Meant | undefined> {
  const { kind } = place
  const opened = rowId(new Map(context.sent).get(openedField) ?? '')
  const found = await place.find(context)
  if (found && (opened === undefined || opened === found.id)) return { record: found }
  const present = opened === undefined ? undefined : await presentIdOf(context.db, kind, opened)
  if (opened !== undefined && present !== undefined) {
    const now = (await recordsNamed(context, [{ kind, id: present }])).get(`${kind} ${present}`)
    if (now?.address === undefined) return undefined
    const record = { kind, id: present, name: now.name, address: now.address }
    return { record, message: elsewhere(context, record, present !== opened) }
  }
  const deleted = await findDeleted(context, place)
  return deleted && { record: deleted, message: await goneMessage(context, deleted), isGone: true }
}

/** Says that what was opened has been merged or moved, and leads to it. */
function elsewhere({ texts: { mergeAndDelete } }: PageContext, { name, address }: Pictured, isMerged: boolean): Html {
  const link = html`<p><a class="button" href="${address}" target="_blank">${name}</a></p>`
  const text = isMerged ? mergeAndDelete.mergedSinceText(name) : mergeAndDelete.movedSinceText(name)
  return emptyState(isMerged ? mergeAndDelete.mergedSince : mergeAndDelete.movedSince, text, link)
}

export async function goneMessage(context: PageContext, deleted: Deleted): Promise<Html> {
  const { goneSince, goneSinceText } = context.texts.mergeAndDelete
  return html`
<div class="empty" role="alert"><h2>${goneSince}</h2><p>${goneSinceText}</p>
${await deletionSection(context, deleted, true)}</div>`
}
