import { type Following, type Hour, hoursOf } from '#src/commons/following/followings.ts'
import { countWaiting, lagOf } from '#src/commons/following/waiting.ts'
import { askSoon, changeFollowing, wantLive } from '#src/commons/following/wishes.ts'
import { fingerprintOf } from '#src/commons/format/signatures.ts'
import { dayMs, hourMs } from '#src/reference/days.ts'
import { largest } from '#src/reference/extremes.ts'
import { buttonForm } from '../../components/form.ts'
import { type Html, html, nothing } from '../../html.ts'
import { type PageContext, page, redirect } from '../../page.ts'
import { adminPage } from '../frame.ts'
import { addressOfFollowed, followedId, followingAddress, foundFollowing } from './addresses.ts'
import { lagText } from './lag-text.ts'
import { backSection } from './member.ts'

/** A followed catalogue: how far it has come, what came in, and what waits. */
export const show = page(`GET ${followingAddress}/{catalogue}`, {
  access: 'administrator',
  async handle(context) {
    const following = await foundFollowing(context)
    if (!following) return undefined
    const { db, texts, now } = context
    const { followed: commons } = texts
    const [waiting, hours] = await Promise.all([
      countWaiting(db, following),
      hoursOf(db, following.id, new Date(now.getTime() - dayMs)),
    ])
    const content = html`
<p><a href="${followingAddress}">${commons.cancel}</a></p>
${following.problem && problem(context, following)}
<dl class="facts">${facts(context, following).map(
      ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
    )}</dl>
${actions(context, following)}
<section class="part"><h2>${commons.cameIn}</h2>${cameIn(context, following)}
<h3>${commons.lastDay}</h3>${chart(context, hours)}</section>
<section class="part"><h2>${commons.waiting}</h2>${waits(context, waiting)}</section>
${await backSection(context, following)}`
    return adminPage(context, 'following', following.name, content)
  },
})

function problem({ texts: { followed: commons } }: PageContext, { problem }: Following): Html {
  if (!problem) return nothing
  return html`
<p class="warning">${commons.problems[problem.is]}</p>
${problem.detail !== '' && html`<p class="hint"><bdi>${problem.detail}</bdi></p>`}`
}

function facts(context: PageContext, following: Following): [string, Html | string][] {
  const { texts, format, now } = context
  const { followed: commons } = texts
  const { state, address, id, packet, offered, checked_at, applied_at, next_at, rank, selection } = following
  const lag = lagOf(following, now)
  const timeOf = (at: string | null) => (at === null ? commons.never : format.time(at))
  return [
    [commons.state, commons.states[state]],
    [commons.position, commons.packetOf(format.number(packet), format.number(offered?.packet ?? packet))],
    [commons.lag, lag === 0 ? commons.notBehind : lagText(context, lag)],
    [commons.applied, timeOf(applied_at)],
    [commons.live, liveText(context, following)],
    [commons.checked, timeOf(checked_at)],
    ...(state === 'following' ? [[commons.next, format.time(next_at)] as [string, string]] : []),
    [commons.address, html`<span class="path"><bdi>${address}</bdi></span>`],
    [commons.fingerprint, html`<code>${fingerprintOf(id)}</code>`],
    [commons.rank, format.number(rank)],
    ...(selection.languages.length > 0
      ? [[commons.languages, selection.languages.join(', ')] as [string, string]]
      : []),
  ]
}

/** Whether changes come in as they happen. */
function liveText({ texts: { followed: commons }, format, now }: PageContext, following: Following): string {
  const { wants_live, live_address, live_at, live_rests_until } = following
  if (live_address === '') return commons.liveNowhere
  if (!wants_live) return commons.liveOff
  if (live_rests_until !== null && live_rests_until > now.toISOString()) return commons.liveRests
  return live_at === null ? commons.liveOn : commons.liveSince(format.time(live_at))
}

function actions(context: PageContext, { id, state, wants_live, live_address }: Following): Html {
  const { followed: commons } = context.texts
  const at = addressOfFollowed(id)
  if (state === 'removing') return nothing
  return html`
<div class="actions">
${state === 'following' ? buttonForm(context, `${at}/check`, commons.check) : nothing}
${
  state === 'following'
    ? buttonForm(context, `${at}/pause`, commons.pause)
    : buttonForm(context, `${at}/resume`, commons.resume)
}
${
  live_address !== '' &&
  buttonForm(context, `${at}/live`, wants_live ? commons.liveStop : commons.liveBegin, {
    fields: { wanted: wants_live ? 'no' : 'yes' },
  })
}
<a class="button" href="${at}/remove">${commons.remove}</a></div>`
}

function cameIn({ texts: { followed: commons }, format }: PageContext, { counts }: Following): Html {
  const shown = Object.entries(commons.counts) as [keyof typeof commons.counts, string][]
  return html`
<dl class="facts">${shown.map(
    ([name, label]) => html`<div><dt>${label}</dt><dd>${format.number(counts[name])}</dd></div>`,
  )}</dl>`
}

/** Units of the drawing: a bar for each hour of the day. */
const barWidth = 5
const height = 28
const hoursShown = 24

function chart(context: PageContext, hours: readonly Hour[]): Html {
  const { texts, format, now } = context
  const { followed: commons } = texts
  const byHour = new Map(hours.map((hour) => [Date.parse(hour.hour), hour.records]))
  const last = now.getTime() - (now.getTime() % hourMs)
  const first = last - (hoursShown - 1) * hourMs
  const bars = Array.from({ length: hoursShown }, (_, at) => byHour.get(first + at * hourMs) ?? 0)
  const most = largest([1, ...bars])
  const total = bars.reduce((sum, records) => sum + records, 0)
  const lag = largest([0, ...hours.map((hour) => hour.lag)])
  const failures = hours.reduce((sum, hour) => sum + hour.failures, 0)
  const points = bars.flatMap((records, at) => {
    const y = height - Math.round((records / most) * (height - 2)) - 1
    return [`${at * barWidth},${y}`, `${(at + 1) * barWidth},${y}`]
  })
  return html`
<p>${commons.records}: ${format.number(total)}</p>
<svg class="number-chart day-chart" viewBox="0 0 ${barWidth * hoursShown} ${height}" preserveAspectRatio="none"
role="img" aria-label="${`${commons.lastDay}: ${format.number(total)}`}"><polyline points="${points.join(' ')}"/></svg>
<p class="hint day-chart-ends"><span>${format.time(new Date(first).toISOString())}</span>
<span>${format.time(now.toISOString())}</span></p>
<dl class="facts"><div><dt>${commons.longestLag}</dt><dd>${lag === 0 ? '–' : lagText(context, lag)}</dd></div>
<div><dt>${commons.failures}</dt><dd>${format.number(failures)}</dd></div></dl>`
}

function waits(
  { texts: { followed: commons }, format }: PageContext,
  { matches, merges }: { matches: number; merges: number },
) {
  if (matches + merges === 0) return html`<p>${commons.nothingWaits}</p>`
  return html`
<ul class="rows">
${
  matches > 0 &&
  html`<li>${commons.waitingMatches(format.number(matches))}
<a class="button" href="/admin/matches">${commons.toMatches}</a></li>`
}
${
  merges > 0 &&
  html`<li>${commons.waitingMerges(format.number(merges))}
<a class="button" href="/queue">${commons.toQueue}</a></li>`
}
</ul>`
}

type Sending = Pick<PageContext<'catalogue'>, 'params' | 'write'>

const changing = async ({ params, write }: Sending, state: 'following' | 'paused' | 'removing') => {
  const id = followedId(params.catalogue)
  return id !== undefined && (await write(changeFollowing, { id, state })) ? id : undefined
}

export const pause = page(`POST ${followingAddress}/{catalogue}/pause`, {
  access: 'administrator',
  async handle(context) {
    const id = await changing(context, 'paused')
    return id === undefined ? undefined : redirect(addressOfFollowed(id), 'followed.paused')
  },
})

export const resume = page(`POST ${followingAddress}/{catalogue}/resume`, {
  access: 'administrator',
  async handle(context) {
    const id = await changing(context, 'following')
    return id === undefined ? undefined : redirect(addressOfFollowed(id), 'followed.resumed')
  },
})

export const check = page(`POST ${followingAddress}/{catalogue}/check`, {
  access: 'administrator',
  async handle({ params, write }) {
    const id = followedId(params.catalogue)
    if (id === undefined || !(await write(askSoon, id))) return undefined
    return redirect(addressOfFollowed(id), 'followed.asked')
  },
})

/** Has changes come in as they happen, or with packets alone. */
export const live = page(`POST ${followingAddress}/{catalogue}/live`, {
  access: 'administrator',
  form: ['wanted'],
  async handle({ params, form, write }) {
    const id = followedId(params.catalogue)
    const isWanted = form.wanted === 'yes'
    if (id === undefined || !(await write(wantLive, { id, isWanted }))) return undefined
    return redirect(addressOfFollowed(id), isWanted ? 'followed.liveBegun' : 'followed.liveEnded')
  },
})

/** Asks before all of it is taken out. */
export const askRemoval = page(`GET ${followingAddress}/{catalogue}/remove`, {
  access: 'administrator',
  async handle(context) {
    const following = await foundFollowing(context)
    if (!following) return undefined
    const { followed: commons } = context.texts
    const at = addressOfFollowed(following.id)
    const content = html`
<p><a href="${at}"><bdi>${following.name}</bdi></a></p>
<p>${commons.removeLead(following.name)}</p>
${buttonForm(context, `${at}/remove`, commons.removeNow, { className: 'button danger' })}`
    return adminPage(context, 'following', commons.removeTitle, content)
  },
})

export const removal = page(`POST ${followingAddress}/{catalogue}/remove`, {
  access: 'administrator',
  async handle(context) {
    const id = await changing(context, 'removing')
    return id === undefined ? undefined : redirect(followingAddress, 'followed.removed')
  },
})
