import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { isConflict, isUnavailable, isUnwritable } from '#src/database/errors.ts'
import { putWhole, writeNew } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { type Heard, subjectOf } from '../../format/live.ts'
import { publishedKinds } from '../../format/names.ts'
import { type Applying, applyIncoming } from '../apply.ts'
import { type Following, listFollowings, noteLiveApplied } from '../followings.ts'
import { doneHearing, isLiveFull, markHeard, noteLive, reachedBy, restLive } from '../live/live-records.ts'
import { knownOrigins } from '../origins.ts'
import { folderOf } from '../own-folder.ts'
import { openPictures } from '../pictures.ts'
import type { Connecting } from '../reaching/connecting.ts'
import { openPlace } from '../reaching/place.ts'
import { clearSpool, readSpooled, removeSpooled, type Spooled, spooled } from './spool.ts'

/** What it is taken in with, as a round has it. */
type Taking = Pick<Applying, 'db' | 'config' | 'signal' | 'onProgress'> & {
  clock(): Date
  own: string | undefined
  connecting: Connecting
  failed(error: unknown): void
}

/** What was heard in a row, put together: of each record the last line. */
type Together = {
  files: Spooled[]
  position: number
  time: string
  changes: Map<string, Heard['changes'][number]>
  lines: Map<string, Heard['lines'][number]>
}

/**
 * Takes in what was heard of a followed catalogue since its last packet. Where it cannot be, packets are left, which
 * have it as well. Returns the followed catalogue as it is then, or undefined if it is gone.
 */
export async function takeHeard(following: Following, round: Taking): Promise<Following | undefined> {
  const { db, config, clock, signal, failed } = round
  const { id } = following
  const waiting = await spooled(config, id)
  if (waiting.length > 0) {
    try {
      const together = await putTogether(following, waiting)
      if (together) await take(following, together, round)
      await removeSpooled(waiting)
      if (await isLiveFull(db, id)) await restLive(db, id, clock())
    } catch (error) {
      if (signal.aborted || isConflict(error) || isUnavailable(error) || isUnwritable(error)) throw error
      failed(error)
      await clearSpool(config, id)
      await restLive(db, id, clock())
    }
  }
  return waiting.length > 0 || following.ask_at !== null ? doneHearing(db, id) : following
}

/** Marks what was heard while something else was taken in. */
export async function markIfHeard({ db, config, clock }: Taking, id: string): Promise<void> {
  if ((await spooled(config, id)).length > 0) await markHeard(db, id, clock())
}

/** What goes on from where the catalogue has come to, without a gap; undefined if nothing does. */
async function putTogether(following: Following, files: readonly Spooled[]): Promise<Together | undefined> {
  const base = reachedBy(following)
  const together: Together = {
    ...{ files: [], position: base, time: '' },
    ...{ changes: new Map(), lines: new Map() },
  }
  if (following.needs_whole) return undefined
  for (const file of files) {
    if (file.position <= together.position) continue
    const heard = await readSpooled(file)
    if (heard.incarnation !== following.incarnation || heard.after > together.position) break
    for (const change of heard.changes) together.changes.set(`${change.kind} ${change.id}`, change)
    for (const line of heard.lines) together.lines.set(subjectOf(line), line)
    together.files.push(file)
    together.position = heard.position
    together.time ||= heard.time
  }
  return together.position > base ? together : undefined
}

async function take(following: Following, together: Together, round: Taking): Promise<void> {
  const { db, config, clock, connecting, signal, own, onProgress } = round
  const { id, name } = following
  // Nothing that is published has changed.
  if (together.lines.size === 0) return void (await noteLiveApplied(db, following, together.position, {}, clock()))
  const followed = (await listFollowings(db)).map((one) => one.id)
  const origins = await knownOrigins(db, following, { own, followed })
  const place = openPlace(following.address, { ...connecting, signal })
  const pictures = openPictures({ db, config, place, selection: following.selection, failed: round.failed })
  const applying: Applying = {
    ...{ db, config, following, origins, instances: { own, followed }, now: clock, signal },
    failed: round.failed,
    withPictures: pictures?.withPictures,
    ...(onProgress && { onProgress }),
  }
  const folder = folderOf(config, id)
  const file = join(folder, 'heard.ndjson.zst')
  const lines = inOrder([...together.lines.values()])
  const content = zstdCompressSync(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  try {
    await makeFolder(folder)
    await putWhole(file, (draft) => writeNew(draft, content))
    // Before anything of it is here: a packet from before it must not bring back what was.
    await db.transaction((tx) => noteLive(tx, id, [...together.changes.values()]))
    await applyIncoming(
      {
        ...{ files: [{ file, path: 'changes', lines: lines.length }], isWhole: false, made_at: together.time },
        ...{ live: together.position, bytes: together.files.reduce((sum, { bytes }) => sum + bytes, 0) },
        note: `changes of ${name}`,
      },
      applying,
    )
  } finally {
    await rm(file, { force: true })
    await pictures?.close()
  }
}

const places = new Map<string, number>(publishedKinds.map((kind, at) => [kind, at]))
const inOrder = (lines: readonly Heard['lines'][number][]) =>
  lines.toSorted((one, other) => (places.get(one.kind) ?? 0) - (places.get(other.kind) ?? 0))
