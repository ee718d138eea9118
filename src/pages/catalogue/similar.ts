import { partOperation } from '#src/catalogue/part-operations.ts'
import type { PartBody } from '#src/catalogue/parts/index.ts'
import type { Html } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { cards, movieCard, section, seriesCard } from './cards.ts'
import { languageTag } from './languages.ts'

/** Similar titles that the page of a title shows. */
const shownTitles = 12

/** The titles that are most like a movie or a series; undefined if there is no such title. */
export type SimilarTitles = PartBody<'movie', 'similar'> | PartBody<'series', 'similar'>

export function similarTo(
  context: PageContext,
  kind: 'movie' | 'series',
  params: Readonly<Record<string, number>>,
): Promise<SimilarTitles | undefined> {
  const asked = { params, query: { language: languageTag(context) } }
  return kind === 'movie'
    ? context.ask(partOperation('movie', 'similar'), asked)
    : context.ask(partOperation('series', 'similar'), asked)
}

/** Cards of the titles that are most like the one of the page; nothing if there are none. */
export function similarSection({ texts: { catalogue } }: RenderContext, { results }: SimilarTitles): Html {
  const shown = results.slice(0, shownTitles).map((row) => ('title' in row ? movieCard(row) : seriesCard(row)))
  const isOfMovies = results.some((row) => 'title' in row)
  return section(isOfMovies ? catalogue.similarMovies : catalogue.similarSeries, cards(shown), shown.length)
}
