import { countRatedEpisodes, shelfCounts, shelfNames } from '#src/kept/shelves.ts'
import { emptyState } from '../components/lists.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { libraryPage } from './frame.ts'
import { goingOn } from './next-episodes.ts'

/** Series that are looked at, and shown, to go on with. */
const mostBegun = 60
const mostShown = 12

/** Where somebody goes on, and how much is on each shelf. */
export const overview = page('GET /library', {
  access: 'account',
  async handle(context) {
    const { db, viewer, texts, format } = context
    const { library, common, catalogue } = texts
    const [going, movies, series, episodes] = await Promise.all([
      goingOn(context, { looked: mostBegun, most: mostShown, here: '/library' }),
      shelfCounts(db, viewer.id, 'movie'),
      shelfCounts(db, viewer.id, 'series'),
      countRatedEpisodes(db, viewer.id),
    ])
    const count = (name: (typeof shelfNames)[number], place: 'movie' | 'tv' | 'episode', label: string, many: number) =>
      html`<a href="/library/${name}/${place}">${label}:\u00a0${format.number(many)}</a>`
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
<section class="part"><h2>${library.sections}</h2>
<dl class="record-facts">${shelfNames.map(
      (name) => html`<div><dt>${library.shelves[name]}</dt>
<dd>${count(name, 'movie', common.movies, movies[name])} ·
${count(name, 'tv', common.series, series[name])}${
  name === 'ratings' && html` ·\n${count(name, 'episode', catalogue.episodes, episodes)}`
}</dd></div>`,
    )}</dl></section>`
    return libraryPage(context, '/library', library.title, content)
  },
})
