import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import type { Bench, Benchmark, Chart, Figure, Table } from '../benchmark.ts'
import { allowEditing } from '../editing/catalogue.ts'
import { makePerson } from '../kept/keepers.ts'
import { runCommand } from '../support/command-process.ts'
import { type Server, serveCatalogue, serveSettled } from '../support/server.ts'
import { counted, MEBIBYTE, mebibytes, median, shown } from '../support/statistics.ts'
import { type Clients, openClients, sumOf, type Tally } from './client.ts'
import { openLedger } from './ledger.ts'
import { type Activity, type Known, type Member, readers, type Written, writers } from './people.ts'

const MEMBERS = 5
/** How often a worker is killed; three times where the whole takes less. */
const KILL_MS = 60_000
const LEAST_KILLS = 3
const LOOK_MS = 10_000
/** Parts of the time: an import is begun in the middle of each of three, a backup at the end of the second. */
const IMPORTS = 3
const BACKUP_AT = 2 / 3
const IMPORTED_MOVIES = 2_000
/** Far beyond the ids of invented catalogues. */
const FIRST_IMPORTED = 50_000_000
/** Until then memory grows because caches fill. */
const SETTLING_SHARE = 1 / 3
/** Parts of the time in the chart. */
const CHARTED = 15
/** What was lost is told up to so many; all is counted. */
const TOLD_LOST = 10

const settings = [
  ...['--workers', '2', '--log-level', 'warn', '--edits-of-new-members', '0', '--suggestions-per-second', '0'],
]

export const soak: Benchmark = {
  name: 'soak',
  title: 'A soak of everything',
  method: `Two workers serve a copy of the small catalogue on SQLite. All the time, people read (movies, people and
titles by a Zipf law), search with and without slips, open pages, rate, edit and add posters; three times
${counted(IMPORTED_MOVIES)} new movies are imported, once a backup is made, and every minute one of the workers is
killed with SIGKILL. A request may be answered, refused (429, or 503 with the time to come again), or cut off because
a worker was killed within the last ten seconds; everything else is an error. In the end everything that was
acknowledged is looked at: on the server, and what was acknowledged before the backup began on a server over the
restored backup. Memory is that of all processes of the server, every ${LOOK_MS / 1_000} s; its slope is that of the
least squares from a third of the time on. \`--minutes M\` says how long it takes.`,
  async run(bench) {
    const data = join(bench.scratch, 'soak')
    await cp(bench.small.data, data, { recursive: true })
    const { known, members } = await prepare(data, bench.small.key)
    const server = await serveSettled(data, { settings })
    const clients = openClients(server.url)
    try {
      const soaked = await soakFor({ bench, data, server, clients, known, members })
      return figuresOf(soaked, clients, bench)
    } finally {
      clients.close()
      await server.stop().catch((error: Error) => bench.say(error.message))
    }
  },
}

const Ids = Type.Object({ id: Type.Integer() })
const Titled = Type.Object({ id: Type.Integer(), title: Type.String() })

async function prepare(data: string, key: string): Promise<{ known: Known; members: Member[] }> {
  const db = await openSqlite(join(data, 'catalogue.sqlite'), { writes: 'inline' })
  try {
    const movies = await db.all(Titled, sql`select id, title from movie order by popularity desc, id ${limit(10_000)}`)
    const people = await db.all(Ids, sql`select id from person order by popularity desc, id ${limit(10_000)}`)
    const members: Member[] = []
    for (let at = 0; at < MEMBERS; at++) {
      const { id, session } = await makePerson(db)
      members.push({
        session,
        browser: await beginBrowserSession(db, { account_id: id, browser: 'bench', now: new Date() }),
      })
    }
    await allowEditing(db)
    const [ids, titles] = [movies.map(({ id }) => id), movies.map(({ title }) => title)]
    return { known: { key, movies: ids, people: people.map(({ id }) => id), titles }, members }
  } finally {
    await db.close()
  }
}

type Setting = { bench: Bench; data: string; server: Server; clients: Clients; known: Known; members: Member[] }
type Soaked = { minutes: number; kills: number; lost: string[]; looked: number; memory: Memory[]; backup: Restored }
type Memory = { minutes: number; bytes: number }
type Restored = { lost: string[]; looked: number }

async function soakFor({ bench, data, server, clients, known, members }: Setting): Promise<Soaked> {
  const all = writers({ clients, known, members })
  const imports = importing(data, clients, known)
  const written: Written[] = [...all.map(({ written }) => written), imports.written]
  const beganMs = performance.now()
  const lastsMs = bench.minutes * 60_000
  const isOver = () => performance.now() - beganMs > lastsMs
  const untilShare = (share: number) => pause(Math.max(0, beganMs + share * lastsMs - performance.now()))

  const memory: Memory[] = []
  const looking = repeated(isOver, LOOK_MS, async () => {
    memory.push({ minutes: (performance.now() - beganMs) / 60_000, bytes: server.familyBytes() })
  })
  let kills = 0
  const killMs = Math.min(KILL_MS, lastsMs / (LEAST_KILLS + 1))
  const killing = repeated(isOver, killMs, async () => {
    // At first everybody begins.
    if (performance.now() - beganMs < killMs / 2) return
    const workers = server.workers()
    process.kill(workers[kills++ % workers.length] as number, 'SIGKILL')
    clients.killed()
    bench.say(`killed a worker; ${counted(sumOf(clients.tallies).answered)} requests were answered`)
  })
  const filling = (async () => {
    for (let round = 0; round < IMPORTS; round++) {
      await untilShare((round + 0.5) / IMPORTS)
      await imports.import(round)
    }
  })()
  let restored: Restored = { lost: [], looked: 0 }
  const backing = (async () => {
    await untilShare(BACKUP_AT)
    restored = await backedUp({ bench, data }, written)
  })()
  const activities = [...readers(clients, known), ...all.map(({ activity }) => activity)]
  await Promise.all([looking, killing, filling, backing, ...activities.flatMap((one) => keepOn(one, isOver))])

  const lost = await lostOf(written, clients)
  const looked = sum(written.map(({ ledger }) => ledger.acknowledged().size))
  return { minutes: bench.minutes, kills, lost, looked, memory, backup: restored }
}

/** Each person of an activity, one thing after the other. They do not all begin at once. */
const keepOn = ({ people, everyMs, act }: Activity, isOver: () => boolean): Promise<void>[] =>
  Array.from({ length: people }, async (_, person) => {
    await pause((person / people) * everyMs)
    await repeated(isOver, everyMs, () => act(person))
  })

async function repeated(isOver: () => boolean, everyMs: number, act: () => Promise<unknown>): Promise<void> {
  while (!isOver()) {
    const nextMs = performance.now() + everyMs
    await act()
    await pause(Math.max(0, nextMs - performance.now()))
  }
}

type ByThen = readonly ReadonlyMap<string, number>[]

/** What was acknowledged by some moment, or by now, and is not shown. */
async function lostOf(written: readonly Written[], clients: Clients, byThen?: ByThen): Promise<string[]> {
  const lost: string[] = []
  for (const [at, { what, ledger, shownBy }] of written.entries())
    for (const key of await ledger.lost(shownBy(clients), byThen?.[at])) lost.push(`${what}: ${key}`)
  return lost
}

/** Movies that come in a file, while the server runs. */
function importing(data: string, clients: Clients, { key }: Known) {
  const ledger = openLedger()
  async function importRound(round: number) {
    const file = join(data, `soaked-${round}.ndjson`)
    const ids = Array.from({ length: IMPORTED_MOVIES }, (_, at) => FIRST_IMPORTED + round * IMPORTED_MOVIES + at)
    const source = { id: 'soaked', name: 'Soaked (invented)', licence: 'CC0-1.0', rank: 10, redistributable: true }
    const lines = [
      { kind: 'source', ...source },
      ...ids.map((id) => ({ kind: 'movie', id, source: 'soaked', title: `Soaked ${id}`, overview: 'It rains.' })),
    ]
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const acknowledged = ids.map((id) => ledger.send(String(id), `Soaked ${id}`))
    await runCommand(['import', file, '--data', data]).then(
      () => {
        for (const acknowledge of acknowledged) acknowledge()
      },
      (error) => clients.fail('import', String(error)),
    )
  }
  const written: Written = {
    what: 'imported movies',
    ledger,
    shownBy: (looking) => async (id) => {
      const body = await looking.look(`/3/movie/${id}?api_key=${key}`)
      return body && JSON.parse(body).title
    },
  }
  return { import: importRound, written }
}

/** Makes a backup, restores it, and looks there for what had been acknowledged when it began. */
async function backedUp({ bench, data }: { bench: Bench; data: string }, written: readonly Written[]) {
  const [backup, restored] = [join(bench.scratch, 'backup'), join(bench.scratch, 'restored')]
  const byThen = written.map(({ ledger }) => ledger.acknowledged())
  bench.say('backing up, and restoring what was backed up')
  await runCommand(['backup', backup, '--data', data])
  await runCommand(['restore', backup, '--data', restored])
  await rm(backup, { recursive: true })
  const server = await serveCatalogue(restored, { settings: ['--log-level', 'warn'] })
  const clients = openClients(server.url)
  try {
    const lost = await lostOf(written, clients, byThen)
    return { lost: lost.map((one) => `of the backup, ${one}`), looked: sum(byThen.map(({ size }) => size)) }
  } finally {
    clients.close()
    await server.stop()
    await rm(restored, { recursive: true })
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

function figuresOf({ minutes, kills, lost, looked, memory, backup }: Soaked, clients: Clients, bench: Bench): Figure[] {
  const command = `${bench.commandOf('soak')} --minutes ${minutes}`
  const all = sumOf(clients.tallies)
  const [reads, searches] = [sumOf(clients.tallies, 'read'), sumOf(clients.tallies, 'search')]
  const gone = [...lost, ...backup.lost]
  const what = `A soak of ${minutes} minutes of everything, in which ${kills} workers were killed`
  const settled = memory.filter(({ minutes: at }) => at >= minutes * SETTLING_SHARE)
  const told = [...clients.errors, ...gone.slice(0, TOLD_LOST)]
  return [
    {
      what: `${what}: errors that are not refusals`,
      measured: counted(all.errors),
      wanted: '0',
      isReached: all.errors === 0,
      command,
      note: [
        `${counted(all.answered)} requests were answered, ${counted(all.refused)} refused,`,
        `and ${counted(all.cut)} cut off by a kill.`,
        `p99 of reads is ${shown(reads.p99Ms)} ms, of searches ${shown(searches.p99Ms)} ms.`,
      ].join(' '),
      details: tableOf(clients),
    },
    {
      what: `${what}: acknowledged, and not there in the end or in the backup`,
      measured: `${counted(gone.length)} of ${counted(looked)}, and of ${counted(backup.looked)} in the backup`,
      wanted: '0',
      isReached: gone.length === 0,
      command,
      ...(told.length > 0 && { note: told.join('; ') }),
    },
    {
      what: `${what}: memory of all processes in the end`,
      measured: `${mebibytes(memory.at(-1)?.bytes ?? 0)}, with a slope of ${slopeOf(settled)}`,
      command,
      chart: chartOf(memory),
    },
  ]
}

const tableOf = ({ tallies }: Clients): Table => ({
  title: 'What was asked for in the soak',
  columns: ['what', 'answered', 'refused', 'cut off', 'errors', 'p50 ms', 'p99 ms'],
  rows: [...tallies.keys()].sort().map((name) => {
    const { answered, refused, cut, errors, p50Ms, p99Ms } = sumOf(new Map([[name, tallies.get(name) as Tally]]))
    return [name, ...[answered, refused, cut, errors].map(counted), shown(p50Ms), shown(p99Ms)]
  }),
})

/** Of the line of the least squares; memory that goes up for ever shows here. */
function slopeOf(memory: readonly Memory[]): string {
  const mean = (values: readonly number[]) => sum(values) / values.length
  const [meanMinutes, meanBytes] = [mean(memory.map(({ minutes }) => minutes)), mean(memory.map(({ bytes }) => bytes))]
  const squares = sum(memory.map(({ minutes }) => (minutes - meanMinutes) ** 2))
  if (memory.length < 2) return 'nothing, because it was too short'
  const product = sum(memory.map(({ minutes, bytes }) => (minutes - meanMinutes) * (bytes - meanBytes)))
  return `${mebibytes((product / squares) * 60)} an hour`
}

/** The memory in parts of the time, of which each has its median. */
function chartOf(memory: readonly Memory[]): Chart {
  const size = Math.max(1, Math.ceil(memory.length / CHARTED))
  const parts = Array.from({ length: Math.ceil(memory.length / size) }, (_, at) =>
    memory.slice(at * size, (at + 1) * size),
  )
  return {
    name: 'soak',
    title: 'Memory of all processes during the soak',
    drawnAs: 'lines',
    places: parts.map(([first]) => shown(first?.minutes ?? 0)),
    of: 'minutes',
    unit: 'MiB',
    series: [{ name: 'memory', values: parts.map((part) => median(part.map(({ bytes }) => bytes)) / MEBIBYTE) }],
  }
}
