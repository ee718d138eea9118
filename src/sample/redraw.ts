import { Type } from 'typebox'
import { runLoop } from '#src/background/loop.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { nameIn } from '#src/media/names.ts'
import { drawingName } from './drawing/recipe.ts'
import { illustrate, recipesOf, type SubjectRow, subjectsOf } from './illustrate.ts'

/** Changes that are looked at together, and records that are drawn anew in one transaction. */
const changesAtOnce = 500
const recordsAtOnce = 25
/** How long a server waits before it looks for changes again, when it has followed all. */
const restMs = 2_000

const Position = Type.Object({ seq: Type.Integer() })
const Changed = Type.Object({
  ...{ seq: Type.Integer(), kind: Type.Unsafe<Kind>(Type.String()), entity_id: Type.Integer() },
  ...{ key: Type.String(), action: Type.String() },
})
const Id = Type.Object({ id: Type.Integer() })
const Shown = Type.Object({ file_path: Type.String() })

/** What is drawn with something that its series says. */
const ofSeries = ['season', 'episode'] as const

/**
 * Draws records anew whose titles, years or genres have changed since their pictures were made, and tells whether there
 * was anything to look at. It does no harm where this is done twice.
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

/** Gives those of the records that are drawn new pictures, where these would not look like the ones that they have. */
async function redraw(db: Database, of: Kind, ids: readonly number[], now: () => Date) {
  for (let at = 0; at < ids.length; at += recordsAtOnce) {
    const own = ids.slice(at, at + recordsAtOnce)
    const subjects = await db.all(
      subjectsOf.row,
      subjectsOf.select(
        of,
        sql`${db.engine.anyOf(raw('r.id'), own)}
          and exists (select 1 from drawing d where d.kind = ${of} and d.entity_id = r.id)`,
        recordsAtOnce,
      ),
    )
    if (subjects.length === 0) continue
    const shown = await db.all(
      Shown,
      sql`
      select file_path from image where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), own)}`,
    )
    const names = new Set(shown.map(({ file_path }) => nameIn(file_path)))
    const isOld = (subject: SubjectRow) => recipesOf(of, subject).some((recipe) => !names.has(drawingName(recipe)))
    const old = subjects.filter(isOld)
    if (old.length > 0) await illustrate(db, of, old, now())
  }
}

/** Follows the change log to its end, so that titles in drawings are those that records have. */
export async function redrawChanged(db: Database, now: () => Date, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await followNext(db, now)));
}

/** Goes on following until `signal` is aborted; `failed` is told what went wrong, after which it is tried again. */
export const runRedraw = (
  db: Database,
  now: () => Date,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): Promise<void> => runLoop(() => redrawChanged(db, now, signal), { restMs, signal, failed })
