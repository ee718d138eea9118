import { coversOfLists } from '#src/contributions/lists/covers.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'

type Listed = { id: number; name: string; item_count: number; poster_path: string | null }

/** What a row says besides: whose list it is, and what stands below. */
type Besides = { by?: string; below?: Html | undefined }

/** Lists one below the other, each with its cover: the poster of a title of it, drawn where nobody has added one. */
export async function listRows<List extends Listed>(
  { db, texts }: PageContext,
  lists: readonly List[],
  besides: (list: List) => Besides = () => ({}),
): Promise<Html[]> {
  const covers = await coversOfLists(
    db,
    lists.map(({ id }) => id),
  )
  return lists.map((list) => {
    const { id, name, item_count, poster_path } = list
    const { by, below } = besides(list)
    const drawn = covers.get(id)
    const cover = pictureOf({ gallery: 'posters', file_path: poster_path, width: 'listed', ...(drawn && { drawn }) })
    return html`<li><span class="listed-picture">${framed(id, name, 'upright', cover)}</span>
<div><a class="listed-name" href="/list/${id}">${name || texts.lists.untitled}</a>
<span class="note">${by && `${by} · `}${texts.lists.count(item_count)}</span>${below}</div></li>`
  })
}
