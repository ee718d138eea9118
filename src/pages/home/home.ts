import { newestIds } from '#src/catalogue/summaries/newest.ts'
import { nowPlaying } from '#src/groups/movie-lists/now-playing.ts'
import { popular as popularPeople } from '#src/groups/people-lists/popular.ts'
import { all as trending } from '#src/groups/trending/all.ts'
import { onTheAir } from '#src/groups/tv-series-lists/on-the-air.ts'
import { isBusy } from '#src/popularity/busy.ts'
import { settings } from '#src/settings.ts'
import { buttonForm } from '../components/form.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { emptyState } from '../components/lists.ts'
import { setUpAddress } from '../components/page-addresses.ts'
import { feedOfNewTitles } from '../feeds/links.ts'
import { type Html, html, nothing } from '../html.ts'
import { libraryScript } from '../library/forms.ts'
import { type PageContext, page, type RenderContext, redirect } from '../page.ts'
import { type Card, cards, knownPersonCard, movieCard, seriesCard, yearOf } from '../records/cards.ts'
import { sharedSite } from '../sharing/people-and-companies.ts'
import { titlesById } from '../titles-by-id.ts'
import { latestEdits } from './edits.ts'
import { type Numbers, numbersNow } from './numbers.ts'
import { ownSections } from './own.ts'
import { popularMovies, popularSeries, titlesPerSection } from './popular.ts'

/** One card alone is no row. */
const fewestCards = 2

type Shelf = { title: string; cards: readonly Card[]; all?: string }

export const home = page('GET /', {
  access: 'anyone',
  query: ['q'],
  async handle(context) {
    const { texts, viewer, query } = context
    // What people who know other sites type behind the address.
    if (query.q.trim() !== '') return redirect(`/search?${new URLSearchParams({ query: query.q.trim() })}`)
    const [known, shelves, own, edits] = await Promise.all([
      numbersNow(context),
      shelvesOf(context),
      ownSections(context),
      latestEdits(context),
    ])
    const shown = withoutRepeats(shelves)
    const isEmpty = shown.length === 0
    return {
      title: texts.home.title,
      description: context.config.greeting || texts.home.lead,
      shared: sharedSite(context),
      feed: feedOfNewTitles(context),
      scripts: [libraryScript],
      main: html`
${viewer ? hello(context, viewer.displayName) : hero(context)}
${!viewer && !isEmpty && figures(context, known)}
${own}
${isEmpty ? emptyCatalogue(context) : shown.map((each) => shelf(context, each))}
${edits}
${!isEmpty && ways(context)}`,
    }
  },
})

/** A site with a name of its own begins with it. */
const hero = (context: PageContext): Html => html`
<section class="hero">
<h1>${context.config.siteName === settings.siteName.default ? context.texts.home.title : context.config.siteName}</h1>
<p class="lead">${context.config.greeting || context.texts.home.lead}</p>
<p class="actions">${joining(context)}
<a class="button" href="/discover">${context.texts.home.discover}</a></p>
</section>`

/** How a visitor gets an account, or the server its first one; nothing if they cannot. */
function joining({ texts: { common, server }, isNew, signUps }: RenderContext): Html {
  if (isNew) return html`<a class="button primary" href="${setUpAddress}">${server.setUp.title}</a>`
  return signUps === 'open' ? html`<a class="button primary" href="/signup">${common.signUp}</a>` : nothing
}

const hello = ({ texts: { home }, config }: PageContext, name: string): Html => html`
<h1>${home.hello(name)}</h1>
${config.greeting !== '' && html`<p class="lead">${config.greeting}</p>`}`

/** How much there is here. What there is nothing of is not said. */
function figures({ texts: { home }, format }: RenderContext, known: Numbers | undefined): Html {
  if (!known) return nothing
  const all = (['movies', 'series', 'people', 'edits', 'contributors'] as const).filter((name) => known[name] > 0)
  if (all.length === 0) return nothing
  return html`<dl class="figures" aria-label="${home.numbers}">${all.map(
    (name) => html`<div><dt>${home[name](known[name])}</dt><dd>${format.number(known[name])}</dd></div>`,
  )}</dl>`
}

/** What many people look for, and what runs now. */
async function shelvesOf(context: PageContext): Promise<Shelf[]> {
  const { ask, texts } = context
  const { catalogue, home: words } = texts
  const query = { language: languageTag(context) }
  const [[today, thisWeek], showing, airing, movies, series, people, added] = await Promise.all([
    trends(context),
    ask(nowPlaying, { query }),
    ask(onTheAir, { query }),
    ask(popularMovies, { query }),
    ask(popularSeries, { query }),
    ask(popularPeople, { query }),
    newCards(context),
  ])
  const cinemas = catalogue.movieLists.now_playing.title
  const onAir = catalogue.seriesLists.on_the_air.title
  const [ofMovies, ofSeries] = [movies?.results ?? [], series?.results ?? []]
  return [
    { title: catalogue.trendingToday, cards: today },
    { title: catalogue.trendingThisWeek, cards: thisWeek },
    { title: onAir, cards: (airing?.results ?? []).map((row) => seriesCard(row)), all: '/tv?list=on_the_air' },
    { title: cinemas, cards: (showing?.results ?? []).map((row) => movieCard(row)), all: '/movie?list=now_playing' },
    { title: words.newTitles, cards: added },
    { title: catalogue.popularMovies, cards: ofMovies.map((row) => movieCard(row)), all: '/movie' },
    { title: catalogue.popularSeries, cards: ofSeries.map((row) => seriesCard(row)), all: '/tv' },
    {
      title: catalogue.popularPeople,
      cards: (people?.results ?? []).map((row) => knownPersonCard(context, row)),
      all: '/person',
    },
  ]
}

/** Movies and series in turn, those that were added last. They are looked up each time: who adds one looks for it. */
async function newCards(context: PageContext): Promise<Card[]> {
  const { db, texts } = context
  const { kindOf } = texts.catalogue
  const [movies, series] = await Promise.all([
    newestIds(db, 'movie', titlesPerSection),
    newestIds(db, 'series', titlesPerSection),
  ])
  const titles = await titlesById(db, languageOf(context), { movies, series })
  const inTurn = movies.length > series.length ? movies : series
  return inTurn.flatMap((_, at) => {
    const [movie, one] = [titles.movies.get(movies[at] ?? 0), titles.series.get(series[at] ?? 0)]
    return [
      ...(movie ? [movieCard(movie, withYear(kindOf.movie, movie.release_date))] : []),
      ...(one ? [seriesCard(one, withYear(kindOf.tv, one.first_air_date))] : []),
    ]
  })
}

/** The shelves with their first cards; none of which every card was on one above it. */
function withoutRepeats(shelves: readonly Shelf[]): Shelf[] {
  const shown = new Set<string>()
  // A catalogue of one title shows that one all the same.
  const fewest = shelves.some(({ cards: all }) => all.length >= fewestCards) ? fewestCards : 1
  return shelves.flatMap((each) => {
    const first = each.cards.slice(0, titlesPerSection)
    // Of a row with a single card there is nothing to choose from.
    if (first.length < fewest || first.every(({ address }) => shown.has(address))) return []
    for (const { address } of first) shown.add(address)
    return [{ ...each, cards: first }]
  })
}

const shelf = ({ texts: { catalogue } }: RenderContext, { title, cards: first, all }: Shelf): Html => html`
<section class="part"><div class="part-head"><h2>${title}</h2>${
  all && html`<a href="${all}">${catalogue.all}<span class="unseen">: ${title}</span></a>`
}</div>${cards(first, 'shelf')}</section>`

/** What kind of title it is, and its first year. */
const withYear = (kind: string, day: string): string => [kind, yearOf(day)].filter(Boolean).join(' · ')

/** The movies and series that are trending today, and further ones of this week; none where few people are. */
async function trends(context: PageContext): Promise<readonly [today: Card[], thisWeek: Card[]]> {
  const { ask, db, texts } = context
  const { kindOf } = texts.catalogue
  const titlesOf = async (time_window: 'day' | 'week') => {
    if (!(await isBusy(db, time_window))) return []
    const found = await ask(trending, { params: { time_window }, query: { language: languageTag(context) } })
    return (found?.results ?? []).flatMap((row) => {
      if (row.media_type === 'person') return []
      return row.media_type === 'movie'
        ? movieCard(row, withYear(kindOf.movie, row.release_date))
        : seriesCard(row, withYear(kindOf.tv, row.first_air_date))
    })
  }
  const [day, week] = await Promise.all([titlesOf('day'), titlesOf('week')])
  const today = day.slice(0, titlesPerSection)
  const shown = new Set(today.map(({ address }) => address))
  return [today, week.filter(({ address }) => !shown.has(address))]
}

/** Of a catalogue without any record: what can be done about it. */
function emptyCatalogue(context: RenderContext): Html {
  const { texts, viewer } = context
  const { home: words, edit } = texts
  const add = html`<a class="button" href="/movie/new" rel="nofollow">${edit.addKind.movie}</a>
<a class="button" href="/tv/new" rel="nofollow">${edit.addKind.series}</a>`
  if (viewer?.role === 'administrator') {
    const fill = html`<a class="button primary" href="/admin/fill">${texts.admin.places.fill}</a>`
    const sample = buttonForm(context, '/admin/server/sample', texts.server.loadSample, { fields: { task: 'load' } })
    return emptyState(
      words.empty,
      words.emptyForAdministrators,
      html`<div class="actions">${fill} ${sample} ${add}</div>`,
    )
  }
  const text = context.isNew ? words.emptyForFirst : viewer ? words.emptyForMembers : words.emptyText
  return emptyState(words.empty, text, html`<p class="actions">${viewer ? add : joining(context)}</p>`)
}

const ways = ({ texts, viewer }: RenderContext): Html => html`
<div class="ways"><section class="part">
<h2>${texts.home.contribute}</h2>
<p>${viewer ? texts.home.contributeOwn : texts.home.contributeText}</p>
<p class="actions"><a class="button" href="/movie/new" rel="nofollow">${texts.edit.addKind.movie}</a>
<a class="button" href="/tv/new" rel="nofollow">${texts.edit.addKind.series}</a>
<a class="button" href="/quality">${texts.quality.title}</a></p>
</section>
${
  !viewer &&
  html`<section class="part">
<h2>${texts.home.forDevelopers}</h2>
<p>${texts.home.forDevelopersText}</p>
<p class="actions"><a class="button" href="/docs">${texts.home.toReference}</a>
<a class="button" href="/settings/api">${texts.home.toKeys}</a></p>
</section>`
}</div>`
