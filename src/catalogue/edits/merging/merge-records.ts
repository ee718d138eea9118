import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import type { RecordKind } from '../../record-kinds.ts'
import type { RankOf } from '../../sources.ts'
import { type RecordFault, StatementError } from '../../statements/check.ts'
import { type Change, movedChange } from '../change.ts'
import { deleteRecords } from '../delete-records.ts'
import { type Difference, differenceOf } from '../difference.ts'
import type { Pair } from '../gone/kept-aside.ts'
import { shapeOf } from '../kind-shape.ts'
import type { MergedInto } from '../record-edit.ts'
import { loadRecords, type StoredRecord } from '../record-loader.ts'
import { write } from '../steps.ts'
import { type Merging, mergeValues } from './merge-values.ts'
import { countReferences, moveReferences } from './references.ts'

/** Seasons and episodes of a series, or episodes of a season, that one merge takes along. */
export const maxMergedChildren = 2_000
/** References of other records to a merged one, which one transaction rewrites. */
export const maxMovedReferences = 10_000

type Merge = {
  of: RecordKind
  id: number
  into: MergedInto
  /** The source of who merges. */
  by: string
  rankOf: RankOf
  open(): Promise<number>
}

/** Which records become which others in one merge, each kind after those that belong to it. */
type Plan = { of: RecordKind; pairs: Pair[]; moves: Move[] }[]
type Move = { id: number; numbering: Readonly<Record<string, number>> }

/**
 * Merges a record into another one of its kind: values and entries are merged, references to it lead to the survivor,
 * and what people keep about it goes there. Seasons and episodes of a series are merged with those of the same numbers,
 * or move. Returns the rows of the change log. Both records exist, and `checkMerge` has allowed it.
 */
export async function mergeRecords(tx: Database, merge: Merge): Promise<Change[]> {
  const { of, id, into } = merge
  const plan = await planOf(tx, of, { id, into_id: into.id })
  const intoOf = new Map(plan.flatMap((step) => step.pairs.map((pair) => [`${step.of} ${pair.id}`, pair.into_id])))
  const merging: Merging = (target, one) => intoOf.get(`${target} ${one}`) ?? one
  const changes: Change[] = []
  for (const step of plan) {
    if (step.of === 'episode')
      for (const each of await nameInGroups(tx, step.pairs, { merge, merging })) changes.push(each)
    for (const each of await mergePairs(tx, step, { merge, merging })) changes.push(each)
    for (const each of await moveOthers(tx, step, merge)) changes.push(each)
  }
  return changes
}

const Series = Type.Object({ series_id: Type.Integer() })

/** Orders of episodes name merged ones by their survivors. A series that goes itself is merged later. */
async function nameInGroups(
  tx: Database,
  pairs: readonly Pair[],
  { merge, merging }: { merge: Merge; merging: Merging },
): Promise<Change[]> {
  const ids = pairs.map(({ id }) => id)
  const found = await tx.all(
    Series,
    sql`select distinct series_id from episode where ${tx.engine.anyOf(raw('id'), ids)} order by series_id`,
  )
  const stays = found.map(({ series_id }) => series_id).filter((id) => !(merge.of === 'series' && id === merge.id))
  if (stays.length === 0) return []
  const differences = [...(await loadRecords(tx, 'series', stays)).values()].flatMap((before) => {
    const entries = new Map(before.entries)
    for (const { name, store } of shapeOf('series').storedParts.filter((part) => part.store.episodes)) {
      const told = [...(before.entries.get(name) ?? [])].map(([key, entry]) => {
        return [key, { ...entry, ...store.episodes?.(entry, (id) => merging('episode', id)) }] as const
      })
      entries.set(name, new Map(told))
    }
    return differenceOf(before, { ...before, entries }, { rankOf: merge.rankOf, isThorough: true }) ?? []
  })
  return differences.length === 0 ? [] : write(tx, 'series', differences, await merge.open())
}

const Season = Type.Object({ id: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const Episode = Type.Object({ ...Season.properties, episode_number: Type.Integer() })

/** What has to become what, and what moves: episodes before seasons, seasons before series. */
async function planOf(tx: Database, of: RecordKind, pair: Pair): Promise<Plan> {
  const whole: Plan[number] = { of, pairs: [pair], moves: [] }
  const both = [pair.id, pair.into_id]
  if (of === 'series') {
    const seasons = await tx.all(
      Season,
      sql`select id, series_id, season_number from season where ${tx.engine.anyOf(raw('series_id'), both)} order by id`,
    )
    const own = seasons.filter(({ series_id }) => series_id === pair.id)
    const there = new Map(
      seasons.filter(({ series_id }) => series_id === pair.into_id).map((one) => [one.season_number, one]),
    )
    const pairs = own.flatMap(({ id, season_number }) => {
      const into = there.get(season_number)
      return into ? [{ id, into_id: into.id }] : []
    })
    const moves = own
      .filter(({ season_number }) => !there.has(season_number))
      .map(({ id, season_number }) => ({ id, numbering: { series_id: pair.into_id, season_number } }))
    return [...(await planOfEpisodes(tx, pairs)), { of: 'season', pairs, moves }, whole]
  }
  return of === 'season' ? [...(await planOfEpisodes(tx, [pair])), whole] : [whole]
}

async function planOfEpisodes(tx: Database, seasons: readonly Pair[]): Promise<Plan> {
  const pairs: Pair[] = []
  const moves: Move[] = []
  const ids = seasons.flatMap(({ id, into_id }) => [id, into_id])
  const found = await tx.all(
    Type.Object({ season_id: Type.Integer(), ...Episode.properties }),
    sql`
    select s.id as season_id, e.id, e.series_id, e.season_number, e.episode_number
    from season s join episode e on e.series_id = s.series_id and e.season_number = s.season_number
    where ${tx.engine.anyOf(raw('s.id'), ids)} order by e.id`,
  )
  const numbers = await tx.all(
    Season,
    sql`select id, series_id, season_number from season where ${tx.engine.anyOf(raw('id'), ids)}`,
  )
  const bySeason = Map.groupBy(found, ({ season_id }) => season_id)
  const seasonOf = new Map(numbers.map((season) => [season.id, season]))
  for (const { id: from, into_id } of seasons) {
    const there = new Map((bySeason.get(into_id) ?? []).map(({ id, episode_number }) => [episode_number, id]))
    const { series_id, season_number } = seasonOf.get(into_id) as (typeof numbers)[number]
    for (const { id, episode_number } of bySeason.get(from) ?? []) {
      const into = there.get(episode_number)
      if (into === undefined) moves.push({ id, numbering: { series_id, season_number, episode_number } })
      else pairs.push({ id, into_id: into })
    }
  }
  return [{ of: 'episode', pairs, moves }]
}

async function mergePairs(
  tx: Database,
  { of, pairs }: Plan[number],
  { merge, merging }: { merge: Merge; merging: Merging },
): Promise<Change[]> {
  if (pairs.length === 0) return []
  const { rankOf, by, open, into } = merge
  const ids = pairs.map(({ id }) => id)
  const stored = await loadRecords(
    tx,
    of,
    pairs.flatMap(({ id, into_id }) => [id, into_id]),
  )
  const logging = { rankOf, isThorough: true }
  const differences = pairs.flatMap(({ id, into_id }) => {
    const [merged, survivor] = [stored.get(id), stored.get(into_id)] as [StoredRecord, StoredRecord]
    const choices = id === merge.id && of === merge.of ? into : {}
    const difference = differenceOf(survivor, mergeValues(merged, survivor, choices, { merging, by }), logging)
    return difference ? [noting(difference)] : []
  })
  const edit_id = await open()
  const changes = await write(tx, of, differences, edit_id)
  for (const each of await moveReferences(tx, { target: of, pairs, rankOf })) changes.push(each)
  const fates = new Map(pairs.map(({ id, into_id }) => [id, { is: 'merged' as const, into_id, source_id: by }]))
  for (const each of await deleteRecords(tx, of, ids, rankOf, fates)) changes.push(each)
  return changes
}

/** Reviews that are moved go back when the merge is undone, which leaves other reviews alone. */
const noting = (difference: Difference): Difference => ({
  ...difference,
  changes: difference.changes.map((change) => (change.place.startsWith('reviews [') ? movedChange(change) : change)),
})

async function moveOthers(tx: Database, { of, moves }: Plan[number], { rankOf, open }: Merge): Promise<Change[]> {
  if (moves.length === 0) return []
  const stored = await loadRecords(
    tx,
    of,
    moves.map(({ id }) => id),
  )
  const differences = moves.flatMap(({ id, numbering }) => {
    const before = stored.get(id) as StoredRecord
    return differenceOf(before, { ...before, numbering }, { rankOf, isThorough: true }) ?? []
  })
  return write(tx, of, differences, await open())
}

/** Throws a StatementError if a record cannot become another one. */
export async function checkMerge(tx: Database, of: RecordKind, id: number, into_id: number): Promise<void> {
  const refuse = (place: string, reason: string): never => {
    const fault: RecordFault = { record: 0, place, reason }
    throw new StatementError([fault])
  }
  if (id === into_id) refuse('mergedInto.id', 'is the record itself')
  const found = await tx.all(
    Id,
    sql`select id from record where kind = ${of} and ${tx.engine.anyOf(raw('id'), [id, into_id])}`,
  )
  const there = new Set(found.map((one) => one.id))
  if (!there.has(id)) refuse('id', `is no ${of} of the catalogue`)
  if (!there.has(into_id)) refuse('mergedInto.id', `is no ${of} of the catalogue`)
  const plan = await planOf(tx, of, { id, into_id })
  let children = 0
  let references = 0
  for (const step of plan) {
    if (step.of !== of) children += step.pairs.length + step.moves.length
    if (step.pairs.length > 0)
      references += await countReferences(
        tx,
        step.of,
        step.pairs.map((pair) => pair.id),
      )
  }
  if (children > maxMergedChildren) refuse('id', `has more than ${maxMergedChildren} seasons and episodes`)
  if (references > maxMovedReferences)
    refuse('id', `is named by more than ${maxMovedReferences} others; merge the other record into it instead`)
}
