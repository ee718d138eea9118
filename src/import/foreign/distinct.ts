import { Type } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { Match } from '#src/matching/wanted-title.ts'
import type { Identifying } from './identify.ts'

const Keyed = Type.Object({ entity_id: Type.Integer() })

/** Records of a kind, among `ids`, that a source already knows by a key. */
export async function keyedAmong(
  db: Database,
  source_id: string,
  of: Kind,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db.all(
    Keyed,
    sql`
    select distinct entity_id from source_key
    where kind = ${of} and ${db.engine.anyOf(raw('entity_id'), ids)} and source_id = ${source_id}`,
  )
  return new Set(rows.map(({ entity_id }) => entity_id))
}

/** What else a record may be when some records are already others of the same source. */
function withoutKeyed(match: Match, isKeyed: (id: number) => boolean): Match {
  const { record, certainty, others, ...about } = match
  const guesses = [...(record ? [{ record, certainty }] : []), ...others].filter((guess) => !isKeyed(guess.record.id))
  const [first, ...more] = guesses
  return first ? { ...about, ...first, others: more } : { ...about, certainty: 0, others: [] }
}

/** What records may be that are none of those that their source knows by other keys. */
export async function distinct(
  { db, source_id }: Identifying,
  of: Kind,
  matches: readonly Match[],
  keyed: ReadonlySet<number>,
): Promise<Match[]> {
  const ids = matches.flatMap(({ record, others }) => [
    ...(record ? [record.id] : []),
    ...others.map((guess) => guess.record.id),
  ])
  const known = await keyedAmong(db, source_id, of, [...new Set(ids)])
  return matches.map((match) => withoutKeyed(match, (id) => known.has(id) || keyed.has(id)))
}
