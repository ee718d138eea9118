import { type Static, Type } from 'typebox'
import { shortName } from '#src/catalogue/fields.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'

const Named = Type.Object({ id: Type.Integer(), name: Type.String() })
export type Named = { id: number; name: string }

/** Most words of a vocabulary that a form offers to choose from. */
export const maxWords = 2_000
/** Most records of one name. */
const maxNamesakes = 10
/** Most episodes of a series that a form knows by their numbers. */
const maxEpisodes = 100_000

/** The names of records, as pages of editing show them beside their ids. */
export async function namesOf(
  db: Reader,
  wanted: ReadonlyMap<RecordKind, ReadonlySet<number>>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [of, ids] of wanted)
    for (const { id, name } of await db.all(
      Named,
      sql`
      select id, ${raw(recordKind(of).title)} as name from ${raw(of)} where ${db.engine.anyOf(raw('id'), [...ids])}`,
    ))
      found.set(`${of} ${id}`, shortName(name))
  return found
}

/** All words of a vocabulary, by name. */
export const wordsOf = (db: Reader, of: 'genre' | 'provider'): Promise<Named[]> =>
  db.all(Named, sql`select id, name from ${raw(of)} order by name, id ${limit(maxWords)}`)

/** Words of a vocabulary with exactly this name. */
export const wordsCalled = (db: Reader, of: 'genre' | 'provider' | 'keyword', name: string): Promise<Named[]> =>
  db.all(Named, sql`select id, name from ${raw(of)} where name = ${name} order by id ${limit(maxNamesakes)}`)

const Numbered = Type.Object({ id: Type.Integer(), season_number: Type.Integer(), episode_number: Type.Integer() })

/** The episodes of a series by their numbers. */
export async function episodeNumbersOf(db: Reader, series_id: number) {
  const rows = await db.all(
    Numbered,
    sql`select id, season_number, episode_number from episode where series_id = ${series_id} ${limit(maxEpisodes)}`,
  )
  const numbers = rows.map(
    ({ id, season_number, episode_number }) => [id, `${season_number}x${episode_number}`] as const,
  )
  return { numbers: new Map(numbers), ids: new Map(numbers.map(([id, number]) => [number, id])) }
}

const Placed = Type.Object({
  id: Type.Integer(),
  series_id: Type.Integer(),
  season_number: Type.Integer(),
  episode_number: Type.Integer(),
})
export type Placed = Static<typeof Placed>

/** Where seasons or episodes belong, by their ids; a season has no number of an episode. */
export async function placesOf(db: Reader, of: 'season' | 'episode', ids: readonly number[]) {
  const number = of === 'episode' ? raw('episode_number') : sql`0`
  const rows = await db.all(
    Placed,
    sql`
    select id, series_id, season_number, ${number} as episode_number from ${raw(of)}
    where ${db.engine.anyOf(raw('id'), ids)}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
