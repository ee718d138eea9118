import { setTimeout as pause } from 'node:timers/promises'
import type { Bench, Benchmark, Figure } from './benchmark.ts'
import { CONNECTIONS } from './cost.ts'
import { openDraw, recordReads } from './draw.ts'
import { catalogueTime } from './support/catalogues.ts'
import { openLoad } from './support/load.ts'
import { type Server, serveSettled } from './support/server.ts'
import { counted, MEBIBYTE, mebibytes } from './support/statistics.ts'

const DISTINCT = 1_000_000
/** The most of them that one operation has, so that others make up for the few records of some kinds. */
const LARGEST_SHARE = 0.1
/** Requests that are given to the load generator at once. */
const BATCH = 20_000
/** How long a server is left alone until it counts as idle: it looks itself every ten seconds. */
const IDLE_MS = 22_000
/** How long it is left alone after the last request. */
const AFTER_MS = 3_000

export const memory: Benchmark = {
  name: 'memory',
  title: 'Memory',
  method: `Resident memory of the server's process (\`VmRSS\`): ${IDLE_MS / 1000} s after it has done all
work of its own, and ${AFTER_MS / 1000} s after the given number of requests, no two of them for the same address: all
operations that read one record, mixed, with ids over the whole range. SQLite may keep 28 MiB of pages for each
connection; the system's page cache is not included.`,
  async run(bench) {
    const server = await serveSettled(bench.large.data, { time: catalogueTime })
    const load = openLoad()
    try {
      const batches = distinctPaths(bench)
      const first = batches[0]?.[0] as string
      await load.run({ url: server.url, paths: [first], connections: 1 })
      await pause(IDLE_MS)
      const idleBytes = server.residentBytes()
      let most = idleBytes
      let asked = 0
      const resident = [{ asked, bytes: idleBytes }]
      for (const paths of batches) {
        asked += (await load.run({ url: server.url, paths, connections: CONNECTIONS })).requests
        most = Math.max(most, server.residentBytes())
        resident.push({ asked, bytes: server.residentBytes() })
        bench.say(`${asked} requests: ${mebibytes(server.residentBytes())}`)
      }
      await pause(AFTER_MS)
      return figuresOf(bench, { server, idleBytes, asked, most, resident })
    } finally {
      load.close()
      await server.stop()
    }
  },
}

/** With the default settings, so with all the replies that are kept by default. */
const WANTED_IDLE_MIB = 170
const WANTED_MIB = 350

type Resident = { asked: number; bytes: number }
type Counted = { server: Server; idleBytes: number; asked: number; most: number; resident: Resident[] }

function figuresOf({ large, commandOf }: Bench, { server, idleBytes, asked, most, resident }: Counted): Figure[] {
  const command = commandOf('memory')
  return [
    {
      what: `Resident memory, idle, ${counted(large.movies)} movies`,
      measured: mebibytes(idleBytes),
      wanted: `≤ ${WANTED_IDLE_MIB} MiB`,
      isReached: idleBytes <= WANTED_IDLE_MIB * MEBIBYTE,
      command,
    },
    {
      what: `Resident memory after ${counted(asked)} distinct requests`,
      measured: `${mebibytes(server.residentBytes())}, at most ${mebibytes(most)} between them`,
      wanted: `≤ ${WANTED_MIB} MiB`,
      isReached: server.residentBytes() <= WANTED_MIB * MEBIBYTE,
      command,
      chart: {
        name: 'memory',
        title: 'Memory over distinct requests',
        drawnAs: 'lines',
        places: resident.map(({ asked }) => counted(asked)),
        of: 'requests',
        unit: 'MiB',
        series: [{ name: 'resident', values: resident.map(({ bytes }) => bytes / MEBIBYTE) }],
      },
    },
  ]
}

/** Addresses of which no two are the same, in batches that are mixed alike; fewer where the catalogue has no more. */
function distinctPaths({ large }: Bench): string[][] {
  const draw = openDraw(large)
  try {
    const each = Math.ceil(DISTINCT * LARGEST_SHARE)
    const columns = recordReads.map((operation) => draw.distinctPaths(operation, each))
    const mixed = Array.from({ length: each }, (_, at) => columns.flatMap((paths) => paths[at] ?? []))
      .flat()
      .slice(0, DISTINCT)
    const count = Math.ceil(mixed.length / BATCH)
    return Array.from({ length: count }, (_, at) => mixed.slice(at * BATCH, (at + 1) * BATCH))
  } finally {
    draw.close()
  }
}
