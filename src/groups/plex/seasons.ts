import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Group } from '#src/catalogue/parts/episode-groups.ts'
import { seasonsById } from '#src/catalogue/summaries/by-id.ts'
import { SeasonRow, seasonRow } from '#src/catalogue/summaries/episodes.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { guidsOf, yearOf } from './facts.ts'
import { addressOf, imageOf } from './pictures.ts'
import { groupKeyOf, identityOf, ratingKeyOf } from './rating-keys.ts'
import { type Metadata, some, told } from './shapes.ts'
import { type Parent, parentsOf } from './shows.ts'
import type { Wish } from './wish.ts'
import { seasonTitle } from './words.ts'

/** What an item says of the one that it belongs to. */
function parentFields(wish: Wish, { id, title, thumb }: Parent) {
  const { ratingKey, key, guid, type } = identityOf(wish.identifier, 'show', ratingKeyOf('show', id))
  return {
    parentRatingKey: ratingKey,
    parentKey: key,
    parentGuid: guid,
    parentType: type,
    parentTitle: title,
    parentThumb: thumb,
  }
}

/** The ids of the seasons of a show, in their order. */
export async function seasonIdsOf({ context: { db } }: Wish, series_id: number): Promise<number[]> {
  const rows = await db.all(Id, sql`select id from season where series_id = ${series_id} order by season_number`)
  return rows.map(({ id }) => id)
}

/** Seasons in the order of their ids; those that do not exist are left out. */
export async function seasonsOf(wish: Wish, ids: readonly number[]): Promise<Metadata[]> {
  const rows = await seasonsById(wish.context.db, ids, wish.language)
  const [parents, guids] = await Promise.all([
    parentsOf(
      wish,
      rows.map(({ show_id }) => show_id),
    ),
    guidsOf(wish.context.db, 'season', ids),
  ])
  return rows.flatMap((season) => {
    const parent = parents.get(season.show_id)
    return parent ? [seasonIn(wish, season, parent, guids.get(season.id) ?? [])] : []
  })
}

function seasonIn(
  wish: Wish,
  season: Omit<Static<typeof SeasonRow>, 'media_type'>,
  parent: Parent,
  guids: readonly { id: string }[],
): Metadata {
  const { id, air_date, poster_path, season_number } = season
  const title = seasonTitle(wish, season.name, season_number)
  return {
    ...identityOf(wish.identifier, 'season', ratingKeyOf('season', id)),
    title,
    index: season_number,
    year: yearOf(air_date),
    originallyAvailableAt: told(air_date),
    contentRating: parent.contentRating,
    summary: told(season.overview),
    isAdult: parent.adult,
    thumb: addressOf(wish, poster_path),
    ...parentFields(wish, parent),
    Image: some(imageOf(wish, 'coverPoster', poster_path, title)),
    Guid: some(guids),
  }
}

/** A group of another order of episodes, which is a season there. */
export function groupAsSeason(wish: Wish, order: string, group: Group, parent: Parent, day: string | null): Metadata {
  const { id, name, order: index } = group
  return {
    ...identityOf(wish.identifier, 'season', groupKeyOf(order, id)),
    title: seasonTitle(wish, name, index),
    index,
    year: yearOf(day),
    originallyAvailableAt: told(day),
    contentRating: parent.contentRating,
    isAdult: parent.adult,
    thumb: parent.thumb,
    ...parentFields(wish, parent),
    Image: some(parent.thumb === undefined ? [] : [{ type: 'coverPoster', url: parent.thumb, alt: parent.title }]),
  }
}

const Numbered = Type.Object({ series_id: Type.Integer(), season_number: Type.Integer() })
const Season = Type.Object(Type.Omit(SeasonRow, ['media_type']).properties)
export type Season = Static<typeof Season>

/** The seasons with some numbers, by `series number`. */
export async function seasonsByNumber(wish: Wish, wanted: readonly Static<typeof Numbered>[]) {
  const { db } = wish.context
  const distinct = [...new Map(wanted.map((each) => [placeOf(each.series_id, each.season_number), each])).values()]
  if (distinct.length === 0) return new Map<string, Season>()
  const { columns, join } = seasonRow(wish.language, db.engine)
  const rows = await db.all(
    Season,
    sql`
    select ${columns} from ${db.engine.rows(Numbered, distinct)} as w
    cross join season n ${join} where n.series_id = w.series_id and n.season_number = w.season_number`,
  )
  return new Map(rows.map((season) => [placeOf(season.show_id, season.season_number), season]))
}

export const placeOf = (series_id: number, season_number: number): string => `${series_id} ${season_number}`
