import { type ChangeInHistory, maxChangesShown, recentEdits } from '#src/catalogue/edits/history.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { pendingOf } from '#src/contributions/editing/pending.ts'
import { foldUsername } from '#src/credentials/rules.ts'
import { followLine } from '../components/follow-button.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { queueAddress } from '../components/page-addresses.ts'
import { type Html, html, nothing } from '../html.ts'
import { type PageContext, type PageView, page } from '../page.ts'
import { rowId } from '../row-id.ts'
import { labelOfChange } from './change.ts'
import { changesByRecord, editAddress, editList, olderLinks, sourceNames } from './edits.ts'
import { type Filters, filterForm, filterNames, filterQuery, filtersIn, readFilters } from './filters.ts'
import { type Known, knownIn } from './records.ts'

/** Edits on a page of recent changes. */
export const editsOfPage = 20

/** What was edited last, of everything, or of what filters leave: one person, one source. */
export const recentPage = page('GET /edits', {
  access: 'anyone',
  query: [...filterNames, 'before'],
  async handle(context) {
    const { db, query, texts } = context
    const { history } = texts
    const filters = filtersIn(query)
    const before = query.before === '' ? undefined : rowId(query.before)
    if (query.before !== '' && before === undefined) return undefined
    const sources = await allSources(db)
    const names = sourceNames(sources)
    const read = await readFilters(context, filters, sources)
    if ('unknown' in read) {
      const errors = { [read.unknown]: history.unknown[read.unknown] }
      return { ...view(context, filters, names, filterForm(context, { values: filters, errors }, sources)), http: 422 }
    }
    const { edits, next_before } = await recentEdits(db.wide, read.filter, before, editsOfPage)
    const known = await knownIn(
      context,
      edits.flatMap(({ changes }) => changes),
    )
    const older = next_before === null ? undefined : `/edits${filterQuery(filters, { before: next_before })}`
    const isFiltered = filterQuery(filters) !== ''
    const all = isFiltered ? nextStep('/edits', history.allEdits) : nothing
    const found = editList(context, names, edits, ({ id, changes, username }) => {
      const whole = changes.length === maxChangesShown && html`<p><a href="${editAddress(id)}">${history.whole}</a></p>`
      const inWords = html`${changesByRecord(context, known, changes)}${whole}`
      return username === null ? folded(context, known, changes, inWords) : inWords
    })
    return view(
      context,
      filters,
      names,
      html`
${await ownPending(context, filters)}
${await followedEdits(context, filters)}
${filterForm(context, { values: filters, errors: {} }, sources)}
${edits.length > 0 ? found : emptyState(history.none, older ? history.noneSoFar : history.noneText, all)}
${olderLinks(context, older, before === undefined ? undefined : `/edits${filterQuery(filters)}`)}`,
    )
  },
})

/** Labels of the changes of an import that are shown before somebody opens it. */
const mostLabels = 3

/** What a source has changed, behind the names of its records: an import may add hundreds of pictures at once. */
function folded(context: PageContext, known: Known, changes: readonly ChangeInHistory[], inWords: Html): Html {
  const names = changes.map(({ kind, entity_id }) => known.records.get(`${kind} ${entity_id}`)?.name ?? '')
  const labels = changes.map((change) => labelOfChange(context, change))
  const some = (all: readonly string[]) => {
    const each = [...new Set(all)].filter(Boolean)
    return each.length > mostLabels ? `${each.slice(0, mostLabels).join(', ')} …` : each.join(', ')
  }
  return html`<details class="folded"><summary>${some(names)} <span class="note">${some(labels)}</span></summary>
${inWords}</details>`
}

/** The page around what was found; its title names the person or the source. */
function view(
  context: PageContext,
  filters: Filters,
  sources: ReadonlyMap<string, string>,
  content: PageView['main'],
): PageView {
  const { history } = context.texts
  const { person, source } = filters
  const title = person ? history.by(person) : source ? history.ofSource(sources.get(source) ?? source) : history.recent
  const feed = `/edits/feed${filterQuery(filters, { in: context.language })}`
  return {
    title,
    isPrivate: true,
    feed: { title, address: feed },
    main: html`
<h1>${title}</h1>
<p class="lead">${history.recentText} <a href="${feed}" rel="nofollow">${history.feed}</a></p>
${undoLink(context, filters)}
${content}`,
  }
}

/** Among their own edits people look for those that still wait. */
async function ownPending({ db, viewer, texts: { queue } }: PageContext, { person }: Filters): Promise<Html> {
  const isOwn = viewer !== undefined && foldUsername(person) === foldUsername(viewer.username)
  const isPending = isOwn && (await pendingOf(db, viewer.id)).some(({ status }) => status === 'waiting')
  return isPending ? html`<p><a class="button" href="${queueAddress}">${queue.own}</a></p>` : nothing
}

/** Whoever has chosen something follows it: one person alone, or the search that it is. */
async function followedEdits(context: PageContext, filters: Filters): Promise<Html> {
  const address = `/edits${filterQuery(filters)}`
  const chosen = filterNames.filter((name) => filters[name] !== '')
  if (chosen.length === 0) return nothing
  const isPerson = chosen.length === 1 && filters.person !== ''
  const [what, of] = isPerson ? (['account', filters.person] as const) : (['search', address] as const)
  return followLine(context, { what, of, next: address })
}

/** Moderators undo everything of a person or a source, and everybody what they did themselves. */
function undoLink({ viewer, texts: { undo } }: PageContext, { person, source }: Filters): Html | false {
  if (!viewer || (person === '') === (source === '')) return false
  if (viewer.role === 'member' && foldUsername(person) !== foldUsername(viewer.username)) return false
  const query = new URLSearchParams(person ? { person } : { source }).toString()
  return html`<p class="actions"><a class="button" href="/edits/undo?${query}" rel="nofollow">${undo.undoSince}</a></p>`
}
