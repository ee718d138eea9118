import { details } from '#src/groups/collections/details.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { addressOf } from './addresses.ts'
import { cards, movieCard, section } from './cards.ts'
import { languageTag } from './languages.ts'

type CollectionRef = { id: number; name: string }

/** The other movies of a movie's collection, in their order; nothing if there are none. */
export async function inCollection(context: PageContext, movie_id: number, of: CollectionRef | null): Promise<Html> {
  if (!of) return html``
  const query = { language: languageTag(context) }
  const collection = await context.ask(details, { params: { collection_id: of.id }, query })
  const { title: words } = context.texts
  const parts = collection?.parts ?? []
  const row = parts.map((movie) => movieCard(movie, movie.id === movie_id ? words.current : undefined))
  const link = html`<p class="all-credits"><a href="${addressOf(
    'collection',
    of.id,
    collection?.original_name ?? of.name,
  )}">${of.name}</a></p>`
  return section(words.partOf(of.name), html`${cards(row, 'row')}${link}`, parts.length > 1 ? 1 : 0)
}
