import { type EditWithChanges, historyOf, recentEdits } from '#src/catalogue/edits/history.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { atomFeed, feedType } from '#src/feeds/atom.ts'
import { forEverybody } from '../feeds/for-everybody.ts'
import { type PageContext, PublicDocument, page } from '../page.ts'
import { places } from '../records/places.ts'
import { labelOfChange } from './change.ts'
import { findEver } from './deleted.ts'
import { authorOf, editAddress, sourceNames } from './edits.ts'
import { filterNames, filterQuery, filtersIn, readFilters } from './filters.ts'
import { knownIn } from './records.ts'

/** Edits that a feed has, and changes of a record from which its feed is made. */
export const maxFeedEntries = 50
const maxFeedChanges = 200
/** Labels of changes, and names of records, in one entry. */
const maxNames = 5

type About = { address: string; page: string; title: string }

async function feedOf(context: PageContext, { address, page, title }: About, edits: readonly EditWithChanges[]) {
  const { db, site, language, texts } = context
  const { history, common } = texts
  const sources = sourceNames(await allSources(db))
  const known = await knownIn(
    context,
    edits.flatMap(({ changes }) => changes),
  )
  const feed = atomFeed({
    address: `${site}${address}`,
    page: `${site}${page}`,
    title,
    author: common.siteName,
    language,
    updated: edits[0]?.at ?? new Date(0).toISOString(),
    entries: edits.map((edit) => {
      const names = edit.changes.map(({ kind, entity_id }) => known.records.get(`${kind} ${entity_id}`)?.name ?? '')
      const labels = few(edit.changes.map((change) => labelOfChange(context, change)))
      return {
        id: `${site}${editAddress(edit.id)}`,
        page: `${site}${editAddress(edit.id)}`,
        title: history.entry(authorOf(edit, sources), few(names)),
        summary: edit.note ? `${labels}. ${edit.note}` : labels,
        updated: edit.at,
      }
    }),
  })
  return new PublicDocument(feedType, feed)
}

/** Different names, and dots for those beyond the first ones. */
function few(names: readonly string[]): string {
  const different = [...new Set(names)]
  return [...different.slice(0, maxNames), ...(different.length > maxNames ? ['…'] : [])].join(', ')
}

/** The feed of recent changes, with the same filters as the page; `in` is the language of the feed. */
export const recentFeed = page('GET /edits/feed', {
  access: 'anyone',
  query: [...filterNames, 'in'],
  async handle(asked) {
    const context = forEverybody(asked, asked.query.in)
    const { db, texts } = context
    const { history } = texts
    const filters = filtersIn(asked.query)
    const read = await readFilters(context, filters, await allSources(db))
    if ('unknown' in read) return undefined
    const { edits } = await recentEdits(db.wide, read.filter, undefined, maxFeedEntries)
    const about = {
      address: `/edits/feed${filterQuery(filters, { in: context.language })}`,
      page: `/edits${filterQuery(filters)}`,
      title: filters.person ? history.by(filters.person) : history.recent,
    }
    return feedOf(context, about, edits)
  },
})

/** The feed of a record's history, for each kind. */
export const recordFeeds = places.map((place) =>
  page(`GET ${place.path}/history/feed`, {
    access: 'anyone',
    query: ['in'],
    async handle(asked) {
      const context = forEverybody(asked, asked.query.in)
      const found = await findEver(context, place)
      if (!found) return undefined
      const edits = await historyOf(context.db.wide, place.kind, found.id, undefined, maxFeedChanges)
      const about = {
        address: `${found.address}/history/feed?in=${context.language}`,
        page: `${found.address}/history`,
        title: context.texts.history.historyOf(found.name),
      }
      return feedOf(context, about, edits.slice(0, maxFeedEntries))
    },
  }),
)
