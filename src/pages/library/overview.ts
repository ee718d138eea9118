import { progressOf, seriesBegun } from '#src/kept/progress.ts'
import { countRatedEpisodes, shelfCounts, shelfNames } from '#src/kept/shelves.ts'
import { emptyState } from '../components/lists.ts'
import { html } from '../html.ts'
import { page } from '../page.ts'
import { todayOf } from './days.ts'
import { libraryPage } from './frame.ts'
import { nextEpisode, progressLine } from './section.ts'
import { seriesCardsOf } from './series-cards.ts'

/** Series that are looked at, and shown, to go on with. */
const mostBegun = 60
const mostShown = 12

/** Where somebody goes on, and how much is on each shelf. */
export const overview = page('GET /library', {
  access: 'account',
  async handle(context) {
    const { db, viewer, texts, format, now } = context
    const { library, common, catalogue } = texts
    const begun = await seriesBegun(db, viewer.id, mostBegun)
    const [progress, movies, series, episodes] = await Promise.all([
      progressOf(db, viewer.id, begun, todayOf(now)),
      shelfCounts(db, viewer.id, 'movie'),
      shelfCounts(db, viewer.id, 'series'),
      countRatedEpisodes(db, viewer.id),
    ])
    const open = begun.flatMap((id) => progress.get(id) ?? []).filter(({ next }) => next !== undefined)
    const shown = open.slice(0, mostShown)
    const rows = await seriesCardsOf(
      context,
      shown.map(({ series_id }) => series_id),
    )
    const going = shown.flatMap((each) => {
      const card = rows.get(each.series_id)
      if (!card) return []
      return [
        html`<li><span class="listed-picture">${card.picture}</span>
<div><a class="listed-name" href="${card.address}">${card.name}</a>
${progressLine(context, each)}${nextEpisode(context, each, card.address, '/library')}</div></li>`,
      ]
    })
    const count = (name: (typeof shelfNames)[number], place: 'movie' | 'tv' | 'episode', label: string, many: number) =>
      html`<a href="/library/${name}/${place}">${label}:\u00a0${format.number(many)}</a>`
    const content = html`
<section class="part"><h2>${library.continueWatching}</h2>
${
  going.length === 0
    ? begun.length > 0
      ? emptyState(
          library.nothingBegun,
          library.allWatchedText,
          html`<a class="button primary" href="/library/calendar">${library.calendar}</a>`,
        )
      : emptyState(
          library.nothingBegun,
          library.nothingBegunText,
          html`<a class="button primary" href="/discover/tv">${library.find.tv}</a>`,
        )
    : html`<ul class="listed going-on">${going}</ul>`
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
