import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import { type Looping, runLoop } from '#src/background/loop.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import type { Database } from '#src/database/database.ts'
import { makeLineage } from '#src/database/lineage.ts'
import { tryLock } from '#src/database/locks.ts'
import { sql } from '#src/database/sql.ts'
import { sizeOfFolder } from '#src/files/folder-size.ts'
import { openMedia } from '#src/media/media.ts'
import { dayMs } from '#src/reference/days.ts'
import { openDrawings } from '#src/sample/drawings.ts'
import { livePath } from '../format/names.ts'
import type { Manifest, Whole } from '../format/schemas.ts'
import type { Beside } from './beside.ts'
import { dumpFolder } from './folders.ts'
import { findKey, type InstanceKey, KeyError, keyFileIn, makeKey } from './keys.ts'
import { notePublished, wasPublished } from './lineage.ts'
import { type Publishing, sharedSources } from './lines.ts'
import { aboutOf, readPublished, withoutOld, withPacket, writeManifest } from './manifests.ts'
import { doneAgain, makePacket, publishedAgain } from './packets.ts'
import { notePicture, openPictures } from './pictures.ts'
import { isPublishingDue, noteNumber, type Publication, publicationOf, putPublication } from './publication.ts'
import { removeOld } from './retention.ts'
import { makeWhole } from './whole.ts'
import { makeWholeApart } from './whole-apart.ts'

/** A whole dump is made so often if something changed, and a manifest is signed anew at least so often. */
const WHOLE_MS = dayMs
const SIGN_MS = dayMs
/** Packets are kept so long. */
const PACKET_DAYS = 90
/** What was tried in vain is tried again so much later. */
const RETRY_MS = 60_000
const SECOND_MS = 1_000

/** Nothing is published, for a reason that is a sentence. */
class PublishingError extends Error {
  override name = 'PublishingError'
}

const privateReason = 'A private catalogue is not published: turn the setting private off, or publish off.'

type Given = {
  db: Database
  config: Config
  folder: string
  clock(): Date
  signal: AbortSignal
  onError(error: unknown): void
  /** Whole dumps are made by a process that gives way to others. */
  isApart?: boolean
}
/** `number` is the last one that was given; `bytes` is what all of it takes, or else what was added. */
type Published = { manifest: Manifest; id: string; number: number; bytes: number; isMeasured: boolean }

const Head = Type.Object({ seq: Type.Integer() })
const headOf = async (db: Database): Promise<number> =>
  (await db.one(Head, sql`select coalesce(max(seq), 0) as seq from change`))?.seq ?? 0

/** Publishes what there is to publish, into a folder that one process at a time writes to. */
export async function publish(given: Given): Promise<Published> {
  const { db, folder } = given
  const config = await settingsNow(db, given.config)
  if (config.private) throw new PublishingError(privateReason)
  const lock = await tryLock(locationOf(config), 'publishing')
  if (!lock) throw new PublishingError('Another process is publishing this catalogue.')
  const media = openMedia({ db, config, onError: given.onError })
  try {
    const before = await publicationOf(db)
    const state = await makeLineage(db)
    const key = await keyFor(config, before)
    const { shared, sources } = await sharedSources(db, config.republish)
    const licences = new Map(sources.map(({ id, licence }) => [id, licence]))
    const pictures = openPictures({
      db,
      media,
      drawings: openDrawings(db),
      folder,
      licenceOf: (id) => licences.get(id) ?? '',
      note: (known) => notePicture(db, known),
    })
    const about = {
      ...{ name: config.siteName, address: config.site, validDays: config.publishValidDays, sources },
      changes: liveAddress(config),
    }
    const round = {
      ...given,
      config,
      key,
      about,
      state,
      least: leastNumber(before, given.clock()),
      head: await headOf(db),
      isFirst: !(await wasPublished(db)),
      lost: lock.lost,
      isMain: !before || folder === dumpFolder(config),
    }
    const publishing = { db, shared, pictures, republishes: config.republish }
    const { manifest, number, bytes, isDaily } = await runRound(round, publishing)
    if (!isDaily) return { manifest, id: key.id, number, bytes, isMeasured: false }
    // There may be very many files.
    const { bytes: all } = await sizeOfFolder(folder, Number.POSITIVE_INFINITY)
    return { manifest, id: key.id, number, bytes: all, isMeasured: true }
  } finally {
    await media.close()
    await lock.release()
  }
}

/** Where this server sends changes as they happen; a folder that somebody else serves has only files. */
function liveAddress({ publish: isServed, changeStreams, site }: Config): string | undefined {
  if (!isServed || changeStreams === 0 || !isWebAddress(site)) return undefined
  return new URL(livePath, site).href
}

/** The key of the instance, which is made at its first use; not a second time for what was published with another. */
async function keyFor({ data }: Config, before: Publication | undefined): Promise<InstanceKey> {
  const key = await findKey(data)
  const known = before?.instance ?? ''
  if (known === '' || known === key?.id) return key ?? makeKey(data)
  throw new KeyError(
    `This catalogue was published with another key than there is in ${keyFileIn(data)}: put that one back, so that ` +
      'whoever follows it knows it again, or begin anew with `reelcommons publish new-key`.',
  )
}

type Round = Given & {
  key: InstanceKey
  about: Omit<Parameters<typeof aboutOf>[0], 'now'>
  /** What tells the database from an older state of it, and how far its change log has come. */
  state: string
  head: number
  /** Nothing was published of it before. */
  isFirst: boolean
  /** The last number that it remembers, and the one from which an incarnation begins: no number comes twice. */
  least: { known: number; anew: number }
  /** It is the folder in which others look. */
  isMain: boolean
  lost: AbortSignal
}

const none: Manifest['packets'] = { first: 0, last: 0, indexes: [], newest: [] }

/**
 * A database that was restored does not know the last numbers, and caches may still have their files: there cannot have
 * been more of them than seconds.
 */
function leastNumber(before: Publication | undefined, now: Date): Round['least'] {
  const { number: known = 0, published_at = null } = before ?? {}
  const sinceMs = published_at === null ? 0 : Math.max(0, now.getTime() - Date.parse(published_at))
  return { known, anew: known + Math.ceil(sinceMs / SECOND_MS) }
}

/**
 * Where publishing goes on. It begins anew in an empty folder, and where the database was restored, or has withdrawn a
 * source.
 */
function beginning(before: Manifest | undefined, round: Round): { manifest: Manifest; isRestart: boolean } {
  const about = aboutOf({ ...round.about, now: round.clock() }, round.key)
  const anew = (epoch?: number): Manifest => {
    const incarnation = epoch === undefined ? round.state : `${round.state}-${epoch}`
    return { ...about, incarnation, position: 0, whole: null, packets: none }
  }
  const present = Math.floor(round.clock().getTime() / SECOND_MS)
  if (!before) return { manifest: anew(round.isFirst ? undefined : present), isRestart: false }
  const [state = '', epoch = '0'] = before.incarnation.split('-')
  const kept = new Set(about.sources.map(({ id }) => id))
  const isWithdrawn = before.sources.some(({ id }) => !kept.has(id))
  const isSame = state === round.state
  // A copy of the files, put back, knows less than it has published.
  if (isSame && before.position <= round.head && !isWithdrawn)
    return { manifest: { ...before, ...about }, isRestart: false }
  return { manifest: anew(isSame ? Math.max(Number(epoch) + 1, present) : present), isRestart: true }
}

async function runRound(round: Round, publishing: Publishing) {
  const { db, folder, key, clock, signal, lost, config } = round
  const before = await readPublished(folder, key)
  const { manifest: begun, isRestart } = beginning(before, round)
  let manifest = begun
  let bytes = 0
  const isAnew = begun.incarnation !== before?.incarnation
  let number = Math.max(isAnew ? round.least.anew : round.least.known, before?.packets.last ?? 0)
  if (isAnew) await noteNumber(db, number)
  const stop = () => {
    signal.throwIfAborted()
    lost.throwIfAborted()
  }
  const sign = async () => {
    manifest = { ...manifest, ...aboutOf({ ...round.about, now: clock() }, key) }
    await writeManifest(folder, manifest, key)
  }
  const addPackets = async () => {
    const head = await headOf(db)
    let beside: Beside | undefined
    for (let isFirst = true; ; isFirst &&= beside !== undefined) {
      const isAsked = manifest.whole && (round.isMain || isFirst)
      const waiting = isAsked ? await publishedAgain(db) : []
      if (!manifest.whole || (manifest.position >= head && waiting.length === 0)) return
      stop()
      const { incarnation, position: from, packets: earlier } = manifest
      const made = await makePacket({
        ...{ ...publishing, folder, incarnation, number: number + 1, before: earlier.newest.at(-1) },
        ...{ from, head, again: waiting, beside, now: clock() },
      })
      const { packet } = made
      beside = made.beside
      number = packet.number
      bytes += packet.bytes
      const packets = await withPacket(folder, earlier, packet)
      manifest = { ...manifest, position: packet.position, packets }
      await sign()
      if (round.isMain) await doneAgain(db, made.again)
    }
  }
  await addPackets()
  const whole = manifest.whole
  const isOld = whole && clock().getTime() - Date.parse(whole.time) >= WHOLE_MS && whole.position < manifest.position
  if (!whole || isOld) {
    const position = whole ? manifest.position : await headOf(db)
    const packet = whole ? manifest.packets.last : 0
    let lastMs = performance.now()
    const pause = async () => {
      stop()
      await nextTurn()
      if (performance.now() - lastMs < config.publishEvery * SECOND_MS) return
      await addPackets()
      lastMs = performance.now()
    }
    const made = await wholeOf({ ...round, position, packet, pause }, publishing)
    manifest = { ...manifest, whole: made, position: Math.max(manifest.position, position) }
  }
  // What has to look at many files is done once a day.
  const isDaily = manifest.whole !== whole || before?.time.slice(0, 10) !== clock().toISOString().slice(0, 10)
  if (isDaily) {
    const since = new Date(clock().getTime() - PACKET_DAYS * dayMs)
    manifest = { ...manifest, packets: await withoutOld(folder, manifest.packets, since) }
  }
  await sign()
  if (round.isFirst) await notePublished(db)
  if (isDaily) await removeOld(folder, manifest, { isRestart })
  return { manifest, number, bytes, isDaily }
}

type Wanted = Round & { position: number; packet: number; pause(): Promise<void> }

function wholeOf(wanted: Wanted, publishing: Publishing): Promise<Whole> {
  const { folder, position, packet, clock, pause, db, config, onError } = wanted
  const order = { folder, sources: wanted.about.sources, position, packet, now: clock() }
  if (!wanted.isApart) return makeWhole({ ...publishing, ...order, pause })
  const { hasPrivate } = publishing.shared
  return makeWholeApart({ ...order, config, hasPrivate }, { pause, note: (known) => notePicture(db, known), onError })
}

/** How often it is looked whether it is time. */
const LOOK_MS = 1_000

/** Publishes whenever it is time, until it is told to end. */
export const runPublishing = ({ db, config, clock, ...looping }: Looping & Pick<Given, 'db' | 'config' | 'clock'>) =>
  runLoop(() => publishIfDue({ db, config, clock, signal: looping.signal, onError: looping.failed }), {
    ...looping,
    restMs: LOOK_MS,
  })

const Due = Type.Object({ due: Type.Boolean() })

/** Publishes if it is time, and notes how that went. */
async function publishIfDue(given: Omit<Given, 'folder'>): Promise<void> {
  const { db, config, clock } = given
  const due = await db.one(Due, sql`select ${isPublishingDue(clock())} as due`)
  const before = await publicationOf(db)
  if (!config.publish || !due?.due || !before) return
  const after = (ms: number) => new Date(clock().getTime() + ms).toISOString()
  if ((await settingsNow(db, config)).private)
    return void (await putPublication(db, { ...before, fault: privateReason, next_at: after(SIGN_MS) }))
  try {
    const { manifest, id, number, bytes, isMeasured } = await publish({
      ...{ ...given, folder: dumpFolder(config), isApart: true },
    })
    await putPublication(db, {
      ...{ instance: id, incarnation: manifest.incarnation, position: manifest.position },
      ...{ number: Math.max(before.number, number), published_at: manifest.time },
      ...{ whole_at: manifest.whole?.time ?? null, bytes: isMeasured ? bytes : before.bytes + bytes, fault: '' },
      ...{ next_at: after(config.publishEvery * SECOND_MS), look_at: after(SIGN_MS) },
    })
  } catch (error) {
    if (given.signal.aborted) return
    const fault = error instanceof Error ? error.message.slice(0, 500) : String(error)
    await putPublication(db, { ...before, fault, next_at: after(RETRY_MS) })
    throw error
  }
}
