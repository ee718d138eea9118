import type { TimeWatched } from '#src/kept/progress.ts'
import { form } from '../components/form.ts'
import { formTokenField } from '../form-token.ts'
import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'

type MediaType = 'movie' | 'tv' | 'tv_season' | 'tv_episode'
type Watching = { media_type: MediaType; media_id: number; next: string }

/** Fills in the day where the reader is. */
export const libraryScript = 'library.js'

type Button = { about?: string; className?: string; at?: string }

/** A button that does one thing with what was watched. `about` says with what, for those who cannot see where it is. */
export function watchedButton(
  context: RenderContext,
  { media_type, media_id, next }: Watching,
  act: 'add' | 'remove' | 'up_to',
  label: string,
  { about = '', className = 'button', at = '' }: Button = {},
): Html {
  const fields = Object.entries({ media_type, media_id, next, act, ...(at && { at }) })
  return form(
    context,
    '/library/watched',
    html`${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${
      act !== 'remove' && html`<input type="hidden" name="on" value="" data-today>`
    }
<button class="${className}">${label}${about && html`<span class="unseen"> ${about}</span>`}</button>`,
    'button-form',
  )
}

/** The one form of all episodes of a list. Its buttons stand in their rows, where forms would make pages large. */
export const episodesForm = (context: RenderContext, next: string): Html => html`
<form id="${episodesFormId}" method="post" action="/library/watched" novalidate>
<input type="hidden" name="${formTokenField}" value="${context.formToken}">
<input type="hidden" name="media_type" value="tv_episode"><input type="hidden" name="next" value="${next}">
<input type="hidden" name="on" value="" data-today></form>`

const episodesFormId = 'of-episodes'

/** The id of an episode's row in such a list: whoever marks one goes on there. */
export const episodeRowId = (id: number): string => `episode-${id}`

/** A button of that form, for one episode. */
export const episodeButton = (
  act: 'add' | 'remove' | 'up_to',
  { id, label, about }: { id: number; label: string; about: string },
): Html => html`<button class="link" form="${episodesFormId}" name="act" value="${act} ${id}">${label}<span
class="unseen"> ${about}</span></button>`

/** When something was watched, each time with a way to remove it. */
export const timesList = (context: RenderContext, watching: Watching, times: readonly TimeWatched[]): Html => {
  const { texts, format } = context
  const rows = times.map(({ watched_at, watched_on }) => {
    const day = watched_on === '' ? texts.diary.sometime : format.date(watched_on)
    const button = { about: day, className: 'link', at: watched_at || 'unknown' }
    return html`<li><span>${day}</span>
${watchedButton(context, watching, 'remove', texts.library.remove, button)}</li>`
  })
  return html`<p>${texts.library.timesWatched(times.length)}</p><ul class="times">${rows}</ul>`
}
