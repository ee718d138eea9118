import type { OfferType } from '#src/catalogue/parts/watch-providers.ts'
import { dayText, today } from './days.ts'
import { offerCountries } from './distributions.ts'
import { countries } from './languages.ts'
import { lexicon, wordOfLength } from './lexicon.ts'
import { chosenOf, source } from './parts.ts'
import { below, chance, pick, type Random, randomOf, skewed, streamOf } from './random.ts'
import { pathOf } from './texts.ts'

/** Where titles can be watched: assumed, because nobody publishes it. The world has so many providers. */
export const providers = 240

type Provider = { id: number; countries: readonly string[]; types: readonly OfferType[] }

/** The first ones are in most countries, the others in one or a few. */
const worldwide = 8
const mostCountriesOfOthers = 4
const typesOfProviders: readonly (readonly OfferType[])[] = [
  ['flatrate'],
  ['flatrate'],
  ['rent', 'buy'],
  ['flatrate', 'ads'],
  ['free', 'ads'],
  ['flatrate', 'rent', 'buy'],
  ['buy'],
  ['free'],
]
const names = ['Stream', 'Play', 'Plus', 'Video', 'Now', 'Cinema', 'TV', 'Channel']
const stream = streamOf('provider')
const mostAgeDays = 60
/** Most providers of a country that offer one title. */
const mostInCountry = 5

function providerOf(id: number): Provider {
  const random = randomOf(0, stream, id)
  const types = typesOfProviders[(id - 1) % typesOfProviders.length] as readonly OfferType[]
  if (id <= worldwide) return { id, types, countries: chosenOf(random, countries, 40 + below(random, 30)) }
  const first = skewed(random, countries.length)
  return { id, types, countries: countries.slice(first, first + 1 + skewed(random, mostCountriesOfOthers)) }
}

const all = Array.from({ length: providers }, (_, index) => providerOf(index + 1))
/** The providers of each country, the first ones first. */
const inCountry = new Map(countries.map((code) => [code, all.filter((provider) => provider.countries.includes(code))]))

export function providerLine(id: number) {
  const random = randomOf(1, stream, id)
  const display_priorities = (all[id - 1] as Provider).countries.map((code) => [
    code,
    inCountry.get(code)?.findIndex((provider) => provider.id === id),
  ])
  return {
    kind: 'provider',
    id,
    source,
    name: `${wordOfLength(lexicon('english'), random, 4 + below(random, 6)).title} ${pick(random, names)}`,
    logo_path: pathOf(random),
    display_priority: id,
    display_priorities: Object.fromEntries(display_priorities),
  }
}

/** The offers for a title: popular ones are offered in many countries, most of the others nowhere. */
export function offersOf(random: Random, of: 'movie' | 'tv', id: number, popularity: number, origin: string) {
  const count = Math.floor(offerCountries(popularity))
  if (count < 1) return undefined
  const others = countries.filter((country) => country !== origin)
  const found = [origin, ...chosenOf(random, others, count - 1)].flatMap((code) => {
    const known = inCountry.get(code) ?? []
    return known.length > 0 ? [[code, offersIn(random, code, known, `https://watch.example/${of}/${id}`)] as const] : []
  })
  return found.length > 0 ? { results: Object.fromEntries(found) } : undefined
}

function offersIn(random: Random, code: string, known: readonly Provider[], link: string) {
  const as_of = dayText(today - below(random, mostAgeDays))
  const places = Array.from({ length: 1 + skewed(random, mostInCountry) }, () => skewed(random, known.length))
  const offers = [...new Set(places)].flatMap((place) => {
    const { id, types } = known[place] as Provider
    return types.filter((type) => type !== 'ads' || chance(random, 0.5)).map((type) => ({ id, type }))
  })
  const byType = [...Map.groupBy(offers, ({ type }) => type)].map(([type, list]) => [
    type,
    list.map(({ id }) => ({ provider_id: id, as_of })),
  ])
  return { link: `${link}?locale=${code}`, ...Object.fromEntries(byType) }
}
