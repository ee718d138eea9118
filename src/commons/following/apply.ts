import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import { isKind } from '#src/catalogue/kinds.ts'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openForeignStaging } from '#src/import/foreign/foreign-staging.ts'
import { identify } from '#src/import/foreign/identify.ts'
import { openNumbers } from '#src/import/foreign/numbers.ts'
import { type ImportSummary, type InputLine, importInputs } from '#src/import/import.ts'
import type { LeftOf } from '#src/import/write-chunk.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { maxPublishedLineBytes } from '../format/limits.ts'
import { onTheirWay, openReturning } from '../returning/come-round.ts'
import { applyGone, type GoneEdit, type Waiting, withdrawAll } from './apply-gone.ts'
import { type Counts, type Following, noteApplied, noteHour, noteLiveApplied, type Position } from './followings.ts'
import { linesHere } from './lines-here.ts'
import { forgetLive } from './live/live-records.ts'
import { movePlaces } from './move-places.ts'
import { type NumbersHere, openNumbersHere } from './numbers-here.ts'
import type { Origins } from './origins.ts'
import { checkFile, type PacketFile } from './packet-file.ts'
import { takesKind } from './selection.ts'
import { stageIdentities } from './stage-identities.ts'
import type { Instances } from './staging/known-as.ts'
import { type Gone, type StagedGone, stageGone } from './staging/stage-gone.ts'
import type { Failed } from './unforeseen.ts'

/** How far a round has come. */
export type FollowProgress = {
  phase: 'downloading' | 'checking' | 'matching' | 'writing'
  done: number
  of?: number | undefined
}

export type Applying = {
  db: Database
  config: Config
  following: Following
  origins: Origins
  instances: Instances
  now: () => Date
  signal: AbortSignal
  failed: Failed
  /** Puts pictures in their places, if they come along. */
  withPictures?: ((lines: AsyncIterable<readonly InputLine[]>) => AsyncIterable<readonly InputLine[]>) | undefined
  onProgress?(progress: FollowProgress): void
}

/** What comes in at once: a packet, or a whole dump. */
type Incoming = {
  files: readonly PacketFile[]
  isWhole: boolean
  /** When the publisher made it. */
  made_at: string
  bytes: number
  note: string
} & (
  | {
      /** What is in the catalogue when it is done. */
      position: Position
    }
  | {
      /** The position of the publisher that it reaches, if it is what was heard between two packets. */
      live: number
    }
)

const namesOf = ({ data }: Config) => ({
  identities: join(data, 'import.foreign.sqlite'),
  lines: join(data, 'import.staging.sqlite'),
})

/**
 * Takes in a packet or a whole dump. All of it is checked first; then it is found out which records here it is about,
 * and what it says is written. That it is there is noted in its last transaction, so whoever is killed before applies
 * it again, which changes nothing that is there.
 */
export async function applyIncoming(incoming: Incoming, applying: Applying): Promise<Counts & { unchanged: number }> {
  const { db, following, now, onProgress = () => {}, signal } = applying
  const { files, isWhole, bytes } = incoming
  for (const [done, file] of files.entries()) {
    signal.throwIfAborted()
    onProgress({ phase: 'checking', done, of: files.length })
    await checkFile(file)
  }
  const returning = openReturning(await onTheirWay(db, following.id))
  const staged = await stageGone(`${namesOf(applying.config).identities}.gone`)
  const all = applyAll(incoming, staged, { ...applying, leftOf: returning.leftOf })
  const { summary, refused, gone } = await all.finally(staged.close)
  const added: Counts = {
    ...{ packets: isWhole || 'live' in incoming ? 0 : 1, dumps: isWhole ? 1 : 0, bytes, gone, refused },
    ...{ created: summary.created, changed: summary.changed },
  }
  await db.transaction(async (tx) => {
    await returning.settle(tx, now())
    if ('live' in incoming) await noteLiveApplied(tx, following, incoming.live, added, now())
    else {
      await noteApplied(tx, following, incoming.position, added, now())
      await forgetLive(tx, following.id, isWhole ? Number.MAX_SAFE_INTEGER : incoming.position.position)
    }
    const lag = Math.max(0, Math.round((now().getTime() - Date.parse(incoming.made_at)) / 1_000))
    const records = added.created + added.changed + gone
    await noteHour(tx, following.id, { packets: added.packets, records, lag: isWhole ? 0 : lag }, now())
  })
  return { ...added, unchanged: summary.unchanged }
}

/** How often lines of seasons and episodes are looked at that have no room where they belong: they wait for others. */
const mostPasses = 6

/**
 * Writes what is there, and then what is gone. Seasons and episodes that had no room where they belong are written once
 * more as long as there may be room by then: what had their place is gone, or what they belong to was made or moved.
 */
async function applyAll(incoming: Incoming, staged: StagedGone, applying: Applying & { leftOf: LeftOf }) {
  const { db, following, signal } = applying
  const numbers = openNumbersHere(db, following.source_id, (of) => takesKind(following.selection, of))
  const { summary, stuck, sweep } = await applyLines(incoming, { numbers, staged }, applying)
  const edit: GoneEdit = { edit_id: summary.edit_id, note: incoming.note }
  const going = () => goAll({ staged, sweep, numbers, edit }, applying)
  let gone = await going()
  const sum = { ...summary }
  let left = { stuck, hasMoved: summary.created + gone > 0 }
  for (let pass = 1; pass < mostPasses && left.stuck > 0 && left.hasMoved; pass++) {
    signal.throwIfAborted()
    numbers.forget()
    const again = await writeLines(incoming, { numbers, isOnly: isOfSeries }, applying)
    const { created, changed } = again.summary
    sum.created += created
    sum.changed += changed
    const more = await going()
    gone += more
    left = { stuck: again.stuck, hasMoved: created + again.moved + more > 0 }
  }
  return { summary: sum, refused: Math.max(0, summary.refused - stuck + left.stuck), gone }
}

type Going = {
  staged: StagedGone
  /** Records of which a whole dump says nothing any more. */
  sweep: readonly (readonly [RecordKind, readonly number[]])[]
  numbers: NumbersHere
  edit: GoneEdit
}

/** Takes away what is gone, as far as nothing here needs it. */
async function goAll({ staged, sweep, numbers, edit }: Going, applying: Applying): Promise<number> {
  const { signal, origins } = applying
  let waiting: Waiting = new Map()
  const going = { ...applying, numbers, sources: origins.sources, waiting }
  let gone = 0
  numbers.forget()
  const swept = sweep.values().map(([of, ids]) => ids.map((id): Gone => ({ of, id })))
  for (const batches of [swept, staged.batches()])
    for (const batch of batches) {
      signal.throwIfAborted()
      gone += await applyGone(batch, going, edit)
      await nextTurn()
    }
  // What named one of them may have gone, or has not said so since.
  for (let pass = 1, last = 1; pass < mostPasses && waiting.size > 0 && last > 0; pass++) {
    const some = waiting
    waiting = new Map()
    last = 0
    for (const of of recordKindNames.toReversed())
      last += await withdrawAll(of, [...(some.get(of) ?? [])], { ...going, waiting }, edit)
    gone += last
  }
  return gone
}

/** With the series, whose orders name episodes. */
const isOfSeries = (of: RecordKind): boolean => of === 'series' || of === 'season' || of === 'episode'

/** Finds out which records lines are about, and writes what they say. Returns which records a whole dump has not. */
async function applyLines(
  incoming: Incoming,
  { numbers, staged }: { numbers: NumbersHere; staged: StagedGone },
  applying: Applying & { leftOf: LeftOf },
): Promise<{ summary: ImportSummary; stuck: number; sweep: Going['sweep'] }> {
  const { db, config, following, now, signal, onProgress = () => {} } = applying
  const { files, isWhole, note } = incoming
  const { source_id, selection } = following
  const paths = namesOf(config)
  const staging = await openForeignStaging(paths.identities)
  const ofApps = await openNumbers(`${paths.identities}.numbers`)
  try {
    await stageIdentities(files, {
      ...{ db, staging, source_id, label: following.name, selection, instances: applying.instances },
      onGone: staged.add,
    })
    await updateNameIndex(db, { location: locationOf(config), signal })
    const of = staging.count()
    await identify({
      ...{ db, staging, numbers: ofApps, source_id, now: now(), isDryRun: false, areDistinct: true },
      ...{ creates: false, keepsUndone: false },
      onProgress(done) {
        signal.throwIfAborted()
        onProgress({ phase: 'matching', done, of })
      },
      onUnplaced() {},
    })
    const sweep = isWhole ? await unmentioned({ db, source_id, staging, staged, selection }) : []
    const { summary, stuck } = await writeLines(incoming, { numbers }, applying)
    const edit_id = await ofApps.note(db, { source_id, note, edit_id: summary.edit_id, at: now() })
    return { summary: { ...summary, edit_id }, stuck, sweep }
  } finally {
    await staging.close()
    await ofApps.close()
    await rm(paths.identities, { force: true })
  }
}

/** What lines are refused for whose seasons or episodes have no room where they belong. */
const placeFields: ReadonlySet<string> = new Set(['id', 'series_id', 'season_number', 'episode_number'])

/** Writes what lines say, and returns how many seasons and episodes have no room where they belong, and have moved. */
async function writeLines(
  { files, note }: Incoming,
  { numbers, isOnly }: { numbers: NumbersHere; isOnly?: (of: RecordKind) => boolean },
  { db, config, following, origins, now, signal, failed, leftOf, ...applying }: Applying & { leftOf: LeftOf },
): Promise<{ summary: ImportSummary; stuck: number; moved: number }> {
  const { source_id, selection } = following
  const { withPictures = (all) => all, onProgress = () => {} } = applying
  const { sourceOf, sources } = origins
  const shared = new Map<string, { of: RecordKind; id: number }>()
  let [stuck, moved] = [0, 0]
  const onMoved = () => void moved++
  const lines = linesHere(files, {
    ...{ source_id, numbers, sourceOf, selection, ...(isOnly && { isOnly }) },
    onShared: (of, id) => void shared.set(`${of} ${id}`, { of, id }),
    onPlaced: (of, placed, those) =>
      movePlaces(of, placed, those, { db, source_id, sources, note, now, failed, onMoved }),
    onLeftOut() {},
  })
  const summary = await importInputs(db, withPictures(lines), {
    ...{ now, note, isIdentified: true, editSource: source_id, wholeOf: sources },
    longestLine: maxPublishedLineBytes,
    ...{ leftOf, onFault: failed },
    ...{ stagingPath: namesOf(config).lines, sharedRecords: () => shared.values() },
    onRefused({ field }) {
      if (placeFields.has(field)) stuck++
    },
    onProgress({ phase, done, of }) {
      signal.throwIfAborted()
      if (phase === 'writing') onProgress({ phase, done, of })
    },
  })
  return { summary, stuck, moved }
}

const Key = Type.Object({ source_key: Type.String() })
/** Keys that are looked at together. */
const KEYS_AT_ONCE = 2_000

type Mentions = Pick<Following, 'source_id' | 'selection'> & {
  db: Database
  staging: Awaited<ReturnType<typeof openForeignStaging>>
  staged: StagedGone
}

/** The records of a publisher of which a whole dump says nothing any more, those that belong to others first. */
async function unmentioned({ db, source_id, staging, staged, selection }: Mentions): Promise<[RecordKind, number[]][]> {
  const missing: [RecordKind, number[]][] = []
  for (const of of recordKindNames.toReversed()) {
    if (!isKind(of) || !takesKind(selection, of)) continue
    for (let after = ''; ; ) {
      const rows = await db.all(
        Key,
        sql`
        select source_key from source_key
        where source_id = ${source_id} and kind = ${of} and source_key > ${after} and entity_id is not null
        order by source_key ${limit(KEYS_AT_ONCE)}`,
      )
      const keys = rows.map(({ source_key }) => source_key)
      const there = staging.identities(of, keys)
      const absent = keys.filter((key) => !there.has(key)).map(Number)
      const unsaid = absent.length > 0 ? staged.unsaid(of, absent) : []
      if (unsaid.length > 0) missing.push([of, unsaid])
      if (keys.length < KEYS_AT_ONCE) break
      after = keys.at(-1) as string
    }
  }
  return missing
}
