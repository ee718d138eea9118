import { daysInCinemas } from '#src/groups/movie-lists/now-playing.ts'
import { daysAhead as daysToCinemas } from '#src/groups/movie-lists/upcoming.ts'
import { daysAhead as daysOnAir } from '#src/groups/tv-series-lists/on-the-air.ts'
import { dayAfter, dayIn } from '#src/reference/days.ts'
import { certifications, countries, languages } from '#src/reference/reference.ts'
import { withParameters } from '../local-address.ts'
import type { RenderContext } from '../page.ts'

export type Place = 'movie' | 'tv'

/** What is asked of discover. */
type Filters = Record<string, string | number | undefined>

/** Votes from which on a rating says something. */
const ENOUGH_VOTES = 20

/** For whom, and when: the country and the day decide what some choices mean. */
type Reader = { place: Place; region: string; now: Date; votes: number }

/** One row of the table of choices: a parameter of the page's address. */
type Choice = {
  /** Where it can be chosen; absent: for both. */
  only?: Place
  /** What its value looks like; others are ignored. */
  form: RegExp
  filters(value: string, reader: Reader): Filters
}

const ids = /^\d{1,10}([,|]\d{1,10}){0,9}$/
/** As many as `ids` allows. */
const maxIds = 10
const days = ({ place }: Reader, first: string, last: string): Filters => {
  const name = place === 'movie' ? 'primary_release_date' : 'first_air_date'
  return { [`${name}.gte`]: first, [`${name}.lte`]: last }
}
/** Days around today, by their names in addresses: those of the lists of titles in cinemas and on the air. */
const spans = {
  movie: { lately: [-daysInCinemas, 0], soon: [1, daysToCinemas] },
  tv: { today: [0, 0], week: [0, daysOnAir - 1] },
} as const satisfies Record<Place, Record<string, readonly [first: number, last: number]>>
export type SpanName = keyof (typeof spans)['movie'] | keyof (typeof spans)['tv']
export const spanNamesOf = (place: Place) => Object.keys(spans[place]) as SpanName[]

function daysOfSpan(value: string, reader: Reader): Filters {
  const span = new Map<string, readonly [number, number]>(Object.entries(spans[reader.place])).get(value)
  if (!span) return {}
  const today = dayIn('UTC', reader.now)
  const [first, last] = span.map((days) => dayAfter(today, days)) as [string, string]
  return reader.place === 'movie' ? days(reader, first, last) : { 'air_date.gte': first, 'air_date.lte': last }
}
const byId = (parameter: string, only?: Place): Choice => ({
  ...(only && { only }),
  form: ids,
  filters: (value) => ({ [parameter]: value }),
})

/** Everything that can be chosen on the page, in the order of the form; all of it stands in the address. */
const choices = {
  genre: byId('with_genres'),
  decade: {
    form: /^(18|19|20)\d0$/,
    filters: (value, reader) => days(reader, `${value}-01-01`, `${Number(value) + 9}-12-31`),
  },
  year: {
    form: /^[1-9]\d{3}$/,
    filters: (value, reader) => days(reader, `${value}-01-01`, `${value}-12-31`),
  },
  when: { form: /^(lately|soon|today|week)$/, filters: daysOfSpan },
  country: { form: /^[A-Z]{2}$/, filters: (value) => ({ with_origin_country: value }) },
  original_language: { form: /^[a-z]{2}$/, filters: (value) => ({ with_original_language: value }) },
  certificate: {
    only: 'movie',
    form: /^[A-Z]{2}:.{1,30}$/,
    filters(value) {
      const [country, name] = partsOf(value)
      return { certification_country: country, certification: upTo(country, name).join('|') }
    },
  },
  runtime: {
    form: /^(\d{1,3})?-(\d{1,3})?$/,
    filters(value) {
      const [least, most] = value.split('-')
      return { 'with_runtime.gte': least || undefined, 'with_runtime.lte': most || undefined }
    },
  },
  rating: { form: /^[1-9]$/, filters: (value, { votes }) => ({ 'vote_average.gte': value, 'vote_count.gte': votes }) },
  provider: {
    form: /^\d{1,10}$/,
    filters: (value, { region }) => ({ with_watch_providers: value, watch_region: region }),
  },
  keyword: byId('with_keywords'),
  person: byId('with_people'),
  company: byId('with_companies'),
  network: byId('with_networks', 'tv'),
} as const satisfies Record<string, Choice>

export type ChoiceName = keyof typeof choices
export const choiceNames = Object.keys(choices) as ChoiceName[]

export const partsOf = (value: string): [country: string, name: string] => [value.slice(0, 2), value.slice(3)]

/** The certifications of a country up to one; those whose order says nothing are left out. */
function upTo(country: string, name: string): string[] {
  const known = Object.hasOwn(certifications.movie, country) ? (certifications.movie[country] ?? []) : []
  const most = known.find(({ certification }) => certification === name)?.order
  const fitting = known.filter(({ order }) => order > 0 && order <= (most ?? 0))
  return fitting.length > 0 ? fitting.map(({ certification }) => certification) : [name]
}

/** The orders that people choose from, and what they are called in the interface. */
export const orders = {
  popularity: { movie: 'popularity.desc', tv: 'popularity.desc' },
  rating: { movie: 'vote_average.desc', tv: 'vote_average.desc' },
  newest: { movie: 'primary_release_date.desc', tv: 'first_air_date.desc' },
  oldest: { movie: 'primary_release_date.asc', tv: 'first_air_date.asc' },
  title: { movie: 'title.asc', tv: 'name.asc' },
} as const
export type OrderName = keyof typeof orders
export const orderNames = Object.keys(orders) as OrderName[]

/** What somebody has chosen, as it stands in the address. */
export type Chosen = Partial<Record<ChoiceName, string>> & { sort?: OrderName; region?: string }

/** Names of all parameters of the address that say what is listed. */
export const parameterNames = [...choiceNames, 'sort', 'region'] as const

/** What an address says; values that mean nothing are left out. */
export function chosenIn(place: Place, query: Readonly<Record<string, string | undefined>>): Chosen {
  const chosen: Chosen = {}
  for (const name of choiceNames) {
    const { form, only }: Choice = choices[name]
    const value = query[name] ?? ''
    if (form.test(value) && value !== '-' && (!only || only === place)) chosen[name] = value
  }
  if (chosen.when && !Object.hasOwn(spans[place], chosen.when)) delete chosen.when
  const sort = orderNames.find((name) => name === query.sort)
  if (sort && sort !== 'popularity') chosen.sort = sort
  if (chosen.provider && /^[A-Z]{2}$/.test(query.region ?? '')) chosen.region = query.region as string
  return chosen
}

/** The parameter of a form by which a further genre is chosen: a title has to have all of them. */
export const furtherGenre = 'also_genre'

/** The genres that were chosen, with the further one. */
export function genresIn(query: Readonly<Record<string, string | undefined>>): string {
  const [known = '', more = ''] = [query.genre, query[furtherGenre]]
  if (!/^\d{1,10}$/.test(more)) return known
  const all = known === '' || !ids.test(known) ? [] : known.split(known.includes('|') ? '|' : ',')
  const separator = known.includes('|') ? '|' : ','
  return [...new Set([...all.slice(0, maxIds - 1), more])].join(separator)
}

/** Two choices of days leave those that both have. */
function narrow(filters: Filters, more: Filters) {
  for (const [name, value] of Object.entries(more)) {
    const known = filters[name]
    const isNarrower = name.endsWith('.gte') ? String(known) > String(value) : String(known) < String(value)
    if (known === undefined || !isDay.test(String(known)) || !isNarrower) filters[name] = value
  }
}
const isDay = /^\d{4}-\d{2}-\d{2}$/

/** The reader's country, the time, and the votes that are enough on this server, if fewer are than elsewhere. */
type Asking = { region: string; now: Date; votes?: number }

/** The filters of discover for what was chosen. */
export function filtersOf(place: Place, chosen: Chosen, { region, now, votes = ENOUGH_VOTES }: Asking): Filters {
  const reader = { place, region: chosen.region ?? region, now, votes: Math.min(votes, ENOUGH_VOTES) }
  const filters: Filters = {}
  for (const name of choiceNames) {
    const value = chosen[name]
    if (value !== undefined) narrow(filters, (choices[name] as Choice).filters(value, reader))
  }
  const sort = chosen.sort ?? 'popularity'
  if (sort === 'rating') filters['vote_count.gte'] ??= reader.votes
  return { ...filters, sort_by: orders[sort][place] }
}

/** The address of a choice. A year and a decade do not stand together. */
export function discoverAddress(place: Place, chosen: Chosen, page = 1): string {
  const parameters: Record<string, string> = {}
  for (const name of parameterNames) {
    const value = chosen[name]
    if (value !== undefined) parameters[name] = value
  }
  if (page > 1) parameters.page = String(page)
  return withParameters(`/discover/${place}`, parameters)
}

/** What was chosen without some of it, and with other things. */
export const changed = (chosen: Chosen, without: readonly (keyof Chosen)[], more: Chosen = {}): Chosen => ({
  ...Object.fromEntries(Object.entries(chosen).filter(([name]) => !without.includes(name as keyof Chosen))),
  ...more,
})

/** Choices that are searched for by their names. */
export const namedChoices = ['person', 'keyword', 'company'] as const
export type NamedChoice = (typeof namedChoices)[number]

/** What was chosen, with one more record of a kind. The last one makes room where there are too many. */
export function withOneMore(chosen: Chosen, name: NamedChoice, id: number): Chosen {
  const value = chosen[name] ?? ''
  const known = value.split(/[,|]/).filter((one) => one !== '' && one !== String(id))
  const separator = value.includes('|') ? '|' : ','
  return { ...chosen, [name]: [...known.slice(0, maxIds - 1), String(id)].join(separator) }
}

type Names = readonly (readonly [value: string, name: string])[]
type NamesIn = (context: Pick<RenderContext, 'language' | 'format'>) => Names

/** Made once for each language of the pages: to name and order them all takes longer than the rest of a page. */
function madeOnce(namesIn: NamesIn): NamesIn {
  const known = new Map<string, Names>()
  return (context) => {
    const names = known.get(context.language) ?? namesIn(context)
    known.set(context.language, names)
    return names
  }
}

/** Names by value, in the order of a language. */
function byName(language: string, values: readonly string[], nameOf: (value: string) => string): Names {
  const { compare } = new Intl.Collator(language)
  return values
    .map((value) => [value, nameOf(value)] as const)
    .filter(([value, name]) => name !== '' && name !== value)
    .sort(([, one], [, other]) => compare(one, other))
}

/** A country that exists no longer has the name of the one that it became. */
const isPresent = (code: string) => new Intl.Locale(`und-${code}`).region === code
const presentCountries = countries.map(({ iso_3166_1 }) => iso_3166_1).filter(isPresent)

export const countryNames = madeOnce(({ language, format }) => byName(language, presentCountries, format.country))

/** Languages by name. Where an old code has the name of a language, such as `mo` of Romanian, both show their codes. */
export const languageNames = madeOnce(({ language, format }) => {
  const codes = languages.map(({ iso_639_1 }) => iso_639_1).filter((code) => code !== 'xx')
  const named = byName(language, codes, format.language)
  const nameAt = (place: number) => named[place]?.[1]
  return named.map(([code, name], place) => {
    const isTwin = name === nameAt(place - 1) || name === nameAt(place + 1)
    return [code, isTwin ? `${name} (${code})` : name] as const
  })
})
