import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import type { Drawings } from '#src/media/originals.ts'
import { drawingVersion, Recipe } from './drawing/recipe.ts'

/** Recipes of drawings: one picture for each record and gallery, and older ones with former titles. */
export const drawings = {
  name: 'drawing',
  key: ['name'],
  row: Type.Object({
    name: Type.String(),
    kind: Type.String(),
    entity_id: Type.Integer(),
    gallery: Type.String(),
    version: Type.Integer(),
    recipe: Recipe,
    colour: Type.String(),
  }),
}

const RecipeRow = Type.Object({ recipe: Recipe })

/** Originals that are drawn on demand instead of being stored. */
export const openDrawings = (db: Database): Drawings => ({
  async draw(name) {
    if (!name.startsWith('z')) return undefined
    const found = await db.one(
      RecipeRow,
      sql`select recipe from drawing where name = ${name} and version = ${drawingVersion}`,
    )
    if (!found) return undefined
    // Most servers have no drawings, and none needs the fonts before the first one.
    const { draw } = await import('./drawing/drawing.ts')
    return draw(found.recipe).document()
  },
})
