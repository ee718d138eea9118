import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { peopleSource } from '#src/catalogue/sources.ts'
import { listFollowings } from '#src/commons/following/followings.ts'
import { manifestName } from '#src/commons/format/names.ts'
import type { Manifest } from '#src/commons/format/schemas.ts'
import type { Database } from '#src/database/database.ts'
import { openDatabase } from '#src/database/open.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { Bench, Figure } from '../benchmark.ts'
import { secretsOf } from '../support/catalogues.ts'
import { type Ended, runCommand } from '../support/command-process.ts'
import { runImport } from '../support/import-process.ts'
import { readsOfCopy } from '../support/reads-of-copy.ts'
import { counted, median, shown, spread } from '../support/statistics.ts'
import { copyMigrated } from './copies.ts'
import { cellsOf, columnsOfReads, QUIET_MS, type Reads, steady, timesOf, WARM_UP_MS } from './pace.ts'

/** Rounds of what takes long. */
const mostRounds = 3
const mostChanged = 5_000
/** Edits that are written in one transaction. */
const EDITS_AT_ONCE = 100
const POLL_MS = 20
const PACKET_TIMEOUT_MS = 600_000

const wantedSpeed = 0.7
const wantedRecords = 500
const wantedTimes = 3
const MEGABYTE = 1_000_000

const Id = Type.Object({ id: Type.Integer() })

type Bootstrap = { ours: Ended; plain: Ended; lines: number }
type Taken = { seconds: number; records: number; reads: Reads }
export type Followed = {
  bootstraps: Bootstrap[]
  packets: Taken[]
  sizes: { recordBytes: number }
}

/** Follows the smaller catalogue from an empty one, and then what changes there. */
export async function measureFollowing(bench: Bench): Promise<Followed> {
  const { small, scratch, say, rounds } = bench
  const [origin, folder] = [join(scratch, 'origin'), join(scratch, 'dump')]
  await copyMigrated(small, origin)
  await runCommand(['publish', folder, '--data', origin])
  const lines = join(scratch, 'whole.ndjson.zst')
  const { whole } = await manifestIn(folder)
  const parts = whole?.parts ?? []
  // Frames after one another unpack to what is in all of them.
  for (const { path } of parts) await appendFile(lines, await readFile(join(folder, path)))
  const count = parts.reduce((sum, part) => sum + part.lines, 0)
  const [data, other] = [join(scratch, 'follower'), join(scratch, 'imported')]
  const bootstraps: Bootstrap[] = []
  for (let round = 0; round < Math.min(rounds, mostRounds); round++) {
    await Promise.all([data, other].map((place) => rm(place, { recursive: true, force: true })))
    const ours = await runCommand(['follow', folder, '--yes', '--data', data])
    const plain = await runImport([lines], { data: other })
    say(`followed in ${shown(ours.seconds)} s, imported in ${shown(plain.seconds)} s`)
    bootstraps.push({ ours, plain, lines: count })
  }
  await rm(other, { recursive: true })
  const packets = await takePackets(bench, { origin, folder, data, rounds: Math.min(rounds, mostRounds) })
  await rm(data, { recursive: true })
  const { newest } = (await manifestIn(folder)).packets
  const records = packets.reduce((sum, taken) => sum + taken.records, 0)
  const recordBytes = newest.reduce((sum, { bytes }) => sum + bytes, 0) / records
  return { bootstraps, packets, sizes: { recordBytes } }
}

const manifestIn = async (folder: string) => JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Manifest

type Places = { origin: string; folder: string; data: string; rounds: number }

/** A server takes in packets while it answers reads. */
async function takePackets({ small, scratch, say }: Bench, { origin, folder, data, rounds }: Places): Promise<Taken[]> {
  const [key = '', session = ''] = await secretsOf(data)
  const followed = { movies: small.movies, data, key, session }
  const place = join(scratch, 'following')
  const settings = ['--follow-every-seconds', '86400']
  const { load, end } = await readsOfCopy(followed, place, { ...steady, settings })
  const [db, there] = [
    await openDatabase(place, { writes: 'inline', connections: 1 }),
    await openDatabase(origin, { writes: 'inline' }),
  ]
  const taken: Taken[] = []
  try {
    await pause(WARM_UP_MS)
    for (let round = 0; round < rounds; round++) {
      const records = await change(there, Math.min(mostChanged, Math.floor(small.movies / 2)), round)
      await runCommand(['publish', folder, '--data', origin])
      const { packets } = await manifestIn(folder)
      await load.look()
      await pause(QUIET_MS)
      const quiet = await load.look()
      const seconds = await takeUpTo(db, packets.last)
      const beside = await load.look()
      say(`${counted(records)} changed records in ${shown(seconds)} s`)
      taken.push({ seconds, records, reads: { quiet, beside } })
    }
    return taken
  } finally {
    await Promise.all([db.close(), there.close()])
    await end()
    await rm(place, { recursive: true })
  }
}

async function change(db: Database, count: number, round: number): Promise<number> {
  const movies = await db.all(Id, sql`select id from movie order by id ${limit(count)}`)
  for (let first = 0; first < movies.length; first += EDITS_AT_ONCE)
    await db.transaction(async (tx) => {
      for (const { id } of movies.slice(first, first + EDITS_AT_ONCE)) {
        const values = { tagline: `Changed ${round}`, runtime: 90 + round }
        const records = [{ kind: 'movie' as const, id, values }]
        await applyEdit(tx, { account_id: null, source_id: peopleSource, at: new Date(), records })
      }
    })
  return movies.length
}

async function takeUpTo(db: Database, packet: number): Promise<number> {
  const beganMs = performance.now()
  await db.run(sql`update following set next_at = ''`)
  for (const endMs = beganMs + PACKET_TIMEOUT_MS; performance.now() < endMs; await pause(POLL_MS)) {
    const [following] = await listFollowings(db)
    if (following?.problem) throw new Error(`${following.problem.is}: ${following.problem.detail}`)
    if (following?.packet === packet) return (performance.now() - beganMs) / 1_000
  }
  throw new Error('the packets did not come in')
}

export function figuresOfFollowing({ bootstraps, packets }: Followed, { small, commandOf }: Bench): Figure[] {
  const command = commandOf('commons')
  const speeds = bootstraps.map(({ ours, plain }) => plain.seconds / ours.seconds)
  const rates = packets.map(({ records, seconds }) => records / seconds)
  const times = median(packets.map(({ reads }) => timesOf(reads)))
  const p99 = (which: keyof Reads) => median(packets.map(({ reads }) => reads[which].latencyMs.p99))
  const [{ lines } = { lines: 0 }] = bootstraps
  const peak = Math.max(...bootstraps.map(({ ours }) => ours.peakBytes))
  return [
    {
      what: `Bootstrap of ${counted(small.movies)} movies (${counted(lines)} lines): its speed ÷ a plain import`,
      measured: spread(speeds, ''),
      wanted: `≥ ${wantedSpeed}`,
      isReached: median(speeds) >= wantedSpeed,
      command,
      note: `Its peak memory is ${shown(peak / MEGABYTE)} MB.`,
      details: {
        title: 'Rounds of the bootstrap',
        columns: ['follow', 'CPU', 'lines per second', 'import', 'CPU', 'lines per second', 'follow ÷ import'],
        rows: bootstraps.map(({ ours, plain }, at) => [
          ...[`${shown(ours.seconds)} s`, `${shown(ours.cpuSeconds)} s`, counted(lines / ours.seconds)],
          ...[`${shown(plain.seconds)} s`, `${shown(plain.cpuSeconds)} s`, counted(lines / plain.seconds)],
          shown(speeds[at] ?? 0),
        ]),
      },
    },
    {
      what: 'Packets: changed records per second, from when a server that follows looks',
      measured: spread(rates, ''),
      wanted: `≥ ${wantedRecords}`,
      isReached: median(rates) >= wantedRecords,
      command,
      note: `${counted(packets[0]?.records ?? 0)} movies were changed in each round. The process that takes them in is
started for it.`,
    },
    {
      what: 'p99 of details of a movie at a follower beside a packet ÷ without',
      measured: `${shown(times)} (${shown(p99('beside'))} ms ÷ ${shown(p99('quiet'))} ms)`,
      wanted: `≤ ${wantedTimes}`,
      isReached: times <= wantedTimes,
      command,
      details: {
        title: 'Reads with and without a packet',
        columns: ['round', ...columnsOfReads],
        rows: packets.flatMap(({ reads }, at) => [
          [`${at + 1}, without`, ...cellsOf(reads.quiet)],
          [`${at + 1}, beside`, ...cellsOf(reads.beside)],
        ]),
      },
    },
  ]
}
