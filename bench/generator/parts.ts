import { certifications } from '#src/reference/reference.ts'
import { drawn, drawnWhole } from './curves.ts'
import { dayOfYear, dayText } from './days.ts'
import { aliasCount, overviewLength, titleLength, voteAverage } from './distributions.ts'
import { countries, type Language, translated } from './languages.ts'
import { titleOf } from './lexicon.ts'
import { below, chance, fraction, mixed, pick, type Random, skewed, streamOf } from './random.ts'
import { englishText, entryIdOf, foreignText, letters, pathOf } from './texts.ts'
import { idAt, type World } from './world.ts'

/** Parts of lines. Whoever draws fewer than one entry gets nothing, so that the line leaves the part out. */

export const source = 'invented'

/** Rounds to so many thousandths; division by a whole number is exact on every machine. */
export const rounded = (number: number, steps = 1000): number => Math.round(number * steps) / steps

/** The id of an entry of a part: what it belongs to, and its number there. */
export const entryId = (part: string, id: number, number: number): string =>
  entryIdOf(mixed(streamOf(part)), mixed(id), number)

/** Nothing where an object says nothing, so that a line leaves it out. */
export const unlessEmpty = <Ids extends Record<string, unknown>>(ids: Ids): Ids | undefined =>
  Object.values(ids).some((id) => id !== undefined) ? ids : undefined

/** Ids without double ones, in the order in which they were drawn. */
export const distinct = (ids: readonly number[]): { id: number }[] => [...new Set(ids)].map((id) => ({ id }))

/** Tags follow a steep order: few are on many titles. */
export function keywordsOf(world: World, random: Random, count: number): { id: number }[] | undefined {
  if (count < 1) return undefined
  const known = world.counts.keyword
  return distinct(Array.from({ length: count }, () => idAt(world, 'keyword', skewed(random, known))))
}

export function networksOf(world: World, random: Random): { id: number }[] | undefined {
  const count = chance(random, 0.72) ? (chance(random, 0.06) ? 2 : 1) : 0
  if (count === 0) return undefined
  return distinct(Array.from({ length: count }, () => idAt(world, 'network', skewed(random, world.counts.network))))
}

/** Items of a weighted list, without double ones. */
export function weighted(random: Random, items: readonly (readonly [id: number, weight: number])[], count: number) {
  const found = new Set<number>()
  const all = items.reduce((sum, [, weight]) => sum + weight, 0)
  // A draw that is there already is lost, so that a title may have fewer than it wanted.
  for (let tries = 2 * count; tries > 0 && found.size < count; tries--) {
    let left = below(random, all)
    for (const [id, weight] of items) {
      left -= weight
      if (left < 0) {
        found.add(id)
        break
      }
    }
  }
  return distinct([...found])
}

type Translated = (typeof translated)[number]

const aliasTypes = ['', '', '', '', 'working title', 'TV title', 'short title', 'original title', 'literal title']

export function alternativeTitlesOf(random: Random, language: Language) {
  const count = drawnWhole(random, aliasCount)
  if (count === 0) return undefined
  const titles = new Map<string, { iso_3166_1: string; title: string; type: string }>()
  for (let number = 0; number < count; number++) {
    const isForeign = chance(random, 0.6)
    const { language: spoken, iso_3166_1 } = isForeign
      ? (translated[skewed(random, translated.length)] as Translated)
      : { language, iso_3166_1: pick(random, language.countries) }
    const { latin, native } = titleOf(spoken.tongue, random, drawnWhole(random, titleLength))
    const title = spoken.isNative ? native : latin
    titles.set(`${iso_3166_1} ${title}`, { iso_3166_1, title, type: pick(random, aliasTypes) })
  }
  return [...titles.values()]
}

type Texts = { title: 'title' | 'name'; overview: number; tagline: number }

/** Texts in other languages: that of the title itself first, and then the most usual ones. */
export function translationsOf(random: Random, language: Language, original: string, count: number, texts: Texts) {
  if (count < 1) return undefined
  const own = { language, iso_3166_1: language.countries[0] as string }
  const others = translated.filter((other) => other.language.iso_639_1 !== language.iso_639_1)
  const isForeign = language.iso_639_1 !== 'en' && language.iso_639_1 !== 'xx'
  const chosen = [...(isForeign ? [own] : []), ...chosenOf(random, others, count - (isForeign ? 1 : 0))]
  const translations = chosen.map(({ language: spoken, iso_3166_1 }) => {
    const isOwn = spoken === language
    const { latin, native } = titleOf(spoken.tongue, random, drawnWhole(random, titleLength))
    const title = isOwn ? original : chance(random, 0.4) ? '' : spoken.isNative ? native : latin
    const length = Math.floor(drawn(random, overviewLength) * texts.overview)
    const data: Record<string, string> = {
      [texts.title]: title,
      overview: chance(random, 0.6) || title === '' ? foreignText(spoken.tongue, random, length, spoken.isNative) : '',
    }
    if (chance(random, texts.tagline)) data.tagline = foreignText(spoken.tongue, random, 30, spoken.isNative)
    return { iso_3166_1, iso_639_1: spoken.iso_639_1, data }
  })
  return { translations }
}

/** Exactly so many items, in their order, mostly from the beginning of a list. */
export function chosenOf<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  const window = Math.min(items.length, count + Math.ceil(count / 2) + 3)
  const chosen: Item[] = []
  for (let at = 0; at < window; at++) {
    const wanted = count - chosen.length
    if (wanted <= 0) break
    if (below(random, window - at) < wanted) chosen.push(items[at] as Item)
  }
  return chosen
}

const premiere = 1
const limited = 2
const theatrical = 3
const digital = 4
const physical = 5
const television = 6
/** Assumed: shares of releases that are not the usual one in cinemas, which festivals and discs come beside. */
const releaseShares = { limited: 0.08, television: 0.04, premiere: 0.1, digital: 0.3, physical: 0.2 }
const premiereDays = 30
const physicalDelayDays = 120
/** From then on some releases of films that are shown in many countries are followed by a digital one. */
const firstDigitalDay = dayOfYear(2006)
const fewRegions = 10
const digitalDelayDays = 90
const releaseDelayDays = 150

/** The first release is that of the country of origin on the day of the movie; others follow. */
export function releaseDatesOf(random: Random, origin: string, day: number, count: number) {
  const others = countries.filter((country) => country !== origin)
  const results = [origin, ...chosenOf(random, others, count - 1)].map((iso_3166_1, number) => {
    const known = certifications.movie[iso_3166_1]
    const certification = known && chance(random, 0.6) ? pick(random, known).certification : undefined
    const delay = number === 0 ? 0 : below(random, releaseDelayDays)
    const release = (after: number, type: number, note?: string) => ({
      certification,
      release_date: `${dayText(day + delay + after)}T00:00:00.000Z`,
      type,
      note,
    })
    const kind = fraction(random)
    const first = kind < releaseShares.limited ? limited : kind > 1 - releaseShares.television ? television : theatrical
    const release_dates = [release(0, first)]
    if (number > 0 && count >= fewRegions && chance(random, releaseShares.premiere))
      release_dates.unshift(release(-1 - below(random, premiereDays), premiere, 'Festival'))
    if (day >= firstDigitalDay && count >= fewRegions) {
      if (chance(random, releaseShares.digital)) release_dates.push(release(digitalDelayDays, digital))
      if (chance(random, releaseShares.physical)) release_dates.push(release(physicalDelayDays, physical))
    }
    return { iso_3166_1, release_dates }
  })
  return { results }
}

const ratedCountries = Object.keys(certifications.tv).filter((country) => country.length === 2)

export function contentRatingsOf(random: Random, count: number) {
  if (count < 1) return undefined
  const results = chosenOf(random, ratedCountries, count).map((iso_3166_1) => {
    const known = certifications.tv[iso_3166_1] ?? []
    return { iso_3166_1, rating: pick(random, known).certification }
  })
  return { results }
}

const shapes = {
  posters: { width: 2000, height: 3000 },
  backdrops: { width: 3840, height: 2160 },
  profiles: { width: 1000, height: 1500 },
  stills: { width: 1920, height: 1080 },
  logos: { width: 500, height: 200 },
}
export type Gallery = keyof typeof shapes

type People = readonly { readonly id: number }[]
/** Assumed: images of titles that name who is on them, who is one of the first in the cast, and mostly alone. */
const namedShare = 0.12
const mostNamed = 4

const peopleOn = (random: Random, cast: People) =>
  cast.length > 0 && chance(random, namedShare)
    ? distinct(
        Array.from(
          { length: 1 + skewed(random, 3) },
          () => (cast[below(random, Math.min(cast.length, mostNamed))] as People[number]).id,
        ),
      )
    : undefined

type Pictured = { picture?: string | undefined; cast?: People | undefined }

/** The images of a gallery; the first one is the picture that the record is shown with. */
export function imagesOf(
  random: Random,
  gallery: Gallery,
  id: number,
  count: number,
  { picture, cast = [] }: Pictured = {},
) {
  if (count < 1) return undefined
  const { width, height } = shapes[gallery]
  const ending = gallery === 'logos' ? '.png' : '.jpg'
  const hasLanguages = gallery === 'posters' || gallery === 'backdrops'
  return Array.from({ length: count }, (_, number) => {
    const size = 1 + below(random, 2)
    const isSpoken = hasLanguages && chance(random, gallery === 'posters' ? 0.75 : 0.2)
    const { language, iso_3166_1 } = translated[skewed(random, translated.length)] as Translated
    const isEnglish = number === 0 || chance(random, 0.4)
    return {
      id: entryId(gallery, id, number),
      file_path: number === 0 && picture ? picture : pathOf(random, ending),
      width: width / size,
      height: height / size,
      iso_639_1: isSpoken ? (isEnglish ? 'en' : language.iso_639_1) : undefined,
      iso_3166_1: isSpoken ? (isEnglish ? 'US' : iso_3166_1) : undefined,
      vote_average: rounded(drawn(random, voteAverage)),
      vote_count: skewed(random, 40),
      people: peopleOn(random, cast),
    }
  })
}

const videoTypes = ['Trailer', 'Trailer', 'Trailer', 'Teaser', 'Clip', 'Featurette', 'Behind the Scenes']

export function videosOf(random: Random, of: string, id: number, title: string, day: number, count: number) {
  if (count < 1) return undefined
  const results = Array.from({ length: count }, (_, number) => {
    const type = pick(random, videoTypes)
    return {
      id: entryId(`${of} video`, id, number),
      key: letters(random, 5),
      site: chance(random, 0.97) ? 'VideoSite1' : 'VideoSite2',
      name: `${title}: ${type}${number === 0 ? '' : ` ${number + 1}`}`,
      iso_639_1: 'en',
      iso_3166_1: 'US',
      size: chance(random, 0.8) ? 1080 : 720,
      type,
      official: chance(random, 0.7),
      published_at: `${dayText(day - below(random, 120))}T${10 + below(random, 10)}:00:00.000Z`,
    }
  })
  return { results }
}

const reviewers = 5_000
const reviewLength = 3

export function reviewsOf(random: Random, of: string, id: number, day: number, count: number) {
  if (count < 1) return undefined
  const results = Array.from({ length: count }, (_, number) => {
    const moment = `${dayText(day + below(random, 1000))}T${10 + below(random, 12)}:30:00.000Z`
    const username = `reviewer-${1 + skewed(random, reviewers)}`
    return {
      id: entryId(`${of} review`, id, number),
      author_details: { username, name: '', rating: 1 + below(random, 10) },
      content: englishText(random, Math.floor(drawn(random, overviewLength) * reviewLength)),
      iso_639_1: 'en',
      created_at: moment,
      updated_at: moment,
    }
  })
  return { results }
}
