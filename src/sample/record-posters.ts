import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { Recipe } from './drawing/recipe.ts'
import { subjectsOf } from './subjects.ts'

/** Kinds that pages draw a poster for where nobody has added one. */
export const posterKinds = ['movie', 'series', 'season', 'collection'] as const satisfies readonly Kind[]
type PosterKind = (typeof posterKinds)[number]

/** Letters of a title on a poster, because every one takes time to draw. */
export const maxPosterTitle = 100

/** What stands below the title, where posters of the sample say that they belong to it. */
const signature = 'REELCOMMONS'

/**
 * The poster of a record without pictures as it is called now, as an SVG document; undefined if there is no such
 * record. It is no entry of the catalogue, so replies do not name it: pages alone show it, by kind and id.
 */
export async function drawPoster(db: Database, kind: PosterKind, id: number): Promise<string | undefined> {
  const found = await db.one(subjectsOf.row, subjectsOf.select(kind, sql`r.id = ${id}`, 1))
  if (!found) return undefined
  const { id: _, title, ...subject } = found
  const recipe: Recipe = {
    gallery: 'posters',
    seed: `${kind} ${id}`,
    ...subject,
    title: title.slice(0, maxPosterTitle),
  }
  // Most servers draw none, and none needs the fonts before the first one.
  const { draw } = await import('./drawing/drawing.ts')
  return draw(recipe, signature).document()
}
