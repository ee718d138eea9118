import { membersSeen } from '#src/contributions/members/members.ts'
import { placeIn } from '#src/contributions/members/place-in-activity.ts'
import { profileOf } from '#src/contributions/profiles.ts'
import { avatar } from '../components/avatar.ts'
import { following } from '../components/follow-button.ts'
import { choiceLinks, emptyState, nextStep, pagination } from '../components/lists.ts'
import { followedMembers, membersAddress } from '../components/page-addresses.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { profileAddress } from '../records/profile-address.ts'
import type { Viewer } from '../viewer.ts'
import { activityPage, lastWatched, memberName } from './activity.ts'

/** Members on a page. */
const onPage = 24

type Context = PageContext<string, string, string, Viewer>

/** Above both pages: which of them it is. */
const places = ({ texts: { members: words } }: Context, here: string): Html =>
  choiceLinks(
    words.places,
    [
      [membersAddress, words.title] as const,
      [followedMembers, words.followed] as const,
      [following, words.following] as const,
    ].map(([address, label]) => ({ address, label, isCurrent: address === here })),
  )

/** Everybody whose profile is seen. Nobody else is named here, and nobody learns how many others there are. */
const list = page(`GET ${membersAddress}`, {
  access: 'account',
  query: ['page'],
  async handle(context) {
    const { db, viewer, query, texts, config } = context
    const words = texts.members
    const number = pageIn(query.page)
    if (number === undefined) return undefined
    const [{ members, total }, own] = await Promise.all([membersSeen(db, number, onPage), profileOf(db, viewer.id)])
    const last = await lastWatched(
      context,
      members.map(({ id }) => id),
    )
    const pages = { page: number, total_pages: Math.ceil(total / onPage) }
    const lead = config.private ? words.leadPrivate : words.lead
    const state = own?.has_public_profile ? words.isSeen : words.isNotSeen
    return {
      title: words.title,
      isPrivate: true,
      main: html`
<h1>${words.title}</h1>
${places(context, membersAddress)}
<p class="lead">${lead}</p>
<p class="hint">${state} <a href="/settings/privacy">${texts.profiles.toPrivacy}</a></p>
${
  total === 0
    ? emptyState(words.none, words.noneText, nextStep('/settings/privacy', texts.profiles.toPrivacy))
    : html`<ul class="listed in-columns members">${members.map((member) => {
        const displayName = memberName(member)
        const { id, username, ratings, reviews, lists } = member
        const counts = [
          ratings !== null && ratings > 0 && words.ratings(ratings),
          reviews > 0 && words.reviews(reviews),
          lists > 0 && words.lists(lists),
        ].filter((count) => count !== false)
        return html`<li>${avatar({ ...member, displayName }, 56)}
<div><a class="listed-name" href="${profileAddress(username)}">${displayName}</a>
<span class="note">${[`@${username}`, ...counts].join(' · ')}</span>
${last.get(id)}</div></li>`
      })}</ul>`
}
${pagination(context, pages, (to) => `${membersAddress}?page=${to}`)}`,
    }
  },
})

/** What those did last whom the viewer follows. */
const followed = page(`GET ${followedMembers}`, {
  access: 'account',
  query: ['before'],
  async handle(context) {
    const { viewer, texts, query } = context
    const words = texts.members
    const before = query.before === '' ? undefined : placeIn(query.before)
    if (query.before !== '' && !before) return undefined
    const { rows, next } = await activityPage(context, { followedBy: viewer.id }, before)
    return {
      title: words.followed,
      isPrivate: true,
      main: html`
<h1>${words.followed}</h1>
${places(context, followedMembers)}
<p class="lead">${words.followedLead}</p>
${
  rows.length === 0
    ? emptyState(words.nothing, words.nothingText, nextStep(membersAddress, words.title))
    : html`<ul class="listed">${rows}</ul>`
}
${
  (before || next) &&
  html`<p class="actions">${before && html`<a class="button" href="${followedMembers}">${words.latest}</a>`}
${next && html`<a class="button" href="${followedMembers}?before=${next}" rel="next">${words.earlier}</a>`}</p>`
}`,
    }
  },
})

export const members = [list, followed]
