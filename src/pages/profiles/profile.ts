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
import { cards, movieCard, seriesCard } from '../catalogue/cards.ts'
import { languageOf } from '../catalogue/languages.ts'
import { pageIn } from '../catalogue/page-number.ts'
import { avatar } from '../components/avatar.ts'
import { buttonForm } from '../components/form.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { type Html, html } from '../html.ts'
import { memberAddress } from '../moderation/member.ts'
import { reportLink } from '../moderation/report.ts'
import { type Answer, type PageContext, page, Redirect } from '../page.ts'
import { markdown } from '../reviews/markdown.ts'
import { aboutAddress } from '../reviews/review.ts'
import { watchLine } from '../watching/button.ts'
import { profileAddress } from './address.ts'

type Context = PageContext<'name', 'page' | 'kind'>
type Counts = Awaited<ReturnType<typeof profileCounts>>
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
    main: html`
<div class="person">${avatar({ id: profile.id, displayName }, 72)}
<div><h1>${displayName}</h1><p class="note">@${username} · ${since}</p></div></div>
${state(context, profile, isOwn)}
${part === undefined && (await watchLine(context, { what: 'account', of: username, next: profileAddress(username) }))}
${places(context, found, part)}
${inside}
${moderation(context, profile, isOwn)}`,
  }
}

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
  const number = { reviews: counts.reviews, lists: counts.lists, ratings: counts.movies + counts.series }
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
  const { id, username, hidden_at } = profile
  const { viewer, texts } = context
  if (isOwn) return html``
  const report = isProfilePublic(profile) && html`<p class="note">${reportLink(context, 'profile', id)}</p>`
  if (!viewer || !mayModerate(viewer.role)) return html`${report}`
  const words = texts.profiles
  return html`${report}<div class="actions">
<a class="button" href="${memberAddress(username)}">${texts.moderation.title}</a>
${
  hidden_at === null
    ? html`<a class="button danger" href="${profileAddress(username)}/hide">${words.hide}</a>`
    : buttonForm(context, `${profileAddress(username)}/show`, words.show, {})
}</div>`
}

/** Reviews with their beginnings; the titles come from the replies about them. */
async function reviews({ ask, db, texts, format }: Context, account_id: number, number: number, size: number) {
  const { catalogue } = texts
  const ids = await reviewIdsOf(db, account_id, number, size)
  const found = await Promise.all(ids.map(({ id }) => ask(details, { params: { review_id: id } })))
  return found.map((review) => {
    if (!review) return html``
    const { id, content, created_at, iso_639_1, media_title, author_details } = review
    const { rating } = author_details
    const rated = rating !== null && html`<strong>${catalogue.outOfTen(format.number(rating))}</strong> · `
    const beginning = content.length > excerptLength ? `${content.slice(0, excerptLength)}…` : content
    return html`
<article class="card review"><h3><a href="${aboutAddress(review)}">${media_title}</a></h3>
<p class="note">${rated}<a href="/review/${id}">${format.date(created_at)}</a></p>
<div class="prose"${iso_639_1 && html` lang="${iso_639_1}"`}>${markdown(beginning)}</div></article>`
  })
}
/** Characters of a review in a list. */
const excerptLength = 400

async function lists(context: Context, account_id: number, number: number, size: number): Promise<Html> {
  const { db, texts } = context
  const rows = await publicListsOf(db, account_id, { language: languageOf(context), page: number, size })
  return html`<ul class="listed">${rows.map(({ id, name, item_count, poster_path }) => {
    const thumbnail = pictureOf({ gallery: 'posters', file_path: poster_path, width: 'listed' })
    return html`<li><span class="listed-picture">${framed(id, name, 'upright', thumbnail)}</span>
<div><a class="listed-name" href="/list/${id}">${name || texts.profiles.unnamed}</a>
<span class="note">${texts.lists.count(item_count)}</span></div></li>`
  })}</ul>`
}

async function ratings(context: Context, account_id: number, kind: 'movie' | 'series', number: number) {
  const { db, format } = context
  const asked = { language: languageOf(context), page: number, sort_by: 'created_at.desc' } as const
  const note = (rating: number) => context.texts.catalogue.outOfTen(format.number(rating))
  if (kind === 'movie') {
    const found = await ratedPage(db, kind, { account_id }, asked)
    return { ...found, cards: found.results.map((row) => movieCard(row, note(row.rating))) }
  }
  const found = await ratedPage(db, kind, { account_id }, asked)
  return { ...found, cards: found.results.map((row) => seriesCard(row, note(row.rating))) }
}

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
      const kind = counts.movies > 0 || counts.series === 0 ? 'movie' : 'series'
      const toRatings = `${here}/ratings${kind === 'series' ? '?kind=tv' : ''}`
      const hasRatings = showsRatings && counts.movies + counts.series > 0
      const [latest, made, rated] = await Promise.all([
        reviews(context, id, 1, onOverview.reviews),
        lists(context, id, 1, onOverview.lists),
        hasRatings ? ratings(context, id, kind, 1) : undefined,
      ])
      if (counts.reviews + counts.lists === 0 && !rated) return emptyState(words.nothing, words.nothingText)
      return html`
${rated && part(words.ratings, toRatings, words.all, cards(rated.cards.slice(0, onOverview.ratings)))}
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
      if (counts.reviews === 0) return emptyState(words.noReviews, words.nothingText)
      return html`${await reviews(context, profile.id, number, onPage.reviews)}${rest}`
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
      if (counts.lists === 0) return emptyState(words.noLists, words.nothingText)
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
      const kind = query.kind === 'tv' ? 'series' : 'movie'
      const here = `${profileAddress(profile.username)}/ratings`
      const address = (of: string, to: number) => `${here}?kind=${of}&page=${to}`
      const chosen = kind === 'series' ? 'tv' : 'movie'
      const choice = (of: 'movie' | 'tv', label: string) =>
        html`<li><a href="${address(of, 1)}"${of === chosen && html` aria-current="true"`}>${label}</a></li>`
      const found = await ratings(context, profile.id, kind, number)
      const rest = pagination(context, found, (to) => address(chosen, to))
      return html`
<nav class="kinds" aria-label="${texts.catalogue.kinds}"><ul>
${choice('movie', `${texts.common.movies} (${counts.movies})`)}
${choice('tv', `${texts.common.series} (${counts.series})`)}
</ul></nav>
${found.cards.length === 0 ? emptyState(words.noRatings, words.nothingText) : cards(found.cards)}${rest}`
    }),
})
