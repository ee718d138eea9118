import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { entryId } from '#src/catalogue/entry-id.ts'
import { type Gallery, type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { putSources } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { outlineOf } from './drawing/drawing.ts'
import { drawingName, drawingVersion, type Recipe } from './drawing/recipe.ts'
import { drawings } from './drawings.ts'
import { illustrateProviders } from './illustrate-providers.ts'
import { recipesOf, type SubjectRow, subjectsOf } from './subjects.ts'

/** Records that get their pictures in one transaction, and the pause for other writers. */
const recordsAtOnce = 25
const restMs = 10

/** The source of the drawings. It ranks below all others, so that it replaces nobody's pictures. */
const source = {
  id: 'drawn',
  name: 'Drawn for the sample by this program',
  licence: 'CC0-1.0',
  url: '',
  rank: 0,
  redistributable: true,
}

/** Gives pictures to the records of the sample that have none: entries in the catalogue, and recipes. */
export async function illustrateSample(db: Database, now: () => Date, signal?: AbortSignal): Promise<void> {
  await db.transaction((tx) => putSources(tx, [source]))
  await illustrateProviders(db, source.id, now())
  for (const of of kindNames) {
    for (let after = 0; !signal?.aborted; ) {
      const rows = await db.wide.all(subjectsOf.row, bareRecords(of, after))
      const last = rows.at(-1)
      if (!last) break
      await illustrate(db, of, rows, now())
      after = last.id
      // An aborted pause is how it ends.
      await delay(restMs, undefined, { signal }).catch(() => {})
    }
  }
}

/** The next records of the sample without drawings of this version. */
const bareRecords = (of: Kind, after: number) =>
  subjectsOf.select(
    of,
    sql`r.id > ${after} and r.edit_id in (select id from edit where note = ${sampleNote})
    and not exists (select 1 from drawing d
      where d.kind = ${of} and d.entity_id = r.id and d.version = ${drawingVersion})`,
    recordsAtOnce,
  )

/** Gives records of a kind their pictures, which replace earlier drawings. */
export async function illustrate(db: Database, of: Kind, rows: readonly SubjectRow[], at: Date): Promise<void> {
  const made: Made[] = []
  for (const row of rows) {
    for (const recipe of recipesOf(of, row))
      made.push({ id: row.id, recipe, name: drawingName(recipe), ...outlineOf(recipe) })
    // A logo takes milliseconds, and requests have to be answered in between.
    await turn()
  }
  const records = rows.map(({ id }) => ({
    kind: of,
    id,
    parts: { images: { put: made.filter((one) => one.id === id).map((one) => imageOf(of, one)) } },
  }))
  await db.transaction(async (tx) => {
    await applyEdit(tx, { account_id: null, source_id: source.id, note: sampleNote, at, records })
    const ids = rows.map(({ id }) => id)
    await tx.run(sql`
      delete from drawing where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)}
        and version <> ${drawingVersion}`)
    await tx.put(
      drawings,
      made.map(({ id, recipe, name, colour }) => ({
        name,
        kind: of,
        entity_id: id,
        gallery: recipe.gallery,
        version: drawingVersion,
        recipe,
        colour,
      })),
    )
  })
}

type Made = { id: number; recipe: Recipe; name: string; width: number; height: number; colour: string }

/** The drawing as an image of its record; that of a later version replaces it. A logo is a vector drawing. */
function imageOf(of: Kind, { id, recipe, name, width, height }: Made) {
  const gallery: Gallery = recipe.gallery
  const [extension, file_type] = gallery === 'logos' ? ['png', '.svg'] : ['jpg', '.jpg']
  return {
    gallery,
    id: entryId('images', of, id, ['drawing', gallery]),
    file_path: `/${name}.${extension}`,
    file_type,
    width,
    height,
    aspect_ratio: Math.round((1000 * width) / height) / 1000,
    iso_639_1: null,
    iso_3166_1: null,
    stated_average: 0,
    stated_count: 0,
    licence: '',
    position: 0,
  }
}
