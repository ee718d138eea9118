import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { RecordKind } from '../record-kinds.ts'

const Place = Type.Object({ id: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const EpisodePlace = Type.Object({ ...Place.properties, episode_number: Type.Integer() })
const State = Type.Object({ id: Type.Integer(), has_parent: Type.Boolean(), is_taken: Type.Boolean() })

type Numbered = { id: number; numbering: Readonly<Record<string, number>> }
/** Why a new season or episode has no place, and the field of its line that says so. */
export type PlaceFault = { id: number; field: string; reason: string }

/**
 * New seasons and episodes that have no place as things are now: what they belong to is not there, or another one has
 * their number. Somebody may have changed that since their lines were read.
 */
export async function placeFaults(db: Reader, of: RecordKind, records: readonly Numbered[]): Promise<PlaceFault[]> {
  if (records.length === 0 || (of !== 'season' && of !== 'episode')) return []
  const rows = records.map(({ id, numbering }) => ({ id, ...numbering })) as never[]
  const states = await db.all(
    State,
    of === 'season'
      ? sql`
        select p.id, exists (select 1 from series s where s.id = p.series_id) as has_parent,
          exists (
            select 1 from season o where o.series_id = p.series_id and o.season_number = p.season_number
          ) as is_taken
        from ${db.engine.rows(Place, rows)} as p`
      : sql`
        select p.id,
          exists (
            select 1 from season s where s.series_id = p.series_id and s.season_number = p.season_number
          ) as has_parent,
          exists (
            select 1 from episode o where o.series_id = p.series_id and o.season_number = p.season_number
              and o.episode_number = p.episode_number
          ) as is_taken
        from ${db.engine.rows(EpisodePlace, rows)} as p`,
  )
  const parent = of === 'season' ? 'series' : 'season'
  return states.flatMap(({ id, has_parent, is_taken }): PlaceFault[] => {
    if (!has_parent)
      return [
        {
          id,
          field: parent === 'series' ? 'series_id' : 'season_number',
          reason: `refers to a ${parent} that does not exist`,
        },
      ]
    return is_taken ? [{ id, field: `${of}_number`, reason: 'is taken by another id' }] : []
  })
}
