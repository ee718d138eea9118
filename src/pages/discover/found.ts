import { enoughVotes } from '#src/catalogue/summaries/enough-votes.ts'
import { movie } from '#src/groups/discover/movie.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { cardsOnPage, choiceLinks, pagination } from '../components/lists.ts'
import { type Html, html, nothing } from '../html.ts'
import { withParameters } from '../local-address.ts'
import type { PageContext } from '../page.ts'
import { type Card, cards, movieCard, section, seriesCard } from '../records/cards.ts'
import { type Chosen, discoverAddress, filtersOf, type OrderName, type Place } from './choices.ts'
import { orderLinks, orderNamed } from './in-order.ts'
import { seriesOfPages } from './series.ts'

/** A page of what was found. */
type FoundTitles = { page: number; total_pages: number; total_results: number; cards: readonly Card[] }

/** A page of what was chosen; undefined beyond the last page that can be asked for. */
export async function foundTitles(
  context: PageContext,
  place: Place,
  chosen: Chosen,
  page: number,
): Promise<FoundTitles | undefined> {
  // Fewer votes are enough where few people vote.
  const isByRating = chosen.rating !== undefined || chosen.sort === 'rating'
  const votes = isByRating ? { votes: await enoughVotes(context.db, place === 'movie' ? 'movie' : 'series') } : {}
  const filters = filtersOf(place, chosen, { region: languageOf(context).iso_3166_1, now: context.now, ...votes })
  const include_adult = String(context.viewer?.include_adult ?? false)
  const query = { ...filters, include_adult, page, page_size: cardsOnPage, language: languageTag(context) }
  if (place === 'movie') {
    const found = await context.ask(movie, { query })
    return found && { ...found, cards: found.results.map((row) => movieCard(row)) }
  }
  const found = await context.ask(seriesOfPages, { query })
  return found && { ...found, cards: found.results.map((row) => seriesCard(row)) }
}

/** Parameters of pages that list the titles of a record. */
export const listedParameters = ['kind', 'sort', 'page'] as const
type Asked = { query: Record<(typeof listedParameters)[number], string>; number: number }

/** The titles of a company or a network: their section, the address of what is shown, and their names. */
type TitlesOfRecord = { section: Html; address: string; names: string[] }

/**
 * The titles that discover finds for a record: each kind of them, in its orders, with the way to all filters. `part` is
 * what stands for the record there, `here` the address of its page.
 */
export async function titlesOfRecord(
  context: PageContext,
  { places, part, here }: { places: readonly Place[]; part: Chosen; here: string },
  { query, number }: Asked,
): Promise<TitlesOfRecord | undefined> {
  const { common, discover, catalogue } = context.texts
  const sort = orderNamed(query.sort, 'popularity')
  const asked = sort === 'popularity' ? part : { ...part, sort }
  const firstPages = new Map(
    await Promise.all(places.map(async (of) => [of, await foundTitles(context, of, asked, 1)] as const)),
  )
  const countOf = (of: Place) => firstPages.get(of)?.total_results ?? 0
  const some = places.filter((place) => countOf(place) !== 0)
  const place = places.find((one) => one === query.kind) ?? some[0] ?? (places[0] as Place)
  const found = number === 1 ? firstPages.get(place) : await foundTitles(context, place, asked, number)
  if (!found) return undefined
  const address = (to: { kind?: Place; sort?: OrderName; page?: number }) => {
    const { kind = place, sort: order = sort, page = 1 } = to
    return withParameters(here, {
      ...(kind !== (some[0] ?? places[0]) && { kind }),
      ...(order !== 'popularity' && { sort: order }),
      ...(page > 1 && { page: String(page) }),
    })
  }
  const labels = { movie: common.movies, tv: common.series }
  const kinds = choiceLinks(
    catalogue.kinds,
    some.map((kind) => {
      const count = context.format.number(countOf(kind))
      return {
        address: address({ kind }),
        label: html`${labels[kind]} <span>${count}</span>`,
        isCurrent: kind === place,
      }
    }),
  )
  const orders = orderLinks(context, sort, (name) => address({ sort: name }))
  const content = html`${some.length > 1 ? kinds : nothing}${found.total_results > 1 ? orders : nothing}
<p><a href="${discoverAddress(place, asked)}">${discover.more}</a></p>
${cards(found.cards)}
${pagination(context, found, (page) => address({ page }))}`
  return {
    section: section(some.length > 1 ? catalogue.titles : labels[place], content, found.total_results),
    // In another order it is the same list.
    address: address({ sort: 'popularity', page: number }),
    names: found.cards.map(({ name }) => name),
  }
}
