import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { addressOf } from '../records/addresses.ts'
import { cards, movieCard, section } from '../records/cards.ts'
import { collectionOf, moviesIn } from '../records/collection-movies.ts'

type CollectionRef = { id: number; name: string }

/** Movies of a collection that the page of one of them shows. */
export const maxInCollection = 24

/** The part of a collection around a movie. */
export function around<Part extends { id: number }>(parts: readonly Part[], movie_id: number): readonly Part[] {
  const at = parts.findIndex(({ id }) => id === movie_id)
  const from = Math.max(0, Math.min(at - maxInCollection / 2, parts.length - maxInCollection))
  return parts.slice(from, from + maxInCollection)
}

/** The other movies of a movie's collection, in their order, at least those around it; nothing if there are none. */
export async function inCollection(context: PageContext, movie_id: number, of: CollectionRef | null): Promise<Html> {
  if (!of) return html``
  const collection = await collectionOf(context, of.id)
  const { title: words } = context.texts
  const parts = collection?.all ?? []
  const shown = await moviesIn(context, around(parts, movie_id))
  const row = shown.map((movie) => movieCard(movie, movie.id === movie_id ? words.current : undefined))
  const link = html`<p class="all-credits"><a href="${addressOf(
    'collection',
    of.id,
    collection?.original_name ?? of.name,
  )}">${of.name}</a></p>`
  return section(words.partOf(of.name), html`${cards(row, 'row')}${link}`, parts.length > 1 ? 1 : 0)
}
