import { mayModerate } from '#src/contract/access.ts'
import { authorsWithProfile } from '#src/contributions/profiles.ts'
import { deleteOwnReview, reviewOfAccount } from '#src/contributions/reviews.ts'
import { details } from '#src/groups/reviews/details.ts'
import { form } from '../components/form.ts'
import { languageOf } from '../components/languages.ts'
import { markdown } from '../components/markdown.ts'
import { lookOfTitle, smallHead } from '../components/small-head.ts'
import { html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { addressOf, movieAddress, seriesAddress } from '../records/addresses.ts'
import { likesLine } from '../records/likes.ts'
import { profileAddress } from '../records/profile-address.ts'
import { reportLink } from '../records/report-link.ts'
import { sharedReview } from '../sharing/people-and-companies.ts'
import { titlesById } from '../titles-by-id.ts'

const form24 = /^[0-9a-f]{24}$/

/** The title that a review is about. Its page redirects to its canonical address. */
export const aboutAddress = (review: { media_type: 'movie' | 'tv'; media_id: number; media_title: string }) =>
  addressOf(review.media_type, review.media_id, review.media_title)

/** The title of a review, as it stands above it, with its canonical address. */
async function titleOf(
  context: PageContext,
  {
    media_type,
    media_id: id,
    media_title: name,
  }: { media_type: 'movie' | 'tv'; media_id: number; media_title: string },
) {
  const isMovie = media_type === 'movie'
  const ids = { movies: isMovie ? [id] : [], series: isMovie ? [] : [id] }
  const { movies, series } = await titlesById(context.db, languageOf(context), ids)
  const [movie, one] = [movies.get(id), series.get(id)]
  if (movie) {
    const look = lookOfTitle('movie', { ...movie, day: movie.release_date })
    return { id, name, address: movieAddress(movie), look }
  }
  const address = one ? seriesAddress(one) : addressOf(media_type, id, name)
  return { id, name, address, ...(one && { look: lookOfTitle('series', { ...one, day: one.first_air_date }) }) }
}

export const review = page('GET /review/{review}', {
  access: 'anyone',
  async handle(context) {
    const { ask, db, texts, format, viewer, params } = context
    const { catalogue } = texts
    if (!form24.test(params.review)) return undefined
    const [review, ownReview, authors, likes] = await Promise.all([
      ask(details, { params: { review_id: params.review } }),
      viewer && reviewOfAccount(db, viewer.id, params.review),
      authorsWithProfile(db, [params.review]),
      likesLine(context, 'review', params.review, `/review/${params.review}`),
    ])
    if (!review) return undefined
    const { author, author_details, content, created_at, updated_at, iso_639_1, media_title } = review
    const title = await titleOf(context, review)
    const about = title.address
    const { rating } = author_details
    const rated = rating !== null && html`<strong>${catalogue.outOfTen(format.number(rating))}</strong> · `
    const username = authors.get(params.review)
    const writer = username !== undefined && html`<a href="${profileAddress(username)}">@${username}</a> · `
    const changed = updated_at !== created_at && catalogue.changedOn(format.date(updated_at))
    const days = [format.date(created_at), changed].filter(Boolean).join(' · ')
    return {
      title: catalogue.reviewOf(media_title, author),
      ...sharedReview(context, review, about),
      main: html`
<article class="reading">
${smallHead(context, title, catalogue.reviewOf(media_title, author))}
<p class="note">${rated}${writer}${days}</p>
<div class="prose"${iso_639_1 && html` lang="${iso_639_1}"`}>${markdown(content)}</div>
${likes}
${
  ownReview &&
  html`<p class="actions"><a class="button" href="${about}/review">${catalogue.changeReview}</a>
<a class="button danger" href="/review/${ownReview.id}/delete">${catalogue.deleteReview}</a></p>`
}
${
  !ownReview &&
  viewer &&
  mayModerate(viewer.role) &&
  html`<p><a class="button danger" href="/review/${review.id}/remove">${texts.admin.removeReview}</a></p>`
}
${!ownReview && html`<p class="note">${reportLink(context, 'review', review.id)}</p>`}
</article>`,
    }
  },
})

export const askDeletion = page('GET /review/{review}/delete', {
  access: 'account',
  async handle(context) {
    const { db, texts, viewer, params } = context
    const { catalogue } = texts
    const ownReview = form24.test(params.review) ? await reviewOfAccount(db, viewer.id, params.review) : undefined
    if (!ownReview) return undefined
    return {
      title: catalogue.deleteReview,
      isPrivate: true,
      main: html`
<h1>${catalogue.deleteReview}</h1>
<p>${catalogue.deleteReviewText}</p>
${form(
  context,
  `/review/${ownReview.id}/delete`,
  html`<p class="actions"><button class="button danger">${catalogue.deleteReview}</button>
<a href="/review/${ownReview.id}">${catalogue.keepReview}</a></p>`,
)}`,
    }
  },
})

export const deleteReview = page('POST /review/{review}/delete', {
  access: 'account',
  async handle({ ask, db, write, viewer, params }) {
    const ownReview = form24.test(params.review) ? await reviewOfAccount(db, viewer.id, params.review) : undefined
    if (!ownReview) return undefined
    const review = await ask(details, { params: { review_id: ownReview.id } })
    await write(deleteOwnReview, ownReview)
    return redirect(review ? aboutAddress(review) : '/', 'catalogue.reviewDeleted')
  },
})
