import type { Benchmark, Chart, Figure } from './benchmark.ts'
import { reads } from './reads.ts'
import { prepareCatalogue } from './support/catalogues.ts'
import { counted, shown } from './support/statistics.ts'

/** Catalogues of so many movies are measured besides the large one. */
const SIZES = [1_000, 10_000, 100_000]

export const sizes: Benchmark = {
  name: 'sizes',
  title: 'Cost against size',
  method: `Cold reads of one record as above, once for each of several catalogues: of ${SIZES.map(counted).join(', ')}
movies, and of the large one.`,
  async run(bench) {
    const measured: { movies: number; worst: number; middle: number }[] = []
    for (const movies of [...SIZES.filter((movies) => movies < bench.large.movies), bench.large.movies]) {
      const catalogue = await prepareCatalogue(movies, bench.say)
      bench.say(`${counted(movies)} movies`)
      const figures = await reads.run({ ...bench, large: catalogue, small: catalogue, key: catalogue.key })
      // The whole range stands before the heaviest records: its worst operation, and the median of all.
      const [worst = Number.NaN, middle = Number.NaN] = figures.flatMap(({ value }) => value ?? [])
      measured.push({ movies, worst, middle })
    }
    const places = measured.map(({ movies }) => counted(movies))
    const chart: Chart = {
      name: 'sizes',
      title: 'Cost of a cold read against the size of the catalogue',
      drawnAs: 'lines',
      places,
      of: 'movies',
      unit: 'times the bare server',
      series: [
        { name: 'worst', values: measured.map(({ worst }) => worst) },
        { name: 'median', values: measured.map(({ middle }) => middle) },
      ],
    }
    const figure: Figure = {
      what: `Cold read of one record, CPU time for a request ÷ bare, at ${places.join(' · ')} movies: median`,
      measured: measured.map(({ middle }) => shown(middle)).join(' · '),
      command: bench.commandOf('sizes'),
      note: `The worst operation: ${measured.map(({ worst }) => shown(worst)).join(' · ')}.`,
      chart,
    }
    return [figure]
  },
}
