import { rm } from 'node:fs/promises'
import { type ActKind, recordAct } from '#src/audit/acts.ts'
import { maxImportRank, putSources } from '#src/catalogue/sources.ts'
import type { Config } from '#src/config.ts'
import { requireAdministrator } from '#src/contract/access.ts'
import type { FollowState } from '#src/contract/following.ts'
import { write } from '#src/contract/write.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { measureSource, removeSource, undoSince } from '#src/import/removal/remove-source.ts'
import type { Manifest } from '../format/schemas.ts'
import { instanceIdOf } from '../format/signatures.ts'
import { forgetPublisher } from '../returning/offers.ts'
import {
  checkSoon,
  type Following,
  findFollowing,
  maxFollowings,
  putFollowing,
  setState,
  wantWhole,
} from './followings.ts'
import { forgetLive, setLive } from './live/live-records.ts'
import { checkOffer, readOffer } from './offer.ts'
import { instanceSource, instanceSourceId, ranksOfFollowing, sourcesOfFollowing } from './origins.ts'
import { folderOf } from './own-folder.ts'
import { FollowProblem, TemporaryProblem } from './problems.ts'
import type { Connecting } from './reaching/connecting.ts'
import type { Selection } from './selection.ts'

/** Above bulk imports, below files of one's own, far below people. */
export const usualRank = 200
export const leastRank = 1
export const mostRank = maxImportRank - ranksOfFollowing + 1

/** What somebody sees before following a catalogue. */
export type Preview = { id: string; address: string; manifest: Manifest }

/** Looks who publishes at a place, and what. */
export async function previewOf(named: string, connecting: Connecting, now: Date): Promise<Preview> {
  const { findPlace } = await import('./reaching/place.ts')
  const place = await findPlace(named.trim(), connecting).catch(notThere)
  const found = await place.manifest('')
  if (!found) throw new FollowProblem('absent')
  const manifest = readOffer(found)
  const id = instanceIdOf(manifest)
  const { public_key } = manifest.instance
  const unknown = { ...{ incarnation: '', past: [], position: 0, packet: 0 }, offered: null }
  checkOffer(manifest, { id, public_key, ...unknown }, now)
  return { id, address: place.name, manifest }
}

/** Whoever has never been followed from here may not publish anything. */
function notThere(error: unknown): never {
  const isMissing = error instanceof FollowProblem && !(error instanceof TemporaryProblem)
  throw isMissing && error.problem.is === 'refused' ? new FollowProblem('absent', error.problem.detail) : error
}

/** How much a preview brings along: bytes that are fetched, bytes that they unpack to, and lines. */
export function sizeOf({ manifest: { whole } }: Preview): { bytes: number; unpacked: number; lines: number } {
  const parts = whole?.parts ?? []
  return {
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    unpacked: whole?.unpacked ?? 0,
    lines: parts.reduce((sum, part) => sum + part.lines, 0),
  }
}

export type Wish = { preview: Preview; selection: Selection; rank: number; wantsLive?: boolean }

/** Begins to follow; false if as many catalogues are followed as can be. */
export function beginFollowing(
  db: Database,
  { preview, selection, rank, wantsLive = true }: Wish,
  { by, now }: { by: number | null; now: Date },
): Promise<boolean> {
  const { id, address, manifest } = preview
  const { name, public_key, address: url } = manifest.instance
  const source_id = instanceSourceId(id)
  return db.transaction(async (tx) => {
    if (!(await findFollowing(tx, id)) && (await countRows(tx, sql`from following`)) >= maxFollowings) return false
    await putSources(tx, [instanceSource({ source_id, name, url, rank })])
    await putFollowing(tx, { id, source_id, name, address, public_key, selection, rank, wants_live: wantsLive }, now)
    await recordAct(tx, 'following_begun', { by, now }, { about: { title: name, address } })
    return true
  })
}

/** Says that a followed catalogue goes on or rests. */
export async function changeState(
  db: Database,
  id: string,
  state: FollowState,
  { by, now }: { by: number | null; now: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const following = await findFollowing(tx, id)
    if (!following || following.state === 'removing') return false
    await setState(tx, id, state, now)
    await recordAct(tx, actOf[state], { by, now }, { about: { title: following.name } })
    return true
  })
}

const actOf = {
  following: 'following_resumed',
  paused: 'following_paused',
  stopped: 'following_stopped',
  removing: 'following_removed',
} as const satisfies Record<FollowState, ActKind>

export const follow = write([], ({ db, now, account }, wish: Wish) => {
  requireAdministrator(account)
  return beginFollowing(db, wish, { by: account.id, now })
})

export const changeFollowing = write([], ({ db, now, account }, { id, state }: { id: string; state: FollowState }) => {
  requireAdministrator(account)
  return changeState(db, id, state, { by: account.id, now })
})

/** Asks a publisher as soon as possible. */
export const askSoon = write([], async ({ db, now, account }, id: string) => {
  requireAdministrator(account)
  return (await checkSoon(db, id, now)) > 0
})

/** Says whether its changes come in as they happen, or with packets alone. */
export const wantLive = write([], ({ db, account }, { id, isWanted }: { id: string; isWanted: boolean }) => {
  requireAdministrator(account)
  return setLive(db, id, isWanted)
})

type Going = { at: Date; onProgress?(records: number): void }

/** Undoes what has come in since a moment. It rests then, and begins with a whole dump when it goes on. */
export async function rewind(db: Database, following: Following, since: Date, going: Going): Promise<void> {
  const { id, source_id, name } = following
  await db.transaction(async (tx) => {
    await setState(tx, id, 'paused', going.at)
    const about = { title: name, since: since.toISOString() }
    await recordAct(tx, 'following_rewound', { by: null, now: going.at }, { about })
  })
  const note = `rewinding ${name} to ${since.toISOString()}`
  await undoSince(db, source_id, { ...going, since: since.toISOString(), note })
  await wantWhole(db, id)
}

/** How much of a followed catalogue is here: records that began with it, and values beside them. */
export async function measureFollowing(db: Database, { id, source_id }: Following) {
  let [records, values] = [0, 0]
  for (const source of [source_id, ...(await sourcesOfFollowing(db, id))]) {
    const measured = await measureSource(db, source)
    records += measured.records
    values += measured.values
  }
  return { records, values }
}

/** Takes all out that came with a followed catalogue, and forgets it. If it is interrupted, it can be run again. */
export async function removeFollowing(db: Database, config: Config, following: Following, going: Going) {
  const { id, source_id } = following
  await setState(db, id, 'removing', going.at)
  const also = await sourcesOfFollowing(db, id)
  const removed = await removeSource(db, source_id, { ...going, also })
  await db.transaction(async (tx) => {
    await tx.run(sql`delete from pending_edit where source_id = ${source_id} and status = 'waiting'`)
    await tx.run(sql`delete from followed_source where following_id = ${id}`)
    await tx.run(sql`delete from following_hour where following_id = ${id}`)
    await forgetLive(tx, id, Number.MAX_SAFE_INTEGER)
    await forgetPublisher(tx, id)
    await tx.run(sql`delete from following where id = ${id}`)
  })
  await rm(folderOf(config, id), { recursive: true, force: true })
  return removed
}
