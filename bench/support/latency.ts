import type { Bench, Figure } from '../benchmark.ts'
import type { Load } from './load.ts'
import type { Server } from './server.ts'
import { counted, median, shown, spread } from './statistics.ts'

export type Latency = { p50: number; p99: number[]; requests: number; cpuMs: number; storageBytes: number }

/** A round of heavier replies is longer, because a p99 wants many requests. */
const ROUND_LENGTHS = 4

type Measuring = { server: Server; load: Load; bench: Bench }

/** How long replies take over one connection, of which each waits for no other, and what they cost the server. */
export async function latencyOf(paths: string[], { server, load, bench }: Measuring): Promise<Latency> {
  const run = (seconds: number) => load.run({ url: server.url, paths, connections: 1, seconds })
  await run(bench.roundSeconds)
  const [before, fetched] = [server.cpuSeconds(), server.storageBytes()]
  const rounds = []
  for (let round = 0; round < bench.rounds; round++) rounds.push(await run(bench.roundSeconds * ROUND_LENGTHS))
  const requests = rounds.reduce((sum, { requests }) => sum + requests, 0)
  return {
    p50: median(rounds.map(({ latencyMs }) => latencyMs.p50)),
    p99: rounds.map(({ latencyMs }) => latencyMs.p99),
    requests,
    cpuMs: ((server.cpuSeconds() - before) * 1000) / requests,
    storageBytes: (server.storageBytes() - fetched) / requests,
  }
}

/** The row of a p99, with its limit and what is asked for. */
export function latencyFigure(
  what: string,
  { p50, p99, requests, cpuMs, storageBytes }: Latency,
  { wantedMs, command, about = '' }: { wantedMs: number; command: string; about?: string },
): Figure {
  return {
    what: `${what}, uncached, one connection: p99`,
    measured: spread(p99, ' ms'),
    wanted: `≤ ${wantedMs} ms`,
    isReached: median(p99) <= wantedMs,
    command,
    note: `${about}p50 is ${shown(p50)} ms. A request takes ${shown(cpuMs)} ms of processor time and ${shown(
      storageBytes / 1024,
    )} KiB from storage; ${counted(requests)} requests in all rounds.`,
  }
}
