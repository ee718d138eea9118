import { likesOf } from '#src/contributions/likes.ts'
import { chosenBy } from '#src/contributions/members/chosen-favorites.ts'
import { type Profile, publicListsOf, reviewIdsOf } from '#src/contributions/profiles.ts'
import { details } from '#src/groups/reviews/details.ts'
import { ratedPage } from '#src/kept/account-list.ts'
import { languageOf } from '../components/languages.ts'
import { cardsOnPage, emptyState, nextStep, pagination } from '../components/lists.ts'
import { markdown } from '../components/markdown.ts'
import { shortFigures } from '../diary/year.ts'
import { type Html, html, nothing } from '../html.ts'
import { cardsOfChosen } from '../kept/chosen-favorites.ts'
import { todayOf } from '../library/days.ts'
import { episodeRows } from '../library/episode-rows.ts'
import { listRows } from '../lists/row.ts'
import { diaryRows } from '../members/activity.ts'
import { page } from '../page.ts'
import { cards, movieCard, seriesCard } from '../records/cards.ts'
import { likeButton } from '../records/likes.ts'
import { profileAddress } from '../records/profile-address.ts'
import { aboutAddress } from '../reviews/review.ts'
import { type Context, type Counts, show } from './frame.ts'

/** Rows on a page of a part, and on the first page of a profile. */
const onPage = { reviews: 10, lists: 20 } as const
const onOverview = { reviews: 3, lists: 4, ratings: 12, diary: 6 } as const

type Listed = { number: number; size: number; heading: 2 | 3 }

/** Reviews with their beginnings, under headings of a level; the titles come from the replies about them. */
async function reviews(context: Context, account_id: number, { number, size, heading }: Listed) {
  const { ask, db, texts, format, viewer, params } = context
  const { catalogue } = texts
  const ids = await reviewIdsOf(db, account_id, number, size)
  const [found, likes] = await Promise.all([
    Promise.all(ids.map(({ id }) => ask(details, { params: { review_id: id } }))),
    likesOf(
      db,
      'review',
      ids.map(({ id }) => id),
      viewer?.id,
    ),
  ])
  const liked = { what: 'review', next: `${profileAddress(params.name)}/reviews` } as const
  return found.map((review) => {
    if (!review) return html``
    const { id, content, created_at, iso_639_1, media_title, author_details } = review
    const { rating } = author_details
    const rated = rating !== null && html`<strong>${catalogue.outOfTen(format.number(rating))}</strong> · `
    const title = html`<a href="${aboutAddress(review)}">${media_title}</a>`
    const beginning = content.length > excerptLength ? `${content.slice(0, excerptLength)}…` : content
    const likeIt = likeButton(context, { ...liked, of: id, name: media_title }, likes(id))
    return html`
<article class="card review">${heading === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
<p class="note">${rated}<a href="/review/${id}">${format.date(created_at)}</a></p>
<div class="prose"${iso_639_1 && html` lang="${iso_639_1}"`}>${markdown(beginning)}</div>${likeIt}</article>`
  })
}
/** Characters of a review in a list. */
const excerptLength = 400

async function lists(context: Context, account_id: number, number: number, size: number): Promise<Html> {
  const rows = await publicListsOf(context.db, account_id, { language: languageOf(context), page: number, size })
  return html`<ul class="listed">${await listRows(context, rows)}</ul>`
}

/** What was rated, by the name of its kind in addresses. */
const ratedKinds = { movie: 'movie', tv: 'series', episode: 'episode' } as const
type RatedName = keyof typeof ratedKinds
const ratedNames = Object.keys(ratedKinds) as RatedName[]
const countOf = ({ movies, series, episodes }: Counts, of: RatedName) =>
  ({ movie: movies, tv: series, episode: episodes })[of]

/** A page of ratings, of which \`show\` shows the first ones. */
async function ratings(context: Context, account_id: number, of: RatedName, number: number) {
  const { db, format } = context
  const asked = {
    language: languageOf(context),
    page: number,
    page_size: cardsOnPage,
    sort_by: 'created_at.desc',
  } as const
  const note = ({ rating }: { rating: number }) => context.texts.catalogue.outOfTen(format.number(rating))
  if (of === 'movie') {
    const found = await ratedPage(db, 'movie', { account_id }, asked)
    return { ...found, show: async (most: number) => cards(first(found, most).map((row) => movieCard(row, note(row)))) }
  }
  if (of === 'tv') {
    const found = await ratedPage(db, 'series', { account_id }, asked)
    return {
      ...found,
      show: async (most: number) => cards(first(found, most).map((row) => seriesCard(row, note(row)))),
    }
  }
  const found = await ratedPage(db, 'episode', { account_id }, asked)
  return { ...found, show: (most: number) => episodeRows(context, first(found, most), note) }
}

const first = <Row>({ results }: { results: readonly Row[] }, most: number) => results.slice(0, most)

/** Where the owner of an empty profile goes on. */
const toTitles = ({ viewer, texts }: Context, { id }: Profile): Html =>
  id === viewer?.id ? nextStep('/discover/movie', texts.library.find.movie) : nothing

/** How much was watched, and what last. */
async function diary(context: Context, account_id: number, isOwn: boolean): Promise<Html> {
  const { texts, now, params } = context
  const rows = await diaryRows(context, isOwn ? { own: account_id } : { ids: [account_id] }, onOverview.diary)
  const figures = await shortFigures(context, account_id, todayOf(now).slice(0, 4))
  if (figures === nothing && rows.length === 0) return nothing
  const { watchedLast } = texts.profiles
  const all = `${profileAddress(params.name)}/statistics`
  return html`${figures}
${rows.length > 0 && part(watchedLast, all, texts.diary.statistics, html`<ul class="listed in-columns">${rows}</ul>`)}`
}

const part = (title: string, address: string, all: string, content: Html) => html`
<section class="part"><h2>${title}</h2>${content}<p><a href="${address}">${all}</a></p></section>`

export const overview = page('GET /@{name}', {
  access: 'anyone',
  query: ['page', 'kind'],
  handle: (context) =>
    show(context, undefined, async ({ profile, isOwn, counts, showsRatings, showsDiary }) => {
      const words = context.texts.profiles
      const { id } = profile
      const here = profileAddress(profile.username)
      const of = ratedNames.find((name) => countOf(counts, name) > 0)
      const toRatings = `${here}/ratings${of === 'movie' ? '' : `?kind=${of}`}`
      const [favorites, latest, made, rated, watched] = await Promise.all([
        chosenBy(context.db, id).then((chosen) => cardsOfChosen(context, chosen)),
        reviews(context, id, { number: 1, size: onOverview.reviews, heading: 3 }),
        lists(context, id, 1, onOverview.lists),
        showsRatings && of ? ratings(context, id, of, 1) : undefined,
        showsDiary ? diary(context, id, isOwn) : nothing,
      ])
      if (counts.reviews + counts.lists + favorites.length === 0 && !rated && watched === nothing)
        return emptyState(words.nothing, words.nothingText, toTitles(context, profile))
      return html`
${
  favorites.length > 0 &&
  html`<section class="part favorites"><h2>${words.favorites}</h2>${cards(favorites)}</section>
`
}${watched}
${rated && part(words.ratings, toRatings, words.all, await rated.show(onOverview.ratings))}
${counts.reviews > 0 && part(words.reviews, `${here}/reviews`, words.all, html`${latest}`)}
${counts.lists > 0 && part(words.lists, `${here}/lists`, words.all, made)}`
    }),
})

export const reviewsPage = page('GET /@{name}/reviews', {
  access: 'anyone',
  query: ['page', 'kind'],
  handle: (context) =>
    show(context, 'reviews', async ({ profile, counts }, number) => {
      const words = context.texts.profiles
      const pages = { page: number, total_pages: Math.ceil(counts.reviews / onPage.reviews) }
      const address = (to: number) => `${profileAddress(profile.username)}/reviews?page=${to}`
      const rest = pagination(context, pages, address)
      if (counts.reviews === 0) return emptyState(words.noReviews, words.nothingText, toTitles(context, profile))
      const listed = await reviews(context, profile.id, { number, size: onPage.reviews, heading: 2 })
      return html`${listed}${rest}`
    }),
})

export const listsPage = page('GET /@{name}/lists', {
  access: 'anyone',
  query: ['page', 'kind'],
  handle: (context) =>
    show(context, 'lists', async ({ profile, counts }, number) => {
      const words = context.texts.profiles
      const pages = { page: number, total_pages: Math.ceil(counts.lists / onPage.lists) }
      const rest = pagination(context, pages, (to) => `${profileAddress(profile.username)}/lists?page=${to}`)
      if (counts.lists === 0) return emptyState(words.noLists, words.nothingText, toTitles(context, profile))
      return html`${await lists(context, profile.id, number, onPage.lists)}${rest}`
    }),
})

export const ratingsPage = page('GET /@{name}/ratings', {
  access: 'anyone',
  query: ['page', 'kind'],
  handle: (context) =>
    show(context, 'ratings', async ({ profile, counts }, number) => {
      const { texts, query } = context
      const words = texts.profiles
      const chosen = ratedNames.find((name) => name === query.kind) ?? 'movie'
      const address = (of: RatedName, to: number) => `${profileAddress(profile.username)}/ratings?kind=${of}&page=${to}`
      const choice = (of: RatedName, label: string) =>
        html`<li><a href="${address(of, 1)}"${of === chosen && html` aria-current="true"`}>${label}</a></li>`
      const found = await ratings(context, profile.id, chosen, number)
      const rest = pagination(context, found, (to) => address(chosen, to))
      const { movies, series } = texts.common
      const labels = { movie: movies, tv: series, episode: texts.catalogue.episodes }
      return html`
<nav class="kinds" aria-label="${texts.catalogue.kinds}"><ul>
${ratedNames.map((of) => choice(of, `${labels[of]} (${countOf(counts, of)})`))}
</ul></nav>
${
  found.results.length === 0
    ? emptyState(words.noRatings, words.noRatingsText, toTitles(context, profile))
    : await found.show(cardsOnPage)
}${rest}`
    }),
})
