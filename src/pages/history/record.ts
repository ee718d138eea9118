import { historyOf } from '#src/catalogue/edits/history.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { emptyState } from '../components/lists.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { places } from '../pictures/records.ts'
import { rowId } from '../row-id.ts'
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
<a href="${feed}" rel="nofollow">${history.feed}</a></p>
${
  edits.length === 0
    ? emptyState(history.none, history.noneOfRecord)
    : editList(context, sources, edits, (one) => changesInWords(context, known, one.changes))
}
${olderLinks(context, last && `${address}?before=${last}`, before && address)}`,
      }
    },
  }),
)
