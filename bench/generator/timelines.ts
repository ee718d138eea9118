import { drawn } from './curves.ts'
import { dayOfYear, today } from './days.ts'
import { seriesEndYear } from './distributions.ts'
import { entryId } from './parts.ts'
import { below, chance, pick, type Random, skewed, streamOf } from './random.ts'
import type { SeriesTraits } from './series-plan.ts'
import { drawFor, type World } from './world.ts'

export type Season = {
  id: number
  number: number
  episodes: number
  /** The id of its first episode; the others follow it. */
  firstEpisode: number
  /** The day of its first episode, and the days from one to the next. */
  start: number
  step: number
}

export type Timeline = {
  traits: SeriesTraits
  seasons: readonly Season[]
  /** Days of the first and the last episode. */
  first: number
  last: number
  /** Nothing of it has been shown yet. */
  isComing: boolean
}

/** Episodes come once a week, those of dailies on five days of each. */
const week = 7
const dailyStep = 1.4
/** Days from the beginning of a season to the next one, at least, and between the end and the next one. */
const yearDays = 365
const pauseDays = 30
/** What is not on the air ended long before the week that the lists look at, or begins long after. */
const quietDays = 21
const firstDay = dayOfYear(1947)
const shares = { atOnce: 0.15, coming: 0.015 }

const stream = streamOf('timeline')

/** When the seasons of a series are shown. */
export function timelineOf(world: World, id: number): Timeline {
  const { firstSeason, firstEpisode, seasonEpisodes, traitsOf } = world.plan
  const traits = traitsOf(id)
  const random = drawFor(world, stream, id)
  const { isOnAir, isDaily, hasSpecials } = traits
  const isAtOnce = chance(random, shares.atOnce) && !isOnAir && !isDaily
  const step = isAtOnce ? 0 : isDaily ? dailyStep : week
  const seasons: Season[] = []
  let episode = firstEpisode[id - 1] as number
  for (let season = firstSeason[id - 1] as number; season < (firstSeason[id] as number); season++) {
    const episodes = seasonEpisodes[season - 1] as number
    const number = seasons.length + (hasSpecials ? 0 : 1)
    seasons.push({ id: season, number, episodes, firstEpisode: episode, start: 0, step })
    episode += episodes
  }
  const regular = hasSpecials ? seasons.slice(1) : seasons
  const isComing = chance(random, shares.coming) && !isOnAir && !isDaily && regular.length === 1
  setStarts(random, regular, { ...traits, isComing })
  if (!isOnAir && !isComing) moveOutOfThePast(regular)
  const first = regular[0]?.start ?? 0
  const last = dayOfEpisode(regular.at(-1) as Season, (regular.at(-1)?.episodes ?? 1) - 1)
  if (hasSpecials)
    Object.assign(seasons[0] as Season, { start: first, step: (last - first) / (seasons[0]?.episodes ?? 1) })
  return { traits, seasons, first, last, isComing }
}

/** Nothing was shown before the first channels: what would begin earlier is moved, but not into the present. */
function moveOutOfThePast(seasons: readonly Season[]) {
  const [first, last] = [seasons[0] as Season, seasons.at(-1) as Season]
  const room = today - quietDays - dayOfEpisode(last, last.episodes - 1)
  const days = Math.min(room, Math.max(0, firstDay - first.start))
  for (const season of seasons) season.start += days
}

/** The day of the episode with an index in its season. */
export const dayOfEpisode = ({ start, step }: Season, index: number): number => start + Math.floor(index * step)

function setStarts(random: Random, seasons: Season[], traits: SeriesTraits & { isComing: boolean }) {
  let next = Number.POSITIVE_INFINITY
  for (const season of seasons.toReversed()) {
    const span = Math.floor((season.episodes - 1) * season.step)
    if (next === Number.POSITIVE_INFINITY) season.start = lastStart(random, season, span, traits)
    else if (traits.isDaily) season.start = next - span - 1
    else season.start = next - Math.max(yearDays, span + pauseDays)
    next = season.start
  }
}

function lastStart(
  random: Random,
  season: Season,
  span: number,
  { isOnAir, isComing }: SeriesTraits & { isComing: boolean },
) {
  if (isOnAir) {
    // Some episode of the season falls on one of the seven days from today on.
    const shown = below(random, season.episodes)
    return today + below(random, week) - Math.floor(shown * season.step)
  }
  if (isComing) return today + quietDays + below(random, yearDays)
  return Math.min(dayOfYear(drawn(random, seriesEndYear)), today - quietDays) - span
}

/** Other orders of the episodes of a series. Shares are assumed. */

const orderedShare = 0.06
const screenedShare = 0.004
/** Nobody orders the thousands of episodes of a daily. */
const mostEpisodes = 300
const perDisc = 6
const absolute = 2
const dvd = 3
const storyArc = 5

type Group = { name: string; order: number; locked: boolean; episodes: { id: number }[] }

const idsOf = (seasons: readonly Season[]) =>
  seasons.flatMap(({ firstEpisode, episodes }) => Array.from({ length: episodes }, (_, at) => firstEpisode + at))

const groupOf = (name: string, order: number, ids: readonly number[]): Group => ({
  name,
  order,
  locked: false,
  episodes: ids.map((id) => ({ id })),
})

const inPieces = (ids: readonly number[], size: number, name: string) =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
    groupOf(`${name} ${at + 1}`, at, ids.slice(at * size, at * size + size)),
  )

export function ordersOf(random: Random, id: number, { traits, seasons }: Timeline) {
  const ids = idsOf(seasons.filter(({ number }) => number > 0))
  if (!traits.isWellKept || ids.length > mostEpisodes || !chance(random, orderedShare)) return undefined
  const arcs = inPieces(ids, 3 + below(random, 8), 'Part')
  const orders = [
    { type: absolute, name: 'Absolute order', groups: [groupOf('All episodes', 0, ids)] },
    { type: dvd, name: 'DVD order', groups: inPieces(ids, perDisc, 'Disc') },
    { type: storyArc, name: 'Stories', groups: arcs },
  ].slice(0, 1 + skewed(random, 3))
  return { results: orders.map((order, number) => ({ id: entryId('order', id, number), description: '', ...order })) }
}

/** Episodes that were shown in cinemas. */
export function screenedOf(random: Random, { traits, seasons }: Timeline) {
  if (!traits.isWellKept || !chance(random, screenedShare)) return undefined
  const { firstEpisode, episodes } = pick(random, seasons)
  const count = Math.min(episodes, 1 + below(random, 2))
  return { results: Array.from({ length: count }, (_, at) => ({ id: firstEpisode + at })) }
}
