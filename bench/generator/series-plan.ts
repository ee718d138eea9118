import { type Curve, drawnWhole } from './curves.ts'
import { dailyEpisodes, episodesPerSeason, seasonCount, sparseEpisodes } from './distributions.ts'
import { type Permutation, permutationOf } from './permutation.ts'
import { below, chance, type Random, randomOf, streamOf } from './random.ts'
import { type Weights, weightsOf } from './weights.ts'

/**
 * How many seasons and episodes each series has. Ids of seasons and episodes are given in the order of the series, so
 * these numbers are the one thing that has to be counted through: a few bytes for each season are kept.
 */
export type SeriesPlan = {
  readonly seasons: number
  readonly episodes: number
  readonly onAir: number
  /** By index of the series: ids of its first season and episode, and its first places in the pools of its episodes. */
  readonly firstSeason: Int32Array
  readonly firstEpisode: Int32Array
  readonly firstGuest: Int32Array
  readonly firstStaff: Int32Array
  /** By index of the season. */
  readonly seasonEpisodes: Int32Array
  traitsOf(id: number): SeriesTraits
}

/** What kind of series it is. */
export type SeriesTraits = {
  weight: number
  isOnAir: boolean
  isDaily: boolean
  /** Its episodes are all known; of the others only a few are. */
  isWellKept: boolean
  /** Its first season is the one of specials. */
  hasSpecials: boolean
  /** The share of its episodes whose guests and crew are known. */
  creditedShare: number
}

/** Series with an episode in the week that begins today: 8,000 at a million movies. */
const onAirShare = 0.04
const dailyShare = 0.002
const topShare = 0.01
const shares = {
  wellKept: 0.37,
  specials: 0.12,
  credited: 0.18,
  creditedDaily: 0.3,
  creditedEpisodes: 0.85,
  creditedEpisodesOfDaily: 0.2,
}
const fewestOfDaily = 1_000
const mostSeasons = 20
const episodesPerYear = 260
/** Places in the pool of guests for each credited episode, and episodes for each place in the pool of its staff. */
const guestsPerEpisode = 1.5
const episodesPerStaff = 12
const fewestStaff = 3
const mostStaff = 40

const planStream = streamOf('series plan')

export function planSeries(seed: number, series: number, episodes: number): SeriesPlan {
  const onAir = Math.round(series * onAirShare)
  const dailies = Math.max(1, Math.round(series * dailyShare))
  const orders = {
    rank: permutationOf(seed, streamOf('series'), series),
    weights: weightsOf(seed, 'series', series),
    air: permutationOf(seed, streamOf('on the air'), series),
    series,
    onAir,
    dailies,
  }
  const traitsOf = (id: number) => traits(orders, randomOf(seed, planStream, id), id)
  const sizesOf = (id: number, found: SeriesTraits) =>
    regularSeasons(randomOf(seed, planStream + 1, id), found, (found.weight + 0.5) / series)
  let regular = 0
  for (let id = 1; id <= series; id++) {
    const found = traitsOf(id)
    if (!found.isDaily) for (const size of sizesOf(id, found)) regular += size
  }
  const dailySizes = sizesOfDailies(dailies, Math.max(dailies, episodes - regular))
  const dailyOf = (id: number) => dailySizes[orders.air.to(id - 1) - firstDaily(orders)] as number
  return {
    ...countThrough(series, traitsOf, (id, found) => (found.isDaily ? dailySeasons(dailyOf(id)) : sizesOf(id, found))),
    onAir,
    traitsOf,
  }
}

type Orders = { rank: Permutation; weights: Weights; air: Permutation; series: number; onAir: number; dailies: number }

/** Dailies stand on both sides of the border in the order of what is on the air: half of them are. */
const firstDaily = ({ onAir, dailies }: Orders) => Math.max(0, onAir - Math.floor(dailies / 2))

function traits(orders: Orders, random: Random, id: number): SeriesTraits {
  const { series, onAir, dailies } = orders
  const weight = orders.weights(orders.rank.to(id - 1))
  const air = orders.air.to(id - 1)
  const isTop = weight < series * topShare
  const isDaily = air >= firstDaily(orders) && air < firstDaily(orders) + dailies
  const isWellKept = chance(random, shares.wellKept) || isTop || isDaily
  const hasSpecials = chance(random, shares.specials) && isWellKept && !isDaily
  const isCredited = chance(random, isDaily ? shares.creditedDaily : shares.credited) || (isTop && !isDaily)
  const creditedShare = isDaily ? shares.creditedEpisodesOfDaily : shares.creditedEpisodes
  return {
    weight,
    isOnAir: air < onAir,
    isDaily,
    isWellKept,
    hasSpecials,
    creditedShare: isCredited && isWellKept ? creditedShare : 0,
  }
}

/** The numbers of episodes of the seasons; those of a season of specials come first. */
function regularSeasons(random: Random, { isWellKept, hasSpecials }: SeriesTraits, share: number): number[] {
  const curve: Curve = isWellKept ? episodesPerSeason : sparseEpisodes
  const sizes = Array.from({ length: Math.floor(seasonCount(share)) }, () => drawnWhole(random, curve))
  return hasSpecials ? [1 + below(random, 6), ...sizes] : sizes
}

/** Dailies share the episodes that the others leave, so that there are exactly as many as there should be. */
function sizesOfDailies(dailies: number, episodes: number): number[] {
  const half = Math.ceil(dailies / 2)
  const wanted = Array.from({ length: dailies }, (_, at) => {
    const rank = at < half ? 2 * at : 2 * (at - half) + 1
    return dailyEpisodes((rank + 0.5) / dailies)
  })
  const excess = wanted.reduce((sum, size) => sum + size - fewestOfDaily, 0)
  const factor = Math.max(0, episodes - fewestOfDaily * dailies) / excess
  const least = Math.min(fewestOfDaily, Math.floor(episodes / dailies))
  const sizes = wanted.map((size) => Math.floor(least + (size - fewestOfDaily) * factor))
  sizes[0] = (sizes[0] as number) + episodes - sizes.reduce((sum, size) => sum + size, 0)
  return sizes
}

/** One season for each year, or, for a third of them, everything in one. */
function dailySeasons(episodes: number): number[] {
  const seasons = episodes % 3 === 0 ? 1 : Math.min(mostSeasons, Math.ceil(episodes / episodesPerYear))
  const size = Math.ceil(episodes / seasons)
  return Array.from({ length: seasons }, (_, at) => Math.min(size, episodes - at * size)).filter((left) => left > 0)
}

function countThrough(
  series: number,
  traitsOf: (id: number) => SeriesTraits,
  sizesOf: (id: number, traits: SeriesTraits) => number[],
) {
  const numbers = () => new Int32Array(series + 1)
  const first = { season: numbers(), episode: numbers(), guest: numbers(), staff: numbers() }
  const seasonEpisodes: number[] = []
  const next = { episode: 1, guest: 0, staff: 0 }
  const note = (index: number) => {
    first.season[index] = seasonEpisodes.length + 1
    first.episode[index] = next.episode
    first.guest[index] = next.guest
    first.staff[index] = next.staff
  }
  for (let id = 1; id <= series; id++) {
    note(id - 1)
    const found = traitsOf(id)
    const sizes = sizesOf(id, found)
    const episodes = sizes.reduce((sum, size) => sum + size, 0)
    seasonEpisodes.push(...sizes)
    next.episode += episodes
    if (found.creditedShare === 0) continue
    next.guest += Math.ceil(episodes * found.creditedShare * guestsPerEpisode)
    next.staff += Math.min(mostStaff, fewestStaff + Math.floor(episodes / episodesPerStaff))
  }
  note(series)
  return {
    seasons: seasonEpisodes.length,
    episodes: next.episode - 1,
    firstSeason: first.season,
    firstEpisode: first.episode,
    firstGuest: first.guest,
    firstStaff: first.staff,
    seasonEpisodes: Int32Array.from(seasonEpisodes),
  }
}
