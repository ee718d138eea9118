import { countRatedEpisodes, type ShelfName, shelfNames } from '#src/kept/shelves.ts'
import { emptySection, emptyState } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { cards } from '../records/cards.ts'
import type { Viewer } from '../viewer.ts'
import { libraryPage } from './frame.ts'
import { goingOn } from './next-episodes.ts'
import { shelfCards } from './shelf-cards.ts'

/** Series that are looked at, and shown, to go on with. */
const mostBegun = 60
const mostShown = 12
/** Posters of each shelf: they fill a row. */
const postersShown = 6

/** Where somebody goes on, and the last titles of each shelf. */
export const overview = page('GET /library', {
  access: 'account',
  async handle(context) {
    const { texts } = context
    const { library } = texts
    const [going, ...shelves] = await Promise.all([
      goingOn(context, { looked: mostBegun, most: mostShown, here: '/library' }),
      ...shelfNames.map((name) => shelfSection(context, name)),
    ])
    const content = html`
<section class="part"><h2>${library.continueWatching}</h2>
${
  going.rows.length === 0
    ? going.hasBegun
      ? emptyState(
          library.nothingBegun,
          library.allWatchedText,
          html`<a class="button primary" href="/library/calendar">${library.calendar}</a>`,
        )
      : emptyState(
          library.nothingBegun,
          library.nothingBegunText,
          html`<a class="button primary" href="/discover/tv?when=week">${library.find.tv}</a>`,
        )
    : html`<ul class="listed going-on">${going.rows}</ul>`
}</section>
${shelves}`
    return libraryPage(context, '/library', library.title, content)
  },
})

/** The titles that came to a shelf last, movies and series in turn, and the way to all of them. */
async function shelfSection(context: PageContext<string, string, string, Viewer>, shelf: ShelfName): Promise<Html> {
  const { db, viewer, texts, format } = context
  const { library, common, catalogue } = texts
  const [found, episodes] = await Promise.all([
    shelfCards(context, { shelf, most: postersShown }),
    shelf === 'ratings' ? countRatedEpisodes(db, viewer.id) : 0,
  ])
  const ways = [
    ['movie', common.movies, found.movies],
    ['tv', common.series, found.series],
    ['episode', catalogue.episodes, episodes],
  ] as const
  const links = ways
    .filter(([, , count]) => count > 0)
    .map(([to, label, count]) => html`<a href="/library/${shelf}/${to}">${label}: ${format.number(count)}</a>`)
  return html`<section class="part"><div class="part-head"><h2>${library.shelves[shelf]}</h2>
<span>${links.map((link, at) => html`${at > 0 && ' · '}${link}`)}</span></div>
${
  found.cards.length > 0
    ? cards(found.cards, 'shelf')
    : links.length === 0 && emptySection(library.empty[shelf], library.emptyText[shelf])
}</section>`
}
