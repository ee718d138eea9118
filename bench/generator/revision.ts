import { titleOf } from './lexicon.ts'
import type { Line } from './lines.ts'
import { source } from './parts.ts'
import { permutationOf } from './permutation.ts'
import { below, chance, pick, type Random, streamOf } from './random.ts'
import { seriesLine } from './series.ts'
import { sourceLine } from './small-records.ts'
import { englishText, pathOf } from './texts.ts'
import { type Season, timelineOf } from './timelines.ts'
import { homepageOf } from './titles.ts'
import { drawFor, type World } from './world.ts'

/** What changes in one series: so many rows of the change log are about it. */
export const rowsPerSeries = 10
/** One series of a hundred changes: 2,000 at a million movies. */
const changedShare = 0.01
/** Seasons of a series of which episodes change: each leaves a row on the series. */
const mostSeasons = 3
const mostEpisodes = 3

const orderStream = streamOf('revision order')
const stream = streamOf('revision')

export const changedSeries = ({ counts }: World): number => Math.max(1, Math.round(counts.series * changedShare))

/** Lines that change a few series of a catalogue that was imported before, and some of their episodes. */
export function* revisionLines(world: World): Generator<Line> {
  const { series } = world.counts
  const order = permutationOf(world.seed, orderStream, series)
  yield sourceLine
  for (let place = 0; place < changedSeries(world); place++) yield* changesOf(world, order.from(place) + 1)
}

function* changesOf(world: World, id: number): Generator<Line> {
  const random = drawFor(world, stream, id)
  const seasons = timelineOf(world, id).seasons.slice(-1 - below(random, mostSeasons))
  yield { kind: 'series', id, source, ...changedFields(world, random, id, rowsPerSeries - seasons.length) }
  for (const season of seasons) yield* changedEpisodes(random, id, season)
}

const types = ['Scripted', 'Documentary', 'Reality', 'Miniseries']
const statuses = ['Ended', 'Canceled', 'Returning Series']

/** So many fields with other values than they had. */
function changedFields(world: World, random: Random, id: number, count: number): Record<string, unknown> {
  const before = seriesLine(world, id)
  const name = titleOf('english', random, 10 + below(random, 20)).latin
  const other = (items: readonly string[], known: string) =>
    pick(
      random,
      items.filter((item) => item !== known),
    )
  const changes: [field: keyof typeof before, value: unknown][] = [
    ['overview', englishText(random, 100 + below(random, 400))],
    ['poster_path', pathOf(random)],
    ['tagline', englishText(random, 20 + below(random, 40))],
    ['backdrop_path', pathOf(random)],
    ['homepage', `${homepageOf(name)}/series`],
    ['episode_run_time', [(before.episode_run_time?.[0] ?? 20) + 1]],
    ['status', other(statuses, before.status)],
    ['type', other(types, before.type)],
    ['in_production', !before.in_production],
    ['name', `${name} ${id}`],
  ]
  return Object.fromEntries(changes.slice(0, count))
}

function* changedEpisodes(random: Random, series_id: number, season: Season): Generator<Line> {
  const count = Math.min(season.episodes, 1 + below(random, mostEpisodes))
  const first = below(random, season.episodes - count + 1)
  for (let index = first; index < first + count; index++) {
    const numbering = { series_id, season_number: season.number, episode_number: index + 1 }
    const overview = englishText(random, 60 + below(random, 150))
    const name = chance(random, 0.3) ? titleOf('english', random, 8 + below(random, 20)).latin : undefined
    yield { kind: 'episode', id: season.firstEpisode + index, source, ...numbering, overview, name }
  }
}
