import { type TObject, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { mergedFrom, survivorOf } from './survivors.ts'

const Season = Type.Object({ series_id: Type.Integer(), season_number: Type.Integer() })
const Episode = Type.Object({ ...Season.properties, episode_number: Type.Integer() })

/** Where the season or the episode is that was merged from the place that the parameters name. */
export async function placeOfSurvivor(
  db: Reader,
  params: Readonly<Record<string, unknown>>,
): Promise<Record<string, number>> {
  const { series_id, season_number, episode_number } = params as Record<string, number | undefined>
  if (series_id === undefined || season_number === undefined) return {}
  const season = await survivorAt(db, 'season', { series_id, season_number })
  const place = { series_id, season_number, ...season }
  if (episode_number === undefined) return place
  return (await survivorAt(db, 'episode', { ...place, episode_number })) ?? { ...place, episode_number }
}

async function survivorAt(
  db: Reader,
  of: 'season' | 'episode',
  place: { series_id: number; season_number: number; episode_number?: number },
): Promise<Record<string, number> | undefined> {
  const id = await mergedFrom(db, of, place)
  const survivor = id === undefined ? undefined : await survivorOf(db, of, id)
  if (!survivor) return undefined
  const [row, query]: [TObject, ReturnType<typeof sql>] =
    of === 'season'
      ? [Season, sql`select series_id, season_number from season where id = ${survivor.id}`]
      : [Episode, sql`select series_id, season_number, episode_number from episode where id = ${survivor.id}`]
  return (await db.one(row, query)) as Record<string, number> | undefined
}
