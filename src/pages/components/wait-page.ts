import { ApiError } from '#src/contract/statuses.ts'
import { type Html, html } from '../html.ts'
import type { PageView, RenderContext } from '../page.ts'

/** How long whoever did too much has to wait; undefined for other errors. */
export const secondsToWait = (error: unknown): number | undefined =>
  error instanceof ApiError && error.status === 'too_many_requests' ? (error.retryAfterSeconds ?? 0) : undefined

/** Tells somebody who tried too often how long to wait. The address stays that of the form, to which it leads back. */
export function waiting({ texts, address }: RenderContext, seconds: number, form = address, more?: Html): PageView {
  const { too_many } = texts.common.errors
  return {
    title: too_many.title,
    http: 429,
    retryAfterSeconds: seconds,
    isPrivate: true,
    main: html`
<section class="status-page">
<p class="status-code">429</p>
<h1>${too_many.title}</h1>
<p>${texts.account.wait(seconds)}</p>
<p><a class="button" href="${form}">${texts.account.backToForm}</a></p>
${more}
</section>`,
  }
}

/** Answers an error by telling how long to wait, if that is what it is about. */
export const orWait =
  (context: RenderContext, form = context.address) =>
  (error: unknown) => {
    const seconds = secondsToWait(error)
    if (seconds === undefined) throw error
    return waiting(context, seconds, form)
  }
