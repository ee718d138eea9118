import type { ChangeInHistory, EditWithChanges, LoggedEdit } from '#src/catalogue/edits/history.ts'
import type { UndoScope } from '#src/catalogue/edits/undo/scope.ts'
import { isPeopleSource, type Source } from '#src/catalogue/sources.ts'
import { isUsername } from '#src/credentials/rules.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { homepageLink } from '../records/cards.ts'
import { changeInWords, labelOfChange } from './change.ts'
import type { Known, ShownRecord } from './records.ts'

export const editAddress = (id: number) => `/edit/${id}`

/** Names of sources by their ids. */
type SourceNames = ReadonlyMap<string, string>
export const sourceNames = (sources: readonly Source[]): SourceNames =>
  new Map(sources.map(({ id, name }) => [id, name]))

/** Who made an edit: a person, or the source that was imported. */
export const authorOf = ({ username, source_id }: LoggedEdit, sources: SourceNames): string =>
  username ?? sources.get(source_id) ?? source_id

function authorLink(edit: LoggedEdit, sources: SourceNames): Html {
  const { username, source_id } = edit
  const name = authorOf(edit, sources)
  if (username === null)
    return html`<a href="/edits?source=${encodeURIComponent(source_id)}" rel="nofollow">${name}</a>`
  // Of deleted accounts only the edits are left.
  return isUsername(username) ? html`<a href="/edits?person=${username}" rel="nofollow">${name}</a>` : html`${name}`
}

/** Who edited when, why, and where the facts are from. */
export function editHead(context: PageContext, edit: LoggedEdit, sources: SourceNames): Html {
  const { texts, format } = context
  const { history } = texts
  const { id, at, username, source_id, note, source_url, undoes } = edit
  const source = sources.get(source_id) ?? source_id
  return html`
<p><strong>${authorLink(edit, sources)}</strong> <span class="note">· <a href="${editAddress(id)}">
<time datetime="${at}">${format.time(at)}</time></a>${
    username !== null && !isPeopleSource(source_id) && html` · ${history.under(source)}`
  }</span></p>
${undoes && undoneLine(context, undoes, sources)}
${note && html`<p class="history-note">${note}</p>`}
${source_url && html`<p class="note">${history.lookedUp} ${homepageLink(source_url)}</p>`}`
}

/** What an undo has undone, or would undo. */
export function undoneLine(
  { texts: { history }, format }: PageContext,
  undoes: UndoScope,
  sources: SourceNames = new Map(),
): Html {
  if (undoes.of === 'account') return html`<p>${history.undoesMany(format.time(undoes.since))}</p>`
  if (undoes.of === 'source') {
    const { source_id, since } = undoes
    return html`<p>${history.undoesSource(sources.get(source_id) ?? source_id, format.time(since))}</p>`
  }
  const { edit_id, kind } = undoes
  const words = kind === undefined ? history.undoes : history.undoesPart
  return html`<p><a href="${editAddress(edit_id)}">${words(edit_id)}</a></p>`
}

/** Where a change is undone; nothing for whoever is not signed in, and for changes that are only thought of. */
function undoLink(context: PageContext, change: ChangeInHistory): Html {
  const { viewer, texts } = context
  const { edit_id, kind, entity_id, place, action } = change
  if (!viewer || edit_id === 0 || (place === '' && !/^(created|destroyed)$/.test(action))) return nothing
  const query = new URLSearchParams({ kind, id: String(entity_id), ...(place !== '' && { place }) }).toString()
  return html`<dd class="undo-one"><a href="${editAddress(edit_id)}/undo?${query}" rel="nofollow"
 aria-label="${texts.undo.undoOne(labelOfChange(context, change))}">${texts.undo.undo}</a></dd>`
}

/** Changes of one record as a list in words, each with the way to undo it. */
export const changesInWords = (context: PageContext, known: Known, changes: readonly ChangeInHistory[]): Html => html`
<dl class="edit-changes">${changes.map(
  (change) => html`<div>${changeInWords(context, known, change)}${undoLink(context, change)}</div>`,
)}</dl>`

/** Changes by the record that they are about, each with a link to it and to its history. */
export function changesByRecord(context: PageContext, known: Known, changes: readonly ChangeInHistory[]): Html {
  const { history } = context.texts
  const records = [...Map.groupBy(changes, ({ kind, entity_id }) => `${kind} ${entity_id}`)]
  return html`${records.map(([key, ofRecord]) => {
    const { name, address, history: gone }: ShownRecord = known.records.get(key) ?? { name: key, address: undefined }
    const toHistory = gone ?? (address && `${address}/history`)
    const kind = history.kinds[ofRecord[0]?.kind ?? 'movie']
    return html`
<section class="history-record"><h2>${address ? html`<a href="${address}">${name}</a>` : name}
<span class="note">${kind}${
      toHistory && html` · <a href="${toHistory}" rel="nofollow">${history.history}</a>`
    }</span></h2>
${changesInWords(context, known, ofRecord)}
${address && ofRecord.map((change) => stateLink(context, address, change))}</section>`
  })}`
}

/** What a record was like when it was added: that is not told value by value. */
const stateLink = ({ texts: { history } }: PageContext, address: string, { action, seq, edit_id }: ChangeInHistory) =>
  action === 'created' &&
  edit_id !== 0 &&
  html`<p><a href="${address}/history/then?revision=${seq}" rel="nofollow">${history.asAdded}</a></p>`

/** Characters of a value in a list of edits; the page of an edit has all of them. */
export const maxValueInList = 2_000

const inBrief = (value: unknown): unknown =>
  typeof value === 'string' && value.length > maxValueInList
    ? `${value.slice(0, maxValueInList - 1).toWellFormed()}…`
    : value

/** An edit with the beginnings of long texts: a page of edits of a long overview would have megabytes of it. */
const editInBrief = (edit: EditWithChanges): EditWithChanges => ({
  ...edit,
  changes: edit.changes.map((change) => ({
    ...change,
    original_value: inBrief(change.original_value),
    value: inBrief(change.value),
  })),
})

/** Edits one below the other. */
export const editList = (
  context: PageContext,
  sources: SourceNames,
  edits: readonly EditWithChanges[],
  content: (edit: EditWithChanges) => Html,
): Html => html`
<ol class="history">${edits.map(
  (edit) => html`
<li id="edit-${edit.id}">${editHead(context, edit, sources)}
${content(editInBrief(edit))}</li>`,
)}</ol>`

/** An address, or anything false where there is none. */
type Address = string | number | undefined

/** Where earlier edits are, and the way back to the latest ones. */
export function olderLinks({ texts: { history } }: PageContext, older: Address, newest: Address): Html {
  if (!older && !newest) return nothing
  return html`<nav class="pagination" aria-label="${history.history}">
${newest && html`<a class="button" href="${newest}" rel="nofollow">${history.newest}</a>`}
${older && html`<a class="button" rel="next nofollow" href="${older}">${history.older}</a>`}</nav>`
}
