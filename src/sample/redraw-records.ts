import { Type } from 'typebox'
import type { Changed } from '#src/background/log-follower.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { nameIn } from '#src/media/names.ts'
import { drawingName } from './drawing/recipe.ts'
import { illustrate } from './illustrate.ts'
import { recipesOf, type SubjectRow, subjectsOf } from './subjects.ts'

/** Records that are redrawn in one transaction. */
const recordsAtOnce = 25

const ImageRow = Type.Object({ file_path: Type.String() })

/** Drawings of these also show something of their series. */
const ofSeries = ['season', 'episode'] as const

/** Redraws records whose titles, years or genres have changed since their pictures were made. */
export async function redrawRecords(db: Database, changes: readonly Changed[], now: () => Date): Promise<void> {
  const idsOf = (of: Kind) => changes.filter(({ kind }) => kind === of).map(({ entity_id }) => entity_id)
  const ids = new Map(kindNames.map((of) => [of, new Set(idsOf(of))]))
  const series = [...(ids.get('series') ?? [])]
  for (const part of ofSeries) {
    const found = await db.all(Id, sql`select id from ${raw(part)} where ${db.engine.anyOf(raw('series_id'), series)}`)
    for (const { id } of found) ids.get(part)?.add(id)
  }
  for (const [of, changed] of ids) await redraw(db, of, [...changed], now)
}

/** Redraws those of the records whose pictures would look different now. */
async function redraw(db: Database, of: Kind, ids: readonly number[], now: () => Date) {
  for (let at = 0; at < ids.length; at += recordsAtOnce) {
    const batch = ids.slice(at, at + recordsAtOnce)
    const subjects = await db.all(
      subjectsOf.row,
      subjectsOf.select(
        of,
        sql`${db.engine.anyOf(raw('r.id'), batch)}
          and exists (select 1 from drawing d where d.kind = ${of} and d.entity_id = r.id)`,
        recordsAtOnce,
      ),
    )
    if (subjects.length === 0) continue
    const images = await db.all(
      ImageRow,
      sql`
      select file_path from image where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), batch)}`,
    )
    const names = new Set(images.map(({ file_path }) => nameIn(file_path)))
    const isOld = (subject: SubjectRow) => recipesOf(of, subject).some((recipe) => !names.has(drawingName(recipe)))
    const old = subjects.filter(isOld)
    if (old.length > 0) await illustrate(db, of, old, now())
  }
}
