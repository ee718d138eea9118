import { copyScript } from '../components/copyable.ts'
import { withPlaces } from '../components/places.ts'
import type { Html } from '../html.ts'
import type { PageView, RenderContext } from '../page.ts'

/** The pages of the administration, in the order of their list. */
const order = [
  'overview',
  'setup',
  'server',
  'accounts',
  'invitations',
  'fill',
  'matches',
  'following',
  'publishing',
  'keys',
  'webhooks',
  'audit-log',
] as const

const addressOf = (place: (typeof order)[number]) => (place === 'overview' ? '/admin' : `/admin/${place}`)

/** A page of the administration. */
export function adminPage(
  { texts: { admin, quality } }: RenderContext,
  place: (typeof order)[number],
  title: string,
  content: Html,
): PageView {
  const own = order.map((each) => [addressOf(each), admin.places[each]] as const)
  const places = [...own, ['/quality', quality.title] as const]
  return {
    title: `${title} · ${admin.title}`,
    isPrivate: true,
    scripts: [copyScript],
    main: withPlaces({
      ...{ label: admin.title, places, present: addressOf(place), title, content },
      // On a phone the overview has the list for all of them.
      ...(place !== 'overview' && { list: addressOf('overview') }),
    }),
  }
}
