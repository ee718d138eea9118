import type { Bench, Chart, Figure, Table } from './benchmark.ts'
import { type Cost, costChart, microsecondsOf, wasBusy } from './cost.ts'
import { counted, mebibytes, median, range, shown, spread } from './support/statistics.ts'

const WANTED_TIMES_BARE = 4
const WANTED_TIMES_SMALL = 1.5

/** The rounds of ours and of the bare server that sends replies of the same form. */
export type Compared = {
  /** The middle size of a reply. */
  bytes: number
  ours: Cost[]
  bare: Cost[]
  /** CPU time for a request, ours ÷ bare, in each round. */
  timesBare: number[]
}

/** One operation: records of the whole range, the heaviest 1 %, and those of the small catalogue if it is another. */
export type Measured = { operation: string; whole: Compared; heaviest: Compared; small?: Compared }

/** What each operation has one of in each round, with the limit that the worst of them is held to. */
type Quantity = { what: string; unit: string; limit: number; of(measured: Measured): number[] }

export function figuresOf(measured: Measured[], { commandOf, large, small }: Bench, storageBytes: number): Figure[] {
  const command = commandOf('reads')
  const movies = ({ movies }: { movies: number }) => `${counted(movies)} movies`
  const whole: Quantity = {
    what: `Cold read of one record out of ${movies(large)}, CPU time for a request ÷ bare`,
    unit: ' × bare',
    limit: WANTED_TIMES_BARE,
    of: ({ whole }) => whole.timesBare,
  }
  const heaviest: Quantity = {
    ...whole,
    what: `${whole.what}, heaviest 1 % of the records`,
    of: ({ heaviest }) => heaviest.timesBare,
  }
  const grown: Quantity = {
    what: `The same (÷ bare, whole range) at ${movies(large)} ÷ at ${movies(small)}`,
    unit: ' ×',
    limit: WANTED_TIMES_SMALL,
    of: grownOf,
  }
  const [first, ...others] = [whole, heaviest, ...(small === large ? [] : [grown])].flatMap((quantity) => [
    { ...worstOf(measured, quantity), command },
    { ...middleOf(measured, quantity), command },
  ]) as [Figure, ...Figure[]]
  const note = [first.note ?? '', waitingText(measured), storageText(storageBytes)].join(' ').trim()
  return [{ ...first, note, details: tableOf(measured), chart: chartOf(measured) }, ...others]
}

const grownOf = ({ whole, small }: Measured) =>
  whole.timesBare.map((times, round) => times / (small?.timesBare[round] ?? Number.NaN))

function worstOf(measured: Measured[], { what, unit, limit, of }: Quantity): Omit<Figure, 'command'> {
  const worst = measured.reduce((most, each) => (median(of(each)) > median(of(most)) ? each : most))
  const above = measured.filter((each) => median(of(each)) > limit).map(({ operation }) => `\`${operation}\``)
  return {
    what: `${what}: worst operation`,
    measured: `${spread(of(worst), unit)}: \`${worst.operation}\``,
    wanted: `≤ ${limit}${unit}`,
    isReached: above.length === 0,
    value: median(of(worst)),
    ...(above.length > 0 && { note: aboveText(above, measured.length) }),
  }
}

const aboveText = (above: string[], all: number) =>
  above.length === all ? `All ${all} operations are above the limit.` : `Above the limit: ${above.join(', ')}.`

function middleOf(measured: Measured[], { what, unit, limit, of }: Quantity): Omit<Figure, 'command'> {
  const middles = measured.map((each) => median(of(each)))
  return {
    what: `${what}: median of ${measured.length} operations`,
    measured: `${shown(median(middles))}${unit}`,
    wanted: `≤ ${limit}${unit}`,
    isReached: median(middles) <= limit,
    value: median(middles),
  }
}

/** A server that waits spends more on each request than one that is always busy. */
function waitingText(measured: Measured[]): string {
  const shares = measured
    .flatMap(({ whole, heaviest, small }) => [whole, heaviest, ...(small ? [small] : [])])
    .flatMap(({ bare }) => bare.map(({ busyShare }) => busyShare))
  return `The bare server was busy for ${Math.round(median(shares) * 100)} % of the time and waited for the load
    generator for the rest.`
}

const storageText = (bytes: number) => `From storage, not the page cache, our server read ${mebibytes(bytes)} in all.`

const chartOf = (measured: Measured[]): Chart =>
  costChart(
    { name: 'cold-reads', title: 'Processor time of a cold read, beside the bare server' },
    measured.map(({ operation }) => operation),
    { ours: measured.map(({ whole }) => whole.ours), bare: measured.map(({ whole }) => whole.bare) },
  )

function tableOf(measured: Measured[]): Table {
  const microseconds = (costs: Cost[]) => shown(microsecondsOf(costs))
  const perSecond = (costs: Cost[]) =>
    wasBusy(costs) ? counted(median(costs.map(({ perSecond }) => perSecond))) : 'not busy'
  const times = (values: number[]) => `${shown(median(values))} (${range(values)})`
  return {
    title: 'Operations that read one record',
    columns: [
      'operation',
      'bytes',
      'ours, µs of CPU',
      'bare, µs of CPU',
      'ours ÷ bare',
      'ours, requests per second',
      'bare, requests per second',
      'heaviest 1 %: bytes',
      'heaviest 1 %: ours ÷ bare',
      'small catalogue: ours ÷ bare',
      'large ÷ small',
    ],
    rows: measured.map(({ operation, whole, heaviest, small }) => [
      `\`${operation}\``,
      counted(whole.bytes),
      microseconds(whole.ours),
      microseconds(whole.bare),
      times(whole.timesBare),
      perSecond(whole.ours),
      perSecond(whole.bare),
      counted(heaviest.bytes),
      times(heaviest.timesBare),
      small ? times(small.timesBare) : '',
      small ? shown(median(grownOf({ operation, whole, heaviest, small }))) : '',
    ]),
  }
}
