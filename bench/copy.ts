import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Benchmark, Figure, Table } from './benchmark.ts'
import { type Ended, runCommand } from './support/command-process.ts'
import { copiedOf, withPostgres } from './support/postgres-server.ts'
import { counted, median, shown, spread } from './support/statistics.ts'

const MEGABYTE = 1_000_000

const directions = { there: 'from SQLite to PostgreSQL', back: 'from PostgreSQL to SQLite' } as const
type Direction = keyof typeof directions
const inTurn = Object.keys(directions) as Direction[]
type Round = Record<Direction, Ended>
/** What is copied: its rows, and what they take as an SQLite file. */
type Copied = { rows: number; bytes: number }

export const copies: Benchmark = {
  name: 'copy',
  title: 'Moving between engines',
  method: `\`reelcommons copy\` moves a catalogue into an empty database of a PostgreSQL server with its default
settings, and from there into a new data folder: each in a process of its own from its start to its end, with reading,
writing, and comparing all rows of both sides afterwards. Bytes are those of the SQLite file. Above 100,000 movies the
small catalogue is copied instead; \`--movies 100000\` copies a larger one.`,
  async run(bench) {
    const { movies, data } = copiedOf(bench)
    const rounds: Round[] = []
    const measured = await withPostgres(async ({ create }) => {
      for (let round = 0; round < bench.rounds; round++) {
        const [url, folder] = [await create('copied'), join(bench.scratch, 'copied-back')]
        const there = await runCommand(['copy', '--from', data, '--to', url])
        const back = await runCommand(['copy', '--from', url, '--to', folder])
        await rm(folder, { recursive: true })
        bench.say(`${shown(there.seconds)} s to PostgreSQL, ${shown(back.seconds)} s back`)
        rounds.push({ there, back })
      }
      return true
    })
    if (!measured) return []
    const rows = Number(/^([\d,]+) rows in/m.exec((rounds[0] as Round).there.summary)?.[1]?.replaceAll(',', ''))
    const copied = { rows, bytes: statSync(join(data, 'catalogue.sqlite')).size }
    const command = bench.commandOf('copy')
    return inTurn.map((direction) => ({
      ...figureOf(rounds, direction, copied, movies),
      command,
      ...(direction === 'there' && { details: tableOf(rounds, copied) }),
    }))
  },
}

function figureOf(rounds: readonly Round[], direction: Direction, { rows, bytes }: Copied, movies: number) {
  const of = rounds.map((round) => round[direction])
  const megabytes = median(of.map(({ seconds }) => bytes / MEGABYTE / seconds))
  const peak = median(of.map(({ peakBytes }) => peakBytes / MEGABYTE))
  const of1000 = median(of.map(({ cpuSeconds }) => (cpuSeconds / rows) * 1_000_000))
  return {
    what: `Copy of ${counted(movies)} movies (${counted(rows)} rows) ${directions[direction]}, with the comparison`,
    measured: spread(
      of.map(({ seconds }) => rows / seconds),
      ' rows per second',
    ),
    note: `${shown(megabytes)} MB of the SQLite file per second; ${shown(of1000)} ms of CPU for 1,000 rows, and
      ${shown(peak)} MB of memory at most, in the process of the command.`,
  } satisfies Partial<Figure>
}

const tableOf = (rounds: readonly Round[], { rows, bytes }: Copied): Table => ({
  title: `Rounds of copying ${counted(rows)} rows`,
  columns: ['direction', 'seconds', 'CPU of the command', 'rows per second', 'MB per second', 'memory at most'],
  rows: rounds.flatMap((round) =>
    inTurn.map((direction) => {
      const { seconds, cpuSeconds, peakBytes } = round[direction]
      return [
        ...[directions[direction], shown(seconds), `${shown(cpuSeconds)} s`, counted(rows / seconds)],
        ...[shown(bytes / MEGABYTE / seconds), `${shown(peakBytes / MEGABYTE)} MB`],
      ]
    }),
  ),
})
