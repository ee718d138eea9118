import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { normalName } from '#src/search/words.ts'
import type { MatchedKind, MatchedRecord, Wanted } from './wanted-title.ts'

/** Longer keys are cut: an id or a name of that length is nobody's. */
export const maxKey = 300

/** What somebody has decided: a record, or that the catalogue has none. */
export type Decision = MatchedRecord | 'none'

const Decided = Type.Object({
  source: Type.String(),
  wanted: Type.String(),
  kind: nullable(Type.String()),
  entity_id: nullable(Type.Integer()),
})
const Key = Type.Object({ source: Type.String(), wanted: Type.String() })
const Row = Type.Object({ account_id: Type.Integer(), ...Decided.properties, decided_at: Type.String() })

/** What a decision is remembered by: the id that the source has for it, or else its name, year and numbers. */
export function keyOf({ kinds, titles, year, within, from }: Wanted) {
  if (!from) return undefined
  const { series, season, episode } = within ?? {}
  const named = [normalName(titles[0] ?? ''), year, normalName(series?.titles[0] ?? ''), series?.year, season, episode]
  const wanted = from.id === undefined ? `name ${kinds[0]} ${named.join('|')}` : `id ${kinds[0]} ${from.id}`
  return { source: from.source, wanted: wanted.slice(0, maxKey).toWellFormed() }
}

/** The decisions of an account about those that are wanted, each undefined where it has made none. */
export async function decisionsAbout(
  db: Reader,
  account_id: number,
  wanted: readonly Wanted[],
): Promise<(Decision | undefined)[]> {
  const keys = wanted.map(keyOf)
  const asked = keys.filter((key) => key !== undefined)
  if (asked.length === 0) return wanted.map(() => undefined)
  const rows = await db.all(
    Decided,
    sql`
    select d.source, d.wanted, d.kind, d.entity_id from ${db.engine.rows(Key, asked)} as k
    cross join match_decision d
    where d.account_id = ${account_id} and d.source = k.source and d.wanted = k.wanted`,
  )
  const decided = new Map(rows.map((row) => [`${row.source} ${row.wanted}`, row]))
  return keys.map((key) => {
    const row = key && decided.get(`${key.source} ${key.wanted}`)
    if (!row) return undefined
    return row.kind === null || row.entity_id === null ? 'none' : { kind: row.kind as MatchedKind, id: row.entity_id }
  })
}

/** Remembers what an account has decided, for the next time. Without a source nothing is remembered. */
export async function rememberDecision(
  db: Database,
  account_id: number,
  wanted: Wanted,
  decision: Decision,
  now: Date,
): Promise<void> {
  const key = keyOf(wanted)
  if (!key) return
  const record = decision === 'none' ? { kind: null, entity_id: null } : { kind: decision.kind, entity_id: decision.id }
  const row = { account_id, ...key, ...record, decided_at: now.toISOString() }
  await db.put({ name: 'match_decision', key: ['account_id', 'source', 'wanted'], row: Row }, [row])
}
