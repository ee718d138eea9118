import { type Static, Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { drawingName, drawingVersion, type Recipe } from './drawing/recipe.ts'
import { drawings } from './drawings.ts'

/** The sample has two. */
const maxProviders = 25

const Provider = Type.Object({ id: Type.Integer(), name: Type.String() })

/** Providers of the sample without a logo, or with one of an earlier version. */
const bareProviders = sql`
  select r.id, p.name from record r join provider p on p.id = r.id
  where r.kind = 'provider' and r.edit_id in (select id from edit where note = ${sampleNote})
    and (p.logo_path is null or exists (select 1 from drawing d where d.kind = 'provider' and d.entity_id = r.id))
    and not exists (
      select 1 from drawing d where d.kind = 'provider' and d.entity_id = r.id and d.version = ${drawingVersion})
  order by r.id ${limit(maxProviders)}`

const recipeOf = ({ id, name }: Static<typeof Provider>): Recipe => ({
  gallery: 'logos',
  seed: `provider ${id}`,
  family: '',
  genre: 0,
  title: name,
  note: '',
})

/** Gives logos to the watch providers of the sample. They are words, which have a logo but no gallery of images. */
export async function illustrateProviders(db: Database, source_id: string, at: Date): Promise<void> {
  const found = await db.wide.all(Provider, bareProviders)
  if (found.length === 0) return
  const made = found.map((one) => ({ id: one.id, recipe: recipeOf(one), name: drawingName(recipeOf(one)) }))
  const records = made.map(({ id, name }) => ({ kind: 'provider' as const, id, values: { logo_path: `/${name}.png` } }))
  await db.transaction(async (tx) => {
    await applyEdit(tx, { account_id: null, source_id, note: sampleNote, at, records })
    await tx.run(sql`delete from drawing where kind = 'provider' and version <> ${drawingVersion}`)
    await tx.put(
      drawings,
      made.map(({ id, recipe, name }) => ({
        name,
        kind: 'provider',
        entity_id: id,
        gallery: recipe.gallery,
        version: drawingVersion,
        recipe,
        colour: '',
      })),
    )
  })
}
