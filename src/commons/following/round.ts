import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { isConflict, isDiskFull, isReadOnly, isUnavailable, isUnwritable } from '#src/database/errors.ts'
import { tryLock } from '#src/database/locks.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { FormatError } from '../format/read.ts'
import type { Manifest, Packet } from '../format/schemas.ts'
import { type Applying, applyIncoming, type FollowProgress } from './apply.ts'
import {
  type Following,
  findFollowing,
  listFollowings,
  noteAnswer,
  noteHour,
  noteProblem,
  noteUnchanged,
  putOff,
  wantWhole,
} from './followings.ts'
import { markIfHeard, takeHeard } from './hearing/take-heard.ts'
import { newerThan } from './live/live-records.ts'
import { checkOffer, checkValid, nextOf, packetIn, readOffer, whereTold } from './offer.ts'
import { putOrigins } from './origins.ts'
import { folderOf } from './own-folder.ts'
import { openPictures } from './pictures.ts'
import { FollowProblem, OtherHistory, stopsFor } from './problems.ts'
import type { Connecting } from './reaching/connecting.ts'
import { download, type Wanted } from './reaching/download.ts'
import { openPlace, type Place } from './reaching/place.ts'
import { needRoom } from './room.ts'

/** The pause after a failure, which doubles with each one in a row, up to the longest one. */
const RETRY_MS = 60_000
const MOST_RETRY_MS = 6 * 3_600_000
/** How long one waits while an import works. */
const BUSY_MS = 10_000
/** Packets of one round: others are due, too. */
const packetsOfRound = 200

export type Round = {
  db: Database
  config: Config
  clock(): Date
  signal: AbortSignal
  /** This instance, if it publishes anything. */
  own: string | undefined
  connecting: Connecting
  onProgress?(progress: FollowProgress): void
  /** Gets errors that nobody foresaw. */
  failed(error: unknown): void
}

/** What became of a round: it may be that there is more at once, or that it could not begin. */
type RoundOutcome = 'current' | 'more' | 'busy' | 'failed'

/** Asks a publisher for what is new, and takes it in. What goes wrong is noted, with when it is tried again. */
export async function followOnce(id: string, round: Round): Promise<RoundOutcome> {
  const { db, config, clock, signal } = round
  const following = await findFollowing(db, id)
  if (following?.state !== 'following') return 'current'
  const lock = await tryLock(locationOf(config), 'import')
  if (!lock) {
    await putOff(db, id, new Date(clock().getTime() + BUSY_MS))
    return 'busy'
  }
  try {
    const outcome = await take(following, round)
    await markIfHeard(round, id)
    return outcome
  } catch (error) {
    if (signal.aborted) throw error
    // Others are in the way, or the database is away: nothing is wrong with the publisher.
    if (isConflict(error) || isUnavailable(error) || isReadOnly(error)) throw error
    return await fail(following, error, round)
  } finally {
    await lock.release()
  }
}

async function fail({ id, failures }: Following, error: unknown, { db, clock, failed }: Round): Promise<RoundOutcome> {
  const told = problemOf(error)
  if (told.problem.is === 'fault') failed(error)
  const now = clock()
  const pauseMs = Math.max(told.retryAfterMs ?? 0, Math.min(RETRY_MS * 2 ** Math.min(failures, 20), MOST_RETRY_MS))
  try {
    await db.transaction(async (tx) => {
      await noteProblem(tx, id, {
        ...{ problem: told.problem, stops: stopsFor(told.problem) },
        ...{ next_at: new Date(now.getTime() + pauseMs), now },
      })
      await noteHour(tx, id, { failures: 1 }, now)
      if (told instanceof OtherHistory) await wantWhole(tx, id)
    })
  } catch (thrown) {
    // A disk without room for what came in may have none for this either.
    throw isUnwritable(thrown) ? error : thrown
  }
  return 'failed'
}

function problemOf(error: unknown): FollowProblem {
  if (error instanceof FollowProblem) return error
  if (error instanceof FormatError) return new FollowProblem('format', error.message)
  const { message } = error as Error
  return new FollowProblem(isDiskFull(error) ? 'disk_full' : 'fault', message)
}

async function take(known: Following, round: Round): Promise<RoundOutcome> {
  const { clock } = round
  const following = await takeHeard(known, round)
  const isOver = following?.state !== 'following'
  // What was heard came before the publisher is to be asked.
  if (isOver || (known.ask_at !== null && following.next_at > clock().toISOString())) return 'current'
  return ask(following, round)
}

async function ask(following: Following, round: Round): Promise<RoundOutcome> {
  const { db, config, clock, connecting, signal } = round
  const place = openPlace(following.address, { ...connecting, signal })
  const later = () => new Date(clock().getTime() + config.followEverySeconds * 1_000)
  const found = await manifestOf(place, following)
  if (!found) {
    if (following.offered) checkValid(following.offered.valid_until, clock())
    await noteUnchanged(db, following.id, later(), clock())
    return 'current'
  }
  const { manifest, etag } = found
  checkOffer(manifest, following, clock())
  const { name, public_key, address: url } = manifest.instance
  const { position, time, valid_until, packets } = manifest
  const offered = { packet: packets.last, position, time, valid_until }
  const others = (await listFollowings(db)).map(({ id }) => id)
  const known: Following = { ...following, name, public_key }
  const origins = await putOrigins(db, { ...known, url }, manifest.sources, { own: round.own, followed: others })
  const pictures = openPictures({ db, config, place, selection: following.selection, failed: round.failed })
  const { onProgress } = round
  const applying: Applying = {
    ...{ db, config, following: known, origins, instances: { own: round.own, followed: others } },
    ...{ now: clock, signal, failed: round.failed, withPictures: pictures?.withPictures },
    ...(onProgress && { onProgress }),
  }
  await makeFolder(folderOf(config, following.id))
  try {
    const isDone = await takeNext(manifest, place, applying)
    await noteAnswer(db, following.id, {
      ...{ name, public_key, offered, live_address: manifest.changes ?? '', now: clock() },
      // What is left is taken from the same manifest.
      ...{ etag: isDone ? etag : '', next_at: isDone ? later() : clock() },
    })
    return isDone ? 'current' : 'more'
  } finally {
    await pictures?.close()
  }
}

/** The manifest, if there is a new one; its two files may change between being asked for. */
async function manifestOf(
  place: Place,
  { etag }: Following,
): Promise<{ manifest: Manifest; etag: string } | undefined> {
  for (let attempt = 1; ; attempt++) {
    const found = await place.manifest(attempt === 1 ? etag : '')
    if (!found) return undefined
    try {
      return { manifest: readOffer(found), etag: found.etag }
    } catch (error) {
      if (attempt === manifestAttempts) throw error
    }
  }
}
const manifestAttempts = 3

/** Takes in what comes next; true if there is no more. */
async function takeNext(manifest: Manifest, place: Place, applying: Applying): Promise<boolean> {
  const { db, following } = applying
  const next = nextOf(manifest, following)
  if (next.is === 'nothing') return true
  if (next.is === 'whole') {
    await takeWhole(manifest, place, applying)
    const now = await findFollowing(db, following.id)
    return !now || nextOf(manifest, now).is === 'nothing'
  }
  const last = Math.min(manifest.packets.last, next.from + packetsOfRound - 1)
  let known = following
  for (let number = next.from; number <= last; number++) {
    applying.signal.throwIfAborted()
    await takePacket(number, manifest, place, { ...applying, following: known })
    const now = await findFollowing(db, following.id)
    // Somebody may have ended it meanwhile.
    if (now?.state !== 'following' || now.packet !== number) return true
    known = { ...known, ...now, name: known.name, public_key: known.public_key }
  }
  return last === manifest.packets.last
}

const incarnationOf = ({ incarnation }: Manifest) => incarnation

async function takeWhole(manifest: Manifest, place: Place, applying: Applying) {
  const { config, following, signal, onProgress } = applying
  const { whole } = manifest
  if (!whole) throw new FollowProblem('nothing_whole')
  const folder = folderOf(config, following.id)
  const of = whole.parts.reduce((sum, { bytes }) => sum + bytes, 0)
  // What it unpacks to waits in a file until it is written.
  await needRoom(config, of + whole.unpacked)
  let done = 0
  for (const part of whole.parts) {
    signal.throwIfAborted()
    await download(place, part, join(folder, part.path), (bytes) => {
      done += bytes
      onProgress?.({ phase: 'downloading', done, of })
    })
  }
  const digest = manifest.packets.newest.find(({ number }) => number === whole.packet)?.sha256 ?? ''
  const files = whole.parts.map(({ path, lines }) => ({ file: join(folder, path), path, lines }))
  await applyIncoming(
    {
      ...{ files, isWhole: true, made_at: whole.time, bytes: of, note: `whole dump of ${following.name}` },
      position: { incarnation: incarnationOf(manifest), packet: whole.packet, digest, position: whole.position },
    },
    applying,
  )
  await rm(join(folder, 'whole'), { recursive: true, force: true })
}

async function takePacket(number: number, manifest: Manifest, place: Place, applying: Applying) {
  const { config, following } = applying
  const folder = folderOf(config, following.id)
  const packet = await findPacket(number, manifest, place, folder)
  const { path, position, sha256, lines, time, bytes } = packet
  if (position < following.position) throw new FollowProblem('order', `${path} has a lower position than the last one`)
  const file = join(folder, path)
  await download(place, packet, file)
  const incarnation = incarnationOf(manifest)
  const isNext = following.packet === number - 1
  const head = { number, position, incarnation, before: isNext ? following.digest : '' }
  const newer = await newerThan(applying.db, following.id, position)
  await applyIncoming(
    {
      ...{ files: [{ file, path, lines, head, newer }], isWhole: false, made_at: time, bytes },
      ...{ position: { incarnation, packet: number, digest: sha256, position } },
      note: `packet ${number} of ${following.name}`,
    },
    applying,
  )
  await rm(file, { force: true })
}

async function findPacket(number: number, manifest: Manifest, place: Place, folder: string): Promise<Packet> {
  const told = whereTold(manifest, number)
  if ('packet' in told) return told.packet
  const wanted: Wanted = told.index
  const file = join(folder, wanted.path)
  await download(place, wanted, file)
  return packetIn(await readFile(file), number)
}
