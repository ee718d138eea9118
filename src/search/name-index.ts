import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import type { ChangeBus } from '#src/background/change-bus.ts'
import { kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { foldedNames } from './folding.ts'
import { type SearchedKind, searchedKinds } from './look-up.ts'

/** Changes that are followed in one transaction, which takes a few milliseconds. */
const changesAtOnce = 200
/** The pause after all changes were followed. */
const restMs = 1_000

const Position = Type.Object({ seq: Type.Integer() })
const Changed = Type.Object({ seq: Type.Integer(), kind: Type.String(), entity_id: Type.Integer() })
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

/** Follows the next changes of the log; false if there were none. */
async function followNext(db: Database): Promise<boolean> {
  const oldest = await db.one(
    Position,
    sql`select seq from follower where name = 'search_name' and seq < (select max(seq) from change)`,
  )
  if (!oldest) return false
  await db.transaction(async (tx) => {
    // Servers that share a database follow one after the other: this waits for the others.
    const position = await tx.one(Position, sql`update follower set seq = seq where name = 'search_name' returning seq`)
    const changes = await tx.all(
      Changed,
      sql`
      select seq, kind, entity_id from change where seq > ${position?.seq ?? 0}
      order by seq ${limit(changesAtOnce)}`,
    )
    const end = changes.at(-1)
    if (!end) return
    for (const of of searchedKinds) {
      const ids = [...new Set(changes.filter((change) => change.kind === of).map(({ entity_id }) => entity_id))]
      if (ids.length > 0) await indexNames(tx, of, ids)
    }
    await tx.run(sql`update follower set seq = ${end.seq} where name = 'search_name'`)
    await tx.announce('names')
  })
  return true
}

/** Follows the change log to its end, so that every record is found by its names. */
export async function updateNameIndex(db: Database, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await followNext(db)));
}

/** Follows the change log until `signal` is aborted; `failed` gets errors, after which it goes on. */
export async function runNameIndex(
  db: Database,
  changeBus: ChangeBus,
  signal: AbortSignal,
  failed: (error: unknown) => void,
) {
  let rest = new AbortController()
  const unfollow = changeBus.subscribe(['changes'], async () => rest.abort())
  while (!signal.aborted) {
    // Before the check, so that an announcement during it skips the pause.
    rest = new AbortController()
    await updateNameIndex(db, signal).catch(failed)
    // An aborted pause is how it ends.
    await delay(restMs, undefined, { signal: AbortSignal.any([signal, rest.signal]) }).catch(() => {})
  }
  unfollow()
}
