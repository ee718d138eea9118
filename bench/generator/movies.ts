import { drawn, drawnWhole, pairs } from './curves.ts'
import { dayOfYear, dayText, firstDayWithin, type Precision, today } from './days.ts'
import {
  featureMinutes,
  genreCount,
  keywordCount,
  movieImages,
  movieVideos,
  movieYear,
  overviewLength,
  releaseRegions,
  reviewCount,
  shortMinutes,
  shortShare,
  titleLength,
  translationCount,
} from './distributions.ts'
import { drawLanguage, type Language } from './languages.ts'
import { titleOf, type Writing } from './lexicon.ts'
import { offersOf } from './offers.ts'
import {
  alternativeTitlesOf,
  entryId,
  imagesOf,
  keywordsOf,
  releaseDatesOf,
  reviewsOf,
  source,
  translationsOf,
  videosOf,
  weighted,
} from './parts.ts'
import { below, chance, fraction, pick, type Random, streamOf } from './random.ts'
import { englishText, pathOf } from './texts.ts'
import { characterOf, companiesOf, externalIdsOf, homepageOf, type Standing, shownTitle, votesOf } from './titles.ts'
import { actorAt, collectionOf, crewAt, directorAt, drawFor, rankOf, type World } from './world.ts'

const stream = streamOf('movie line')

/** Genres of movies with their weights, after a set of old films: without its Westerns, with more documentaries. */
const genres = pairs(
  '18:388 35:289 10749:79 80:72 28:62 37:60 99:60 53:55 10402:49 12:48 27:48 10752:47 16:40 878:32 9648:32 36:30 ' +
    '10751:30 14:21 10770:20',
)

export function movieLine(world: World, id: number) {
  const random = drawFor(world, stream, id)
  const length = world.counts.movie
  const rank = rankOf(world, 'movie', id)
  const weight = world.weights.movie(rank)
  const standing = { popularity: (rank + 0.5) / length, weight: (weight + 0.5) / length }
  const collection = collectionOf(world, id)
  const language = collection ? collection.language : drawLanguage(random)
  const original = collection ? sequelOf(collection) : titleOf(language.tongue, random, drawnWhole(random, titleLength))
  const title = collection ? original.latin : shownTitle(random, language, original)
  const original_title = language.isNative ? original.native : original.latin
  const release_date_precision = precisionOf(random, standing)
  const released = collection ? releaseOf(random, collection) : dayOfYear(drawn(random, movieYear))
  const day = firstDayWithin(released, released > today ? undefined : release_date_precision)
  const isDated = !chance(random, 0.02)
  const origin = pick(random, language.countries)
  const poster_path = chance(random, 0.82) ? pathOf(random) : undefined
  const backdrop_path = chance(random, 0.5) ? pathOf(random) : undefined
  const credits = movieCredits(world, id, weight)
  const overview = chance(random, 0.9) ? englishText(random, drawnWhole(random, overviewLength)) : undefined
  return {
    kind: 'movie',
    id,
    source,
    title,
    original_title,
    original_language: language.iso_639_1,
    overview,
    tagline: chance(random, 0.25) ? englishText(random, 20 + below(random, 50)) : undefined,
    homepage: chance(random, 0.1) ? homepageOf(title) : undefined,
    adult: chance(random, 0.006),
    video: chance(random, 0.004),
    status: isDated && day <= today ? 'Released' : pick(random, unreleased),
    release_date: isDated ? dayText(day) : undefined,
    release_date_precision: isDated && day <= today ? release_date_precision : undefined,
    runtime: chance(random, 0.04) ? undefined : minutesOf(random),
    ...(standing.weight < 0.06 && { budget: moneyOf(random), revenue: moneyOf(random) * (1 + below(random, 4)) }),
    ...votesOf(random, standing, day),
    poster_path,
    backdrop_path,
    origin_country: [origin],
    production_countries: [{ iso_3166_1: origin }],
    spoken_languages: [{ iso_639_1: language.iso_639_1 }],
    belongs_to_collection: collection && { id: collection.id },
    genres: weighted(random, genres, drawnWhole(random, genreCount)),
    production_companies: companiesOf(world, world.movie.companies, weight, 0),
    credits,
    ...movieParts(world, random, id, {
      standing,
      language,
      title,
      original_title,
      day,
      origin,
      poster_path,
      cast: credits?.cast,
    }),
  }
}

/** Assumed: of many films that few people know, only the year is known. */
function precisionOf(random: Random, { popularity }: Standing): Precision {
  const known = fraction(random) / popularity
  return known < 0.25 ? 'year' : known < 0.28 ? 'month' : undefined
}

const unreleased = ['Planned', 'In Production', 'Post Production', 'Rumored', 'Canceled']

type Facts = {
  standing: Standing
  language: Language
  title: string
  original_title: string
  day: number
  origin: string
  poster_path: string | undefined
  cast: readonly { id: number }[] | undefined
}

function movieParts(world: World, random: Random, id: number, facts: Facts) {
  const { standing, language, title, original_title, day, origin, poster_path, cast } = facts
  const { weight } = standing
  const pictures = Math.floor(movieImages(weight))
  const titles = alternativeTitlesOf(random, language)
  const keywords = keywordsOf(world, random, Math.floor(keywordCount(weight)))
  const texts = { title: 'title', overview: 0.7, tagline: 0.1 } as const
  return {
    keywords: keywords && { keywords },
    alternative_titles: titles && { titles },
    translations: translationsOf(random, language, original_title, Math.floor(translationCount(weight)), texts),
    release_dates: releaseDatesOf(random, origin, day, Math.floor(releaseRegions(weight))),
    external_ids: externalIdsOf(world, random, id, title, weight),
    images:
      pictures > 0
        ? {
            posters: imagesOf(random, 'posters', id, Math.ceil(pictures * 0.6), { picture: poster_path, cast }),
            backdrops: imagesOf(random, 'backdrops', id, Math.floor(pictures * 0.4), { cast }),
          }
        : undefined,
    videos: videosOf(random, 'movie', id, title, day, Math.floor(movieVideos(weight))),
    'watch/providers': day > today ? undefined : offersOf(random, 'movie', id, standing.popularity, origin),
    reviews: reviewsOf(random, 'movie', id, day, Math.floor(reviewCount(standing.popularity))),
  }
}

const romans = ['', ' II', ' III', ' IV', ' V', ' VI', ' VII', ' VIII', ' IX', ' X']
const hasRomans = (collection: number) => collection % 4 === 0

/** Films of a collection have its title and a number, but for the first one. */
function sequelOf({ id, title, number }: { id: number; title: Writing; number: number }): Writing {
  const roman = hasRomans(id) ? romans[number] : undefined
  const ending = roman ?? (number === 0 ? '' : ` ${number + 1}`)
  return { latin: title.latin + ending, native: title.native + ending }
}

/** About two years lie between the films of a collection; those that have no day yet come soon. */
const releaseOf = (random: Random, { first, number }: { first: number; number: number }) =>
  Math.min(first + number * sequelDays + below(random, sequelDays / 2), today + below(random, sequelDays))
const sequelDays = 760

const minutesOf = (random: Random) => drawnWhole(random, chance(random, shortShare) ? shortMinutes : featureMinutes)
const moneyOf = (random: Random) => (1 + below(random, 900)) * 100_000

const jobs = [
  ['Writing', 'Screenplay'],
  ['Production', 'Producer'],
  ['Camera', 'Director of Photography'],
  ['Editing', 'Editor'],
  ['Sound', 'Original Music Composer'],
  ['Writing', 'Writer'],
  ['Production', 'Executive Producer'],
  ['Art', 'Production Design'],
  ['Costume & Make-Up', 'Costume Design'],
  ['Art', 'Art Direction'],
  ['Production', 'Casting'],
  ['Visual Effects', 'Visual Effects Supervisor'],
  ['Sound', 'Sound Editor'],
  ['Crew', 'Stunts'],
] as const

const crewJob = (number: number) => jobs[number % jobs.length] as (typeof jobs)[number]

const creditStream = streamOf('movie credits')

function movieCredits(world: World, id: number, weight: number) {
  const { cast, directors, crew } = world.movie
  const random = drawFor(world, creditStream, id)
  const firstActor = cast.startOf(weight)
  const actors = Array.from({ length: cast.of(weight) }, (_, order) => ({
    id: actorAt(world, firstActor + order),
    character: characterOf(random),
    order,
    credit_id: entryId('movie cast', id, order),
  }))
  const firstDirector = directors.startOf(weight)
  const directing = Array.from({ length: directors.of(weight) }, (_, number) => ({
    id: directorAt(world, firstDirector + number),
    department: 'Directing',
    job: 'Director',
    credit_id: entryId('movie director', id, number),
  }))
  const firstOther = crew.startOf(weight)
  const others = Array.from({ length: crew.of(weight) }, (_, number) => {
    const [department, job] = crewJob(number)
    return { id: crewAt(world, firstOther + number), department, job, credit_id: entryId('movie crew', id, number) }
  })
  if (actors.length + directing.length + others.length === 0) return undefined
  return { cast: actors, crew: [...directing, ...others] }
}
