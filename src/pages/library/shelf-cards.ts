import { movieSummariesById, seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { type ShelfName, shelved } from '#src/kept/shelves.ts'
import { languageOf } from '../components/languages.ts'
import type { PageContext } from '../page.ts'
import { type Card, movieCard, seriesCard } from '../records/cards.ts'
import type { Viewer } from '../viewer.ts'

type Asked = { shelf: ShelfName; most: number; isUnwatched?: boolean }

/** The first titles of a shelf, and how many there are. */
type OnShelf = { cards: Card[]; movies: number; series: number }

/** The titles that came to a shelf last, movies and series in turn. */
export async function shelfCards(
  context: PageContext<string, string, string, Viewer>,
  { shelf, most, isUnwatched = false }: Asked,
): Promise<OnShelf> {
  const { db, viewer } = context
  const of = (kind: 'movie' | 'series') =>
    shelved(db, {
      ...{ account_id: viewer.id, shelf, of: kind, asked: { sort_by: 'added.desc' }, isUnwatched },
      ...{ page: 1, page_size: most },
    })
  const [movies, series] = await Promise.all([of('movie'), of('series')])
  const language = languageOf(context)
  const [movieRows, seriesRows] = await Promise.all([
    movieSummariesById(db, movies.ids, language),
    seriesSummariesById(db, series.ids, language),
  ])
  const cards = inTurn(
    movieRows.map((row) => movieCard(row)),
    seriesRows.map((row) => seriesCard(row)),
  )
  return { cards: cards.slice(0, most), movies: movies.total, series: series.total }
}

/** One of each in turn, as long as there are both. */
const inTurn = <Item>(some: readonly Item[], others: readonly Item[]): Item[] =>
  (some.length > others.length ? some : others).flatMap((_, at) =>
    [some.slice(at, at + 1), others.slice(at, at + 1)].flat(),
  )
