import { type ItemRow, itemsOf, maxListItems } from '#src/contributions/lists/items.ts'
import { isSeenByAll, type UserList } from '#src/contributions/lists/lists.ts'
import type { Reader } from '#src/database/database.ts'
import { atomFeed, feedType } from '#src/feeds/atom.ts'
import { rowOf } from '#src/reference/table-cells.ts'
import { isLanguage, type Language } from '#src/texts/index.ts'
import { languageOf } from '../components/languages.ts'
import { type Html, html } from '../html.ts'
import { Download, type PageContext, PublicDocument, page } from '../page.ts'
import { movieAddress, seriesAddress } from '../records/addresses.ts'
import { yearOf } from '../records/cards.ts'
import { seenList } from './visible-list.ts'

/** Titles that a feed has: those that were added last. */
export const maxFeedEntries = 50
/** Items of an export that are read at once. */
const chunk = 500

export const feedAddress = (id: number) => `/list/${id}/feed`

/** The link of a list that everybody may see, its feed, and its files; the script adds what needs one. */
export function shareBox({ texts: { lists: words }, site, viewer }: PageContext, list: UserList): Html {
  const address = `${site}/list/${list.id}`
  const isShared = isSeenByAll(list)
  return html`<details class="share"><summary class="button">${words.share}</summary><div class="list-choices">
${
  isShared &&
  html`<p><label for="share-link">${words.link}</label> <input id="share-link" readonly value="${address}"></p>
<p class="actions" data-share="${address}" data-title="${list.name}" data-copy="${words.copy}" data-send="${
    words.share
  }" data-copied="${words.copied}" hidden></p>`
}
${
  !isShared &&
  list.account_id === viewer?.id &&
  html`<p class="note">${words.seenBy[list.visibility]}. <a href="/list/${list.id}/edit">${words.chooseWhoSees}</a></p>`
}
<ul>${isShared && html`<li><a href="${feedAddress(list.id)}">${words.feed}</a></li>`}
<li><a href="/list/${list.id}/export.csv" download>${words.csv}</a></li>
<li><a href="/list/${list.id}/export.json" download>${words.json}</a></li></ul></div></details>`
}

const nameOf = (row: ItemRow) => (row.media_type === 'movie' ? row.title : row.name)
const originalOf = (row: ItemRow) => (row.media_type === 'movie' ? row.original_title : row.original_name)
const dayOf = (row: ItemRow) => (row.media_type === 'movie' ? row.release_date : row.first_air_date)
const addressOfTitle = (row: ItemRow) => (row.media_type === 'movie' ? movieAddress(row) : seriesAddress(row))

/** What was added to a public list last, in the language of the list, as everybody gets it. */
export const listFeed = page('GET /list/{list}/feed', {
  access: 'anyone',
  async handle({ db, params, site }) {
    const list = await seenList(db, params.list, undefined)
    if (!list) return undefined
    const language: Language = isLanguage(list.iso_639_1) ? list.iso_639_1 : 'en'
    const newest = { id: list.id, sort_by: 'created_at.desc' } as const
    const texts = languageOf({ viewer: undefined, language })
    const rows = await itemsOf(db, newest, texts, { first: 0, most: maxFeedEntries })
    const feed = atomFeed({
      address: `${site}${feedAddress(list.id)}`,
      page: `${site}/list/${list.id}`,
      title: list.name,
      subtitle: list.description,
      author: list.username,
      language,
      updated: list.updated_at,
      entries: rows.map((row) => ({
        id: `${site}/list/${list.id}#${row.media_type}-${row.id}-${Date.parse(row.added_at)}`,
        page: `${site}${addressOfTitle(row)}`,
        title: [nameOf(row), yearOf(dayOf(row)) && `(${yearOf(dayOf(row))})`].filter(Boolean).join(' '),
        summary: row.overview,
        updated: row.added_at,
      })),
    })
    return new PublicDocument(feedType, feed)
  },
})

async function rowsOf(db: Reader, list: UserList, context: PageContext): Promise<ItemRow[]> {
  const rows: ItemRow[] = []
  for (let first = 0; first < maxListItems; first += chunk) {
    const some = await itemsOf(db, list, languageOf(context), { first, most: chunk })
    for (const each of some) rows.push(each)
    if (some.length < chunk) break
  }
  return rows
}

/** What an exported list says of each title. */
const exported = (row: ItemRow, index: number) => ({
  position: index + 1,
  media_type: row.media_type,
  id: row.id,
  title: nameOf(row),
  original_title: originalOf(row),
  date: dayOf(row),
  added_at: row.added_at,
})
const columns = ['position', 'media_type', 'id', 'title', 'original_title', 'date', 'added_at'] as const

/** A whole list as a table, for whoever may see it. */
export const exportCsv = page('GET /list/{list}/export.csv', {
  access: 'anyone',
  async handle(context) {
    const list = await seenList(context.db, context.params.list, context.viewer)
    if (!list) return undefined
    const items = (await rowsOf(context.db, list, context)).map(exported)
    const rows = [columns, ...items.map((item) => columns.map((column) => item[column]))]
    return new Download(`list-${list.id}.csv`, 'text/csv; charset=utf-8', rows.map(rowOf).join(''))
  },
})

export const exportJson = page('GET /list/{list}/export.json', {
  access: 'anyone',
  async handle(context) {
    const list = await seenList(context.db, context.params.list, context.viewer)
    if (!list) return undefined
    const { id, name, description, username, created_at, updated_at } = list
    const items = (await rowsOf(context.db, list, context)).map(exported)
    const content = JSON.stringify({ id, name, description, created_by: username, created_at, updated_at, items })
    return new Download(`list-${id}.json`, 'application/json; charset=utf-8', content)
  },
})
