import type { Kind } from '#src/catalogue/kinds.ts'
import { mayModerate } from '#src/contract/access.ts'
import { recordSubject } from '#src/contributions/report-subjects.ts'
import { type Html, html, nothing } from '../html.ts'
import { ratingSummary } from '../kept/panel.ts'
import { reportLink } from '../moderation/report.ts'
import type { RenderContext } from '../page.ts'
import type { RecordNotice } from '../queue/record-notice.ts'
import { watchButton } from '../watching/button.ts'
import { titleLanguage } from './cards.ts'

/** A short fact; several pieces of markup are one. */
export type Note = string | Html | readonly Html[] | false | null | undefined

export type Head = {
  /** What it is about. */
  record: { kind: Kind; id: number }
  /** The address of the page. */
  address: string
  /** Further pages on which it is edited. */
  edits?: readonly (readonly [address: string, label: string])[]
  picture: Html
  /** A wide picture behind it. */
  backdrop?: Html
  title: string
  /** Shown after the title, such as a year. */
  year?: string | Html
  /** The original title, if it differs. */
  original?: { title: string; language: string }
  tagline?: string
  /** Short facts; unknown ones are left out. */
  notes?: readonly Note[]
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
  const { texts, format } = context
  const { catalogue, edit, history } = texts
  const {
    address,
    edits = [],
    picture,
    backdrop = nothing,
    title,
    year,
    original,
    tagline,
    notes = [],
    rating,
    spread,
    action,
    notice,
    heading,
    text,
  } = head
  const lang = original && titleLanguage(title, original.title, original.language)
  const known = notes.filter((note) => (Array.isArray(note) ? note.length > 0 : Boolean(note)))
  const tenths = format.number(Math.round((rating?.vote_average ?? 0) * 10) / 10)
  const isRated = rating !== undefined && rating.vote_count > 0
  const watched = { what: 'record', of: recordSubject(head.record), next: address } as const
  const labels = [texts.watching.watch, texts.watching.stop] as const
  const watch = watchButton(context, watched, notice.isWatched, { labels, className: 'link' })
  return html`
${backdrop}
<header class="${backdrop === nothing || backdrop.text === '' ? 'record-head' : 'record-head before-backdrop'}">
${picture}
<div>
<h1><span${lang && html` lang="${lang}"`}>${title}</span>${year && html` <span class="year">${year}</span>`}</h1>
${original && original.title !== title && html`<p class="original" lang="${original.language}">${original.title}</p>`}
${tagline && html`<p class="lead">${tagline}</p>`}
${
  known.length > 0 &&
  html`<p class="note">${known.map((note, index) => html`${index > 0 && ' · '}${note as Html}`)}</p>`
}
${
  rating !== undefined &&
  ratingSummary(
    html`${
      isRated &&
      html`<p class="rating"><strong>${catalogue.outOfTen(tenths)}</strong>
<span class="note">${catalogue.votes(format.number(rating.vote_count))}</span></p>`
    }${spread}`,
  )
}
${action}
<div class="edit-link">${[
    [`${address}/edit`, edit.edit] as const,
    ...edits,
    [`${address}/history`, history.history] as const,
  ].map(([to, label], index) => html`${index > 0 && ' · '}<a href="${to}" rel="nofollow">${label}</a>`)} ·
${reportLink(context, 'record', recordSubject(head.record))}${
  context.viewer &&
  mayModerate(context.viewer.role) &&
  html` · <a href="${address}/lock" rel="nofollow">${texts.moderation.lock}</a>`
}${watch.text !== '' && html` · ${watch}`}</div>
${heading && html`<h2>${heading}</h2>`}
${text}
</div>
</header>
${notice.shown}`
}
