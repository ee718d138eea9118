import type { Chart } from './benchmark.ts'
import type { Load } from './support/load.ts'
import type { Server } from './support/server.ts'
import { median } from './support/statistics.ts'

/** A server that is busy for less of the time could answer more. */
export const BUSY_SHARE = 0.9
/** Connections that a server is asked over, unless a benchmark says otherwise. They stay open. */
export const CONNECTIONS = 10
/** What a request costs the process of a server, all of its threads, while it is under load. */
export type Cost = {
  microseconds: number
  /** Requests per second of the clock; they say how fast a server is only where it was busy all the time. */
  perSecond: number
  /** CPU time for a second of the clock; above 1 where several threads were busy. */
  busyShare: number
}

/** Whether a server was the one that the others waited for, in all rounds. */
export const wasBusy = (costs: readonly Cost[]) => costs.every(({ busyShare }) => busyShare >= BUSY_SHARE)

/** A server, and what it is asked for. */
export type Subject = {
  server: Server
  paths: string[]
  bodies?: string[]
  headers?: Record<string, string>
  status?: number
}

export async function costOf(
  { server, ...asked }: Subject,
  load: Load,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Cost> {
  const before = server.cpuSeconds()
  const { requests, seconds: elapsed } = await load.run({
    url: server.url,
    ...asked,
    connections,
    seconds,
  })
  const spent = server.cpuSeconds() - before
  return {
    microseconds: (spent / requests) * 1_000_000,
    perSecond: requests / elapsed,
    busyShare: spent / elapsed,
  }
}

/** Measures servers in turn, round by round, so that what else the machine does meets all of them alike. */
export async function costsInTurn<Name extends string>(
  subjects: Readonly<Record<Name, Subject>>,
  load: Load,
  { rounds, roundSeconds, connections }: { rounds: number; roundSeconds: number; connections?: number },
): Promise<Record<Name, Cost[]>> {
  const names = Object.keys(subjects) as Name[]
  // The first round does not count: a program becomes fast while it runs.
  for (const name of names) await costOf(subjects[name], load, roundSeconds, connections)
  const costs = Object.fromEntries(names.map((name) => [name, [] as Cost[]])) as Record<Name, Cost[]>
  for (let round = 0; round < rounds; round++)
    for (const name of names) costs[name].push(await costOf(subjects[name], load, roundSeconds, connections))
  return costs
}

/** CPU time for a request, one ÷ another, in each round. */
export const timesOf = <Name extends string>(
  costs: Readonly<Record<Name, readonly Cost[]>>,
  one: Name,
  other: Name,
): number[] => costs[one].map(({ microseconds }, round) => microseconds / (costs[other][round] as Cost).microseconds)

export const microsecondsOf = (costs: readonly Cost[]) => median(costs.map(({ microseconds }) => microseconds))

/** Bars of what a request costs several servers, by operation. */
export const costChart = (
  about: Pick<Chart, 'name' | 'title'>,
  places: string[],
  costs: Readonly<Record<string, readonly (readonly Cost[])[]>>,
): Chart => ({
  ...about,
  drawnAs: 'bars',
  places,
  unit: 'microseconds of processor time for a request',
  series: Object.entries(costs).map(([name, ofName]) => ({ name, values: ofName.map(microsecondsOf) })),
})
