import type { Static } from 'typebox'
import { coversOfLists } from '#src/contributions/lists/covers.ts'
import { itemsOf } from '#src/contributions/lists/items.ts'
import type { followedLists } from '#src/groups/watches/followed-lists.ts'
import { movieCard, seriesCard } from '../catalogue/cards.ts'
import { languageOf } from '../catalogue/languages.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'

type FollowedList = Static<(typeof followedLists)['reply']>['results'][number]

/** New titles of a list that its row names. */
const newTitlesShown = 3

/** Lists that somebody follows, one below the other, each with the titles that are new on it. */
export async function followedRows(context: PageContext, lists: readonly FollowedList[]): Promise<Html[]> {
  const { db, texts } = context
  const { lists: words } = texts
  const [covers, news] = await Promise.all([
    coversOfLists(
      db,
      lists.map(({ id }) => id),
    ),
    Promise.all(lists.map((list) => newTitles(context, list))),
  ])
  return lists.map(({ id, name, created_by, item_count, poster_path, new_item_count }, at) => {
    const drawn = covers.get(id)
    const cover = pictureOf({ gallery: 'posters', file_path: poster_path, width: 'listed', ...(drawn && { drawn }) })
    const titles = news[at] ?? []
    const more = new_item_count > titles.length && html` …`
    return html`<li><span class="listed-picture">${framed(id, name, 'upright', cover)}</span>
<div><a class="listed-name" href="/list/${id}">${name || words.untitled}</a>
<span class="note">${words.by(created_by)} · ${words.count(item_count)}</span>${
      titles.length > 0 && html`\n<p class="note">${words.newOn(new_item_count)}: ${inLine(titles)}${more}</p>`
    }</div></li>`
  })
}

const inLine = (titles: readonly Html[]): Html[] => titles.map((title, at) => html`${at > 0 && ', '}${title}`)

async function newTitles(context: PageContext, { id, new_item_count }: FollowedList): Promise<Html[]> {
  if (new_item_count === 0) return []
  const most = Math.min(new_item_count, newTitlesShown)
  const rows = await itemsOf(context.db, { id, sort_by: 'created_at.desc' }, languageOf(context), { first: 0, most })
  return rows.map((row) => {
    const { name, address } = row.media_type === 'movie' ? movieCard(row) : seriesCard(row)
    return html`<a href="${address}">${name}</a>`
  })
}
