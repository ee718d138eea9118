import type { Static } from 'typebox'
import { type DatePrecisions, precisionsById } from '#src/catalogue/date-precisions.ts'
import { hasEntry } from '#src/catalogue/part.ts'
import { episodeGroups } from '#src/catalogue/parts/episode-groups.ts'
import type { PartBody } from '#src/catalogue/parts/index.ts'
import { details as orderDetails } from '#src/groups/tv-episode-groups/details.ts'
import { details } from '#src/groups/tv-series/details.ts'
import { languageTag } from '../components/languages.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { lookOfTitle, smallHead } from '../components/small-head.ts'
import { type Html, html } from '../html.ts'
import { page, type RenderContext } from '../page.ts'
import { episodeAddress, idIn, orderAddress, seriesAddress } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import { section } from '../records/cards.ts'
import { detailsOf } from '../records/part-replies.ts'
import { episodeName } from '../records/translated-words.ts'

type Orders = PartBody<'series', 'episode_groups'>['results']
type Group = Static<typeof orderDetails.reply>['groups'][number]

const typeOf = ({ texts }: RenderContext, type: number): string => texts.catalogue.orderTypes[type] ?? ''

/** What an order is called: its name, or else what kind of order it is. */
const nameOf = (context: RenderContext, { name, type }: Orders[number]): string => name || typeOf(context, type)

const notesOf = (context: RenderContext, order: Orders[number]): string[] => {
  const { catalogue } = context.texts
  const type = order.name && typeOf(context, order.type)
  const counts = [catalogue.groupCount(order.group_count), catalogue.episodeCount(order.episode_count)]
  return [type, order.network?.name ?? '', ...counts].filter(Boolean)
}

/** Links to the other orders of a series. */
export function ordersSection(context: RenderContext, orders: Orders, series: string): Html {
  const rows = orders.map(
    (order) => html`<li><a href="${orderAddress(series, order.id)}">${nameOf(context, order)}</a>
<span class="note">${notesOf(context, order).join(' · ')}</span></li>`,
  )
  return section(context.texts.catalogue.otherOrders, html`<ul class="record-rows">${rows}</ul>`, rows.length)
}

/** The episodes of a series in another order. */
export const order = page('GET /tv/{series}/order/{order}', {
  access: 'anyone',
  async handle(context) {
    const series_id = idIn(context.params.series)
    if (series_id === undefined) return undefined
    const other = await redirectFirst(context, 'series', {
      path: orderAddress('', encodeURIComponent(context.params.order)),
      isThere: (db, id) => hasEntry(db, episodeGroups.store, 'series', id, context.params.order),
    })
    if (other) return other
    const [series, found] = await Promise.all([
      detailsOf(context, details, { series_id }, ['episode_groups']),
      context.ask(orderDetails, {
        params: { tv_episode_group_id: context.params.order },
        query: { language: languageTag(context) },
      }),
    ])
    // An order of another series is not shown as one of this series.
    if (!series || !found || !series.episode_groups.results.some(({ id }) => id === found.id)) return undefined
    const { catalogue } = context.texts
    const address = seriesAddress(series)
    const name = nameOf(context, found)
    const ids = found.groups.flatMap(({ episodes }) => episodes.map(({ id }) => id))
    const look = lookOfTitle('series', { ...series, day: series.first_air_date })
    const known = await precisionsById(context.db, 'episode', ids)
    return {
      title: `${series.name}: ${name}`,
      description: found.description,
      main: html`
<article class="record">
${smallHead(context, { id: series.id, name: series.name, address, look }, name)}
<p class="note">${notesOf(context, found).join(' · ')}</p>
${found.description && html`<p>${found.description}</p>`}
${found.groups.map((group) => groupSection(context, group, known, address))}
${
  found.episode_count === 0
    ? emptyState(catalogue.emptyOrder, catalogue.emptyOrderText, nextStep(address, catalogue.usualOrder))
    : html`<p class="actions"><a class="button" href="${address}">${catalogue.usualOrder}</a></p>`
}
</article>`,
    }
  },
})

function groupSection(
  context: RenderContext,
  { name, order, episodes }: Group,
  known: ReadonlyMap<number, DatePrecisions>,
  series: string,
): Html {
  const { texts, format } = context
  const { catalogue } = texts
  const rows = episodes.map((episode) => {
    const { season_number, episode_number, air_date, runtime } = episode
    const notes = [
      catalogue.episodeOfSeason(season_number, episode_number),
      format.date(air_date ?? '', known.get(episode.id)?.air_date),
      runtime !== null && catalogue.minutes(runtime),
    ]
    return html`<li><a href="${episodeAddress(series, season_number, episode_number)}">${
      episode.order + 1
    }. ${episodeName(context, episode.name, episode_number)}</a>
<span class="note">${notes.filter(Boolean).join(' · ')}</span></li>`
  })
  return section(name || catalogue.group(order), html`<ol class="record-rows">${rows}</ol>`, rows.length)
}
