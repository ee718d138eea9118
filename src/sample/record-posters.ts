import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { Drawing } from '#src/media/pictures.ts'
import { drawingName, type Recipe } from './drawing/recipe.ts'
import { subjectsOf } from './subjects.ts'

/** Kinds that pages draw a poster for where nobody has added one. */
export const posterKinds = ['movie', 'series', 'season', 'collection'] as const satisfies readonly Kind[]
type PosterKind = (typeof posterKinds)[number]

/** Letters of a title on a poster, because every one takes time to draw. */
export const maxPosterTitle = 100

/** What stands below the title, where posters of the sample say that they belong to it. */
const signature = 'REELCOMMONS'

/**
 * Posters of records without pictures. They are no entries of the catalogue, so replies do not name them: pages alone
 * show them, by kind and id.
 */
export const openRecordPosters = (db: Database) => ({
  /** The poster of a record as it is called now; undefined if there is no such record. */
  async posterOf(kind: PosterKind, id: number): Promise<Drawing | undefined> {
    const found = await db.one(subjectsOf.row, subjectsOf.select(kind, sql`r.id = ${id}`, 1))
    if (!found) return undefined
    const { id: _, title, ...subject } = found
    // The seed differs from that of the sample's poster of the record, so that their names do.
    const seed = `page ${kind} ${id}`
    const recipe: Recipe = { gallery: 'posters', seed, ...subject, title: title.slice(0, maxPosterTitle) }
    return {
      name: drawingName(recipe),
      async draw() {
        const { draw } = await import('./drawing/drawing.ts')
        return draw(recipe, signature).document()
      },
    }
  },
})

export type RecordPosters = ReturnType<typeof openRecordPosters>
