import { Type } from 'typebox'
import { runLoop } from '#src/background/loop.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { nameIn } from '#src/media/names.ts'
import { drawingName } from './drawing/recipe.ts'
import { illustrate, recipesOf, type SubjectRow, subjectsOf } from './illustrate.ts'

/** Changes that are followed together, and records that are redrawn in one transaction. */
const changesAtOnce = 500
const recordsAtOnce = 25
/** The pause after all changes were followed. */
const restMs = 2_000

const Position = Type.Object({ seq: Type.Integer() })
const Changed = Type.Object({
  seq: Type.Integer(),
  kind: Type.Unsafe<Kind>(Type.String()),
  entity_id: Type.Integer(),
  key: Type.String(),
  action: Type.String(),
})
const Id = Type.Object({ id: Type.Integer() })
const ImageRow = Type.Object({ file_path: Type.String() })

/** Drawings of these also show something of their series. */
const ofSeries = ['season', 'episode'] as const

/**
 * Redraws records whose titles, years or genres have changed since their pictures were made; false if there were no
 * changes. Doing it twice does no harm.
 */
async function followNext(db: Database, now: () => Date): Promise<boolean> {
  const position = await db.one(
    Position,
    sql`select seq from follower where name = 'drawing' and seq < (select max(seq) from change)`,
  )
  if (!position) return false
  const changes = await db.all(
    Changed,
    sql`
    select seq, kind, entity_id, key, action from change where seq > ${position.seq}
    order by seq ${limit(changesAtOnce)}`,
  )
  const ids = new Map<Kind, Set<number>>()
  for (const { kind, entity_id, key, action } of changes)
    if (key !== 'images' && action !== 'created') ids.set(kind, (ids.get(kind) ?? new Set()).add(entity_id))
  const series = [...(ids.get('series') ?? [])]
  for (const part of ofSeries) {
    const found = await db.all(Id, sql`select id from ${raw(part)} where ${db.engine.anyOf(raw('series_id'), series)}`)
    ids.set(part, new Set([...(ids.get(part) ?? []), ...found.map(({ id }) => id)]))
  }
  for (const [of, changed] of ids) await redraw(db, of, [...changed], now)
  const end = changes.at(-1)
  if (end) await db.run(sql`update follower set seq = ${end.seq} where name = 'drawing'`)
  return end !== undefined
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

/** Follows the change log to its end, so that drawings show the current titles. */
export async function redrawChanged(db: Database, now: () => Date, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await followNext(db, now)));
}

/** Follows the change log until `signal` is aborted; `failed` gets errors, after which it goes on. */
export const runRedraw = (
  db: Database,
  now: () => Date,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> => runLoop(() => redrawChanged(db, now, signal), { restMs, signal, failed })
