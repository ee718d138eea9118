import { moviesById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { movie as changedMovies, tv as changedSeries } from '#src/groups/changes/changed-ids.ts'
import { nowPlaying } from '#src/groups/movie-lists/now-playing.ts'
import { popular as popularMovies } from '#src/groups/movie-lists/popular.ts'
import { popular as popularPeople } from '#src/groups/people-lists/popular.ts'
import { all as trending } from '#src/groups/trending/all.ts'
import { onTheAir } from '#src/groups/tv-series-lists/on-the-air.ts'
import { popular as popularSeries } from '#src/groups/tv-series-lists/popular.ts'
import { dayAfter, utcDay } from '#src/reference/days.ts'
import { type Card, cards, knownPersonCard, movieCard, seriesCard } from './catalogue/cards.ts'
import { languageOf, languageTag } from './catalogue/languages.ts'
import { type Html, html } from './html.ts'
import { type PageContext, page } from './page.ts'
import { sharedSite } from './sharing/others.ts'

/** Entries of each list on the start page. */
const titlesPerSection = 6
/** As far back as lists of changes reach. */
const daysOfChanges = 13

export const home = page('GET /', {
  access: 'anyone',
  async handle(context) {
    const { ask, texts, viewer } = context
    const { common, catalogue } = texts
    const { title, lead, contribute, contributeText, forDevelopers, forDevelopersText, toReference, toKeys } =
      common.home
    const query = { language: languageTag(context) }
    const [[today, thisWeek], showing, airing, movies, series, people, changed] = await Promise.all([
      trends(context),
      ask(nowPlaying, { query }),
      ask(onTheAir, { query }),
      ask(popularMovies, { query }),
      ask(popularSeries, { query }),
      ask(popularPeople, { query }),
      newestChanges(context),
    ])
    const lists: readonly (readonly [title: string, list: readonly Card[], all?: string])[] = [
      [catalogue.trendingToday, today],
      [catalogue.trendingThisWeek, thisWeek],
      [
        catalogue.movieLists.now_playing.title,
        (showing?.results ?? []).map((row) => movieCard(row)),
        '/movie?list=now_playing',
      ],
      [
        catalogue.seriesLists.on_the_air.title,
        (airing?.results ?? []).map((row) => seriesCard(row)),
        '/tv?list=on_the_air',
      ],
      [catalogue.popularMovies, (movies?.results ?? []).map((row) => movieCard(row)), '/movie'],
      [catalogue.popularSeries, (series?.results ?? []).map((row) => seriesCard(row)), '/tv'],
      [catalogue.popularPeople, (people?.results ?? []).map((row) => knownPersonCard(context, row)), '/person'],
      [catalogue.newestChanges, changed],
    ]
    const isNew = !viewer && context.signUps === 'open'
    return {
      title,
      description: lead,
      shared: sharedSite(context),
      main: html`
<section class="hero">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${isNew && html`<p class="actions"><a class="button primary" href="/signup">${common.signUp}</a></p>`}
</section>
${lists.map(([heading, list, all]) => shelf(catalogue.all, heading, list, all))}
<section class="part">
<h2>${contribute}</h2>
<p>${contributeText}</p>
<p class="actions"><a class="button" href="/movie/new" rel="nofollow">${texts.edit.addKind.movie}</a>
<a class="button" href="/tv/new" rel="nofollow">${texts.edit.addKind.series}</a>
<a class="button" href="/quality">${texts.quality.title}</a></p>
</section>
<section class="part">
<h2>${forDevelopers}</h2>
<p>${forDevelopersText}</p>
<p class="actions"><a class="button" href="/docs">${toReference}</a>
<a class="button" href="/settings/api">${toKeys}</a></p>
</section>`,
    }
  },
})

const shelf = (label: string, heading: string, list: readonly Card[], all: string | undefined): Html =>
  list.length === 0
    ? html``
    : html`<section class="part"><div class="part-head"><h2>${heading}</h2>${
        all && html`<a href="${all}">${label}<span class="unseen">: ${heading}</span></a>`
      }</div>${cards(list.slice(0, titlesPerSection), 'shelf')}</section>`

/** The movies and series that are trending today, and further ones of this week. */
async function trends(context: PageContext): Promise<readonly [today: Card[], thisWeek: Card[]]> {
  const { ask, texts } = context
  const { kindOf } = texts.catalogue
  const titlesOf = async (time_window: 'day' | 'week') => {
    const found = await ask(trending, { params: { time_window }, query: { language: languageTag(context) } })
    return (found?.results ?? []).flatMap((row) => {
      if (row.media_type === 'person') return []
      return row.media_type === 'movie' ? movieCard(row, kindOf.movie) : seriesCard(row, kindOf.tv)
    })
  }
  const [day, week] = await Promise.all([titlesOf('day'), titlesOf('week')])
  const today = day.slice(0, titlesPerSection)
  const shown = new Set(today.map(({ address }) => address))
  return [today, week.filter(({ address }) => !shown.has(address))]
}

/** The movies and series that were created or changed last, a few of each. Adult ones are left out. */
async function newestChanges(context: PageContext): Promise<Card[]> {
  const { ask, db, now, texts } = context
  const { catalogue } = texts
  const today = utcDay(now)
  const query = { start_date: dayAfter(today, -daysOfChanges), end_date: today }
  const language = languageOf(context)
  const idsOf = (found: { results: readonly { id: number; adult: boolean }[] } | undefined) =>
    (found?.results ?? [])
      .filter(({ adult }) => !adult)
      .map(({ id }) => id)
      .slice(0, titlesPerSection / 2)
  const [movies, series] = await Promise.all([
    ask(changedMovies, { query }).then((found) => moviesById(db, idsOf(found), language)),
    ask(changedSeries, { query }).then((found) => seriesById(db, idsOf(found), language)),
  ])
  return [
    ...movies.map((row) => movieCard(row, catalogue.kindOf.movie)),
    ...series.map((row) => seriesCard(row, catalogue.kindOf.tv)),
  ]
}
