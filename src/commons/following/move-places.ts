import { Type } from 'typebox'
import { checkMove, moveRecord } from '#src/catalogue/edits/merging/move-record.ts'
import { numberingPlace } from '#src/catalogue/edits/replaced.ts'
import { openEdit } from '#src/catalogue/edits/steps.ts'
import { appendChanges } from '#src/catalogue/edits/write.ts'
import { allSources, rankOfSources } from '#src/catalogue/sources.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import type { Database } from '#src/database/database.ts'
import { isConstraintViolation } from '#src/database/errors.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { changedHere } from './apply-gone.ts'
import type { Failed } from './unforeseen.ts'

/** Where a season or an episode belongs. */
type Place = { series_id: number; season_number: number; episode_number?: number }
export type Placed = { id: number; place: Place }

type Moving = {
  db: Database
  source_id: string
  /** All sources here that are the publisher's. */
  sources: ReadonlySet<string>
  note: string
  now(): Date
  failed: Failed
  onMoved?(): void
}

/** Where records stay that the publisher has elsewhere. */
export type Staying = ReadonlyMap<number, Place>

const Season = Type.Object({ id: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const Episode = Type.Object({ ...Season.properties, episode_number: Type.Integer() })

/** Above all numbers that somebody gives: here one waits whose place is taken by another one that moves, too. */
const waitingNumber = 2_000_000_000

const nameOf = ({ series_id, season_number, episode_number }: Place) =>
  `${series_id} ${season_number} ${episode_number ?? ''}`

/**
 * Moves seasons or episodes of one kind to where the publisher has them by now; those that came from somebody else, or
 * that somebody else has moved, stay where they are, and so do records that several of the publisher are. What cannot
 * move, because another one has the place or its series is still to be made, stays, and its line is refused where it
 * would be written.
 */
export async function movePlaces(
  of: 'season' | 'episode',
  placed: readonly Placed[],
  shared: ReadonlySet<number>,
  moving: Moving,
): Promise<Staying> {
  const { db } = moving
  const ids = placed.map(({ id }) => id)
  const rows = await db.all(
    of === 'season' ? Season : Episode,
    of === 'season'
      ? sql`select id, series_id, season_number from season where ${db.engine.anyOf(raw('id'), ids)}`
      : sql`
        select id, series_id, season_number, episode_number from episode where ${db.engine.anyOf(raw('id'), ids)}`,
  )
  const now = new Map(rows.map(({ id, ...place }): [number, Place] => [id, place]))
  const elsewhere = placed.filter(({ id, place }) => {
    const present = now.get(id)
    return present !== undefined && nameOf(present) !== nameOf(place)
  })
  const theirs = await theirsAmong(of, elsewhere, moving)
  const wanted = elsewhere.filter(({ id }) => theirs.has(id) && !shared.has(id))
  const made = placed.filter(({ id }) => !now.has(id))
  await makeRoom(of, [...wanted, ...made], now, moving)
  await moveAll(of, wanted, now, moving)
  const moved = new Set(wanted.map(({ id }) => id))
  return new Map(elsewhere.flatMap(({ id }) => (moved.has(id) ? [] : [[id, now.get(id) as Place]])))
}

/** Those that came from the publisher, and that nobody else has moved. */
async function theirsAmong(
  of: 'season' | 'episode',
  placed: readonly Placed[],
  { db, source_id, sources }: Moving,
): Promise<Set<number>> {
  if (placed.length === 0) return new Set()
  const ids = placed.map(({ id }) => id)
  const rows = await db.all(
    Id,
    sql`
    select r.id from record r
    where r.kind = ${of} and ${db.engine.anyOf(raw('r.id'), ids)}
      and ${db.engine.anyOf(raw('r.source_id'), [...sources])} and not exists (
        select 1 from change c ${db.engine.through('change_by_record')} join edit e on e.id = c.edit_id
        where c.kind = ${of} and c.entity_id = r.id and c.place = ${numberingPlace} and e.source_id <> ${source_id})`,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Puts aside what the publisher has somewhere else by now, or not at all: another one has its place there. Its own line
 * or what is gone says later what becomes of it. What somebody here has changed stays.
 */
async function makeRoom(
  of: 'season' | 'episode',
  coming: readonly Placed[],
  now: ReadonlyMap<number, Place>,
  moving: Moving,
): Promise<void> {
  const holders = (await holdersOf(moving.db, of, coming)).filter(({ id }) => !now.has(id))
  const theirs = await theirsAmong(of, holders, moving)
  if (theirs.size === 0) return
  const touched = await changedHere(moving.db, of, [...theirs], moving.source_id)
  for (const { id, place } of holders)
    if (theirs.has(id) && !touched.has(id)) await moveOne(of, { id, place: waitingPlace(of, id, place) }, moving)
}

/** The records that have the places of others. */
async function holdersOf(db: Database, of: 'season' | 'episode', coming: readonly Placed[]): Promise<Placed[]> {
  if (coming.length === 0) return []
  const places = coming.map(({ id, place }) => ({ id, ...place })) as never[]
  const rows = await db.all(
    of === 'season' ? Season : Episode,
    of === 'season'
      ? sql`
        select s.id, s.series_id, s.season_number from ${db.engine.rows(Season, places)} as p
        cross join season s
        where s.series_id = p.series_id and s.season_number = p.season_number and s.id <> p.id`
      : sql`
        select e.id, e.series_id, e.season_number, e.episode_number from ${db.engine.rows(Episode, places)} as p
        cross join episode e where e.series_id = p.series_id and e.season_number = p.season_number
          and e.episode_number = p.episode_number and e.id <> p.id`,
  )
  return rows.map(({ id, ...place }) => ({ id, place }))
}

/** Moves what can move, and notes where it is then. */
async function moveAll(
  of: 'season' | 'episode',
  wanted: readonly Placed[],
  now: Map<number, Place>,
  moving: Moving,
): Promise<void> {
  const before = new Map(now)
  const aside = new Set<number>()
  // Each round moves those whose place is free; where none is, they are in each other's way.
  for (let left = [...wanted]; left.length > 0; ) {
    const taken = new Set([...now.values()].map(nameOf))
    const free = left.filter(({ place }) => !taken.has(nameOf(place)))
    for (const { id, place } of free) if (await moveOne(of, { id, place }, moving)) now.set(id, place)
    left = left.filter((one) => !free.includes(one))
    const [first] = left
    if (free.length > 0 || !first) continue
    const { id } = first
    const present = now.get(id) as Place
    // What waits already is in nobody's way: somebody who does not move has its place.
    const isAside = aside.has(id)
    const place = isAside ? (before.get(id) as Place) : waitingPlace(of, id, present)
    const isMoved = await moveOne(of, { id, place }, moving)
    if (isMoved) now.set(id, place)
    if (isAside || !isMoved) left = left.slice(1)
    aside.add(id)
  }
}

const waitingPlace = (of: 'season' | 'episode', id: number, place: Place): Place => ({
  ...place,
  [of === 'season' ? 'season_number' : 'episode_number']: waitingNumber + (id % 1_000_000),
})

async function moveOne(
  of: 'season' | 'episode',
  { id, place }: Placed,
  { db, source_id, note, now, failed, onMoved = () => {} }: Moving,
): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await checkMove(tx, of, id, place)
      const rankOf = rankOfSources(await allSources(tx))
      const at = now().toISOString()
      let edit_id: number | undefined
      const open = async () => (edit_id ??= await openEdit(tx, { account_id: null, source_id, note }, at))
      const changes = await moveRecord(tx, { of, id, numbering: place, rankOf, open })
      if (changes.length > 0) await appendChanges(tx, changes, await open(), at)
    })
    onMoved()
    return true
  } catch (error) {
    if (error instanceof StatementError) return false
    if (!isConstraintViolation(error)) throw error
    failed(error)
    return false
  }
}
