import { type Static, Type } from 'typebox'
import { survivorsOf } from '#src/catalogue/edits/gone/survivors.ts'
import { loadRecords } from '#src/catalogue/edits/record-loader.ts'
import { isRecordKind, type RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { join, limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { Following } from '../following/followings.ts'
import { takesKind } from '../following/selection.ts'
import { openOffersTo } from '../returning/offers.ts'
import { placesOfSaid, saidOf } from '../returning/places.ts'

/** Edits of people on a page of corrections, and changes of each that are looked at. */
const editsOfPage = 20
const changesOfEdit = 500

/** The number of an edit if a person has made it, as an index has it. */
const ofPerson = sql`(case when account_id is not null then id end)`

const Changed = Type.Object({ edit_id: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })

/** What people here have corrected of a record and still say, which may be offered to a publisher. */
export type Correction = {
  kind: RecordKind
  id: number
  /** The latest edit of it by a person here. */
  edit_id: number
  places: string[]
}
type CorrectionsPage = {
  corrections: Correction[]
  /** Where the next page begins: before this edit; null at the end. */
  next_before: number | null
}

/**
 * What people here have corrected and is not on its way to a publisher, by the record, with the latest edits first.
 * What the publisher says in its place is not known here: whoever ranks lower leaves no value behind. It is compared
 * when a correction is sent.
 */
export async function correctionsBefore(
  db: Reader,
  following: Following,
  before = Number.MAX_SAFE_INTEGER,
): Promise<CorrectionsPage> {
  const edits = await db.all(
    Id,
    sql`
    select id from edit where ${ofPerson} < ${before} order by ${ofPerson} desc ${limit(editsOfPage)}`,
  )
  if (edits.length === 0) return { corrections: [], next_before: null }
  const ids = edits.map(({ id }) => id)
  const each = ids.map(
    (id) => sql`
    select * from (
      select edit_id, kind, entity_id from change where edit_id = ${id} order by seq ${limit(changesOfEdit)}
    ) as changes`,
  )
  const changed = await db.all(Changed, join(each, ' union all '))
  const last = edits.length === editsOfPage ? (ids.at(-1) ?? null) : null
  return { corrections: await stillSaid(db, following, changed), next_before: last }
}

async function stillSaid(
  db: Reader,
  following: Following,
  changed: readonly Static<typeof Changed>[],
): Promise<Correction[]> {
  const underway = new Map<string, Set<string>>()
  for (const { kind, entity_id, places, is_new } of await openOffersTo(db, following.id)) {
    const known = underway.get(`${kind} ${entity_id}`) ?? new Set<string>()
    underway.set(`${kind} ${entity_id}`, known)
    for (const place of places) known.add(place)
    if (is_new) known.add(whole)
  }
  const found = new Map<string, Correction>()
  for (const [kind, some] of Map.groupBy(changed, (one) => one.kind)) {
    if (!isRecordKind(kind) || !takesKind(following.selection, kind)) continue
    const ids = [...new Set(some.map(({ entity_id }) => entity_id))]
    const records = await loadRecords(db, kind, ids)
    const gone = await survivorsOf(
      db,
      kind,
      ids.filter((id) => !records.has(id)),
    )
    const survivors = [...new Set([...gone.values()].map(({ id }) => id))].filter((id) => !records.has(id))
    if (survivors.length > 0) for (const [id, record] of await loadRecords(db, kind, survivors)) records.set(id, record)
    for (const { edit_id, entity_id } of some) {
      const id = gone.get(entity_id)?.id ?? entity_id
      const record = records.get(id)
      const known = underway.get(`${kind} ${id}`)
      if (!record || found.has(`${kind} ${id}`) || known?.has(whole)) continue
      const places = placesOfSaid(saidOf(record)).filter((place) => !known?.has(place))
      if (places.length > 0) found.set(`${kind} ${id}`, { kind, id, edit_id, places })
    }
  }
  return [...found.values()].sort((one, other) => other.edit_id - one.edit_id)
}
/** All of a record, where places of values stand. */
const whole = ''
