import { episodesById } from '#src/catalogue/summaries/by-id.ts'
import { type CreditRow, creditRows, crew } from '#src/catalogue/summaries/credits.ts'
import type { EpisodeSummary } from '#src/catalogue/summaries/episodes.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { durationOf, guidsOf, yearOf } from './facts.ts'
import type { Place } from './orders.ts'
import { creditsOf } from './people.ts'
import { addressOf, imageOf } from './pictures.ts'
import { groupKeyOf, identityOf, ratingKeyOf } from './rating-keys.ts'
import { placeOf, type Season, seasonsByNumber } from './seasons.ts'
import { type Metadata, some, told } from './shapes.ts'
import { type Parent, parentsOf } from './shows.ts'
import type { Wish } from './wish.ts'
import { episodeTitle, seasonTitle } from './words.ts'

/** Most episodes of a show that are counted. */
const maxEpisodes = 100_000

/** The ids of the episodes of a show or of one of its seasons, in their order. */
export async function episodeIdsOf({ context: { db } }: Wish, series_id: number, season_number?: number) {
  const inSeason = season_number === undefined ? sql`true` : sql`season_number = ${season_number}`
  const rows = await db.all(
    Id,
    sql`
    select id from episode where series_id = ${series_id} and ${inSeason}
    order by season_number, episode_number ${limit(maxEpisodes)}`,
  )
  return rows.map(({ id }) => id)
}

/** Episodes in the order of their ids, with their credits, and at other places if there are `places`. */
export async function episodesOf(
  wish: Wish,
  ids: readonly number[],
  places: ReadonlyMap<number, Place> = new Map(),
): Promise<Metadata[]> {
  const { db } = wish.context
  const rows = await episodesById(db, ids, wish.language)
  if (rows.length === 0) return []
  const [parents, seasons, credits, guids] = await Promise.all([
    parentsOf(
      wish,
      rows.map(({ show_id }) => show_id),
    ),
    seasonsByNumber(
      wish,
      rows.map(({ show_id, season_number }) => ({ series_id: show_id, season_number })),
    ),
    creditRows(db, wish.language, sql`c.kind = 'episode' and ${db.engine.anyOf(sql`c.entity_id`, ids)}`),
    guidsOf(db, 'episode', ids),
  ])
  const creditsByEpisode = Map.groupBy(credits, ({ entity_id }) => entity_id)
  return rows.flatMap((episode) => {
    const show = parents.get(episode.show_id)
    const season = seasons.get(placeOf(episode.show_id, episode.season_number))
    if (!show || !season) return []
    const place = places.get(episode.id)
    const more = { credits: creditsByEpisode.get(episode.id) ?? [], guids: guids.get(episode.id) ?? [] }
    return [{ ...episodeIn(wish, episode, show, more), ...placeFields(wish, episode, { show, season, place }) }]
  })
}

type More = { credits: readonly CreditRow[]; guids: readonly { id: string }[] }

function episodeIn(wish: Wish, episode: EpisodeSummary, show: Parent, { credits, guids }: More): Metadata {
  const { id, air_date, still_path } = episode
  const title = episodeTitle(wish, episode.name, episode.episode_number)
  const actors = credits.filter(({ credit_type }) => credit_type !== 'crew')
  return {
    ...identityOf(wish.identifier, 'episode', ratingKeyOf('episode', id)),
    title,
    year: yearOf(air_date),
    originallyAvailableAt: told(air_date),
    contentRating: show.contentRating,
    summary: told(episode.overview),
    isAdult: show.adult,
    duration: durationOf(episode.runtime),
    thumb: addressOf(wish, still_path),
    Image: some(imageOf(wish, 'snapshot', still_path, title)),
    Guid: some(guids),
    ...creditsOf(wish, actors, crew(credits)),
  }
}

type Placed = { show: Parent; season: Season; place: Place | undefined }

/** Where an episode stands: in its season, or in a group of another order. */
function placeFields(wish: Wish, { episode_number }: EpisodeSummary, { show, season, place }: Placed) {
  const { identifier } = wish
  const parent = identityOf(
    identifier,
    'season',
    place ? groupKeyOf(place.order, place.group.id) : ratingKeyOf('season', season.id),
  )
  const grandparent = identityOf(identifier, 'show', ratingKeyOf('show', show.id))
  return {
    index: place?.index ?? episode_number,
    parentRatingKey: parent.ratingKey,
    parentKey: parent.key,
    parentGuid: parent.guid,
    parentType: parent.type,
    parentTitle: place
      ? seasonTitle(wish, place.group.name, place.group.order)
      : seasonTitle(wish, season.name, season.season_number),
    parentThumb: place ? show.thumb : (addressOf(wish, season.poster_path) ?? show.thumb),
    parentIndex: place?.group.order ?? season.season_number,
    grandparentRatingKey: grandparent.ratingKey,
    grandparentKey: grandparent.key,
    grandparentGuid: grandparent.guid,
    grandparentType: grandparent.type,
    grandparentTitle: show.title,
    grandparentThumb: show.thumb,
  }
}
