import { type EpisodePlace, neighboursOf } from '#src/catalogue/summaries/episodes.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { episodeAddress, seasonAddress } from '../records/addresses.ts'
import { seasonName } from '../records/translated-words.ts'

type Way = { address: string; name: string } | undefined

/** Links to what comes before and behind; nothing if there is neither. */
function ways(label: string, previous: Way, next: Way): Html {
  if (!previous && !next) return nothing
  return html`<nav class="neighbours" aria-label="${label}">${
    previous && html`<a rel="prev" href="${previous.address}"><span aria-hidden="true">‹ </span>${previous.name}</a>`
  }${next && html`<a rel="next" href="${next.address}">${next.name}<span aria-hidden="true"> ›</span></a>`}</nav>`
}

/** Where a page below a series belongs, and what stands beside it. */
export const trailRow = ({ texts }: RenderContext, trail: Html, nearby: Html): Html =>
  html`<div class="trail-row"><nav class="trail" aria-label="${texts.catalogue.trail}">${trail}</nav>${nearby}</div>`

type Season = { season_number: number; name: string }

/** The seasons before and behind one. Specials stand before the first season. */
export function seasonsNearby(
  context: RenderContext,
  seasons: readonly Season[],
  season_number: number,
  series: string,
): Html {
  const inOrder = [...seasons].sort((one, other) => one.season_number - other.season_number)
  const at = inOrder.findIndex((season) => season.season_number === season_number)
  const way = (season: Season | undefined): Way =>
    season && {
      address: seasonAddress(series, season.season_number),
      name: seasonName(context, season.name, season.season_number),
    }
  return at < 0 ? nothing : ways(context.texts.title.seasonsNearby, way(inOrder[at - 1]), way(inOrder[at + 1]))
}

/** The episodes before and behind one. */
export async function episodesNearby(
  context: PageContext,
  series: { id: number; address: string },
  place: EpisodePlace,
): Promise<Html> {
  const { catalogue, title } = context.texts
  const { previous, next } = await neighboursOf(context.db, series.id, place)
  const way = (to: EpisodePlace | undefined): Way =>
    to && {
      address: episodeAddress(series.address, to.season_number, to.episode_number),
      name:
        to.season_number === place.season_number
          ? catalogue.episode(to.episode_number)
          : catalogue.episodeOfSeason(to.season_number, to.episode_number),
    }
  return ways(title.episodesNearby, way(previous), way(next))
}
