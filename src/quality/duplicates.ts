import { Type } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id, type Table } from '#src/database/table.ts'
import { normalName, wholeOf } from '#src/search/words.ts'

/** Longer names are the same if so much of them is. */
const maxKeyLength = 100

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** Records that have an outside id in common with some, or had one when it was last looked. */
export async function idsWithSameOutsideIds(tx: Database, kind: Kind, ids: readonly number[]) {
  const rows = await tx.all(
    Id,
    sql`
    select distinct o.entity_id as id from external_id x
    join external_id o on o.external_source = x.external_source and o.value = x.value and o.kind = x.kind
    where x.kind = ${kind} and ${tx.engine.anyOf(raw('x.entity_id'), ids)}
    union
    select o.entity_id from quality_finding f
    join quality_finding o on o.report = f.report and o.kind = f.kind and o.about = f.about
    where f.report = 'shared-outside-id' and f.kind = ${kind} and ${tx.engine.anyOf(raw('f.entity_id'), ids)}`,
  )
  return idsOf(rows)
}

const keys: Table = {
  name: 'quality_key',
  key: ['kind', 'entity_id', 'key'],
  row: Type.Object({ kind: Type.String(), entity_id: Type.Integer(), key: Type.String() }),
}

const Named = Type.Object({ id: Type.Integer(), title: Type.String(), original: Type.String(), day: Type.String() })
const named = {
  movie: sql`select id, title, original_title as original, release_date as day from movie`,
  series: sql`select id, name as title, original_name as original, first_air_date as day from series`,
}

/** Notes by what some titles are known as duplicates, and gives the titles that have it in common, now or before. */
export async function idsOfDuplicates(tx: Database, kind: Kind, ids: readonly number[]): Promise<number[]> {
  const before = await idsWithSameKeys(tx, kind, ids)
  const rows = await tx.all(Named, sql`${named[kind as keyof typeof named]} where ${tx.engine.anyOf(raw('id'), ids)}`)
  await tx.run(sql`delete from quality_key where kind = ${kind} and ${tx.engine.anyOf(raw('entity_id'), ids)}`)
  const found = rows.flatMap((row) => keysOf(row).map((key) => ({ kind, entity_id: row.id, key })))
  if (found.length > 0) await tx.put(keys, found as never)
  return [...before, ...(await idsWithSameKeys(tx, kind, ids))]
}

async function idsWithSameKeys(tx: Database, kind: Kind, ids: readonly number[]) {
  const rows = await tx.all(
    Id,
    sql`
    select distinct o.entity_id as id from quality_key k join quality_key o on o.kind = k.kind and o.key = k.key
    where k.kind = ${kind} and ${tx.engine.anyOf(raw('k.entity_id'), ids)}`,
  )
  return idsOf(rows)
}

/** Its title and its original title, each with its year; nothing where the year is not known. */
function keysOf({ title, original, day }: { title: string; original: string; day: string }): string[] {
  const year = day.slice(0, 4)
  const names = [title, original].map((name) => wholeOf(normalName(name)).slice(0, maxKeyLength).toWellFormed())
  return year === '' ? [] : [...new Set(names)].filter((name) => name !== '').map((name) => `${name} ${year}`)
}
