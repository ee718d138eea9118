import { withPlaces } from '../components/places.ts'
import type { Html } from '../html.ts'
import type { PageView, RenderContext } from '../page.ts'

/** The pages of moderators, in the order of their list. */
const order = ['queue', 'reports', 'log'] as const

/** A page of moderators. */
export function moderationPage(
  { texts: { moderation, quality } }: RenderContext,
  place: (typeof order)[number],
  title: string,
  content: Html,
): PageView {
  const addressOf = (each: (typeof order)[number]) => (each === 'queue' ? '/queue' : `/moderation/${each}`)
  const own = order.map((each) => [addressOf(each), moderation.places[each]] as const)
  const places = [...own, ['/quality', quality.title] as const]
  return {
    title: `${title} · ${moderation.title}`,
    isPrivate: true,
    main: withPlaces({ label: moderation.title, places, present: addressOf(place), title, content }),
  }
}
