import { coversOfLists } from '#src/contributions/lists/covers.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'

type Listed = { id: number; name: string; item_count: number; poster_path: string | null }

/** Lists one below the other, each with its cover: the poster of a title of it, drawn where nobody has added one. */
export async function listRows({ db, texts }: PageContext, lists: readonly Listed[]): Promise<Html[]> {
  const covers = await coversOfLists(
    db,
    lists.map(({ id }) => id),
  )
  return lists.map(({ id, name, item_count, poster_path }) => {
    const drawn = covers.get(id)
    const cover = pictureOf({ gallery: 'posters', file_path: poster_path, width: 'listed', ...(drawn && { drawn }) })
    return html`<li><span class="listed-picture">${framed(id, name, 'upright', cover)}</span>
<div><a class="listed-name" href="/list/${id}">${name || texts.lists.untitled}</a>
<span class="note">${texts.lists.count(item_count)}</span></div></li>`
  })
}
