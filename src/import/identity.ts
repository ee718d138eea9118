import { Type } from 'typebox'
import { shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { Line } from './line.ts'
import { numberOfKind, type Staging } from './staging.ts'
import { statementOf } from './statement.ts'

const ExternalId = Type.Object({ entity_id: Type.Integer(), external_source: Type.String(), value: Type.String() })

/** A source that speaks of an id which belongs to a record of `owner`. */
type IdConflict = { of: Kind; id: number; source_id: string; owner: string }

type StagedStatement = { kind: number; id: number; source_id: string; known: string | null; text: string }

/**
 * Of the sources that speak of the same ids, those that do not speak of the same record. The record is that of its
 * source in the catalogue, or else of the source of the highest rank; another source speaks of it when it has an
 * outside id in common with those that do.
 */
export async function idConflictsAmong(
  db: Database,
  { connection }: Staging,
  records: readonly { kind: number; id: number }[],
): Promise<IdConflict[]> {
  const lines = connection.all(sql`
    select l.kind, l.id, l.source_id, k.source_id as known, l.text
    from json_each(${records}) as c join line l on l.kind = c.value ->> 'kind' and l.id = c.value ->> 'id'
    join source s on s.id = l.source_id left join known k on k.kind = l.kind and k.id = l.id
    order by l.kind, l.id, s.standing, l.no`) as StagedStatement[]
  const strangers: IdConflict[] = []
  for (const of of kindNames) {
    const ofKind = lines.filter(({ kind }) => kind === numberOfKind(of))
    if (ofKind.length === 0) continue
    const stored = await storedIds(db, of, [...new Set(ofKind.map(({ id }) => id))])
    for (const [id, said] of Map.groupBy(ofKind, (line) => line.id)) {
      strangers.push(...idConflictsOf(of, id, said, stored.get(id) ?? []))
    }
  }
  return strangers
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
  said: readonly StagedStatement[],
  stored: readonly string[],
): IdConflict[] {
  const owner = said[0]?.known ?? (said[0]?.source_id as string)
  const idsOf = new Map<string, string[]>()
  for (const { source_id, text } of said) {
    idsOf.set(source_id, [...(idsOf.get(source_id) ?? []), ...outsideIds(JSON.parse(text), of, id)])
  }
  const agreed = new Set([...stored, ...(idsOf.get(owner) ?? [])])
  const strangers = new Set([...idsOf.keys()].filter((source_id) => source_id !== owner))
  // A source may agree only with one that agrees, so this goes on until nobody else does.
  for (let before = -1; before !== strangers.size; ) {
    before = strangers.size
    for (const source_id of strangers) {
      const ids = idsOf.get(source_id) ?? []
      if (!ids.some((name) => agreed.has(name))) continue
      for (const name of ids) agreed.add(name)
      strangers.delete(source_id)
    }
  }
  return [...strangers].map((source_id) => ({ of, id, source_id, owner }))
}

/** The outside ids that a line gives to its record. */
function outsideIds(line: Line, of: Kind, id: number): string[] {
  const { statement } = statementOf(line, of, id, '', () => true)
  const part = shapeOf(of).storedParts.find(({ store }) => store.table === 'external_id')
  return (part ? (statement.parts.get(part.name)?.entries ?? []) : []).map(nameOf)
}
