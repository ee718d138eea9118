import type { Kind } from '#src/catalogue/kinds.ts'
import { mayModerate } from '#src/contract/access.ts'
import { recordSubject } from '#src/contributions/report-subjects.ts'
import { followButton } from '../components/follow-button.ts'
import { type Html, html, nothing } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { titleLanguage } from './cards.ts'
import { icon } from './icons.ts'
import type { RecordNotice } from './notice.ts'
import { ratingSummary } from './panel.ts'
import { reportLink } from './report-link.ts'

/** A short fact; several pieces of markup are one. */
export type Note = string | Html | readonly Html[] | false | null | undefined

type Head = {
  /** What it is about. */
  record: { kind: Kind; id: number }
  /** The address of the page. */
  address: string
  /** Further pages on which it is edited. */
  edits?: readonly (readonly [address: string, label: string])[]
  /** Its main picture; nothing where a wide one says as much. */
  picture: Html
  /** A wide picture above it. */
  backdrop?: Html
  title: string
  /** Shown after the title, such as a year. */
  year?: string | Html
  /** The original title, if it differs. */
  original?: { title: string; language: string }
  tagline?: string
  /** Short facts; unknown ones are left out. */
  notes?: readonly Note[]
  /** Who made it: a label, and people as links. */
  makers?: readonly (readonly [label: string, people: readonly Html[]])[]
  /** The way to its trailer. */
  trailer?: Html
  rating?: { vote_average: number; vote_count: number }
  /** How the ratings of people here spread. */
  spread?: Html
  action?: Html
  notice: RecordNotice
  heading?: string
  text?: Html
}

/** The top of a record's page: a picture, the title, and what most people look for. */
export function recordHead(context: RenderContext, head: Head): Html {
  const { address, picture, backdrop = nothing, tagline, rating, action, notice, heading, text, trailer } = head
  const { spread = nothing, makers = [] } = head
  const known = makers.filter(([, people]) => people.length > 0)
  const isOnPicture = backdrop.text.trim() !== ''
  return html`
<header class="${isOnPicture ? 'record-head on-picture' : 'record-head'}">
${backdrop}
${picture}
<div class="head-title">
${titleOf(head)}
</div>
<div class="head-text">
${known.map(([label, people]) => html`<p class="makers"><span>${label}</span> ${people}</p>`)}
${rating !== undefined && ratingSummary(html`${average(context, rating)}${spread}`)}
${(trailer ?? action) && html`<div class="head-actions">${trailer}${action}</div>`}
${tagline && html`<p class="lead">${tagline}</p>`}
${heading && html`<h2>${heading}</h2>`}
${text}
${waysFrom(context, head, address)}
</div>
</header>
${notice.shown}`
}

function titleOf({ title, year, original, notes = [] }: Head): Html {
  const lang = original && titleLanguage(title, original.title, original.language)
  const known = notes.filter((note) => (Array.isArray(note) ? note.length > 0 : Boolean(note)))
  return html`<h1><span${lang && html` lang="${lang}"`}>${title}</span>${
    year && html` <span class="year">${year}</span>`
  }</h1>
${original && original.title !== title && html`<p class="original" lang="${original.language}">${original.title}</p>`}
${
  known.length > 0 &&
  html`<p class="note">${known.map((note, index) => html`${index > 0 && ' · '}${note as Html}`)}</p>`
}`
}

function average({ texts: { catalogue }, format }: RenderContext, rating: NonNullable<Head['rating']>): Html {
  if (rating.vote_count === 0) return nothing
  const tenths = format.number(Math.round(rating.vote_average * 10) / 10)
  return html`<p class="rating">${icon('star')} <strong>${catalogue.outOfTen(tenths)}</strong>
<span class="note">${catalogue.votes(format.number(rating.vote_count))}</span></p>`
}

/** Editing, history and what else is done with a record. */
function waysFrom(context: RenderContext, { record, edits = [], notice }: Head, address: string): Html {
  const { texts, viewer } = context
  const { edit, history } = texts
  const followed = { what: 'record', of: recordSubject(record), next: address } as const
  const labels = [texts.following.follow, texts.following.stop] as const
  const follow = followButton(context, followed, notice.isFollowing, { labels, className: 'link' })
  const ways = [
    [`${address}/edit`, edit.edit],
    ...edits,
    [`${address}/images/add`, texts.pictures.add],
    [`${address}/history`, history.history],
  ] as const
  return html`<div class="edit-link">${ways.map(
    ([to, label], index) => html`${index > 0 && ' · '}<a href="${to}" rel="nofollow">${label}</a>`,
  )} ·
${reportLink(context, 'record', recordSubject(record))}${
  viewer && mayModerate(viewer.role) && html` · <a href="${address}/lock" rel="nofollow">${texts.moderation.lock}</a>`
}${follow.text !== '' && html` · ${follow}`}</div>`
}
