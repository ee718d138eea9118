import { type Html, html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { episodeAddress } from '../records/addresses.ts'
import { keptPlace } from '../records/kept-on-cards.ts'
import { episodeName } from '../records/translated-words.ts'
import { seriesCardsOf } from './series-cards.ts'

type Row = { id: number; name: string; show_id: number; season_number: number; episode_number: number }

/** Episodes as rows of a list, each with the picture of its series, and behind its place what `noteOf` says. */
export async function episodeRows<Of extends Row>(
  context: PageContext,
  rows: readonly Of[],
  noteOf: (row: Of) => string = () => '',
): Promise<Html> {
  const { catalogue } = context.texts
  const series = await seriesCardsOf(context, [...new Set(rows.map(({ show_id }) => show_id))])
  const listed = rows.map((row) => {
    const { id, name, show_id, season_number, episode_number } = row
    const card = series.get(show_id)
    const own = episodeName(context, name, episode_number)
    const to = episodeAddress(card?.address ?? `/tv/${show_id}`, season_number, episode_number)
    const notes = [catalogue.episodeOfSeason(season_number, episode_number), noteOf(row)]
    return html`<li><span class="listed-picture">${card?.picture}</span>
<div><a class="listed-name" href="${to}">${card ? `${card.name}: ${own}` : own}</a>
<span class="note">${notes.filter((note) => note !== '').join(' · ')}</span>
${keptPlace({ kind: 'episode', entity_id: id })}</div></li>`
  })
  return html`<ul class="listed">${listed}</ul>`
}
