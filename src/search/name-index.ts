import { Type } from 'typebox'
import { follow, type LogFollower } from '#src/background/log-follower.ts'
import { kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { join, raw, type Sql, sql } from '#src/database/sql.ts'
import { foldedNames } from './folding.ts'
import { type SearchedKind, searchedKinds } from './look-up.ts'

/** Changes that are followed in one transaction, which takes a few milliseconds. */
const changesAtOnce = 200
const Name = Type.Object({ entity_id: Type.Integer(), name: Type.String() })
const OtherNames = Type.Object({ entity_id: Type.Integer(), names: Type.Array(Type.String()) })
const searchNames = {
  name: 'search_name',
  key: ['kind', 'entity_id', 'name'],
  row: Type.Object({ kind: Type.String(), ...Name.properties }),
}

/** The names of records of a kind: in its own table, its translations, and its alternative titles or names. */
function namesOf(db: Database, of: SearchedKind, ids: readonly number[]): Sql {
  const { title, original, texts, operationParts } = kind(of)
  const current = [...new Set([title, original])]
  const translated = texts.find((text) => text === 'title' || text === 'name')
  const belonging = sql`where kind = ${raw(`'${of}'`)} and ${db.engine.anyOf(raw('entity_id'), ids)}`
  return join(
    [
      ...current.map(
        (column) =>
          sql`select id as entity_id, ${raw(column)} as name from ${raw(of)} where ${db.engine.anyOf(raw('id'), ids)}`,
      ),
      ...(translated ? [sql`select entity_id, ${raw(translated)} as name from translation ${belonging}`] : []),
      ...(operationParts.includes('alternative_titles')
        ? [sql`select entity_id, title as name from alternative_title ${belonging}`]
        : []),
      ...(operationParts.includes('alternative_names')
        ? [sql`select entity_id, name from alternative_name ${belonging}`]
        : []),
    ],
    ' union all ',
  )
}

/** Other names of people; for other kinds they are parts. */
async function alsoKnownAs(db: Database, of: SearchedKind, ids: readonly number[]) {
  if (of !== 'person') return []
  const rows = await db.all(
    OtherNames,
    sql`select id as entity_id, also_known_as as names from person where ${db.engine.anyOf(raw('id'), ids)}`,
  )
  return rows.flatMap(({ entity_id, names }) => names.map((name) => ({ entity_id, name })))
}

/** Updates the index for some records. Names of deleted records were deleted with them. */
async function indexNames(tx: Database, of: SearchedKind, ids: readonly number[]): Promise<void> {
  const titles = await tx.all(Name, namesOf(tx, of, ids))
  const names = Map.groupBy([...titles, ...(await alsoKnownAs(tx, of, ids))], ({ entity_id }) => entity_id)
  const present = await tx.all(
    Name,
    sql`select entity_id, name from search_name where kind = ${of} and ${tx.engine.anyOf(raw('entity_id'), ids)}`,
  )
  const rowKey = ({ entity_id, name }: { entity_id: number; name: string }) => `${entity_id} ${name}`
  const wanted = [...names].flatMap(([entity_id, rows]) =>
    [...foldedNames(rows.map(({ name }) => name))].map((name) => ({ kind: of, entity_id, name })),
  )
  const [presentKeys, wantedKeys] = [new Set(present.map(rowKey)), new Set(wanted.map(rowKey))]
  const outdated = present.filter((row) => !wantedKeys.has(rowKey(row)))
  if (outdated.length > 0) {
    await tx.run(sql`
      delete from search_name where kind = ${of} and (entity_id, name) in (
        select entity_id, name from ${tx.engine.rows(Name, outdated)} as r)`)
  }
  const missing = wanted.filter((row) => !presentKeys.has(rowKey(row)))
  if (missing.length > 0) await tx.put(searchNames, missing)
}

/** Increased when names are found or folded differently: then all of them are indexed anew. */
const version = 1

/** Follows the change log, so that every record is found by its names. */
export const followNames = (db: Database): LogFollower =>
  follow(db, 'search_name', {
    version,
    changesAtOnce,
    isAtomic: true,
    async handle(tx, changes) {
      for (const of of searchedKinds) {
        const ids = [...new Set(changes.filter(({ kind }) => kind === of).map(({ entity_id }) => entity_id))]
        if (ids.length > 0) await indexNames(tx, of, ids)
      }
      await revise(tx, 'names')
    },
  })

/** Follows the change log to its end. */
export const updateNameIndex = (db: Database): Promise<void> => followNames(db).catchUp()
