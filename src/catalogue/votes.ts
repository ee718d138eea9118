import { type Static, Type } from 'typebox'
import { ratedTag, type Tag } from '#src/contract/cache-tags.ts'
import type { Asked } from '#src/contract/operation.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { type Kind, ownerOf } from './kinds.ts'

/** The kinds of record that have votes: those that a source states, and those of people here. */
export const votedKinds = ['movie', 'series', 'episode'] as const
export type VotedKind = (typeof votedKinds)[number]

export const hasVotes = (of: string): of is VotedKind => (votedKinds as readonly string[]).includes(of)

/** The largest count that replies show: what a column of four bytes holds. */
const largestCount = raw('2147483647')

/** The average and the count: what is stated and what is counted here together, with three decimals. */
const shownAverage = (count: Sql, points: Sql) => sql`
  case when ${count} = 0 then stated_average
  else floor((stated_average * stated_count + ${points})
    / (cast(stated_count as float8) + ${count}) * 1000 + 0.5) / 1000.0 end`
const shownCount = (count: Sql) => sql`
  case when stated_count > ${largestCount} - ${count} then ${largestCount} else stated_count + ${count} end`

/** Updates averages and counts of some records after what is stated about them has changed. */
export const showVotes = (db: Reader, of: VotedKind, ids: readonly number[]): Sql => sql`
  update ${raw(of)} set vote_average = ${shownAverage(raw('own_count'), raw('own_points'))},
    vote_count = ${shownCount(raw('own_count'))}
  where ${db.engine.anyOf(raw('id'), ids)} and own_count > 0`

const Recount = Type.Object({ id: Type.Integer(), votes: Type.Integer(), points: Type.Number() })
export const RatedTitle = Type.Object({
  kind: Type.Unsafe<VotedKind>({ type: 'string', enum: votedKinds }),
  entity_id: Type.Integer(),
})
export type RatedTitle = Static<typeof RatedTitle>
/** How many votes of a record begin to count, and their sum; both are negative for those that cease to. */
export type Recount = RatedTitle & { votes: number; points: number }

/**
 * Counts votes in the averages of records, in the transaction that stores them. The records are noted, so that the
 * servers can be told (`rated-titles.ts`).
 */
export async function countVotes(tx: Database, recounts: readonly Recount[]): Promise<void> {
  const sums = new Map<string, Recount>()
  for (const { kind, entity_id, votes, points } of recounts) {
    const sum = sums.get(`${kind} ${entity_id}`)
    sums.set(`${kind} ${entity_id}`, {
      kind,
      entity_id,
      votes: votes + (sum?.votes ?? 0),
      points: points + (sum?.points ?? 0),
    })
  }
  const changed = [...sums.values()].filter(({ votes, points }) => votes !== 0 || points !== 0)
  if (changed.length === 0) return
  const counting = votedKinds.map((of) => countOf(tx, of, changed))
  const rated = changed.map(({ kind, entity_id }) => ({ kind, entity_id }))
  // It writes the row in any case, so that code that takes it waits until this vote is stored.
  const noting = tx.run(sql`
    insert into rated_title (kind, entity_id, votes)
    select r.kind, r.entity_id, 1 from ${tx.engine.rows(RatedTitle, rated)} as r where true
    order by r.kind, r.entity_id
    on conflict (kind, entity_id) do update set votes = rated_title.votes + 1`)
  await Promise.all([...counting, noting])
}

async function countOf(tx: Database, of: VotedKind, changed: readonly Recount[]): Promise<void> {
  const rows = changed
    .filter(({ kind }) => kind === of)
    .map(({ entity_id: id, votes, points }) => ({ id, votes, points }))
  if (rows.length === 0) return
  const [count, points] = [sql`(own_count + r.votes)`, sql`(own_points + r.points)`]
  await tx.run(sql`
    update ${raw(of)} set own_count = ${count}, own_points = ${points}, vote_average = ${shownAverage(count, points)},
      vote_count = ${shownCount(count)}
    from ${tx.engine.rows(Recount, rows)} as r where ${raw(of)}.id = r.id`)
}

/** The tags of replies about a record that follow its ratings at once, if its kind has any. */
export function ratedTagsOf(of: Kind): ((asked: Asked, result: Record<string, unknown>) => readonly Tag[]) | undefined {
  const owner = ownerOf(of)
  if (owner !== 'movie' && owner !== 'series') return undefined
  return ({ params }, { id }) => [ratedTag(owner, (owner === of ? id : params.series_id) as number)]
}
