import type { Kind } from '#src/catalogue/kinds.ts'
import type { Degrees } from './degrees.ts'
import { episodeCreditCounts } from './episodes.ts'
import { type Counts, firstDirector, firstOfCrew, rankOf, type World } from './world.ts'

/** The heaviest records are so many of all. */
const heaviestShare = 0.01

/**
 * The ids of the heaviest hundredth of a kind, in ascending order: the movies and people with the most credits, the
 * series and seasons with the most episodes (and cast), the episodes with the most credits, the companies and
 * collections with the most movies, the networks with the most series. They are computed; no catalogue is read. What
 * people, companies and networks have is nearly that, because few of their places stay empty.
 */
export function heaviest(world: World, kind: Kind): number[] {
  const count = world.counts[kind]
  const sizes = new Int32Array(count)
  const sizeOf = sizesOf(world)[kind]
  for (let id = 1; id <= count; id++) sizes[id - 1] = sizeOf(id)
  const wanted = Math.max(1, Math.round(count * heaviestShare))
  const least = sizes.toSorted()[count - wanted] as number
  // Of those that are just as heavy as the last one, the first ones are taken.
  let equals = wanted - sizes.reduce((greater, size) => greater + Number(size > least), 0)
  const ids: number[] = []
  sizes.forEach((size, index) => {
    if (size > least || (size === least && equals-- > 0)) ids.push(index + 1)
  })
  return ids
}

type SizeOf = (id: number) => number

function sizesOf(world: World): Record<Kind, SizeOf> {
  const { counts, plan, weights } = world
  const byRank = (kind: keyof Counts, sizeOf: (rank: number) => number) => (id: number) =>
    sizeOf(rankOf(world, kind, id))
  const degree = (degrees: Degrees, rank: number) => (rank >= 0 && rank < degrees.population ? degrees.of(rank) : 0)
  const seriesEpisodes = (id: number) => (plan.firstEpisode[id] as number) - (plan.firstEpisode[id - 1] as number)
  return {
    company: byRank('company', (rank) => degree(world.companies.degrees, rank)),
    network: byRank('network', (rank) => counts.network - rank),
    person: byRank('person', (rank) => {
      const directed = degree(world.directors.degrees, rank - firstDirector(world))
      const worked = degree(world.crew.degrees, rank - firstOfCrew(world))
      return degree(world.actors.degrees, rank) + directed + worked
    }),
    collection: byRank('collection', (rank) => degree(world.collections.degrees, rank)),
    movie: byRank('movie', (rank) => {
      const weight = weights.movie(rank)
      const { cast, directors, crew } = world.movie
      return cast.of(weight) + directors.of(weight) + crew.of(weight)
    }),
    series: (id) => seriesEpisodes(id) + world.series.cast.of(plan.traitsOf(id).weight),
    season: (id) => plan.seasonEpisodes[id - 1] as number,
    episode: episodeSizes(world),
  }
}

/** Credits of an episode; episodes are asked for in the order of their ids. */
function episodeSizes(world: World): SizeOf {
  const { firstEpisode, traitsOf } = world.plan
  let series = 1
  let { creditedShare } = traitsOf(series)
  return (id) => {
    while (id >= (firstEpisode[series] as number)) creditedShare = traitsOf(++series).creditedShare
    const counted = episodeCreditCounts(world, series, creditedShare, id)
    return counted ? counted.guests + counted.crew : 0
  }
}
