import { type EditWithChanges, historyOf } from '#src/catalogue/edits/history.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { emptyState } from '../components/lists.ts'
import { smallHead } from '../components/small-head.ts'
import { html } from '../html.ts'
import { type Answer, type PageContext, page } from '../page.ts'
import { wholeLinks } from '../records/merge-and-delete-links.ts'
import { type Place, places } from '../records/places.ts'
import { rowId } from '../row-id.ts'
import { chosenIn, compareForm, momentsOf } from './choose-moments.ts'
import { deletionSection, findDeleted, mergerSection } from './deleted.ts'
import { changesInWords, editList, olderLinks, sourceNames } from './edits.ts'
import { lastMomentUntil } from './moment.ts'
import { knownIn, ownHistory } from './records.ts'
import { sendBack } from './send-back.ts'

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

/** The edits of the page that is asked for, and what their changes name; undefined before the first one. */
async function pageAsked(context: Asked, kind: Place['kind'], id: number) {
  const { db } = context
  const before = await beginning(context, kind, id)
  if (before === 0) return undefined
  const edits = await historyOf(db.wide, kind, id, before, changesOfPage)
  const changes = edits.flatMap((one) => one.changes)
  const [known, sources] = [await knownIn(context, changes), sourceNames(await allSources(db))]
  const last = changes.length === changesOfPage ? changes.at(-1)?.seq : undefined
  return { before, edits, known, sources, last }
}

async function answer(context: Asked, place: Place): Promise<Answer> {
  const { db, query, texts, language } = context
  const { history, edit } = texts
  const ofMerged = query.own === '' ? undefined : await answerOwn(context, place)
  if (ofMerged) return ofMerged
  const present = await place.find(context)
  const deleted = present ? undefined : await findDeleted(context, place)
  const found = present ?? deleted
  const asked = found && (await pageAsked(context, place.kind, found.id))
  if (!asked) return undefined
  const { before, edits, known, sources, last } = asked
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
${present && (await sendBack(context, paged.address, [{ kind: place.kind, id: found.id }], hasPeople(edits)))}
${compareForm(context, edits, chosen, paged, edits.length === 0 ? none : list)}`,
  }
}

const hasPeople = (edits: readonly EditWithChanges[]): boolean => edits.some(({ account_id }) => account_id !== null)

/** What was changed on a record before it was merged into another one; undefined if it was not. */
async function answerOwn(context: Asked, place: Place): Promise<Answer> {
  const gone = await findDeleted(context, place, true)
  const merger = gone && (await mergerSection(context, gone))
  const asked = merger && (await pageAsked(context, place.kind, gone.id))
  if (!asked) return undefined
  const { before, edits, known, sources, last } = asked
  const address = ownHistory(gone.address)
  const older = last === undefined ? undefined : `${address}&before=${last}`
  const title = context.texts.history.historyOf(gone.name)
  return {
    title,
    isPrivate: true,
    main: html`
<h1>${title}</h1>
${merger}
${editList(context, sources, edits, (one) => changesInWords(context, known, one.changes))}
${olderLinks(context, older, before === undefined ? undefined : address)}`,
  }
}
