import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import { isKind } from '#src/catalogue/kinds.ts'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Config } from '#src/config.ts'
import { nullable } from '#src/contract/schema.ts'
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
import { applyGone, type GoneEdit, goneAtOnce, type Waiting, withdrawAll } from './apply-gone.ts'
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
import { type StagedGone, stageGone } from './staging/stage-gone.ts'
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
  sweep: readonly [RecordKind, readonly number[]][]
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
  for (const [of, ids] of sweep)
    for (let at = 0; at < ids.length; at += goneAtOnce) {
      signal.throwIfAborted()
      const some = ids.slice(at, at + goneAtOnce)
      const shared = new Set(await numbers.shared(of, some))
      const alone = some.filter((id) => !shared.has(id))
      gone += await withdrawAll(of, alone, going, edit)
    }
  for (const batch of staged.batches()) {
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
    const sweep = isWhole ? await keysMissing(db, source_id, staging, selection) : []
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

const Keyed = Type.Object({ source_key: Type.String(), entity_id: nullable(Type.Integer()) })
/** Keys that are looked at together. */
const KEYS_AT_ONCE = 2_000

/** The records here of which a whole dump says nothing any more, by kind, those that belong to others first. */
async function keysMissing(
  db: Database,
  source_id: string,
  staging: Awaited<ReturnType<typeof openForeignStaging>>,
  selection: Following['selection'],
): Promise<[RecordKind, number[]][]> {
  const missing: [RecordKind, number[]][] = []
  for (const of of recordKindNames.toReversed()) {
    if (!isKind(of) || !takesKind(selection, of)) continue
    const ids: number[] = []
    for (let after = ''; ; ) {
      const rows = await db.all(
        Keyed,
        sql`
        select source_key, entity_id from source_key
        where source_id = ${source_id} and kind = ${of} and source_key > ${after}
        order by source_key ${limit(KEYS_AT_ONCE)}`,
      )
      const last = rows.at(-1)
      if (!last) break
      const there = staging.identities(
        of,
        rows.map((row) => row.source_key),
      )
      for (const row of rows) if (row.entity_id !== null && !there.has(row.source_key)) ids.push(row.entity_id)
      after = last.source_key
    }
    if (ids.length > 0) missing.push([of, ids])
  }
  return missing
}
