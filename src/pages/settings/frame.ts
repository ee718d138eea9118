import { copyScript } from '../components/copyable.ts'
import { heading as unbroken } from '../components/marked.ts'
import { withPlaces } from '../components/places.ts'
import { type Html, html } from '../html.ts'
import type { PageView, RenderContext } from '../page.ts'

/** The pages of a person's settings, in the order of their list. */
const order = [
  ...(['profile', 'privacy', 'account', 'applications', 'players', 'activity', 'mails'] as const),
  ...(['connect', 'api', 'tokens', 'data', 'import', 'delete'] as const),
] as const

/** A page of the settings, above which administrators find theirs; `heading` is for one that is not in the list. */
export function settingsPage(
  { texts: { settings, common }, viewer }: RenderContext,
  place: (typeof order)[number],
  content: Html,
  heading?: string,
): PageView {
  const title = settings.places[place]
  const places = order.map((each) => [`/settings/${each}`, settings.places[each]] as const)
  const further = viewer?.role === 'administrator' ? [['/admin', common.administration] as const] : []
  return {
    title: `${heading ?? title} · ${settings.title}`,
    isPrivate: true,
    scripts: [copyScript],
    main: withPlaces({
      label: settings.title,
      places: [...further, ...places],
      present: `/settings/${place}`,
      title,
      content: heading === undefined ? content : html`<h2>${unbroken(heading)}</h2>${content}`,
    }),
  }
}
