import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import { type Looping, runLoop } from '#src/background/loop.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { incarnationOf } from '#src/database/incarnation.ts'
import { tryLock } from '#src/database/locks.ts'
import { sql } from '#src/database/sql.ts'
import { sizeOfFolder } from '#src/files/folder-size.ts'
import { openMedia } from '#src/media/media.ts'
import { dayMs } from '#src/reference/days.ts'
import { digestOf } from '../format/read.ts'
import type { Manifest } from '../format/schemas.ts'
import type { Beside } from './beside.ts'
import { dumpFolder } from './folders.ts'
import { findKey, type InstanceKey, KeyError, keyFileIn, makeKey } from './keys.ts'
import { type Publishing, sharedSources } from './lines.ts'
import { aboutOf, readPublished, withoutOld, withPacket, writeManifest } from './manifests.ts'
import { doneAgain, makePacket, publishedAgain } from './packets.ts'
import { openPictures } from './pictures.ts'
import { isPublishingDue, type Publication, publicationOf, putPublication } from './publication.ts'
import { removeOld } from './retention.ts'
import { makeWhole } from './whole.ts'

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
}
/** `bytes` is what all of it takes, or else what was added. */
type Published = { manifest: Manifest; id: string; bytes: number; isMeasured: boolean }

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
    const state = digestOf((await incarnationOf(db)) ?? '').slice(0, 32)
    const key = await keyFor(config, before, state)
    const { shared, sources } = await sharedSources(db, config.republish)
    const licences = new Map(sources.map(({ id, licence }) => [id, licence]))
    const pictures = openPictures({ db, media, folder, licenceOf: (id) => licences.get(id) ?? '' })
    const about = { name: config.siteName, address: config.site, validDays: config.publishValidDays, sources }
    const round = {
      ...given,
      config,
      key,
      about,
      state,
      least: before?.number ?? 0,
      lost: lock.lost,
      isMain: !before || folder === dumpFolder(config),
    }
    const { manifest, bytes, isDaily } = await runRound(round, { db, shared, pictures, republishes: config.republish })
    if (!isDaily) return { manifest, id: key.id, bytes, isMeasured: false }
    // There may be very many files.
    const { bytes: all } = await sizeOfFolder(folder, Number.POSITIVE_INFINITY)
    return { manifest, id: key.id, bytes: all, isMeasured: true }
  } finally {
    await media.close()
    await lock.release()
  }
}

/** The key of the instance, which is made at its first use; not a second time for the same catalogue. */
async function keyFor({ data }: Config, before: Publication | undefined, state: string): Promise<InstanceKey> {
  const key = await findKey(data)
  if (key && (!before || before.instance === '' || before.instance === key.id || !isOf(before, state))) return key
  if (!key && (!before || before.instance === '' || !isOf(before, state))) return makeKey(data)
  throw new KeyError(
    `This catalogue was published with another key than there is in ${keyFileIn(data)}: put that one back, so that ` +
      'whoever follows it knows it again, or begin anew with `reelcommons publish new-key`.',
  )
}

const isOf = ({ incarnation }: Publication, state: string) => incarnation.startsWith(state)

type Round = Given & {
  key: InstanceKey
  about: Omit<Parameters<typeof aboutOf>[0], 'now'>
  /** The state of the database, and the last number that it remembers. */
  state: string
  least: number
  /** It is the folder in which others look. */
  isMain: boolean
  lost: AbortSignal
}

const none: Manifest['packets'] = { first: 0, last: 0, indexes: [], newest: [] }

/** Where publishing goes on; a database that was restored, and one that withdraws a source, begin anew. */
function beginning(before: Manifest | undefined, round: Round): { manifest: Manifest; isRestart: boolean } {
  const about = aboutOf({ ...round.about, now: round.clock() }, round.key)
  if (!before)
    return {
      manifest: { ...about, incarnation: round.state, position: 0, whole: null, packets: none },
      isRestart: false,
    }
  const [state = '', epoch = '0'] = before.incarnation.split('-')
  const present = new Set(about.sources.map(({ id }) => id))
  const isWithdrawn = before.sources.some(({ id }) => !present.has(id))
  if (state === round.state && !isWithdrawn) return { manifest: { ...before, ...about }, isRestart: false }
  const incarnation = state === round.state ? `${state}-${Number(epoch) + 1}` : round.state
  return { manifest: { ...about, incarnation, position: 0, whole: null, packets: none }, isRestart: true }
}

async function runRound(round: Round, publishing: Publishing) {
  const { db, folder, key, clock, signal, lost, config } = round
  const before = await readPublished(folder, key)
  const { manifest: begun, isRestart } = beginning(before, round)
  let manifest = begun
  let bytes = 0
  let number = Math.max(round.least, before?.packets.last ?? 0)
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
    const made = await makeWhole({
      ...{ ...publishing, folder, sources: round.about.sources, position, packet, now: clock() },
      async pause() {
        stop()
        await nextTurn()
        if (performance.now() - lastMs < config.publishEvery * SECOND_MS) return
        await addPackets()
        lastMs = performance.now()
      },
    })
    manifest = { ...manifest, whole: made, position: Math.max(manifest.position, position) }
  }
  // What has to look at many files is done once a day.
  const isDaily = manifest.whole !== whole || before?.time.slice(0, 10) !== clock().toISOString().slice(0, 10)
  if (isDaily) {
    const since = new Date(clock().getTime() - PACKET_DAYS * dayMs)
    manifest = { ...manifest, packets: await withoutOld(folder, manifest.packets, since) }
  }
  await sign()
  if (isDaily) await removeOld(folder, manifest, { isRestart })
  return { manifest, bytes, isDaily }
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
    const { manifest, id, bytes, isMeasured } = await publish({ ...given, folder: dumpFolder(config) })
    await putPublication(db, {
      ...{ instance: id, incarnation: manifest.incarnation, position: manifest.position },
      ...{ number: Math.max(before.number, manifest.packets.last), published_at: manifest.time },
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
