import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageRoot } from '#src/package-root.ts'
import type { Bench, Benchmark, Catalogue } from './benchmark.ts'
import { BUSY_SHARE, CONNECTIONS, type Cost, costsInTurn, type Subject } from './cost.ts'
import { openDraw } from './draw.ts'
import { type Compared, figuresOf, type Measured } from './reads-figures.ts'
import { catalogueTime } from './support/catalogues.ts'
import { type Load, openLoad } from './support/load.ts'
import { recordReplies } from './support/record-replies.ts'
import { coldSettings, type Server, serveSettled, startServer } from './support/server.ts'
import { counted, median } from './support/statistics.ts'

/** Records drawn for an operation: of a million movies their pages are more than SQLite keeps in memory. */
const DRAWN = 5_000
/** Records drawn for each operation to warm a server up, and for how many rounds it is. */
const WARMING = 200
const WARMING_ROUNDS = 4

export const reads: Benchmark = {
  name: 'reads',
  title: 'Cold reads of one record',
  method: `Autocannon, in a process of its own, asks each operation that reads one record for ${counted(DRAWN)} records
drawn from the whole range of ids, and separately for as many from the heaviest 1 % of its kind (those with the most
credits, episodes or titles), over ${CONNECTIONS} connections that stay open. No reply is cached or compressed. A bare
\`node:http\` server that sends as many bytes with the same headers for the same addresses is measured in turn with
ours, round by round; both have been warmed up. What counts is the CPU time that a server's process, with all of its
threads, spends on a request. Ours runs with its defaults, so it writes a line to its log for each request; the log goes
nowhere. Requests per second are shown only where the server was busy for ${BUSY_SHARE * 100} % of the time or more.`,
  async run(bench) {
    const { large, small } = bench
    const load = openLoad()
    const served = [large, ...(small === large ? [] : [small])]
    const servers = await Promise.all(
      served.map(({ data }) => serveSettled(data, { time: catalogueTime, settings: coldSettings })),
    )
    const [ofLarge, ofSmall] = served.map((catalogue, at) => ({ catalogue, server: servers[at] as Server }))
    try {
      for (const each of [ofLarge, ofSmall]) if (each) await warmUp(each, load, bench)
      const measured: Measured[] = []
      for (const operation of bench.operations) {
        bench.say(operation)
        measured.push(await measure(operation, { bench, load, large: ofLarge as Served, small: ofSmall }))
      }
      return figuresOf(measured, bench, (ofLarge as Served).server.storageBytes())
    } finally {
      load.close()
      await Promise.all(servers.map((server) => server.stop()))
    }
  },
}

type Served = { catalogue: Catalogue; server: Server }

/** `small` is absent where it is the large one. */
type Setting = { bench: Bench; load: Load; large: Served; small: Served | undefined }

/** Ours and the bare server that sends replies of the same form. */
type Pair = { ours: Subject; bare: Subject; bytes: number }

/** A server that was started a moment ago takes twice as long for a request. */
async function warmUp({ catalogue, server: { url } }: Served, load: Load, { operations, roundSeconds }: Bench) {
  const draw = openDraw(catalogue)
  const paths = operations.flatMap((operation) => draw.paths(operation, WARMING))
  draw.close()
  await load.run({ url, paths, connections: CONNECTIONS, seconds: roundSeconds * WARMING_ROUNDS })
}

async function measure(operation: string, { bench, load, large, small }: Setting): Promise<Measured> {
  const whole = await pairOf(operation, 'whole', large, bench.scratch)
  const heaviest = await pairOf(operation, 'heaviest', large, bench.scratch)
  const few = small && (await pairOf(operation, 'whole', small, bench.scratch))
  const pairs = { whole, heaviest, ...(few && { few }) }
  try {
    const subjects = Object.entries(pairs).flatMap(([name, { ours, bare }]) => [
      [name, ours] as const,
      [`bare ${name}`, bare] as const,
    ])
    const costs = await costsInTurn(Object.fromEntries(subjects), load, bench)
    const compared = (name: keyof typeof pairs) =>
      compare(pairs[name] as Pair, costs[name] as Cost[], costs[`bare ${name}`] as Cost[])
    return {
      operation,
      whole: compared('whole'),
      heaviest: compared('heaviest'),
      ...(few && { small: compared('few') }),
    }
  } finally {
    await Promise.all(Object.values(pairs).map(({ bare }) => bare.server.stop()))
  }
}

const compare = ({ bytes }: Pair, ours: Cost[], bare: Cost[]): Compared => ({
  bytes,
  ours,
  bare,
  timesBare: ours.map(({ microseconds }, round) => microseconds / (bare[round] as Cost).microseconds),
})

async function pairOf(
  operation: string,
  choice: 'whole' | 'heaviest',
  { server, catalogue }: Served,
  scratch: string,
): Promise<Pair> {
  const draw = openDraw(catalogue)
  const paths = choice === 'whole' ? draw.paths(operation, DRAWN) : draw.heaviestPaths(operation, DRAWN)
  draw.close()
  const replies = await recordReplies(server.url, paths)
  const file = join(scratch, `replies-${operation}-${choice}-${catalogue.movies}.json`)
  await writeFile(file, JSON.stringify(replies))
  const bare = await startServer({
    args: (port) => [join(packageRoot, 'bench/servers/bare.ts'), String(port), file],
  })
  return { ours: { server, paths }, bare: { server: bare, paths }, bytes: median(replies.map(({ bytes }) => bytes)) }
}
