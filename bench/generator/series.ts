import { drawn, drawnWhole, pairs } from './curves.ts'
import { dayText, today } from './days.ts'
import {
  contentRatingCount,
  genreCount,
  keywordCount,
  movieVideos,
  overviewLength,
  reviewCount,
  seriesImages,
  titleLength,
  translationCount,
} from './distributions.ts'
import { drawLanguage, type Language } from './languages.ts'
import { titleOf } from './lexicon.ts'
import { offersOf } from './offers.ts'
import {
  alternativeTitlesOf,
  contentRatingsOf,
  entryId,
  imagesOf,
  keywordsOf,
  networksOf,
  reviewsOf,
  source,
  translationsOf,
  unlessEmpty,
  videosOf,
  weighted,
} from './parts.ts'
import { below, chance, pick, type Random, streamOf } from './random.ts'
import { englishText, pathOf } from './texts.ts'
import { ordersOf, screenedOf, type Timeline, timelineOf } from './timelines.ts'
import { characterOf, companiesOf, externalIdsOf, homepageOf, type Standing, shownTitle, votesOf } from './titles.ts'
import { actorAt, crewAt, drawFor, rankOf, type World } from './world.ts'

const stream = streamOf('series line')

/** Assumed, after those of movies. */
const genres = pairs(
  '18:390 35:290 99:130 16:110 10759:90 10764:90 80:72 10765:70 10751:60 10762:50 10766:40 10767:40 9648:32 10768:20 ' +
    '10763:12 37:10',
)
const dailyGenres = [10766, 10767, 10763]
const types = ['Scripted', 'Scripted', 'Scripted', 'Scripted', 'Documentary', 'Reality', 'Miniseries', 'Video']
const ended = ['Ended', 'Ended', 'Ended', 'Returning Series', 'Canceled']
/** Overviews of series are shorter than those of movies. */
const overviewShare = 0.75
const minutes = [22, 24, 25, 30, 42, 44, 45, 50, 60]

export function seriesLine(world: World, id: number) {
  const random = drawFor(world, stream, id)
  const timeline = timelineOf(world, id)
  const { traits, first, last, isComing } = timeline
  const length = world.counts.series
  const popularity = (rankOf(world, 'series', id) + 0.5) / length
  const standing = { popularity, weight: (traits.weight + 0.5) / length }
  const language = drawLanguage(random)
  const original = titleOf(language.tongue, random, drawnWhole(random, titleLength))
  const name = shownTitle(random, language, original)
  const original_name = language.isNative ? original.native : original.latin
  const origin = pick(random, language.countries)
  const isDated = traits.isWellKept || traits.isOnAir || !chance(random, 0.1)
  const overview = chance(random, 0.8)
    ? englishText(random, Math.floor(drawn(random, overviewLength) * overviewShare))
    : undefined
  const poster_path = chance(random, 0.75) ? pathOf(random) : undefined
  const credits = seriesCredits(world, id, traits.weight)
  return {
    kind: 'series',
    id,
    source,
    name,
    original_name,
    original_language: language.iso_639_1,
    overview,
    tagline: chance(random, 0.1) ? englishText(random, 20 + below(random, 50)) : undefined,
    homepage: chance(random, 0.2) ? homepageOf(name) : undefined,
    adult: !traits.isOnAir && chance(random, 0.003),
    in_production: traits.isOnAir || isComing,
    status: isComing ? 'Planned' : traits.isOnAir ? 'Returning Series' : pick(random, ended),
    type: traits.isDaily ? pick(random, ['Talk Show', 'Scripted', 'News']) : pick(random, types),
    first_air_date: isDated ? dayText(first) : undefined,
    last_air_date: isDated && !isComing ? dayText(Math.min(last, today)) : undefined,
    ...votesOf(random, standing, first),
    poster_path,
    backdrop_path: chance(random, 0.45) ? pathOf(random) : undefined,
    episode_run_time: chance(random, 0.6) ? [pick(random, minutes)] : undefined,
    languages: [language.iso_639_1],
    origin_country: [origin],
    production_countries: [{ iso_3166_1: origin }],
    spoken_languages: [{ iso_639_1: language.iso_639_1 }],
    genres: traits.isDaily
      ? [{ id: pick(random, dailyGenres) }]
      : weighted(random, genres, drawnWhole(random, genreCount)),
    networks: networksOf(world, random),
    production_companies: companiesOf(world, world.series.companies, traits.weight, world.movie.companies.total),
    ...credits,
    ...seriesParts(world, random, id, {
      standing,
      language,
      name,
      original_name,
      origin,
      timeline,
      poster_path,
      cast: credits.credits?.cast,
    }),
  }
}

type Facts = {
  standing: Standing
  language: Language
  name: string
  original_name: string
  origin: string
  timeline: Timeline
  poster_path: string | undefined
  cast: readonly { id: number }[] | undefined
}

function seriesParts(world: World, random: Random, id: number, facts: Facts) {
  const { standing, language, name, original_name, origin, timeline, poster_path, cast } = facts
  const { weight } = standing
  const pictures = Math.floor(seriesImages(weight))
  const results = alternativeTitlesOf(random, language)
  const keywords = keywordsOf(world, random, Math.floor(keywordCount(weight) * 0.7))
  const texts = { title: 'name', overview: 0.5, tagline: 0.05 } as const
  return {
    keywords: keywords && { results: keywords },
    alternative_titles: results && { results },
    translations: translationsOf(random, language, original_name, Math.floor(translationCount(weight)), texts),
    content_ratings: contentRatingsOf(random, Math.floor(contentRatingCount(weight))),
    external_ids: unlessEmpty({
      ...externalIdsOf(world, random, world.counts.movie + id, name, weight),
      tvdata_id: chance(random, 0.6) ? 70_000 + id : undefined,
      kb1_mid: weight < 0.05 ? `/m/0${id.toString(36)}` : undefined,
    }),
    images:
      pictures > 0
        ? {
            posters: imagesOf(random, 'posters', world.counts.movie + id, Math.ceil(pictures * 0.6), {
              picture: poster_path,
              cast,
            }),
            backdrops: imagesOf(random, 'backdrops', world.counts.movie + id, Math.floor(pictures * 0.4), { cast }),
          }
        : undefined,
    videos: videosOf(random, 'series', id, name, timeline.first, Math.floor(movieVideos(weight))),
    episode_groups: ordersOf(random, id, timeline),
    screened_theatrically: screenedOf(random, timeline),
    'watch/providers': timeline.isComing ? undefined : offersOf(random, 'tv', id, standing.popularity, origin),
    reviews: reviewsOf(random, 'series', id, timeline.first, Math.floor(reviewCount(standing.popularity))),
  }
}

const creditStream = streamOf('series credits')

/** The main cast takes its places behind those of all movies, and so do the creators. */
function seriesCredits(world: World, id: number, weight: number) {
  const { cast, creators } = world.series
  const random = drawFor(world, creditStream, id)
  const firstActor = world.movie.cast.total + cast.startOf(weight)
  const actors = Array.from({ length: cast.of(weight) }, (_, order) => ({
    id: actorAt(world, firstActor + order),
    character: characterOf(random),
    order,
    credit_id: entryId('series cast', id, order),
  }))
  const firstCreator = world.movie.crew.total + creators.startOf(weight)
  const created_by = Array.from({ length: creators.of(weight) }, (_, number) => ({
    id: crewAt(world, firstCreator + number),
    credit_id: entryId('series creator', id, number),
  }))
  return {
    created_by: created_by.length > 0 ? created_by : undefined,
    credits: actors.length > 0 ? { cast: actors, crew: [] } : undefined,
  }
}
