import { partOperation } from '#src/catalogue/part-operations.ts'
import type { PartBody } from '#src/catalogue/parts/index.ts'
import { languageTag } from '../components/languages.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { section } from '../records/cards.ts'

/** Lists that the page of a title shows: the newest. */
export const shownLists = 6

export type PublicLists = PartBody<'movie' | 'series', 'lists'>

/** Public lists of people that hold a title. */
export function publicListsWith(
  context: PageContext,
  kind: 'movie' | 'series',
  params: Readonly<Record<string, number>>,
): Promise<PublicLists | undefined> {
  const asked = { params, query: { language: languageTag(context) } }
  return kind === 'movie'
    ? context.ask(partOperation('movie', 'lists'), asked)
    : context.ask(partOperation('series', 'lists'), asked)
}

export function listsSection({ texts: { lists: words } }: RenderContext, found: PublicLists | undefined): Html {
  const shown = (found?.results ?? []).slice(0, shownLists)
  const rows = shown.map(({ id, name, item_count, poster_path }) => {
    const thumbnail = pictureOf({ gallery: 'posters', file_path: poster_path, width: 'listed' })
    return html`<li><span class="listed-picture">${framed(id, name, 'upright', thumbnail)}</span>
<div><a class="listed-name" href="/list/${id}">${name || words.untitled}</a>
<span class="note">${words.count(item_count)}</span></div></li>`
  })
  return section(words.onLists, html`<ul class="listed">${rows}</ul>`, rows.length)
}
