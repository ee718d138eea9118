import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { peopleSource } from '#src/catalogue/sources.ts'
import { maxNewest } from '#src/commons/format/limits.ts'
import { manifestName } from '#src/commons/format/names.ts'
import { digestOf } from '#src/commons/format/read.ts'
import { canonical, Manifest } from '#src/commons/format/schemas.ts'
import type { Database } from '#src/database/database.ts'
import { tryLock } from '#src/database/locks.ts'
import { openDatabase } from '#src/database/open.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { Bench, Figure } from '../benchmark.ts'
import { readsOfCopy } from '../support/reads-of-copy.ts'
import type { Server } from '../support/server.ts'
import { counted, median, percentile, shown } from '../support/statistics.ts'
import { watchBeside } from './beside.ts'
import { cellsOf, columnsOfReads, QUIET_MS, type Reads, steady, timesOf, WARM_UP_MS } from './pace.ts'

export const PUBLISH_EVERY = 2
export const EDITS = 20
const POLL_MS = 20
/** A whole dump of a million movies takes long; it may not take longer than this. */
const WHOLE_TIMEOUT_MS = 7_200_000
const PACKET_TIMEOUT_MS = 60_000

const wantedMinutes = 30
const wantedBytes = 300_000_000
const wantedTimes = 1.5
const wantedSeconds = 5
const MEGABYTE = 1_000_000

const Id = Type.Object({ id: Type.Integer() })

export type Published = {
  reads: Reads
  seconds: number
  cpuSeconds: number
  peakBytes: number
  manifest: Manifest
  /** From an edit to the manifest that has it. */
  editSeconds: number[]
  sizes: { wholeBytes: number; movies: number; manifestBytes: number; packedBytes: number; oneRecordBytes: number }
}

/** Publishes a copy of the larger catalogue beside reads, and then edits of it. */
export async function measurePublishing({ large, scratch, say }: Bench): Promise<Published> {
  const data = join(scratch, 'published')
  const folder = join(scratch, 'published-dump')
  // As long as somebody else publishes, the server does not.
  const lock = await tryLock(data, 'publishing')
  if (!lock) throw new Error(`${data} is being published`)
  const settings = ['--publish', '--publish-every', String(PUBLISH_EVERY), '--publish-folder', folder]
  const { server, load, end } = await readsOfCopy(large, data, { ...steady, settings })
  const db = await openDatabase(data, { writes: 'inline', connections: 1 })
  try {
    await pause(WARM_UP_MS)
    await load.look()
    await pause(QUIET_MS)
    const quiet = await load.look()
    await lock.release()
    const whole = await wholeDump(db, folder, server)
    const beside = await load.look()
    const { manifest, seconds } = whole
    say(
      `whole dump in ${shown(seconds)} s; p99 ${shown(quiet.latencyMs.p99)} ms, beside it ${shown(
        beside.latencyMs.p99,
      )} ms`,
    )
    const editSeconds = await edited(db, folder)
    const last = await manifestIn(folder)
    return { ...whole, manifest, reads: { quiet, beside }, editSeconds, sizes: sizesOf(large.movies, manifest, last) }
  } finally {
    await db.close()
    await end()
  }
}

async function wholeDump(db: Database, folder: string, server: Server) {
  const watch = watchBeside(server)
  const beganMs = performance.now()
  await db.run(sql`update publication set next_at = '', look_at = ''`)
  const manifest = await until(folder, ({ whole }) => whole !== null, WHOLE_TIMEOUT_MS)
  return { manifest, seconds: (performance.now() - beganMs) / 1_000, ...watch.end() }
}

/** Edits one movie after the other, each somewhere between two publications. */
async function edited(db: Database, folder: string): Promise<number[]> {
  const movies = await db.all(Id, sql`select id from movie order by id ${limit(EDITS)}`)
  const seconds: number[] = []
  for (const [at, { id }] of movies.entries()) {
    const { packets } = await manifestIn(folder)
    await pause(((at % 10) / 10) * PUBLISH_EVERY * 1_000)
    const values = { tagline: `Published ${at}` }
    await applyEdit(db, {
      account_id: null,
      source_id: peopleSource,
      at: new Date(),
      records: [{ kind: 'movie', id, values }],
    })
    const beganMs = performance.now()
    await until(folder, ({ packets: { last } }) => last > packets.last, PACKET_TIMEOUT_MS)
    seconds.push((performance.now() - beganMs) / 1_000)
  }
  return seconds
}

const manifestIn = async (folder: string) => JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest

async function until(folder: string, isReached: (manifest: Manifest) => boolean, timeoutMs: number): Promise<Manifest> {
  for (const endMs = performance.now() + timeoutMs; performance.now() < endMs; await pause(POLL_MS)) {
    const manifest = await manifestIn(folder).catch(() => undefined)
    if (manifest && isReached(manifest)) return manifest
  }
  throw new Error(`nothing was published to ${folder} in time`)
}

function sizesOf(movies: number, { whole }: Manifest, last: Manifest): Published['sizes'] {
  const { newest } = last.packets
  const [some] = newest
  // As many packets as a manifest names in the end, of which no two have the same digest.
  const all = some
    ? Array.from({ length: maxNewest }, (_, at) => ({ ...some, number: at, sha256: digestOf(String(at)) }))
    : []
  const text = canonical(Manifest, { ...last, packets: { ...last.packets, newest: all } })
  return {
    movies,
    wholeBytes: whole?.parts.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0,
    manifestBytes: Buffer.byteLength(text),
    packedBytes: gzipSync(text).length,
    oneRecordBytes: median(newest.map(({ bytes }) => bytes)),
  }
}

export function figuresOfPublishing(
  { reads, seconds, cpuSeconds, peakBytes, manifest, editSeconds }: Published,
  { large, commandOf }: Bench,
): Figure[] {
  const command = commandOf('commons')
  const lines = manifest.whole?.parts.reduce((sum, part) => sum + part.lines, 0) ?? 0
  // What is wanted is said of a million movies.
  const wanted = (wantedMinutes * large.movies) / 1_000_000
  const [times, p99] = [timesOf(reads), percentile(editSeconds, 0.99)]
  return [
    {
      what: `Whole dump of ${counted(large.movies)} movies (${counted(lines)} lines): processor time`,
      measured: `${shown(cpuSeconds / 60)} min (${shown(seconds / 60)} min from its beginning to its end)`,
      wanted: `≤ ${shown(wanted)} min`,
      isReached: cpuSeconds / 60 <= wanted,
      command,
      note: `With what else the process beside requests did meanwhile. What is wanted is ${wantedMinutes} min for a
million movies.`,
    },
    {
      what: 'Whole dump: peak memory of the process that makes it',
      measured: `${shown(peakBytes / MEGABYTE)} MB`,
      wanted: `< ${wantedBytes / MEGABYTE} MB`,
      isReached: peakBytes < wantedBytes,
      command,
    },
    {
      what: 'p99 of details of a movie beside a whole dump ÷ without',
      measured: `${shown(times)} (${shown(reads.beside.latencyMs.p99)} ms ÷ ${shown(reads.quiet.latencyMs.p99)} ms)`,
      wanted: `≤ ${wantedTimes}`,
      isReached: times <= wantedTimes,
      command,
      details: {
        title: 'Reads with and without a whole dump',
        columns: ['', ...columnsOfReads],
        rows: [
          ['without', ...cellsOf(reads.quiet)],
          ['beside', ...cellsOf(reads.beside)],
        ],
      },
    },
    {
      what: `From an edit to its packet, published every ${PUBLISH_EVERY} s: p99 of ${editSeconds.length}`,
      measured: `${shown(p99)} s (median ${shown(median(editSeconds))} s)`,
      wanted: `≤ ${PUBLISH_EVERY + wantedSeconds} s`,
      isReached: p99 <= PUBLISH_EVERY + wantedSeconds,
      command,
    },
  ]
}
