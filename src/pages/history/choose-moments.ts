import type { EditWithChanges } from '#src/catalogue/edits/history.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { rowId } from '../row-id.ts'
import { type Moment, momentOf } from './moment.ts'

/** The two moments that are compared, as far as somebody has chosen them. */
export type Chosen = Readonly<Record<'from' | 'to', Moment | undefined>>

type Edits = readonly EditWithChanges[]

/** A page of a history: its address, after which change it begins and ends if there is more. */
type Paged = { address: string; before: number | undefined; last: number | undefined }

/** The moments that an address names. */
export async function chosenIn(db: Reader, kind: Kind, id: number, query: { from: string; to: string }) {
  const read = async (text: string) => {
    const seq = rowId(text)
    return seq === undefined ? undefined : momentOf(db, kind, id, seq)
  }
  return { from: await read(query.from), to: await read(query.to) } satisfies Chosen
}

/** After an edit that deletes it, there is no record to look at. */
const isMoment = ({ changes }: EditWithChanges): boolean => changes[0]?.action !== 'destroyed'

/** The revision of the record after an edit: its last change. */
const revisionAfter = ({ changes }: EditWithChanges): number => changes[0]?.seq ?? 0

/** What is chosen on this page, unless somebody has chosen something else: the last edit, and what was before it. */
function chosenHere(edits: Edits, chosen: Chosen): Readonly<Record<'from' | 'to', number | undefined>> {
  const [newest, before] = edits.filter(isMoment).map(revisionAfter)
  return { from: chosen.from?.seq ?? before, to: chosen.to?.seq ?? newest }
}

const isPaged = ({ before, last }: Paged): boolean => before !== undefined || last !== undefined
const hasChoice = (edits: Edits, paged: Paged): boolean => isPaged(paged) || edits.filter(isMoment).length > 1

/**
 * The form around edits of which two are compared. It leads from page to page as well, so that what was chosen on one
 * of them stays chosen.
 */
export function compareForm(context: PageContext, edits: Edits, chosen: Chosen, paged: Paged, list: Html): Html {
  const { history } = context.texts
  const { address, before, last } = paged
  if (!hasChoice(edits, paged)) return list
  const button = html`<button class="button">${history.compare}</button>`
  const older = html`
<button class="button" formaction="${address}" name="before" value="${last ?? ''}">${history.older}</button>`
  return html`
<form action="${address}/compare" class="history-compare">
<p>${history.compareHint} ${button}</p>
${elsewhere(context, edits, chosen)}
${list}
<p class="actions">${button}</p>
${
  isPaged(paged) &&
  html`<nav class="pagination" aria-label="${history.history}">
${before !== undefined && html`<button class="button" formaction="${address}">${history.newest}</button>`}
${last !== undefined && older}</nav>
<p class="history-until"><label>${history.until} <input type="date" name="until" max="9999-12-31"></label>
<button class="button" formaction="${address}">${history.show}</button></p>`
}</form>`
}

/** Moments that were chosen on other pages. */
function elsewhere({ texts: { history }, format }: PageContext, edits: Edits, chosen: Chosen): Html {
  const here = new Set(edits.map(revisionAfter))
  return html`${(['from', 'to'] as const).map((name) => {
    const moment = chosen[name]
    const label = name === 'from' ? history.compareFrom : history.compareTo
    return (
      moment &&
      !here.has(moment.seq) &&
      html`<p class="note"><label><input type="radio" name="${name}" value="${moment.seq}" checked>
${history.otherMoment(label, moment.edit_id, format.time(moment.at))}</label></p>`
    )
  })}`
}

/** The moment after an edit: the record as it was then, and one of two moments to compare. */
export function momentsOf(
  { texts, format }: PageContext,
  edits: Edits,
  chosen: Chosen,
  paged: Paged,
  edit: EditWithChanges,
): Html | false {
  const { history } = texts
  const seq = revisionAfter(edit)
  if (!isMoment(edit)) return false
  const marked = chosenHere(edits, chosen)
  const choice = (name: 'from' | 'to', label: string) => html`
<label><input type="radio" name="${name}" value="${seq}"${seq === marked[name] && html` checked`}
 aria-label="${label}: ${history.edit(edit.id)}, ${format.time(edit.at)}"> ${label}</label>`
  const choices =
    hasChoice(edits, paged) && html`${choice('from', history.compareFrom)}${choice('to', history.compareTo)}`
  return html`<p class="history-moments note">
<a href="${paged.address}/then?revision=${seq}" rel="nofollow">${history.asItWas}</a>${choices}</p>`
}
