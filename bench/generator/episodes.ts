import { drawn, drawnWhole } from './curves.ts'
import { dayText, today } from './days.ts'
import { episodeOverview, episodeTitleLength, guestCount, overviewLength, voteAverage } from './distributions.ts'
import { titleOf } from './lexicon.ts'
import { entryId, imagesOf, rounded, source } from './parts.ts'
import { below, chance, pick, type Random, skewed, streamOf } from './random.ts'
import { englishText, foreignText, pathOf } from './texts.ts'
import { dayOfEpisode, type Season, type Timeline, timelineOf } from './timelines.ts'
import { characterOf } from './titles.ts'
import { actorAt, crewAt, drawFor, type World } from './world.ts'

const seasonStream = streamOf('season line')
const episodeStream = streamOf('episode line')
const creditStream = streamOf('episode credits')

/** Texts of seasons and episodes are shorter than those of movies. */
const overviewShare = 0.4
const minutes = [22, 24, 25, 30, 42, 44, 45, 50, 60]

export function* seasonLines(world: World, id: number) {
  const timeline = timelineOf(world, id)
  for (const season of timeline.seasons) yield seasonLine(world, id, timeline, season)
}

function seasonLine(world: World, series_id: number, { traits }: Timeline, season: Season) {
  const random = drawFor(world, seasonStream, season.id)
  const isKnown = traits.isWellKept || chance(random, 0.8)
  const poster_path = chance(random, traits.isWellKept ? 0.7 : 0.3) ? pathOf(random) : undefined
  const length = Math.floor(drawn(random, overviewLength) * overviewShare)
  const pictures = poster_path && chance(random, 0.1) ? 1 + below(random, 3) : 0
  return {
    kind: 'season',
    id: season.id,
    source,
    series_id,
    season_number: season.number,
    name: season.number === 0 ? 'Specials' : `Season ${season.number}`,
    overview: chance(random, 0.15) ? englishText(random, length) : undefined,
    air_date: isKnown ? dayText(season.start) : undefined,
    poster_path,
    vote_average: traits.isWellKept ? rounded(drawn(random, voteAverage), 10) : 0,
    external_ids: chance(random, 0.3) ? { tvdata_id: 900_000 + season.id } : undefined,
    images:
      pictures > 0
        ? { posters: imagesOf(random, 'posters', -season.id, pictures, { picture: poster_path }) }
        : undefined,
  }
}

export function* episodeLines(world: World, id: number) {
  const timeline = timelineOf(world, id)
  for (const season of timeline.seasons) {
    for (let index = 0; index < season.episodes; index++) yield episodeLine(world, id, timeline, season, index)
  }
}

const translatedTo = [
  ['de', 'DE', 'northern'],
  ['fr', 'FR', 'romance'],
  ['es', 'ES', 'romance'],
] as const

function episodeLine(world: World, series_id: number, { traits }: Timeline, season: Season, index: number) {
  const id = season.firstEpisode + index
  const random = drawFor(world, episodeStream, id)
  const { isWellKept, isOnAir } = traits
  const day = dayOfEpisode(season, index)
  const isTitled = chance(random, isWellKept && !traits.isDaily ? 0.85 : 0.4)
  const votes = isWellKept && day <= today ? skewed(random, 60) : 0
  const still_path = chance(random, isWellKept ? 0.4 : 0.1) ? pathOf(random) : undefined
  const number = world.outside.to(world.counts.movie + world.counts.series + id - 1) + 1
  return {
    kind: 'episode',
    id,
    source,
    series_id,
    season_number: season.number,
    episode_number: index + 1,
    name: isTitled ? titleOf('english', random, drawnWhole(random, episodeTitleLength)).latin : `Episode ${index + 1}`,
    overview: chance(random, isWellKept ? episodeOverview : episodeOverview / 4) ? shortText(random) : undefined,
    air_date: isWellKept || isOnAir || !chance(random, 0.1) ? dayText(day) : undefined,
    runtime: chance(random, 0.6) ? pick(random, minutes) : undefined,
    production_code: chance(random, 0.05) ? `${season.number}${String(index + 1).padStart(2, '0')}` : undefined,
    episode_type: index + 1 === season.episodes && isWellKept ? 'finale' : 'standard',
    still_path,
    vote_average: votes > 0 ? rounded(drawn(random, voteAverage)) : 0,
    vote_count: votes,
    credits: episodeCredits(world, series_id, traits.creditedShare, id),
    translations: isWellKept && chance(random, 0.04) ? translationsOf(random) : undefined,
    external_ids: chance(random, 0.35) ? { filmdb_id: `tt${String(number).padStart(7, '0')}` } : undefined,
    images:
      still_path && chance(random, 0.06)
        ? { stills: imagesOf(random, 'stills', id, 1, { picture: still_path }) }
        : undefined,
  }
}

const shortText = (random: Random) => englishText(random, Math.floor(drawn(random, overviewLength) * overviewShare))

const translationsOf = (random: Random) => ({
  translations: translatedTo.slice(0, 1 + below(random, translatedTo.length)).map(([iso_639_1, iso_3166_1, tongue]) => {
    const name = titleOf(tongue, random, drawnWhole(random, episodeTitleLength)).latin
    return { iso_3166_1, iso_639_1, data: { name, overview: foreignText(tongue, random, 80, false) } }
  }),
})

const episodeJobs = [
  ['Directing', 'Director'],
  ['Writing', 'Writer'],
  ['Editing', 'Editor'],
  ['Camera', 'Director of Photography'],
] as const
const fewestCrew = 1

/** Guests and crew of all episodes of a series come from its own few people, who return. */
const guestPool = ({ plan }: World, series: number) => poolOf(plan.firstGuest, series)
const staffPool = ({ plan }: World, series: number) => poolOf(plan.firstStaff, series)

const poolOf = (firstPlaces: Int32Array, series: number) => {
  const first = firstPlaces[series - 1] as number
  return { first, length: (firstPlaces[series] as number) - first }
}

/** How many guests and people behind the camera an episode names. */
export function episodeCreditCounts(world: World, series: number, creditedShare: number, id: number) {
  const random = drawFor(world, creditStream, id)
  if (creditedShare === 0 || !chance(random, creditedShare)) return undefined
  const guests = Math.min(drawnWhole(random, guestCount), guestPool(world, series).length)
  const crew = Math.min(fewestCrew + skewed(random, episodeJobs.length), staffPool(world, series).length)
  return { random, guests, crew }
}

function episodeCredits(world: World, series: number, creditedShare: number, id: number) {
  const counts = episodeCreditCounts(world, series, creditedShare, id)
  if (!counts) return undefined
  const { random } = counts
  const guestPlaces = placesOf(random, guestPool(world, series), counts.guests)
  const staffPlaces = placesOf(random, staffPool(world, series), counts.crew)
  const { cast, crew } = world.movie
  const firstActor = cast.total + world.series.cast.total
  const firstOfCrew = crew.total + world.series.creators.total
  return {
    cast: [],
    crew: staffPlaces.map((place, number) => {
      const [department, job] = episodeJobs[number] as (typeof episodeJobs)[number]
      return { id: crewAt(world, firstOfCrew + place), department, job, credit_id: entryId('episode crew', id, number) }
    }),
    guest_stars: guestPlaces.map((place, order) => ({
      id: actorAt(world, firstActor + place),
      character: characterOf(random),
      order,
      credit_id: entryId('episode guest', id, order),
    })),
  }
}

/** Neighbouring places of a pool, which differ from each other. */
function placesOf(random: Random, { first, length }: { first: number; length: number }, count: number): number[] {
  const offset = below(random, length)
  return Array.from({ length: count }, (_, at) => first + ((offset + at) % length))
}
