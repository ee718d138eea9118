import { mayModerate } from '#src/contract/access.ts'
import {
  findProfile,
  isProfilePublic,
  type Profile,
  profileCounts,
  publicListsOf,
  reviewIdsOf,
} from '#src/contributions/profiles.ts'
import { details } from '#src/groups/reviews/details.ts'
import { ratedPage } from '#src/kept/account-list.ts'
import { avatar } from '../components/avatar.ts'
import { followLine } from '../components/follow-button.ts'
import { buttonForm } from '../components/form.ts'
import { languageOf } from '../components/languages.ts'
import { cardsOnPage, emptyState, nextStep, pagination } from '../components/lists.ts'
import { markdown } from '../components/markdown.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html, nothing } from '../html.ts'
import { episodeRows } from '../library/episode-rows.ts'
import { listRows } from '../lists/row.ts'
import { memberAddress } from '../moderation/member.ts'
import { type Answer, type PageContext, page, Redirect } from '../page.ts'
import { cards, movieCard, seriesCard } from '../records/cards.ts'
import { profileAddress } from '../records/profile-address.ts'
import { reportLink } from '../records/report-link.ts'
import { aboutAddress } from '../reviews/review.ts'

type Context = PageContext<'name', 'page' | 'kind'>
type Counts = Awaited<ReturnType<typeof profileCounts>>
const ratingCount = ({ movies, series, episodes }: Counts): number => movies + series + episodes
/** A profile that the viewer may see. */
type Seen = { profile: Profile; isOwn: boolean; counts: Counts; showsRatings: boolean }

/** The profile that an address names, if the viewer may see it. What is private looks as if it did not exist. */
async function seen({ db, params, viewer }: Context): Promise<Seen | undefined> {
  const profile = await findProfile(db, params.name)
  if (!profile) return undefined
  const isOwn = profile.id === viewer?.id
  const isJudged = viewer !== undefined && mayModerate(viewer.role) && profile.has_public_profile
  if (!isProfilePublic(profile) && !isOwn && !isJudged) return undefined
  const counts = await profileCounts(db, profile.id)
  return { profile, isOwn, counts, showsRatings: profile.shows_ratings || isOwn }
}

const parts = ['reviews', 'lists', 'ratings'] as const
type Part = (typeof parts)[number]

/** Rows on a page of a part, and on the first page of a profile. */
const onPage = { reviews: 10, lists: 20 } as const
const onOverview = { reviews: 3, lists: 4, ratings: 12 } as const

/** Makes the page of a part, or the overview. */
async function show(
  context: Context,
  part: Part | undefined,
  content: (seen: Seen, number: number) => Promise<Html | undefined>,
): Promise<Answer> {
  const number = pageIn(context.query.page)
  const found = await seen(context)
  if (!found || number === undefined) return undefined
  const { profile, isOwn } = found
  const { username } = profile
  if (context.params.name !== username)
    return new Redirect(`${profileAddress(username)}${part ? `/${part}` : ''}`, undefined, 301)
  if (part === 'ratings' && !found.showsRatings) return undefined
  const inside = await content(found, number)
  if (inside === undefined) return undefined
  const displayName = profile.name || username
  const words = context.texts.profiles
  const since = words.since(context.format.date(profile.created_at))
  return {
    title: part ? `${words[part]} · ${displayName}` : displayName,
    description: words.description(displayName),
    isPrivate: !isProfilePublic(profile) || !profile.is_indexed,
    shared: { address: addressOfPart(profile, part, number), type: 'profile' },
    main: html`
<div class="person">${avatar({ ...profile, displayName }, 72)}
<div><h1>${displayName}</h1><p class="note">@${username} · ${since}</p></div></div>
${state(context, profile, isOwn)}
${part === undefined && (await followLine(context, { what: 'account', of: username, next: profileAddress(username) }))}
${places(context, found, part)}
${inside}
${moderation(context, profile, isOwn)}`,
  }
}

const addressOfPart = ({ username }: Profile, part: Part | undefined, number: number) =>
  `${profileAddress(username)}${part ? `/${part}` : ''}${number > 1 ? `?page=${number}` : ''}`

/** What the owner, or a moderator, has to know. */
function state({ texts }: Context, profile: Profile, isOwn: boolean): Html {
  const words = texts.profiles
  const settings = html`<a href="/settings/privacy">${words.toPrivacy}</a>`
  if (profile.hidden_at !== null)
    return html`<p class="warning">${words.hidden(profile.hidden_reason)} ${isOwn && settings}</p>`
  const seenBy = profile.has_public_profile ? words.isPublic : words.isPrivate
  return html`${isOwn && html`<p class="hint">${seenBy} ${settings}</p>`}`
}

function places({ texts }: Context, { profile, counts, showsRatings }: Seen, here: Part | undefined): Html {
  const words = texts.profiles
  const number = { reviews: counts.reviews, lists: counts.lists, ratings: ratingCount(counts) }
  const shown = parts.filter((part) => part !== 'ratings' || showsRatings)
  const place = (part: Part | undefined, label: string) => html`
<li><a href="${profileAddress(profile.username)}${part && `/${part}`}"${
    part === here && html` aria-current="page"`
  }>${label}</a></li>`
  return html`
<nav class="kinds" aria-label="${words.parts}"><ul>
${place(undefined, words.overview)}
${shown.map((part) => place(part, `${words[part]} (${number[part]})`))}
<li><a href="/edits?person=${profile.username}" rel="nofollow">${texts.history.edits}</a></li>
</ul></nav>`
}

function moderation(context: Context, profile: Profile, isOwn: boolean): Html {
  const { id, username, hidden_at, avatar_path } = profile
  const { viewer, texts } = context
  if (isOwn) return html``
  const report = isProfilePublic(profile) && html`<p class="note">${reportLink(context, 'profile', id)}</p>`
  if (!viewer || !mayModerate(viewer.role)) return html`${report}`
  const words = texts.profiles
  const picture = `${profileAddress(username)}/picture/remove`
  return html`${report}<div class="actions">
<a class="button" href="${memberAddress(username)}">${texts.moderation.title}</a>
${avatar_path !== null && html`<a class="button danger" href="${picture}">${words.removePicture}</a>`}
${
  hidden_at === null
    ? html`<a class="button danger" href="${profileAddress(username)}/hide">${words.hide}</a>`
    : buttonForm(context, `${profileAddress(username)}/show`, words.show, {})
}</div>`
}

type Listed = { number: number; size: number; heading: 2 | 3 }

/** Reviews with their beginnings, under headings of a level; the titles come from the replies about them. */
async function reviews({ ask, db, texts, format }: Context, account_id: number, { number, size, heading }: Listed) {
  const { catalogue } = texts
  const ids = await reviewIdsOf(db, account_id, number, size)
  const found = await Promise.all(ids.map(({ id }) => ask(details, { params: { review_id: id } })))
  return found.map((review) => {
    if (!review) return html``
    const { id, content, created_at, iso_639_1, media_title, author_details } = review
    const { rating } = author_details
    const rated = rating !== null && html`<strong>${catalogue.outOfTen(format.number(rating))}</strong> · `
    const title = html`<a href="${aboutAddress(review)}">${media_title}</a>`
    const beginning = content.length > excerptLength ? `${content.slice(0, excerptLength)}…` : content
    return html`
<article class="card review">${heading === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
<p class="note">${rated}<a href="/review/${id}">${format.date(created_at)}</a></p>
<div class="prose"${iso_639_1 && html` lang="${iso_639_1}"`}>${markdown(beginning)}</div></article>`
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

const part = (title: string, address: string, all: string, content: Html) => html`
<section class="part"><h2>${title}</h2>${content}<p><a href="${address}">${all}</a></p></section>`

export const overview = page('GET /@{name}', {
  access: 'anyone',
  query: ['page', 'kind'],
  handle: (context) =>
    show(context, undefined, async ({ profile, counts, showsRatings }) => {
      const words = context.texts.profiles
      const { id } = profile
      const here = profileAddress(profile.username)
      const of = ratedNames.find((name) => countOf(counts, name) > 0)
      const toRatings = `${here}/ratings${of === 'movie' ? '' : `?kind=${of}`}`
      const [latest, made, rated] = await Promise.all([
        reviews(context, id, { number: 1, size: onOverview.reviews, heading: 3 }),
        lists(context, id, 1, onOverview.lists),
        showsRatings && of ? ratings(context, id, of, 1) : undefined,
      ])
      if (counts.reviews + counts.lists === 0 && !rated)
        return emptyState(words.nothing, words.nothingText, toTitles(context, profile))
      return html`
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
