import { countNoted } from '#src/kept/note-watched.ts'
import { buttonForm } from '../components/form.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'

/** The parameter by which a page knows what was just noted together. */
const parameter = 'noted'

/** An address of a page that offers to undo what was noted. */
export function withNoted(address: string, batch: string): string {
  const [path = '', place] = address.split('#', 2)
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}=${batch}${place === undefined ? '' : `#${place}`}`
}

/** The name of what was just noted, of the address of a page. */
function batchIn(address: string): string | undefined {
  const [, query] = address.split('?', 2)
  return new URLSearchParams(query ?? '').get(parameter) ?? undefined
}

/** How many episodes were just marked together, and a button that undoes just that. */
export async function notedBar(context: PageContext, next: string): Promise<Html> {
  const { db, viewer, texts, address } = context
  const batch = batchIn(address)
  if (!viewer || batch === undefined) return nothing
  const count = await countNoted(db, viewer.id, batch)
  if (count === 0) return nothing
  const undo = { fields: { batch, next }, className: 'button small' }
  return html`<div class="notice noted" role="status"><span>${texts.diary.markedTogether(count)}</span>
${buttonForm(context, '/library/watched/undo', texts.diary.undo, undo)}</div>`
}
