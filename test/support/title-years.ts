import assert from 'node:assert/strict'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Days = { id: Type.Integer(), day: Type.String() }
const Year = {
  id: Type.Integer(),
  year: Type.String(),
  months: Type.Integer(),
  first_day: Type.String(),
  last_day: Type.String(),
}

/** The years of titles, as discover finds them, made of all their days. */
function yearsOf(days: readonly { id: number; day: string }[]): string[] {
  const years = Map.groupBy(days, ({ id, day }) => `${id} ${day.slice(0, 4)}`)
  return [...years]
    .map(([place, all]) => {
      const sorted = all.map(({ day }) => day.slice(5, 10)).sort()
      const months = new Set(sorted.map((day) => 2 ** Number(day.slice(0, 2))))
      return `${place} ${[...months].reduce((sum, bit) => sum + bit, 0)} ${sorted[0]} ${sorted.at(-1)}`
    })
    .sort()
}

/** What discover reads instead of releases and episodes says what they say, whatever was done with them. */
export async function assertYearsFollow(db: Database): Promise<void> {
  const aired = await db.all(
    Type.Object(Days),
    sql`select series_id as id, air_date as day from episode where air_date is not null`,
  )
  const released = await db.all(
    Type.Object(Days),
    sql`
    select entity_id as id, release_date as day from release_date where kind = 'movie'
    union all select id, release_date as day from movie where release_date <> ''`,
  )
  const stored = [
    await db.all(Type.Object(Year), sql`select series_id as id, year, months, first_day, last_day from air_year`),
    await db.all(Type.Object(Year), sql`select movie_id as id, year, months, first_day, last_day from release_year`),
  ].map((rows) =>
    rows.map(({ id, year, months, first_day, last_day }) => `${id} ${year} ${months} ${first_day} ${last_day}`).sort(),
  )
  assert.deepEqual(stored, [yearsOf(aired), yearsOf(released)])
}
