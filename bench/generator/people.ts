import { drawn, drawnWhole } from './curves.ts'
import { dayOfYear, dayText, firstDayWithin, type Precision, today } from './days.ts'
import { movieYear, overviewLength, personNameLength, popularity } from './distributions.ts'
import { drawLanguage } from './languages.ts'
import { lexicon, personNameOf, wordOfLength } from './lexicon.ts'
import { imagesOf, rounded, source, unlessEmpty } from './parts.ts'
import { below, chance, pick, type Random, skewed, streamOf } from './random.ts'
import { englishText, foreignText, pathOf } from './texts.ts'
import { drawFor, firstDirector, firstOfCrew, type Pool, rankOf, type World } from './world.ts'

const stream = streamOf('person line')
const departments = ['Writing', 'Production', 'Camera', 'Editing', 'Sound', 'Art', 'Crew']
/** People are most in demand at this age, so they were born so many years before a film. */
const yearsBefore = 22
const yearsSpread = 35
const longestLife = 95

export function personLine(world: World, id: number) {
  const random = drawFor(world, stream, id)
  const rank = rankOf(world, 'person', id)
  const { department, share } = standingOf(world, random, rank)
  const language = drawLanguage(random)
  const { latin, native } = personNameOf(language.tongue, random, drawnWhole(random, personNameLength))
  const known = share < 0.1 ? 4 : share < 0.45 ? 1.5 : 1
  const born = dayOfYear(drawn(random, movieYear) - yearsBefore - below(random, yearsSpread))
  const died = born + (40 + below(random, longestLife - 40)) * 365 + below(random, 365)
  const birthday_precision: Precision = chance(random, 0.1) ? 'year' : undefined
  const isBorn = chance(random, Math.min(0.95, 0.22 * known))
  const profile_path = chance(random, Math.min(0.9, 0.2 * known)) ? pathOf(random) : undefined
  return {
    kind: 'person',
    id,
    source,
    name: latin,
    original_name: language.isNative ? native : latin,
    gender: chance(random, 0.25) ? 0 : 1 + skewed(random, 2),
    known_for_department: department,
    adult: chance(random, 0.004),
    popularity: rounded(popularity(share), 10_000),
    birthday: isBorn ? dayText(firstDayWithin(born, birthday_precision)) : undefined,
    birthday_precision: isBorn ? birthday_precision : undefined,
    deathday: isBorn && died < today && chance(random, 0.7) ? dayText(died) : undefined,
    place_of_birth: isBorn && chance(random, 0.8) ? placeOf(random) : undefined,
    biography: chance(random, 0.03 * known) ? englishText(random, drawnWhole(random, overviewLength)) : undefined,
    homepage: chance(random, 0.005) ? `https://${latin.toLowerCase().replaceAll(' ', '')}.example` : undefined,
    profile_path,
    also_known_as: chance(random, 0.06 * known)
      ? otherNames(random, language.isNative ? native : undefined)
      : undefined,
    translations: share < 0.02 && chance(random, 0.4) ? translationsOf(random) : undefined,
    external_ids: externalIdsOf(world, random, id, known, latin),
    images: profile_path && share < 0.1 ? { profiles: profilesOf(random, id, share, profile_path) } : undefined,
  }
}

/** What a person does, and how many of those who do the same are at least as busy. */
function standingOf(world: World, random: Random, rank: number) {
  const shareOf = ({ degrees }: Pool, first: number) => (rank - first + 0.5) / degrees.population
  if (rank < world.actors.degrees.population) return { department: 'Acting', share: shareOf(world.actors, 0) }
  const first = firstOfCrew(world)
  if (rank >= first) return { department: pick(random, departments), share: shareOf(world.crew, first) }
  return { department: 'Directing', share: shareOf(world.directors, firstDirector(world)) }
}

const profilesOf = (random: Random, id: number, share: number, picture: string) =>
  imagesOf(random, 'profiles', id, share < 0.001 ? 12 : share < 0.01 ? 5 : 1, { picture })

/** An invented town in an invented country. */
export function placeOf(random: Random): string {
  const words = lexicon('english')
  const country = wordOfLength(lexicon('romance'), random, 5 + below(random, 4)).title
  return `${wordOfLength(words, random, 5 + below(random, 6)).title}, ${country}`
}

function otherNames(random: Random, native: string | undefined): string[] {
  const names = Array.from({ length: below(random, 3) + (native ? 0 : 1) }, () => {
    const { tongue, isNative } = drawLanguage(random)
    const name = personNameOf(tongue, random, drawnWhole(random, personNameLength))
    return isNative ? name.native : name.latin
  })
  return native ? [native, ...names] : names
}

const translatedTo = [
  ['de', 'DE', 'northern'],
  ['fr', 'FR', 'romance'],
  ['ru', 'RU', 'eastern'],
  ['ja', 'JP', 'kana'],
] as const

const translationsOf = (random: Random) => ({
  translations: translatedTo
    .slice(0, 1 + below(random, translatedTo.length))
    .map(([iso_639_1, iso_3166_1, tongue]) => ({
      iso_3166_1,
      iso_639_1,
      data: { biography: foreignText(tongue, random, drawnWhole(random, overviewLength), true) },
    })),
})

function externalIdsOf(world: World, random: Random, id: number, known: number, name: string) {
  const number = world.order.person.to(id - 1) + 1
  return unlessEmpty({
    filmdb_id: chance(random, 0.3 + 0.15 * known) ? `nm${String(number).padStart(7, '0')}` : undefined,
    kb2_id: chance(random, 0.05 * known) ? `Q${100_000_000 + number}` : undefined,
    socialnet2_id: chance(random, 0.01 * known) ? name.toLowerCase().replaceAll(' ', '.') + number : undefined,
  })
}
