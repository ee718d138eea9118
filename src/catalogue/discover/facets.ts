import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { maxListRows } from '../summaries/list-query.ts'
import { discover, type Search } from './discover.ts'
import { named } from './filter.ts'

const Count = Type.Object({ value: Type.String(), count: Type.Integer() })
type Counted = { value: string; count: number }
const Facts = Type.Object({ decade: Type.String(), countries: Type.String(), count: Type.Integer() })
type TitlesAlike = { decade: string; countries: string; count: number }

/** What the first titles of a search have: how many of them have each genre, are of each decade and country. */
export type Facets = { of: number; genres: Counted[]; decades: Counted[]; countries: Counted[] }

/** Counts what the first 10,000 titles of a search have; the most common comes first, and decades in their order. */
export async function facetsOf(db: Database, search: Search): Promise<Facets> {
  const { of } = search
  const { ids } = await discover(db, search, { page: 1, page_size: maxListRows })
  const day = raw(of === 'movie' ? 't.release_date' : 't.first_air_date')
  const listed = (column: string) => db.engine.anyOf(raw(column), ids)
  const country = raw('substr(cast(t.origin_country as text), 1, 500)')
  const [genres, facts] = await Promise.all([
    db.all(
      Count,
      sql`
      select cast(genre_id as text) as value, count(*) as count from title_genre
      where kind = ${named(of)} and ${listed('entity_id')} group by genre_id order by count(*) desc, genre_id`,
    ),
    db.all(
      Facts,
      sql`
      select substr(${day}, 1, 3) as decade, ${country} as countries, count(*) as count
      from ${raw(of)} t ${db.engine.through(`${of}_facts`)}
      where ${listed('t.id')} group by substr(${day}, 1, 3), ${country}`,
    ),
  ])
  return { of: ids.length, genres, decades: decadesIn(facts), countries: countriesIn(facts) }
}

/** The last one comes first; what has no day is of none. */
function decadesIn(facts: readonly TitlesAlike[]): Counted[] {
  const counts = new Map<string, number>()
  for (const { decade, count } of facts)
    if (decade !== '') counts.set(`${decade}0`, (counts.get(`${decade}0`) ?? 0) + count)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => compareTexts(other.value, one.value))
}

/** A title of several countries counts for each of them. */
function countriesIn(facts: readonly TitlesAlike[]): Counted[] {
  const counts = new Map<string, number>()
  for (const { countries, count } of facts)
    for (const [, code = ''] of countries.matchAll(/"([A-Z]{2})"/g)) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || compareTexts(one.value, other.value))
}
