import { raw, type Sql, sql } from '#src/database/sql.ts'
import { shapeOf } from './edits/kind-shape.ts'
import { isKind, type Kind, kind, kindNames } from './kinds.ts'

/** A column through which records of a kind refer to records of another one. */
export type Referral = {
  target: Kind
  /** The keys of its changes. */
  changeKeys: readonly string[]
  /** The id in a value of the change log; undefined if it is of another part whose changes have the same key. */
  idIn(value: any): number | null | undefined
  /** The ids that some records refer to, in the column `id`. */
  ids(records: (idColumn: Sql) => Sql): Sql
}

const fieldReferrals = (of: Kind): Referral[] =>
  shapeOf(of).references.flatMap(({ column, target, field }) => {
    const { read } = kind(of).fields[column] ?? {}
    const name = raw(column)
    return isKind(target)
      ? {
          target,
          changeKeys: [field],
          idIn: (value) => (read ? read(value) : value) as number | null,
          ids: (records) =>
            sql`select distinct ${name} as id from ${raw(of)} where ${name} is not null and ${records(raw('id'))}`,
        }
      : []
  })

const entryReferrals = (of: Kind): Referral[] =>
  shapeOf(of).storedParts.flatMap(({ store, references }) =>
    references.flatMap(([column, target]) =>
      isKind(target)
        ? {
            target,
            changeKeys: store.changeKeys,
            idIn: (value) => value[column],
            ids: (records) => sql`
              select distinct ${raw(column)} as id from ${raw(store.table)}
              where kind = ${of} and ${records(raw('entity_id'))}`,
          }
        : [],
    ),
  )

const known = new Map<Kind, readonly Referral[]>()

/** Everything through which records of a kind refer to others, from its fields and parts. */
export function referralsOf(of: Kind): readonly Referral[] {
  // Not when the module is loaded, like the shapes of kinds.
  for (const name of known.size ? [] : kindNames) known.set(name, [...fieldReferrals(name), ...entryReferrals(name)])
  return known.get(of) as readonly Referral[]
}
