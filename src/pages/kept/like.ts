import { ApiError } from '#src/contract/statuses.ts'
import { like, likeables, maxLikedLength } from '#src/contributions/likes.ts'
import { localAddress } from '../local-address.ts'
import { page, redirect } from '../page.ts'

/** Likes a review or a list of somebody else, or likes it no longer. */
export const changeLike = page('POST /like', {
  access: 'account',
  form: ['what', 'of', 'like', 'next'],
  async handle({ write, form }) {
    const what = likeables.find((one) => one === form.what)
    if (!what || form.of.length > maxLikedLength) throw new ApiError('invalid_parameters')
    const done = await write(like, { what, of: form.of, isLiked: form.like === 'on' })
    return done && redirect(localAddress(form.next), done === 'ended' ? 'members.unliked' : 'members.liked')
  },
})
