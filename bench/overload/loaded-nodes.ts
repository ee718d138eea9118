import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Migratable } from '#src/database/migratable.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import type { Bench, Benchmark, Figure } from '../benchmark.ts'
import { allowEditing } from '../editing/catalogue.ts'
import { makePerson } from '../kept/keepers.ts'
import { mixed } from '../peers/requests.ts'
import { catalogueTime } from '../support/catalogues.ts'
import { runCommand } from '../support/command-process.ts'
import { withPostgres } from '../support/postgres-server.ts'
import { startRedis } from '../support/redis.ts'
import { clockAt, reelcommons, type Server, settled, startServer } from '../support/server.ts'
import { counted, percentile, shown } from '../support/statistics.ts'
import { pathOf, unmeasured } from '../support/tools.ts'
import { type OpenResult, openLoadOf } from './open-load.ts'

/** How long the nodes are under load: as long as a soak, but no longer than this. */
const MOST_MINUTES = 10
const SHARE = 0.8
const EDITS_PER_SECOND = 20
const EDITORS = 8
/** How often it is measured when the other node shows an edit, and how long that is waited for. */
const PROBE_MS = 1_000
const LOST_MS = 10_000
/** Records drawn for each operation. */
const DRAWN = 500
/** Movies that are edited, besides the one that is looked at. */
const EDITED = 499
/** Connections of a generator when it asks for more than a node can carry, and how much that is. */
const CONNECTIONS = 500
const MORE_PER_SECOND = 40_000
const CAPACITY_SECONDS = 5
const MOST_CONNECTIONS = 4_000

export const loadedNodes: Benchmark = {
  name: 'loaded-nodes',
  tools: ['redis-server'],
  title: 'Two nodes under load',
  method: `Two nodes share PostgreSQL with its defaults, and Redis, with the small catalogue. Over ${CONNECTIONS}
connections to each, more reads of all operations of \`bench/peers/\` are sent than come back, at both nodes at once,
which shows what they carry. Then for ${MOST_MINUTES} minutes (or \`--minutes M\`) reads come at ${SHARE} times that
rate, whatever becomes of earlier ones, and ${EDITS_PER_SECOND} edits a second of movies, in turn to either node. Once a
second it is measured how long after the acknowledgement of an edit the other node shows it. The generators run on the
same machine.`,
  async run(bench) {
    const command = bench.commandOf('loaded-nodes')
    const redisServer = pathOf('redis-server')
    if (redisServer === undefined) return [unmeasured('Two nodes under load', 'redis-server', command)]
    const figures = await withPostgres(async (postgres) => {
      const url = await postgres.create('shared')
      await runCommand(['copy', '--from', bench.small.data, '--to', url])
      const redis = await startRedis(redisServer)
      const db = await openPostgres(url, { connections: 2 })
      const servers: Server[] = []
      try {
        const sessions = await makeEditors(db)
        const words = ['--database', url, '--redis', redis.url]
        for (const name of ['one', 'other']) servers.push(await startNode(join(bench.scratch, name), words))
        for (const server of servers) await settled(server)
        return figuresOf(await loaded(bench, servers, sessions), command)
      } finally {
        await db.close()
        for (const server of servers) await server.stop()
        await redis.stop()
      }
    })
    return figures ?? []
  },
}

async function makeEditors(db: Migratable): Promise<string[]> {
  const sessions: string[] = []
  for (let at = 0; at < EDITORS; at++) sessions.push((await makePerson(db)).session)
  await allowEditing(db)
  return sessions
}

const startNode = (data: string, words: readonly string[]) =>
  startServer({
    env: clockAt(catalogueTime),
    args: (port) => [
      ...[reelcommons, 'serve', '--empty', '--port', String(port), '--data', data, '--log-level', 'warn'],
      ...['--suggestions-per-second', '0', '--edits-of-new-members', '0', ...words],
    ],
  })

type Loaded = {
  minutes: number
  perSecond: number
  reads: OpenResult[]
  edits: { ms: number[]; refused: number; errors: string[] }
  /** From the acknowledgement of an edit to the first reply of the other node that shows it. */
  delaysMs: number[]
  unseen: number
}

async function loaded(bench: Bench, servers: readonly Server[], sessions: readonly string[]): Promise<Loaded> {
  const paths = mixed(bench.small, DRAWN)
  const perSecond = SHARE * (await carried(servers, paths))
  const minutes = Math.min(MOST_MINUTES, bench.minutes)
  bench.say(`${counted(perSecond)} reads a second for ${minutes} minutes`)
  const seconds = 60 * minutes
  const endMs = performance.now() + seconds * 1_000
  const editing = openEditing(bench.small.key, servers, sessions)
  const reading = servers.map(({ url }) =>
    openLoadOf({ url, paths, perSecond: perSecond / servers.length, seconds, mostConnections: MOST_CONNECTIONS }),
  )
  const [reads] = await Promise.all([Promise.all(reading), editing.editUntil(endMs), editing.probeUntil(endMs)])
  return { minutes, perSecond, reads, ...editing.results }
}

/**
 * Requests that the nodes carry together in a second, sent by the generator that loads them afterwards: as many as come
 * back over its connections when it always has more to send.
 */
async function carried(servers: readonly Server[], paths: string[]): Promise<number> {
  const order = { paths, perSecond: MORE_PER_SECOND, seconds: CAPACITY_SECONDS, mostConnections: CONNECTIONS }
  const run = () => Promise.all(servers.map(({ url }) => openLoadOf({ url, ...order })))
  // The first time their code is compiled.
  await run()
  return (await run()).reduce((sum, { accepted }) => sum + accepted / CAPACITY_SECONDS, 0)
}

function openEditing(key: string, servers: readonly Server[], sessions: readonly string[]) {
  const results: Pick<Loaded, 'edits' | 'delaysMs' | 'unseen'> = {
    edits: { ms: [], refused: 0, errors: [] },
    delaysMs: [],
    unseen: 0,
  }
  let edits = 0

  /** Sends an edit to a node, and returns the tagline that it gave a movie, or nothing if it was not acknowledged. */
  async function edit(node: number, movie: number): Promise<string | undefined> {
    const number = ++edits
    const tagline = `Edit ${number}`
    const access = `api_key=${key}&session_id=${sessions[number % sessions.length]}`
    const beganMs = performance.now()
    try {
      const reply = await fetch(`${servers[node]?.url}/commons/1/edit?${access}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ records: [{ kind: 'movie', id: movie, tagline }] }),
      })
      const body = await reply.text()
      results.edits.ms.push(performance.now() - beganMs)
      if (reply.ok) return tagline
      if (reply.status === 429 || reply.status === 503) results.edits.refused++
      else results.edits.errors.push(`${reply.status} ${body}`)
    } catch (error) {
      results.edits.errors.push(String(error))
    }
    return undefined
  }

  async function shows(node: number, movie: number, tagline: string): Promise<boolean> {
    const reply = await fetch(`${servers[node]?.url}/3/movie/${movie}?api_key=${key}`)
    return reply.ok && ((await reply.json()) as { tagline: string }).tagline === tagline
  }

  return {
    results,
    /** Edits of all movies but the one that is looked at. */
    async editUntil(endMs: number): Promise<void> {
      const underWay = new Set<Promise<unknown>>()
      for (let at = 0; performance.now() < endMs; at++) {
        const editing = edit(at % servers.length, 2 + (at % EDITED))
        underWay.add(editing)
        editing.then(() => underWay.delete(editing))
        await pause(1_000 / EDITS_PER_SECOND)
      }
      await Promise.all(underWay)
    },
    async probeUntil(endMs: number): Promise<void> {
      for (let at = 0; performance.now() < endMs; at++) {
        await pause(PROBE_MS)
        const [node, other] = at % 2 === 0 ? [0, 1] : [1, 0]
        const tagline = await edit(node, 1)
        if (tagline === undefined) continue
        const acknowledgedMs = performance.now()
        let isShown = false
        while (!isShown && performance.now() < acknowledgedMs + LOST_MS) isShown = await shows(other, 1, tagline)
        if (isShown) results.delaysMs.push(performance.now() - acknowledgedMs)
        else results.unseen++
      }
    },
  }
}

function figuresOf({ minutes, perSecond, reads, edits, delaysMs, unseen }: Loaded, command: string): Figure[] {
  const sum = (of: (result: OpenResult) => number) => reads.reduce((all, result) => all + of(result), 0)
  const faults = {
    'reads with another status': sum(({ other }) => other),
    'reads that were cut off, or not answered within ten seconds': sum(({ lost }) => lost),
    'refusals without the envelope or a time to come back': sum(({ broken }) => broken),
    'edits with another status': edits.errors.length,
    'edits that are not seen': unseen,
  }
  const errors = Object.values(faults).reduce((all, count) => all + count, 0)
  const p99 = Math.max(...reads.map(({ acceptedMs }) => acceptedMs.p99))
  const what = `Two nodes, ${minutes} minutes at ${SHARE} of what they carry, ${EDITS_PER_SECOND} edits a second`
  const [accepted, refused, unsent] = [
    sum((result) => result.accepted),
    sum((result) => result.refused),
    sum((result) => result.unsent),
  ].map(counted)
  return [
    {
      what: `${what}: p99 of reads · of edits`,
      measured: `${shown(p99)} ms · ${shown(percentile(edits.ms, 0.99))} ms`,
      command,
      note: [
        `${counted(perSecond)} reads a second; ${accepted} were answered, ${refused} refused and ${unsent} not sent,`,
        `because ${counted(MOST_CONNECTIONS)} others waited for the same node;`,
        `of ${counted(edits.ms.length)} edits ${edits.refused} were refused.`,
      ].join(' '),
    },
    {
      what: `${what}: from the acknowledgement of an edit to the first reply of the other node that shows it`,
      measured: `p99 ${shown(percentile(delaysMs, 0.99))} ms, median ${shown(percentile(delaysMs, 0.5))} ms`,
      command,
    },
    {
      what: `${what}: reads and edits with a wrong answer or none, and edits that are not seen`,
      measured: counted(errors),
      wanted: '0',
      isReached: errors === 0,
      command,
      ...(errors > 0 && { note: noteOf(faults, edits.errors) }),
    },
  ]
}

/** Which faults there were, and the first one of an edit. */
const noteOf = (faults: Readonly<Record<string, number>>, ofEdits: readonly string[]): string =>
  [
    ...Object.entries(faults).flatMap(([name, count]) => (count > 0 ? [`${counted(count)} ${name}`] : [])),
    ...ofEdits.slice(0, 1).map((error) => `the first of edits: ${error}`),
  ].join('; ')
