import { historyOf } from '#src/catalogue/edits/history.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { emptyState } from '../components/lists.ts'
import { smallHead } from '../components/small-head.ts'
import { html } from '../html.ts'
import { type Answer, type PageContext, page } from '../page.ts'
import { type Place, places } from '../pictures/records.ts'
import { rowId } from '../row-id.ts'
import { wholeLinks } from '../whole/links.ts'
import { chosenIn, compareForm, momentsOf } from './choose-moments.ts'
import { deletionSection, findDeleted, mergerSection } from './deleted.ts'
import { changesInWords, editList, olderLinks, sourceNames } from './edits.ts'
import { lastMomentUntil } from './moment.ts'
import { knownIn, ownHistory } from './records.ts'

/** Changes on a page of a history. */
export const changesOfPage = 100

type Asked = PageContext<string, 'before' | 'until' | 'from' | 'to' | 'own'>

/** The history of a record, for each kind: who changed what when, and why. */
export const historyPages = places.map((place) =>
  page(`GET ${place.path}/history`, {
    access: 'anyone',
    query: ['before', 'until', 'from', 'to', 'own'],
    handle: (context) => answer(context, place),
  }),
)

const dayForm = /^\d{4}-\d\d-\d\d$/

/** The change before which a page begins; undefined for the latest changes, 0 for an address that is wrong. */
async function beginning({ db, query: { before, until } }: Asked, kind: Place['kind'], id: number) {
  if (before !== '') return rowId(before) ?? 0
  if (!dayForm.test(until)) return undefined
  return ((await lastMomentUntil(db.wide, kind, id, until))?.seq ?? 0) + 1
}

async function answer(context: Asked, place: Place): Promise<Answer> {
  const { db, query, texts, language } = context
  const { history, edit } = texts
  const ofMerged = query.own === '' ? undefined : await answerOwn(context, place)
  if (ofMerged) return ofMerged
  const present = await place.find(context)
  const deleted = present ? undefined : await findDeleted(context, place)
  const found = present ?? deleted
  const before = found && (await beginning(context, place.kind, found.id))
  if (!found || before === 0) return undefined
  const edits = await historyOf(db.wide, place.kind, found.id, before, changesOfPage)
  const changes = edits.flatMap((one) => one.changes)
  const [known, sources] = [await knownIn(context, changes), sourceNames(await allSources(db))]
  const last = changes.length === changesOfPage ? changes.at(-1)?.seq : undefined
  const paged = { address: `${found.address}/history`, before, last }
  const chosen = await chosenIn(db, place.kind, found.id, query)
  const title = history.historyOf(found.name)
  const feed = `${paged.address}/feed?in=${language}`
  const toPage = html`<a class="button" href="${found.address}">${history.toRecord}</a>
<a class="button" href="${found.address}/edit" rel="nofollow">${edit.edit}</a>`
  const list = editList(
    context,
    sources,
    edits,
    (one) => html`${momentsOf(context, edits, chosen, paged, one)}${changesInWords(context, known, one.changes)}`,
  )
  const none = emptyState(history.none, history.noneOfRecord)
  return {
    title,
    isPrivate: true,
    feed: { title, address: feed },
    main: html`
${present ? smallHead(context, present, title) : html`<h1>${title}</h1>`}
${deleted && (await deletionSection(context, deleted))}
<p class="actions">${present && toPage}
<a href="${feed}" rel="nofollow">${history.feed}</a>${present && wholeLinks(context, present)}</p>
${compareForm(context, edits, chosen, paged, edits.length === 0 ? none : list)}`,
  }
}

/** What was changed on a record before it was merged into another one; undefined if it was not. */
async function answerOwn(context: Asked, place: Place): Promise<Answer> {
  const { db, texts } = context
  const gone = await findDeleted(context, place, true)
  const merger = gone && (await mergerSection(context, gone))
  const before = gone && (await beginning(context, place.kind, gone.id))
  if (!merger || before === 0) return undefined
  const edits = await historyOf(db.wide, place.kind, gone.id, before, changesOfPage)
  const changes = edits.flatMap((one) => one.changes)
  const [known, sources] = [await knownIn(context, changes), sourceNames(await allSources(db))]
  const address = ownHistory(gone.address)
  const older = changes.length === changesOfPage && `${address}&before=${changes.at(-1)?.seq}`
  const title = texts.history.historyOf(gone.name)
  return {
    title,
    isPrivate: true,
    main: html`
<h1>${title}</h1>
${merger}
${editList(context, sources, edits, (one) => changesInWords(context, known, one.changes))}
${olderLinks(context, older || undefined, before === undefined ? undefined : address)}`,
  }
}
