import type { Static } from 'typebox'
import { itemsOf } from '#src/contributions/lists/items.ts'
import type { followedLists } from '#src/groups/watches/followed-lists.ts'
import { languageOf } from '../components/languages.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { movieCard, seriesCard } from '../records/cards.ts'
import { listRows } from './row.ts'

type FollowedList = Static<(typeof followedLists)['reply']>['results'][number]

/** New titles of a list that its row names. */
const newTitlesShown = 3

/** Lists that somebody follows, one below the other, each with the titles that are new on it. */
export async function followedRows(context: PageContext, lists: readonly FollowedList[]): Promise<Html[]> {
  const news = new Map(await Promise.all(lists.map(async (list) => [list, await newsOf(context, list)] as const)))
  return listRows(context, lists, (list) => ({
    by: context.texts.lists.by(list.created_by),
    below: news.get(list),
  }))
}

const inLine = (titles: readonly Html[]): Html[] => titles.map((title, at) => html`${at > 0 && ', '}${title}`)

async function newsOf(context: PageContext, { id, new_item_count }: FollowedList): Promise<Html> {
  if (new_item_count === 0) return nothing
  const most = Math.min(new_item_count, newTitlesShown)
  const rows = await itemsOf(context.db, { id, sort_by: 'created_at.desc' }, languageOf(context), { first: 0, most })
  if (rows.length === 0) return nothing
  const titles = rows.map((row) => {
    const { name, address } = row.media_type === 'movie' ? movieCard(row) : seriesCard(row)
    return html`<a href="${address}">${name}</a>`
  })
  const more = new_item_count > titles.length && html` …`
  return html`\n<p class="note">${context.texts.lists.newOn(new_item_count)}: ${inLine(titles)}${more}</p>`
}
