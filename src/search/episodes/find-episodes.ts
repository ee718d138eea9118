import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { empty, join, limit, sql } from '#src/database/sql.ts'
import { compareTexts, lastCharacter } from '#src/reference/text-order.ts'
import { wholesLike } from '../reading.ts'
import { isSameName } from '../same-name.ts'
import { isUnspaced, wholeMark } from '../words.ts'

/** Ways to write a text that are looked up, and episodes that are read of each. */
const maxWritings = 4
const maxOfEach = 100
/** What is found and counted. */
const maxEpisodes = 100
/** Fewer letters begin too many names. */
const fewestLetters = 3

const Found = Type.Object({
  episode_id: Type.Integer(),
  found: Type.String(),
  name: Type.String(),
  popularity: Type.Number(),
})

type Question = { text: string; includesAdult: boolean }

/**
 * The ids of episodes of which a name has a text, from any of its words on: those that are called so first, then those
 * of the best known series. It reads as much in a large catalogue as in a small one.
 */
export async function episodesCalled(db: Reader, { text, includesAdult }: Question): Promise<number[]> {
  const keys = wholesLike(text).filter(isLongEnough).slice(0, maxWritings)
  if (keys.length === 0) return []
  const withKey = (key: string) => sql`
    select name, episode_id from (
      select name, episode_id from episode_name where name >= ${key} and name < ${key + lastCharacter}
      order by name, episode_id ${limit(maxOfEach)}) as w`
  const rows = await db.all(
    Found,
    sql`
    select f.episode_id, f.name as found, e.name, s.popularity
    from (${join(keys.map(withKey), ' union all ')}) as f
    cross join episode e cross join series s
    where e.id = f.episode_id and s.id = e.series_id ${includesAdult ? empty : sql`and s.adult = false`}`,
  )
  const asked = new Set(keys)
  const placed = rows.map((row) => ({ ...row, place: isSameName(row.name, text) ? 0 : asked.has(row.found) ? 1 : 2 }))
  placed.sort(
    (one, other) =>
      one.place - other.place ||
      other.popularity - one.popularity ||
      compareTexts(one.found, other.found) ||
      one.episode_id - other.episode_id,
  )
  return [...new Set(placed.map(({ episode_id }) => episode_id))].slice(0, maxEpisodes)
}

const isLongEnough = (key: string): boolean => {
  const letters = [...key.slice(wholeMark.length)].length
  return letters >= fewestLetters || (letters === 2 && isUnspaced(key))
}
