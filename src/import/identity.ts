import { Type } from 'typebox'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { Line } from './line.ts'
import { numberOfKind, type Staging } from './staging.ts'
import { statementOf } from './statement.ts'

const ExternalId = Type.Object({ entity_id: Type.Integer(), external_source: Type.String(), value: Type.String() })

/** A source with a line for an id that belongs to a record of `owner`. */
type IdConflict = { of: Kind; id: number; source_id: string; owner: string }

type StagedStatement = { kind: number; id: number; source_id: string; known: string | null; line: Line }

/**
 * Among sources that use the same id, those that do not mean the same record. The record is that of its source in the
 * catalogue, otherwise that of the source with the highest rank; another source means the same record if it shares an
 * external id with those that do.
 */
export async function idConflictsAmong(
  db: Database,
  { connection, lineOf }: Staging,
  records: readonly { kind: number; id: number }[],
): Promise<IdConflict[]> {
  const rows = connection.all(sql`
    select l.no, l.kind, l.id, l.source_id, k.source_id as known, l.text
    from json_each(${records}) as c join line l on l.kind = c.value ->> 'kind' and l.id = c.value ->> 'id'
    join source s on s.id = l.source_id left join known k on k.kind = l.kind and k.id = l.id
    where l.merged_id is null
    order by l.kind, l.id, s.standing, l.no`)
  const lines = rows.map((row) => ({ ...row, line: lineOf(row.no as number, row.text as string) }) as StagedStatement)
  const conflicts: IdConflict[] = []
  for (const of of kindNames) {
    const ofKind = lines.filter(({ kind }) => kind === numberOfKind(of))
    if (ofKind.length === 0) continue
    const stored = await storedIds(db, of, [...new Set(ofKind.map(({ id }) => id))])
    for (const [id, statements] of Map.groupBy(ofKind, (line) => line.id)) {
      for (const each of idConflictsOf(of, id, statements, stored.get(id) ?? [])) conflicts.push(each)
    }
  }
  return conflicts
}

async function storedIds(db: Database, of: Kind, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db.all(
    ExternalId,
    sql`
    select entity_id, external_source, value from external_id
    where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)}`,
  )
  const byRecord = Map.groupBy(rows, ({ entity_id }) => entity_id)
  return new Map([...byRecord].map(([id, rows]) => [id, rows.map(nameOf)]))
}

const nameOf = ({ external_source, value }: Record<string, unknown>) => `${external_source} ${value}`

function idConflictsOf(
  of: Kind,
  id: number,
  statements: readonly StagedStatement[],
  stored: readonly string[],
): IdConflict[] {
  const owner = statements[0]?.known ?? (statements[0]?.source_id as string)
  const idsOf = new Map<string, string[]>()
  for (const { source_id, line } of statements) {
    idsOf.set(source_id, [...(idsOf.get(source_id) ?? []), ...externalIdsOf(line, of, id)])
  }
  const agreed = new Set([...stored, ...(idsOf.get(owner) ?? [])])
  const conflicts = new Set([...idsOf.keys()].filter((source_id) => source_id !== owner))
  // A source may only agree with one that was found to agree, so this repeats until no other one does.
  for (let before = -1; before !== conflicts.size; ) {
    before = conflicts.size
    for (const source_id of conflicts) {
      const ids = idsOf.get(source_id) ?? []
      if (!ids.some((name) => agreed.has(name))) continue
      for (const name of ids) agreed.add(name)
      conflicts.delete(source_id)
    }
  }
  return [...conflicts].map((source_id) => ({ of, id, source_id, owner }))
}

/** The external ids that a line gives to its record. */
function externalIdsOf(line: Line, of: Kind, id: number): string[] {
  const { statement } = statementOf(line, of, id, '', () => true)
  const part = shapeOf(of).storedParts.find(({ store }) => store.table === 'external_id')
  return (part ? (statement.parts.get(part.name)?.entries ?? []) : []).map(nameOf)
}
