import { episodeLines, seasonLines } from './episodes.ts'
import { movieLine } from './movies.ts'
import { providerLine } from './offers.ts'
import { personLine } from './people.ts'
import { seriesLine } from './series.ts'
import { collectionLine, companyLine, keywordLine, networkLine, sourceLine } from './small-records.ts'
import type { Counts, World } from './world.ts'

export type Line = { readonly kind: string; readonly id: number | string; readonly [field: string]: unknown }

/** All lines of a catalogue, in the order in which records refer to each other. */
export function* catalogueLines(world: World): Generator<Line> {
  const { counts } = world
  const all = function* (kind: keyof Counts, lineOf: (world: World, id: number) => Line) {
    for (let id = 1; id <= counts[kind]; id++) yield lineOf(world, id)
  }
  const ofSeries = function* (linesOf: (world: World, series: number) => Iterable<Line>) {
    for (let series = 1; series <= counts.series; series++) yield* linesOf(world, series)
  }
  yield sourceLine
  yield* all('keyword', keywordLine)
  yield* all('provider', (_world, id) => providerLine(id))
  yield* all('company', companyLine)
  yield* all('network', networkLine)
  yield* all('person', personLine)
  yield* all('collection', collectionLine)
  yield* all('movie', movieLine)
  yield* all('series', seriesLine)
  yield* ofSeries(seasonLines)
  yield* ofSeries(episodeLines)
}
