import { copyScript } from '../components/copyable.ts'
import { heading as unbroken } from '../components/marked.ts'
import { withPlaces } from '../components/places.ts'
import { type Html, html } from '../html.ts'
import type { PageView, RenderContext } from '../page.ts'

export const settingsAddress = '/settings'

/** The pages of a person's settings, in the order of their list. */
const order = [
  ...(['profile', 'privacy', 'account', 'applications', 'players', 'activity', 'mails'] as const),
  ...(['connect', 'api', 'tokens', 'webhooks', 'data', 'import', 'delete'] as const),
] as const

/** A page of the settings, above which administrators find theirs; `heading` is for one that is not in the list. */
export function settingsPage(
  { texts: { settings, common }, viewer }: RenderContext,
  place: (typeof order)[number],
  content: Html,
  heading?: string,
): PageView {
  const title = settings.places[place]
  const places = order.map((each) => [`${settingsAddress}/${each}`, settings.places[each]] as const)
  const further = viewer?.role === 'administrator' ? [['/admin', common.administration] as const] : []
  return {
    title: `${heading ?? title} · ${settings.title}`,
    isPrivate: true,
    scripts: [copyScript],
    main: withPlaces({
      label: settings.title,
      places: [...further, ...places],
      present: `/settings/${place}`,
      list: settingsAddress,
      title,
      content: heading === undefined ? content : html`<h2>${unbroken(heading)}</h2>${content}`,
    }),
  }
}

/** All of them with what they are about: the way in, and on a phone the way from one to another. */
export function settingsList({ texts: { settings, common }, viewer }: RenderContext): PageView {
  const own = order.map(
    (each) => [`${settingsAddress}/${each}`, settings.places[each], settings.meaning[each]] as const,
  )
  const further =
    viewer?.role === 'administrator' ? [['/admin', common.administration, settings.meaning.admin] as const] : []
  return {
    title: settings.title,
    isPrivate: true,
    main: html`
<h1>${settings.title}</h1>
<ul class="all-places">${[...own, ...further].map(
      ([address, place, meaning]) => html`
<li><a href="${address}">${place}</a> <span class="hint">${meaning}</span></li>`,
    )}</ul>`,
  }
}
