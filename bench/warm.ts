import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '#src/database/open.ts'
import { createKey } from '#src/keys/keys.ts'
import { packageRoot } from '#src/package-root.ts'
import type { Bench, Benchmark, Catalogue, Figure, Table } from './benchmark.ts'
import { CONNECTIONS, type Cost, costsInTurn, microsecondsOf, type Subject, timesOf } from './cost.ts'
import { openDraw } from './draw.ts'
import { peerOperations } from './peers/operations.ts'
import { requestsOf } from './peers/requests.ts'
import { catalogueTime } from './support/catalogues.ts'
import { type Load, openLoad } from './support/load.ts'
import { startNginx } from './support/nginx.ts'
import { recordReplies } from './support/record-replies.ts'
import { clockAt, type Server, serveSettled, startServer } from './support/server.ts'
import { counted, median, range, shown, spread } from './support/statistics.ts'
import { pathOf, unmeasured } from './support/tools.ts'

const WANTED_TIMES_BARE = 1.1
const WANTED_TIMES_KNOWN = 1
const WANTED_TIMES_PEER = 2
/** Different addresses of an operation; fewer where it has no more. */
const ADDRESSES = 10_000
/** Keys that the requests come with in turn. */
const KEYS = 200
/** Memory for replies: all addresses of an operation fit, so that every request that counts is a warm one. */
const CACHE_BYTES = 1_073_741_824
const SITE = 'https://reelcommons.example'
/** What every client that has something already may send. */
const known = { headers: { 'if-none-match': '*' }, status: 304 }

export const warm: Benchmark = {
  name: 'warm',
  title: 'Warm reads',
  method: `Each of the ${peerOperations.length} reads of the specification that need no session is asked for up to
${counted(ADDRESSES)} different addresses with ${KEYS} keys in turn, over ${CONNECTIONS} connections that stay open.
Before anything counts, every address is requested once, so that its reply is in memory (\`--reply-cache-bytes\` is
raised to make sure). Measured in turn, round by round: ours; ours with \`If-None-Match\`; a bare \`node:http\` server
that sends the same bytes, from buffers, with the same headers for the same addresses; the plain server of
\`bench/peers/\`, which caches nothing; and nginx with one worker that sends the same bytes as files. Ours logs only
warnings, the others nothing. What counts is the CPU time that a server's process spends on a request; requests per
second are what follows from it for a process that is always busy.`,
  tools: ['nginx'],
  async run(bench) {
    const load = openLoad()
    const settings = ['--site', SITE, '--log-level', 'warn', '--reply-cache-bytes', String(CACHE_BYTES)]
    const secrets = await keysOf(bench.large)
    const ours = await serveSettled(bench.large.data, { time: catalogueTime, settings })
    const file = join(bench.large.data, 'catalogue.sqlite')
    const program = join(packageRoot, 'bench/peers/fastify-sqlite.ts')
    const peer = await startServer({
      args: (port) => [program, '--file', file, '--site', SITE, '--port', String(port)],
      env: clockAt(catalogueTime),
    })
    try {
      const measured: Measured[] = []
      for (const { operation, paths } of addressesOf(bench.large, secrets)) {
        bench.say(`${operation}: ${paths.length} addresses`)
        measured.push(await measure({ operation, paths, ours, peer }, load, bench))
      }
      return figuresOf(measured, bench.commandOf('warm'))
    } finally {
      load.close()
      await Promise.all([ours.stop(), peer.stop()])
    }
  },
}

type Addresses = { operation: string; paths: string[] }
type Asked = Addresses & { ours: Server; peer: Server }
type Measured = { operation: string; addresses: number; bytes: number; costs: Record<Name, Cost[]>; nginx?: Cost[] }
type Name = 'ours' | 'bare' | 'known' | 'peer'

/** Keys of this catalogue; each run makes its own. */
async function keysOf({ data }: Catalogue): Promise<string[]> {
  const db = await openDatabase(data, { writes: 'inline' })
  try {
    const now = new Date()
    const key = { name: 'warm', plan: 'developer', account_id: null, limit_per_second: 0, now } as const
    const made: string[] = []
    for (let count = 0; count < KEYS; count++) made.push((await createKey(db, key)).secret)
    return made
  } finally {
    await db.close()
  }
}

/** Different addresses of each operation, which come with the keys in turn. */
function addressesOf(catalogue: Catalogue, secrets: readonly string[]): Addresses[] {
  const draw = openDraw(catalogue)
  try {
    return requestsOf(catalogue, ADDRESSES).map(({ operation, whole, heaviest }) => {
      // What has heavier records is drawn by record.
      const distinct = heaviest ? draw.distinctPaths(operation, ADDRESSES) : [...new Set(whole)]
      const paths = distinct.map((path, at) => path.replace(catalogue.key, secrets[at % secrets.length] as string))
      return { operation, paths }
    })
  } finally {
    draw.close()
  }
}

async function measure({ operation, paths, ours, peer }: Asked, load: Load, bench: Bench): Promise<Measured> {
  // Each is asked for once, and is in memory from then on.
  const replies = await recordReplies(ours.url, paths, { withBodies: true })
  const file = join(bench.scratch, `replies-${operation}.json`)
  await writeFile(file, JSON.stringify(replies))
  const bare = await startServer({ args: (port) => [join(packageRoot, 'bench/servers/bare.ts'), String(port), file] })
  const nginx = pathOf('nginx') ? await startNginx(join(bench.scratch, `nginx-${operation}`), replies) : undefined
  try {
    const subjects: Record<Name, Subject> = {
      ours: { server: ours, paths },
      bare: { server: bare, paths },
      known: { server: ours, paths, ...known },
      peer: { server: peer, paths: paths.map((path) => path) },
    }
    const measured = { operation, addresses: paths.length, bytes: median(replies.map(({ bytes }) => bytes)) }
    if (!nginx) return { ...measured, costs: await costsInTurn(subjects, load, bench) }
    const files = { server: nginx, paths: replies.map((_, at) => `/${at}`) }
    const { nginx: ofFiles, ...costs } = await costsInTurn({ ...subjects, nginx: files }, load, bench)
    return { ...measured, costs, nginx: ofFiles }
  } finally {
    await Promise.all([bare.stop(), nginx?.stop()])
  }
}

function figuresOf(measured: readonly Measured[], command: string): Figure[] {
  const worst = (one: Name, other: Name, isBest = false) =>
    measured.reduce((most, each) => {
      const [a, b] = [median(timesOf(each.costs, one, other)), median(timesOf(most.costs, one, other))]
      return (isBest ? a < b : a > b) ? each : most
    })
  const beside = worst('ours', 'bare')
  const conditional = worst('known', 'ours')
  const slowest = worst('peer', 'ours', true)
  const above = measured.filter((each) => median(timesOf(each.costs, 'ours', 'bare')) > WANTED_TIMES_BARE)
  const middle = median(measured.map((each) => median(timesOf(each.costs, 'ours', 'bare'))))
  const toFiles = 'Warm reads per second ÷ nginx sending the same bytes as files: median of the operations'
  const nginx = measured.flatMap(({ costs: { ours }, nginx }) =>
    nginx ? [median(timesOf({ ours, nginx }, 'nginx', 'ours'))] : [],
  )
  return [
    {
      what: 'Warm read, CPU time for a request ÷ bare: worst operation',
      measured: `${spread(timesOf(beside.costs, 'ours', 'bare'), ' × bare')}: \`${beside.operation}\``,
      wanted: `≤ ${WANTED_TIMES_BARE} × bare`,
      isReached: above.length === 0,
      command,
      ...(above.length > 0 && {
        note: `Above the limit: ${above.map(({ operation }) => `\`${operation}\``).join(', ')}.`,
      }),
      details: tableOf(measured),
    },
    {
      what: `Warm read, CPU time for a request ÷ bare: median of ${measured.length} operations`,
      measured: `${shown(middle)} × bare`,
      wanted: `≤ ${WANTED_TIMES_BARE} × bare`,
      isReached: middle <= WANTED_TIMES_BARE,
      command,
    },
    {
      what: 'Conditional request that is answered 304, CPU time ÷ warm read: worst operation',
      measured: `${spread(timesOf(conditional.costs, 'known', 'ours'), ' ×')}: \`${conditional.operation}\``,
      wanted: `≤ ${WANTED_TIMES_KNOWN} ×`,
      isReached: median(timesOf(conditional.costs, 'known', 'ours')) <= WANTED_TIMES_KNOWN,
      command,
    },
    {
      what: 'Warm reads per second ÷ those of the plain server: worst operation',
      measured: `${spread(timesOf(slowest.costs, 'peer', 'ours'), ' ×')}: \`${slowest.operation}\``,
      wanted: `≥ ${WANTED_TIMES_PEER} ×`,
      isReached: median(timesOf(slowest.costs, 'peer', 'ours')) >= WANTED_TIMES_PEER,
      command,
    },
    nginx.length > 0
      ? { what: toFiles, measured: `${shown(median(nginx))} × (${range(nginx)})`, command }
      : unmeasured(toFiles, 'nginx', command),
  ]
}

function tableOf(measured: readonly Measured[]): Table {
  const ratio = (each: Measured, one: Name, other: Name) => {
    const values = timesOf(each.costs, one, other)
    return `${shown(median(values))} (${range(values)})`
  }
  return {
    title: 'Warm reads',
    columns: [
      ...['operation', 'addresses', 'bytes', 'ours, µs of CPU', 'bare, µs of CPU', 'ours ÷ bare'],
      ...['304 ÷ warm', 'plain server, µs of CPU', 'nginx, µs of CPU'],
    ],
    rows: measured.map((each) => [
      ...[`\`${each.operation}\``, counted(each.addresses), counted(each.bytes)],
      ...[shown(microsecondsOf(each.costs.ours)), shown(microsecondsOf(each.costs.bare)), ratio(each, 'ours', 'bare')],
      ...[
        ratio(each, 'known', 'ours'),
        shown(microsecondsOf(each.costs.peer)),
        each.nginx ? shown(microsecondsOf(each.nginx)) : '–',
      ],
    ]),
  }
}
