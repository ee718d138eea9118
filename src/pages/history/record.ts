import { type EditWithChanges, historyOf } from '#src/catalogue/edits/history.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { emptyState } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { places } from '../pictures/records.ts'
import { rowId } from '../row-id.ts'
import { wholeLinks } from '../whole/links.ts'
import { changesInWords, editList, olderLinks, sourceNames } from './edits.ts'
import { knownIn } from './records.ts'

/** Changes on a page of a history. */
export const changesOfPage = 100

/** The history of a record, for each kind: who changed what when, and why. */
export const historyPages = places.map(({ kind, path, find }) =>
  page(`GET ${path}/history`, {
    access: 'anyone',
    query: ['before'],
    async handle(context) {
      const { db, query, texts, language } = context
      const { history, edit } = texts
      const before = query.before === '' ? undefined : rowId(query.before)
      if (query.before !== '' && before === undefined) return undefined
      const found = await find(context)
      if (!found) return undefined
      const edits = await historyOf(db.wide, kind, found.id, before, changesOfPage)
      const changes = edits.flatMap((one) => one.changes)
      const [known, sources] = [await knownIn(context, changes), sourceNames(await allSources(db))]
      const last = changes.length === changesOfPage ? changes.at(-1)?.seq : undefined
      const address = `${found.address}/history`
      const title = history.historyOf(found.name)
      const feed = `${address}/feed?in=${language}`
      return {
        title,
        isPrivate: true,
        feed: { title, address: feed },
        main: html`
<h1>${title}</h1>
<p class="actions"><a class="button" href="${found.address}">${history.toRecord}</a>
<a class="button" href="${found.address}/edit" rel="nofollow">${edit.edit}</a>
<a href="${feed}" rel="nofollow">${history.feed}</a>${wholeLinks(context, found)}</p>
${
  edits.length === 0
    ? emptyState(history.none, history.noneOfRecord)
    : compareForm(
        context,
        address,
        edits,
        editList(
          context,
          sources,
          edits,
          (one) => html`${momentsOf(context, address, edits, one)}${changesInWords(context, known, one.changes)}`,
        ),
      )
}
${olderLinks(context, last && `${address}?before=${last}`, before && address)}`,
      }
    },
  }),
)

type Edits = readonly EditWithChanges[]

/** The revision of the record after an edit: its last change. */
const revisionAfter = ({ changes }: EditWithChanges): number => changes[0]?.seq ?? 0

/** Around edits of which two are compared. */
function compareForm({ texts: { history } }: PageContext, address: string, edits: Edits, list: Html): Html {
  if (edits.length < 2) return list
  const button = html`<button class="button">${history.compare}</button>`
  return html`
<form action="${address}/compare" class="history-compare">
<p>${history.compareHint} ${button}</p>
${list}
<p class="actions">${button}</p></form>`
}

/** The moment after an edit: the record as it was then, and one of two moments to compare. */
function momentsOf({ texts, format }: PageContext, address: string, edits: Edits, edit: EditWithChanges): Html {
  const { history } = texts
  const seq = revisionAfter(edit)
  const [newest, before] = [edits[0], edits[1]]
  const choice = (name: 'from' | 'to', label: string, chosen: EditWithChanges | undefined) => html`
<label><input type="radio" name="${name}" value="${seq}"${edit === chosen && html` checked`}
 aria-label="${label}: ${history.edit(edit.id)}, ${format.time(edit.at)}"> ${label}</label>`
  const choices =
    edits.length > 1 && html`${choice('from', history.compareFrom, before)}${choice('to', history.compareTo, newest)}`
  return html`<p class="history-moments note">
<a href="${address}/then?revision=${seq}" rel="nofollow">${history.asItWas}</a>${choices}</p>`
}
