import { empty, type Sql, sql } from '#src/database/sql.ts'

/** Kinds of what members do, in the order in which those of one moment stand. */
export const actKinds = ['watched', 'rated', 'reviewed', 'listed', 'added'] as const
type ActKind = (typeof actKinds)[number]

/** The last act of a page: what comes behind it is on the next one. */
export type PlaceInActivity = {
  at: string
  what: ActKind
  /** What tells acts of one kind and moment apart: an account and a record, a review, or a list. */
  account_id: number
  kind: string
  id: number | string
}

const form = /^(\d{4}-\d\d-\d\dT[\d:.]{5,15}Z)_([a-z]{1,8})_(\d{1,15})_([a-z]{0,8})_([0-9a-f]{1,24})$/

/** A place as it stands in an address. */
export const placeText = ({ at, what, account_id, kind, id }: PlaceInActivity): string =>
  [at, what, account_id, kind, id].join('_')

/** The place that a text names; undefined if it is none. */
export function placeIn(text: string): PlaceInActivity | undefined {
  const [, at, name, account_id, kind, id] = (text.length <= 100 && form.exec(text)) || []
  const what = actKinds.find((one) => one === name)
  if (at === undefined || kind === undefined || id === undefined || !what) return undefined
  if (Number.isNaN(Date.parse(at))) return undefined
  if (what !== 'reviewed' && !/^\d{1,10}$/.test(id)) return undefined
  return { at, what, account_id: Number(account_id), kind, id: what === 'reviewed' ? id : Number(id) }
}

/** Of acts of one kind: they stand behind a place. `tie` says so of those of the same moment as an act of that kind. */
export function isBehind(
  place: PlaceInActivity | undefined,
  what: ActKind,
  at: Sql,
  tie: (place: PlaceInActivity) => Sql,
): Sql {
  if (!place) return empty
  const [here, there] = [actKinds.indexOf(what), actKinds.indexOf(place.what)]
  if (here < there) return sql`and ${at} < ${place.at}`
  if (here > there) return sql`and ${at} <= ${place.at}`
  return sql`and ${at} <= ${place.at} and (${at} < ${place.at} or ${tie(place)})`
}

/** The tie of acts of accounts about records, in the rows of `of`. */
export const recordTie =
  (of: Sql) =>
  ({ account_id, kind, id }: PlaceInActivity): Sql =>
    sql`(${of}.account_id, ${of}.kind, ${of}.entity_id) > (${account_id}, ${kind}, ${id})`
