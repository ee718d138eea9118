import { type Likeable, type Likes, likersOf, likesOf } from '#src/contributions/likes.ts'
import { buttonForm } from '../components/form.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { icon } from './icons.ts'
import { profileAddress } from './profile-address.ts'

type Liked = { what: Likeable; of: string | number; next: string; name?: string }

/** How often something is liked, with the button to do so for who is signed in and has not made it. */
export function likeButton(context: RenderContext, { what, of, next, name = '' }: Liked, shown: Likes): Html {
  const { likes, isLiked, isOwn } = shown
  const { viewer, texts } = context
  const words = texts.members
  const said = html`<span class="note">${words.likes(likes)}</span>`
  if (!viewer || isOwn) return likes === 0 ? nothing : html`<p class="likes">${icon('heart')} ${said}</p>`
  const label = html`${icon('heart')} ${isLiked ? words.unlike : words.like}<span class="unseen"> ${name}</span>`
  return html`<div class="likes">${buttonForm(context, '/like', label, {
    fields: { what, of, like: isLiked ? '' : 'on', next },
    className: isLiked ? 'button small marked' : 'button small',
    id: `like-${of}`,
  })}${likes > 0 && said}</div>`
}

/** The same with the names of some who like it: of those whose profile is seen. */
export async function likesLine(
  context: PageContext,
  what: Likeable,
  of: string | number,
  next: string,
): Promise<Html> {
  const { db, viewer, texts } = context
  const [likes, likers] = await Promise.all([likesOf(db, what, [of], viewer?.id), likersOf(db, what, of)])
  const names = likers.map(
    ({ username, name }, at) => html`${at > 0 && ', '}<a href="${profileAddress(username)}">${name || username}</a>`,
  )
  return html`${likeButton(context, { what, of, next }, likes(of))}
${names.length > 0 && html`<p class="note">${texts.members.likedBy} ${names}</p>`}`
}
