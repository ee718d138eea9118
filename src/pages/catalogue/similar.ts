import { partOperation } from '#src/catalogue/part-operations.ts'
import type { PartBody } from '#src/catalogue/parts/index.ts'
import { languageTag } from '../components/languages.ts'
import type { Html } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { cards, movieCard, section, seriesCard } from '../records/cards.ts'

/** Similar titles that the page of a title shows. */
const shownTitles = 12

/** A list of titles beside a movie or a series. */
export type TitlesBeside = PartBody<'movie', 'similar'> | PartBody<'series', 'similar'>

/** The titles that are most like a movie or a series, or are recommended with it; undefined if it does not exist. */
export function titlesBeside(
  context: PageContext,
  kind: 'movie' | 'series',
  part: 'similar' | 'recommendations',
  params: Readonly<Record<string, number>>,
): Promise<TitlesBeside | undefined> {
  const asked = { params, query: { language: languageTag(context) } }
  return kind === 'movie'
    ? context.ask(partOperation('movie', part), asked)
    : context.ask(partOperation('series', part), asked)
}

const cardsOf = (results: TitlesBeside['results']) =>
  cards(
    results.slice(0, shownTitles).map((row) => ('title' in row ? movieCard(row) : seriesCard(row))),
    'row',
  )

/** Cards of the titles that are most like the one of the page; nothing if there are none. */
export function similarSection({ texts: { catalogue } }: RenderContext, { results }: TitlesBeside): Html {
  const isOfMovies = results.some((row) => 'title' in row)
  return section(isOfMovies ? catalogue.similarMovies : catalogue.similarSeries, cardsOf(results), results.length)
}

/** Cards of what is recommended with the title of the page and is not among the similar titles anyway. */
export function recommendedSection(
  { texts: { catalogue } }: RenderContext,
  recommended: TitlesBeside,
  similar: TitlesBeside,
): Html {
  const known = new Set(similar.results.map(({ id }) => id))
  const others = recommended.results.filter(({ id }) => !known.has(id)) as TitlesBeside['results']
  return section(catalogue.recommended, cardsOf(others), others.length)
}
