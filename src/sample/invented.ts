import { dayAfter, dayIn } from '#src/reference/days.ts'
import { inventedOffers, inventedProviders } from './invented-offers.ts'

/**
 * The invented part of the sample, for everything without freely licensed real data, so that every operation of the
 * specification has something to answer on a new installation. All names are made up, and the records say so
 * themselves.
 */

type Line = { kind: string; id: number | string; [field: string]: unknown }

/** The invented records have ids of their own, far from those of real ones. */
const firstId = 990_001
const source = 'invented'
const weeks = 104
const episodesPerSeason = 26
const previewedEpisodes = 4
const reviewsPerMovie = 12
const reviewers = 5

const series = [
  { name: 'Lanternmoor', genre: 18, about: 'The keepers of a moor where the lamps must never go out' },
  { name: 'The Ollery Tide Club', genre: 35, about: 'A swimming club that nobody has ever seen swim' },
  { name: 'Copperwick Junction', genre: 80, about: 'A railway detective solves small crimes at a large station' },
  {
    name: 'Notes from Planet Quill',
    genre: 10765,
    about: 'Letters home from a planet where everything is made of paper',
  },
  { name: 'Brambleholt Kitchen', genre: 99, about: 'Recipes for vegetables that do not exist' },
  { name: 'The Seventh Umbrella', genre: 9648, about: 'Seven umbrellas, seven owners, and one wet afternoon' },
  { name: 'Postcards to Vennemere', genre: 10751, about: 'Two children answer the post of a lighthouse' },
]
type Invented = (typeof series)[number]
const people = ['Ansa Quillfeather', 'Bram Tolliver-Noakes', 'Cerys Umberlane', 'Dov Marrowby', 'Elspet Vane-Okoro']
const opinions = [
  'Invented review: slow, wet and wonderful. The second half finds its feet.',
  'Invented review: the umbrella scene alone is worth the evening.',
  'Invented review: I wanted to like it more than I did; the music carries it.',
  'Invented review: funny in places where nobody else laughed.',
]

/** The lines of the invented records; episodes air weekly from the day of `now` on. */
export function* inventedLines(now: Date): Generator<Line> {
  const today = dayIn('UTC', now)
  yield {
    kind: 'source',
    id: source,
    name: 'Invented for the sample',
    licence: 'CC0-1.0',
    url: '',
    rank: 0,
    redistributable: true,
  }
  yield company
  yield network
  yield* inventedProviders(source)
  yield* people.map(personOf)
  yield collection
  yield movieOf(0, 'The First Umbrella', dayAfter(today, -700), today)
  yield movieOf(1, 'The Umbrella Returns', dayAfter(today, -335), today)
  for (const [index, invented] of series.entries()) yield* seriesLines(invented, index, today)
}

/** The id of an entry, from a number that no other entry of its part has. */
const hex = (number: number) => number.toString(16).padStart(24, '0')

const company: Line = {
  kind: 'company',
  id: firstId,
  source,
  name: 'Paper Moor Pictures',
  description: 'An invented company of the sample.',
  headquarters: 'Ollery',
  homepage: '',
  origin_country: 'GB',
  alternative_names: { results: [{ name: 'PMP', type: 'short' }] },
}

const network: Line = {
  kind: 'network',
  id: firstId,
  source,
  name: 'Channel Umber',
  headquarters: 'Ollery',
  homepage: '',
  origin_country: 'GB',
  alternative_names: { results: [{ name: 'Umber', type: '' }] },
}

const personOf = (name: string, index: number): Line => ({
  kind: 'person',
  id: firstId + index,
  source,
  name,
  original_name: name,
  adult: false,
  gender: 0,
  biography: 'An invented person of the sample.',
})

const credit = (seed: number, order: number, character: string) => ({
  id: firstId + ((seed + order) % people.length),
  character,
  order,
  credit_id: hex(seed * 10 + order),
})

const trailer = (seed: number, name: string, day: string) => ({
  results: [
    {
      id: hex(seed),
      key: `invented-${seed}`,
      name,
      iso_639_1: 'en',
      iso_3166_1: 'GB',
      site: 'VideoSite1',
      size: 1080,
      type: 'Trailer',
      official: false,
      published_at: `${day}T12:00:00.000Z`,
    },
  ],
})

const collection: Line = {
  kind: 'collection',
  id: firstId,
  source,
  name: 'The Umbrella Collection',
  original_name: 'The Umbrella Collection',
  original_language: 'en',
  overview: 'An invented collection of the sample.',
}

function movieOf(index: number, title: string, release_date: string, today: string): Line {
  const id = firstId + index
  return {
    kind: 'movie',
    id,
    source,
    title,
    original_title: title,
    original_language: 'en',
    overview: 'An invented film of the sample.',
    tagline: 'It rains.',
    status: 'Released',
    adult: false,
    video: false,
    release_date,
    runtime: 96 + index,
    origin_country: ['GB'],
    genres: [{ id: 18 }],
    production_companies: [{ id: firstId }],
    belongs_to_collection: { id: firstId },
    credits: { cast: [credit(id, 0, 'The owner'), credit(id, 1, 'The finder')], crew: [] },
    videos: trailer(id, `${title}: trailer`, release_date),
    'watch/providers': inventedOffers('movie', id, today),
    reviews: { results: Array.from({ length: reviewsPerMovie }, (_, number) => review(id, number, release_date)) },
  }
}

function review(movie: number, number: number, release_date: string) {
  const created_at = `${dayAfter(release_date, 3 * number)}T20:00:00.000Z`
  return {
    id: hex(movie * 100 + number),
    author_details: {
      username: `sample-reviewer-${(number % reviewers) + 1}`,
      name: 'Invented reviewer',
      avatar_path: null,
      rating: 5 + (number % 9) / 2,
    },
    content: opinions[number % opinions.length],
    iso_639_1: 'en',
    created_at,
    updated_at: created_at,
  }
}

/** Each series has an episode every week, on its own weekday. */
const airDate = (index: number, week: number, today: string) => dayAfter(today, index + 7 * week)

function* seriesLines({ name, genre, about }: Invented, index: number, today: string): Generator<Line> {
  const id = firstId + index
  yield {
    kind: 'series',
    id,
    source,
    name,
    original_name: name,
    original_language: 'en',
    overview: `${about}. Invented.`,
    status: 'Returning Series',
    type: 'Scripted',
    in_production: true,
    adult: false,
    first_air_date: airDate(index, 0, today),
    origin_country: ['GB'],
    languages: ['en'],
    genres: [{ id: genre }],
    networks: [{ id: firstId }],
    production_companies: [{ id: firstId }],
    alternative_titles: { results: [{ iso_3166_1: 'IE', title: `${name} (invented)`, type: '' }] },
    credits: { cast: [credit(id + 50, 0, 'The one in front'), credit(id + 50, 1, 'The one behind')], crew: [] },
    'watch/providers': inventedOffers('series', id, today),
    ...(index === 0 && { episode_groups: inventedOrder(id, weeks) }),
    videos: trailer(id + 20, `${name}: trailer`, dayAfter(today, -14)),
  }
  for (let season = 0; season * episodesPerSeason < weeks; season++) {
    yield {
      kind: 'season',
      id: firstId + index * 10 + season,
      source,
      series_id: id,
      season_number: season + 1,
      name: `Season ${season + 1}`,
      overview: '',
      air_date: airDate(index, season * episodesPerSeason, today),
    }
  }
  for (let week = 0; week < weeks; week++) yield episodeOf(name, index, week, today)
}

function episodeOf(seriesName: string, index: number, week: number, today: string): Line {
  const series_id = firstId + index
  const name = `Part ${week + 1}`
  const episode_number = (week % episodesPerSeason) + 1
  const preview = trailer(series_id * 100 + week, `${seriesName}, ${name}: preview`, dayAfter(today, -7))
  return {
    kind: 'episode',
    id: firstId + index * 200 + week,
    source,
    series_id,
    season_number: Math.floor(week / episodesPerSeason) + 1,
    episode_number,
    name,
    overview: 'An invented episode of the sample.',
    air_date: airDate(index, week, today),
    runtime: 45,
    production_code: '',
    episode_type: episode_number === episodesPerSeason ? 'finale' : 'standard',
    ...(week < previewedEpisodes && { videos: preview }),
  }
}

const episodesPerDisc = 26

/** Another order of an invented series: by discs, which nobody sells. */
function inventedOrder(firstEpisode: number, episodes: number) {
  const discs = Array.from({ length: Math.ceil(episodes / episodesPerDisc) }, (_, disc) => ({
    name: `Disc ${disc + 1}`,
    order: disc,
    locked: false,
    episodes: Array.from({ length: Math.min(episodesPerDisc, episodes - disc * episodesPerDisc) }, (_, index) => ({
      // The last episodes first.
      id: firstEpisode + episodes - 1 - (disc * episodesPerDisc + index),
    })),
  }))
  const description = 'An invented order of the sample, from the last episode to the first.'
  return { results: [{ type: 3, name: 'Backwards (invented)', description, groups: discs }] }
}
