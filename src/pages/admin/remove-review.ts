import { removeReviewAsModerator } from '#src/contributions/moderation.ts'
import { reviewOfAccount } from '#src/contributions/reviews.ts'
import { details } from '#src/groups/reviews/details.ts'
import { blank, errorSummary, type Filled, form } from '../components/form.ts'
import { markdown } from '../components/markdown.ts'
import { reasonField, requiredReason } from '../components/reason.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { aboutAddress } from '../reviews/review.ts'
import type { Viewer } from '../viewer.ts'

type Context = PageContext<'review', string, string, Viewer>

/** The review that an address names, if somebody else wrote it. */
async function reviewOf({ ask, db, params: { review: review_id }, viewer }: Context) {
  if (!/^[0-9a-f]{24}$/.test(review_id) || (await reviewOfAccount(db, viewer.id, review_id))) return undefined
  return await ask(details, { params: { review_id } })
}

export const askRemoval = page('GET /review/{review}/remove', {
  access: 'moderator',
  async handle(context) {
    const review = await reviewOf(context)
    return review && view(context, review, blank)
  },
})

export const removeReview = page('POST /review/{review}/remove', {
  access: 'moderator',
  form: ['reason'],
  async handle(context) {
    const { writable, form: values, viewer, now } = context
    const review = await reviewOf(context)
    if (!review) return undefined
    const { reason, errors } = requiredReason(context, values.reason)
    if (errors) return { ...view(context, review, { values, errors }), http: 422 }
    const removal = { review_id: review.id, moderator_id: viewer.id, reason, title: review.media_title, now }
    if (!(await removeReviewAsModerator(writable, removal))) return undefined
    return redirect(aboutAddress(review), 'admin.reviewRemoved')
  },
})

type Review = NonNullable<Awaited<ReturnType<typeof reviewOf>>>

function view(context: Context, { id, author, content, media_title, iso_639_1 }: Review, filled: Filled): PageView {
  const { admin, catalogue } = context.texts
  return {
    title: admin.removeReview,
    isPrivate: true,
    main: html`
<h1>${admin.removeReview}</h1>
<p>${catalogue.reviewOf(media_title, author)}</p>
<blockquote class="prose"${iso_639_1 && html` lang="${iso_639_1}"`}>${markdown(content)}</blockquote>
${errorSummary(context, filled)}
${form(
  context,
  `/review/${id}/remove`,
  html`
${reasonField(context, filled, admin.reasonHint)}
<p class="actions"><button class="button danger">${admin.removeReview}</button>
<a class="button" href="/review/${id}">${admin.keepReview}</a></p>`,
)}`,
  }
}
