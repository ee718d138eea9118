import { Type } from 'typebox'
import { language } from '#src/contract/parameters.ts'
import { sql } from '#src/database/sql.ts'
import { part } from '../part.ts'
import {
  type CreditRow,
  Crew,
  creditRows,
  crew,
  guestStars,
  MovieCast,
  movieCast,
  SeriesCast,
  seriesCast,
} from '../summaries/credits.ts'
import { creditsStore } from './credits-store.ts'

const seriesReply = { cast: Type.Array(SeriesCast), crew: Type.Array(Crew) }

export const credits = part({
  name: 'credits',
  summary: 'Cast and crew; for a series, including those of its newest season',
  query: Type.Object({ language }),
  reply: {
    movie: { cast: Type.Array(MovieCast), crew: Type.Array(Crew) },
    series: seriesReply,
    season: seriesReply,
    episode: { ...seriesReply, guest_stars: Type.Array(SeriesCast) },
  },
  async load({ db, query }, kind, id) {
    const ofRecord = sql`c.kind = ${kind} and c.entity_id = ${id}`
    const rows = await creditRows(
      db,
      query.language,
      kind === 'series' ? sql`(${ofRecord} or ${ofNewestSeason(id)})` : ofRecord,
    )
    if (kind === 'movie') return { cast: movieCast(rows), crew: crew(rows) }
    if (kind === 'episode') return { cast: seriesCast(rows), crew: crew(rows), guest_stars: guestStars(rows) }
    const all = kind === 'series' ? withoutRepeated(rows) : rows
    return { cast: seriesCast(all), crew: crew(all) }
  },
  store: creditsStore,
})

/** A season that was only announced has no credits yet, and does not hide those of the season before it. */
const ofNewestSeason = (series_id: number) => sql`c.kind = 'season' and c.entity_id = (
  select n.id from season n where n.series_id = ${series_id} and n.season_number > 0
    and exists (select 1 from credit where kind = 'season' and entity_id = n.id)
  order by n.season_number desc limit 1)`

/** Leaves out the season's credits that the series has too: the same person in the same role. */
function withoutRepeated(rows: readonly CreditRow[]): CreditRow[] {
  const role = ({ id, department, job, character }: CreditRow) => JSON.stringify([id, department, job, character])
  const ofSeries = new Set(rows.filter(({ kind }) => kind === 'series').map(role))
  return rows.filter((row) => row.kind === 'series' || !ofSeries.has(role(row)))
}
