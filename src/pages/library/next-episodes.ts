import { progressOf, seriesBegun } from '#src/kept/progress.ts'
import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { todayOf } from './days.ts'
import { nextEpisode, progressLine } from './section.ts'
import { seriesCardsOf } from './series-cards.ts'

/** How many of the series begun are looked at, how many are shown, and the page on which they are. */
type Asked = { looked: number; most: number; here: string }

/** Series to go on with, as rows of a list; whether any were begun, and whether there are more than are shown. */
type GoingOn = { rows: Html[]; hasBegun: boolean; hasMore: boolean }

/** The series of which somebody has an episode to watch next, each with how far they have come. */
export async function goingOn(
  context: PageContext<string, string, string, Viewer>,
  { looked, most, here }: Asked,
): Promise<GoingOn> {
  const { db, viewer, now } = context
  const begun = await seriesBegun(db, viewer.id, looked)
  const progress = await progressOf(db, viewer.id, begun, todayOf(now))
  const open = begun.flatMap((id) => progress.get(id) ?? []).filter(({ next }) => next !== undefined)
  const shown = open.slice(0, most)
  const cards = await seriesCardsOf(
    context,
    shown.map(({ series_id }) => series_id),
  )
  const rows = shown.flatMap((each) => {
    const card = cards.get(each.series_id)
    if (!card) return []
    return html`<li><span class="listed-picture">${card.picture}</span>
<div><a class="listed-name" href="${card.address}">${card.name}</a>
${progressLine(context, each)}${nextEpisode(context, each, card.address, here)}</div></li>`
  })
  return { rows, hasBegun: begun.length > 0, hasMore: open.length > shown.length }
}
