import type { Likes } from '#src/contributions/likes.ts'
import { emptySection, pagination } from '../components/lists.ts'
import { markdown } from '../components/markdown.ts'
import { type Html, html } from '../html.ts'
import { type SpreadOf, spreadChart } from '../kept/spread-chart.ts'
import type { RenderContext } from '../page.ts'
import { longList, section } from '../records/cards.ts'
import { likeButton } from '../records/likes.ts'
import type { Keywords, Reviews, Titles } from '../records/part-replies.ts'
import { profileAddress } from '../records/profile-address.ts'
import { translatedWord } from '../records/translated-words.ts'

/** Alternative titles on one page. */
const titlesAtOnce = 200

/** A page of the alternative titles of a record; `address` is that of the record. */
export function titlesSection(context: RenderContext, titles: Titles, page: number, address: string): Html {
  const { texts, format } = context
  const paged = { page, total_pages: Math.ceil(titles.length / titlesAtOnce) }
  const rows = titles.slice((page - 1) * titlesAtOnce, page * titlesAtOnce).map(({ iso_3166_1, title, type }) => {
    const about = [iso_3166_1 && format.country(iso_3166_1), translatedWord(context, 'titleType', type)]
      .filter(Boolean)
      .join(' · ')
    return html`${title}${about && html` <span class="note">${about}</span>`}`
  })
  const pages = pagination(
    context,
    { ...paged, total_pages: Math.max(paged.total_pages, 1) },
    (to) => `${address}?titles=${to}#titles`,
  )
  const content = longList(context, texts.catalogue.show, rows, { count: titles.length, pages, isOpen: page > 1 })
  return section(texts.catalogue.alternativeTitles, html`<div id="titles">${content}</div>`, titles.length)
}

const tags = (names: readonly { name: string }[]): Html =>
  html`<ul class="tags">${names.map(({ name }) => html`<li>${name}</li>`)}</ul>`

export const keywordsSection = ({ texts }: RenderContext, place: 'movie' | 'tv', keywords: Keywords): Html =>
  section(
    texts.catalogue.keywords,
    html`<ul class="tags">${keywords.map(
      ({ id, name }) => html`<li><a href="/discover/${place}?keyword=${id}">${name}</a></li>`,
    )}</ul>`,
    keywords.length,
  )

/** How many ratings there are of 1 to 10, and whose. */
export type Spread = { counts: readonly number[]; of: SpreadOf }

type ShownReviews = {
  reviews: Reviews
  authors: ReadonlyMap<string, string>
  spread: Spread
  hasOwnReview: boolean
  likes: (review: string) => Likes
}

/**
 * How ratings spread, a page of reviews with their beginnings, and a link to write one, or to edit one’s own. `address`
 * is that of the record, `authors` has the user names of those whose profile everybody may see, by review.
 */
export function reviewsSection(
  context: RenderContext,
  { reviews, authors, spread, hasOwnReview, likes }: ShownReviews,
  address: string,
): Html {
  const { catalogue } = context.texts
  const label = hasOwnReview ? catalogue.editOwnReview : catalogue.writeReview
  const writing = `${address}/review`
  const way = context.viewer ? writing : `/login?next=${encodeURIComponent(writing)}`
  const toWrite = html`<a class="button" href="${way}">${label}</a>`
  return html`
<section class="part" id="reviews"><h2>${catalogue.reviews}</h2>
<div data-kept="spread">${spreadChart(context, spread.counts, spread.of)}</div>
${reviews.total_results === 0 && emptySection(catalogue.noReviews, catalogue.noReviewsText, toWrite)}
<div data-kept="reviews" data-failed="${context.texts.kept.failed}">${reviews.results.map((review) => {
    const liked = { what: 'review', of: review.id, next: address, name: review.author } as const
    return reviewCard(context, review, authors.get(review.id), likeButton(context, liked, likes(review.id)))
  })}</div>
${pagination(context, reviews, (to) => `${address}?reviews=${to}#reviews`)}
${reviews.total_results > 0 && html`<p class="actions">${toWrite}</p>`}
</section>`
}

/** A review with its beginning. */
function reviewCard(
  { texts: { catalogue }, format }: RenderContext,
  review: Reviews['results'][number],
  username: string | undefined,
  likes: Html,
): Html {
  const { id, author, author_details, content, created_at } = review
  const rating = author_details.rating
  const rated = rating !== null && html`<strong>${catalogue.outOfTen(format.number(rating))}</strong> · `
  const writer = username !== undefined && html`<a href="${profileAddress(username)}">@${username}</a> · `
  const beginning = content.length > excerptLength ? `${content.slice(0, excerptLength)}…` : content
  return html`
<article class="card review"><h3><a href="/review/${id}">${catalogue.reviewBy(author)}</a></h3>
<p class="note">${rated}${writer}${format.date(created_at)}</p>
<div class="prose">${markdown(beginning)}</div>${likes}</article>`
}

/** Characters of a review in a list. */
const excerptLength = 600

export const namesSection = (context: RenderContext, names: readonly { name: string }[]): Html =>
  section(context.texts.catalogue.alternativeNames, tags(names), names.length)
