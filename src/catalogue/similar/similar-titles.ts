import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { candidatesFor } from './candidates.ts'
import { featuresOf, type TitleKind, titleOf } from './features.ts'
import { agreement, eraOf, weigh } from './weights.ts'

/** Titles in a list of similar ones. */
export const maxSimilar = 200

/**
 * The ids of the titles similar to one, the most similar first. They are computed on request, from indexes: candidates
 * are those that share its rarest features, so no more is read from a large catalogue than from a small one. Adult
 * titles are only similar to adult ones.
 */
export async function similarTitles(db: Reader, of: TitleKind, id: number): Promise<number[]> {
  const [title, features] = await Promise.all([titleOf(db, of, id), featuresOf(db, of, id)])
  if (!title) return []
  const genres = new Set(features.filter(({ feature }) => feature === 'genre').map((genre) => genre.id))
  const candidates = await candidatesFor(db, of, id, weigh(features, title))
  return candidates
    .filter(({ adult }) => title.adult || !adult)
    .map(({ id, weight, day, popularity, genre_ids }) => ({
      id,
      popularity,
      weight: Math.round(((weight + eraOf(title.day, day)) * (1 + agreement(genres, genre_ids))) / 2),
    }))
    .sort((one, other) => other.weight - one.weight || other.popularity - one.popularity || one.id - other.id)
    .slice(0, maxSimilar)
    .map((similar) => similar.id)
}

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
