import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { TitleKind } from './features.ts'
import { maxSimilar, similarTitles } from './similar-titles.ts'

const Recommended = Type.Object({ id: Type.Integer(), adult: Type.Boolean(), isBesideAdult: Type.Boolean() })

/**
 * What is recommended with a title: what others who keep it also keep, then similar titles. Adult titles are only
 * recommended with adult ones.
 */
export async function recommendedTitles(db: Reader, of: TitleKind, id: number): Promise<number[]> {
  const [kept, similar] = await Promise.all([
    db.all(
      Recommended,
      sql`
      select r.recommended_id as id, m.adult, own.adult as "isBesideAdult"
      from recommendation r join ${raw(of)} m on m.id = r.recommended_id join ${raw(of)} own on own.id = r.entity_id
      where r.kind = ${of} and r.entity_id = ${id} order by r.position`,
    ),
    similarTitles(db, of, id),
  ])
  const recommended = kept.filter(({ adult, isBesideAdult }) => isBesideAdult || !adult).map((title) => title.id)
  return [...new Set([...recommended, ...similar])].slice(0, maxSimilar)
}
