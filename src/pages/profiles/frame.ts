import { mayModerate } from '#src/contract/access.ts'
import { findProfile, isProfilePublic, type Profile, profileCounts } from '#src/contributions/profiles.ts'
import { avatar } from '../components/avatar.ts'
import { followLine } from '../components/follow-button.ts'
import { buttonForm } from '../components/form.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html } from '../html.ts'
import { memberAddress } from '../moderation/member.ts'
import { type Answer, type PageContext, Redirect } from '../page.ts'
import { profileAddress } from '../records/profile-address.ts'
import { reportLink } from '../records/report-link.ts'

export type Context = PageContext<'name', 'page' | 'kind'>
export type Counts = Awaited<ReturnType<typeof profileCounts>>
const ratingCount = ({ movies, series, episodes }: Counts): number => movies + series + episodes
/** A profile that the viewer may see. */
export type Seen = { profile: Profile; isOwn: boolean; counts: Counts; showsRatings: boolean; showsDiary: boolean }

/** The profile that an address names, if the viewer may see it. What is private looks as if it did not exist. */
async function seen({ db, params, viewer }: Context): Promise<Seen | undefined> {
  const profile = await findProfile(db, params.name)
  if (!profile) return undefined
  const isOwn = profile.id === viewer?.id
  const isJudged = viewer !== undefined && mayModerate(viewer.role) && profile.has_public_profile
  if (!isProfilePublic(profile) && !isOwn && !isJudged) return undefined
  const counts = await profileCounts(db, profile.id)
  const { shows_ratings, shows_diary } = profile
  return { profile, isOwn, counts, showsRatings: shows_ratings || isOwn, showsDiary: shows_diary || isOwn }
}

const parts = ['reviews', 'lists', 'ratings', 'statistics'] as const
type Part = (typeof parts)[number]

/** Makes the page of a part, or the overview. */
export async function show(
  context: Context,
  part: Part | undefined,
  content: (seen: Seen, number: number) => Promise<Html | undefined>,
  year = '',
): Promise<Answer> {
  const number = pageIn(context.query.page)
  const found = await seen(context)
  if (!found || number === undefined) return undefined
  const { profile, isOwn } = found
  const { username } = profile
  if (context.params.name !== username) return new Redirect(addressOfPart(profile, part, 1, year), undefined, 301)
  if (part === 'ratings' && !found.showsRatings) return undefined
  if (part === 'statistics' && !found.showsDiary) return undefined
  const inside = await content(found, number)
  if (inside === undefined) return undefined
  const displayName = profile.name || username
  const words = context.texts.profiles
  const since = words.since(context.format.date(profile.created_at))
  return {
    title: part ? [year || nameOf(context, part), displayName].join(' · ') : displayName,
    description: words.description(displayName),
    isPrivate: !isProfilePublic(profile) || !profile.is_indexed,
    shared: { address: addressOfPart(profile, part, number, year), type: 'profile' },
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

const addressOfPart = ({ username }: Profile, part: Part | undefined, number: number, year: string) =>
  [profileAddress(username), part && `/${part}`, year && `/${year}`, number > 1 && `?page=${number}`]
    .filter(Boolean)
    .join('')

const nameOf = ({ texts }: Context, part: Part): string =>
  part === 'statistics' ? texts.diary.statistics : texts.profiles[part]

/** What the owner, or a moderator, has to know. */
function state({ texts, config }: Context, profile: Profile, isOwn: boolean): Html {
  const words = texts.profiles
  const settings = html`<a href="/settings/privacy">${words.toPrivacy}</a>`
  if (profile.hidden_at !== null)
    return html`<p class="warning">${words.hidden(profile.hidden_reason)} ${isOwn && settings}</p>`
  const seenByOthers = config.private ? words.seenByMembers : words.isPublic
  const seenBy = profile.has_public_profile ? seenByOthers : words.isPrivate
  return html`${isOwn && html`<p class="hint">${seenBy} ${settings}</p>`}`
}

function places(context: Context, { profile, counts, showsRatings, showsDiary }: Seen, here: Part | undefined): Html {
  const { texts } = context
  const words = texts.profiles
  const number = { reviews: counts.reviews, lists: counts.lists, ratings: ratingCount(counts) }
  const isShown = { reviews: true, lists: true, ratings: showsRatings, statistics: showsDiary }
  const shown = parts.filter((part) => isShown[part])
  const labelOf = (part: Part) =>
    part === 'statistics' ? nameOf(context, part) : `${nameOf(context, part)} (${number[part]})`
  const place = (part: Part | undefined, label: string) => html`
<li><a href="${profileAddress(profile.username)}${part && `/${part}`}"${
    part === here && html` aria-current="page"`
  }>${label}</a></li>`
  return html`
<nav class="kinds" aria-label="${words.parts}"><ul>
${place(undefined, words.overview)}
${shown.map((part) => place(part, labelOf(part)))}
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
