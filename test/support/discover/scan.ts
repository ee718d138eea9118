import type { TitleKind } from '#src/catalogue/discover/filter.ts'
import { certifications as known } from '#src/reference/reference.ts'
import type { Facts } from './titles.ts'

/** The parameters of a request, as texts. */
export type Query = Readonly<Record<string, string>>

const listed = (text: string) => text.split(/[,|]/)
/** Whether a title has what a list asks for: all of it, or any of it if there is a pipe. */
const has = (text: string | undefined, own: readonly (number | string)[]) => {
  if (text === undefined) return true
  const one = (word: string) => own.some((value) => String(value) === word)
  return text.includes('|') ? listed(text).some(one) : listed(text).every(one)
}
const hasNone = (text: string | undefined, own: readonly (number | string)[]) =>
  text === undefined || !listed(text).some((word) => own.some((value) => String(value) === word))
const isWithin = (query: Query, name: string, value: number) =>
  value >= Number(query[`${name}.gte`] ?? -1) && value <= Number(query[`${name}.lte`] ?? 1e12)
/** A day that is not known lies within no bounds. */
const onDays = (query: Query, name: string, year: string | undefined, day: string) => {
  const { [`${name}.gte`]: from, [`${name}.lte`]: to } = query
  if (from === undefined && to === undefined && year === undefined) return true
  return day !== '' && day >= (from ?? '') && day <= (to ?? '~') && (year === undefined || day.startsWith(year))
}

/** Lists of alternatives: one for each word that counts by itself. */
const groups = (text: string | undefined): string[][] => {
  if (text === undefined) return []
  return text.includes('|') ? [listed(text)] : listed(text).map((word) => [word])
}

function isOffered(query: Query, { offers }: Facts) {
  const { watch_region, with_watch_providers, with_watch_monetization_types } = query
  if (!watch_region) return true
  const here = offers.filter(({ country }) => country === watch_region)
  const [providers, types] = [groups(with_watch_providers), groups(with_watch_monetization_types)]
  const pairs = (providers.length ? providers : [undefined]).flatMap((ids) =>
    (types.length ? types : [undefined]).map((names) => [ids, names] as const),
  )
  const isAsked = providers.length + types.length > 0
  const fits = pairs.every(([ids, names]) =>
    here.some(({ provider, type }) => (!ids || ids.includes(String(provider))) && (!names || names.includes(type))),
  )
  const left = hasNone(
    query.without_watch_providers,
    here.map(({ provider }) => provider),
  )
  return (!isAsked || fits) && left
}

function isReleased(query: Query, { releases, day }: Facts) {
  const { region, with_release_type, year } = query
  const hasDays = year ?? query['release_date.gte'] ?? query['release_date.lte']
  if (!region && !hasDays) return true
  const types = groups(with_release_type)
  const isOne = (allowed: string[] | undefined) =>
    releases.some(
      (release) =>
        (!region || release.country === region) &&
        (!allowed || allowed.includes(String(release.type))) &&
        onDays(query, 'release_date', year, release.day),
    )
  if (types.length > 0) return types.every(isOne)
  return isOne(undefined) || (!region && onDays(query, 'release_date', year, day))
}

function isCertified(query: Query, { releases }: Facts) {
  const { certification_country: country, certification } = query
  if (!country) return true
  const own = releases.filter((release) => release.country === country).map((release) => release.certification)
  const orderOf = (name: string | undefined) => known.movie[country]?.find((one) => one.certification === name)?.order
  const [from, to] = [orderOf(query['certification.gte']), orderOf(query['certification.lte'])]
  const isBetween = own.some((name) => {
    const order = orderOf(name)
    return order !== undefined && order >= (from ?? -1) && order <= (to ?? 99)
  })
  return has(certification, own.filter(Boolean)) && ((from === undefined && to === undefined) || isBetween)
}

const isMovie = (query: Query, title: Facts) =>
  (query.include_video === 'true' || !title.video) &&
  isWithin(query, 'with_runtime', title.minutes[0] ?? 0) &&
  (query['with_runtime.lte'] === undefined || title.minutes[0] !== 0) &&
  onDays(query, 'primary_release_date', query.primary_release_year, title.day) &&
  isReleased(query, title) &&
  isCertified(query, title) &&
  has(query.with_cast, people(title, 'cast')) &&
  has(query.with_crew, people(title, 'crew')) &&
  has(query.with_people, people(title))

const people = ({ credits }: Facts, type?: string) =>
  credits.filter((credit) => type === undefined || credit.type === type).map(({ person }) => person)

const labels: Readonly<Record<string, string>> = { '0': 'Returning Series', '3': 'Ended', '4': 'Canceled' }
const types: Readonly<Record<string, string>> = { '1': 'News', '4': 'Scripted' }
const numberOf = (names: Readonly<Record<string, string>>, label: string) =>
  Object.keys(names).filter((number) => names[number] === label)

function isSeries(query: Query, title: Facts) {
  const asksMinutes = query['with_runtime.gte'] ?? query['with_runtime.lte']
  const isKnown = title.day !== '' || !query.sort_by?.startsWith('first_air_date')
  const isFirst = onDays(query, 'first_air_date', query.first_air_date_year, title.day)
  const mayBeUnknown = query.include_null_first_air_dates === 'true'
  const asksAir = query['air_date.gte'] ?? query['air_date.lte']
  return (
    (!asksMinutes || title.minutes.some((minutes) => isWithin(query, 'with_runtime', minutes))) &&
    ((isKnown && isFirst) || (mayBeUnknown && (title.day === '' || isFirst))) &&
    (!asksAir || title.airDays.some((day) => onDays(query, 'air_date', undefined, day))) &&
    has(query.with_networks, title.networks) &&
    hasNone(query.without_networks, title.networks) &&
    has(query.with_people, people(title)) &&
    has(query.with_status, numberOf(labels, title.status)) &&
    has(query.with_type, numberOf(types, title.type)) &&
    (query.screened_theatrically !== 'true' || title.isScreened)
  )
}

/** Whether a title fits a query, by looking at its facts one by one. */
export const holds = (of: TitleKind, query: Query, title: Facts): boolean =>
  (query.include_adult === 'true' || !title.adult) &&
  isWithin(query, 'vote_average', title.average) &&
  isWithin(query, 'vote_count', title.votes) &&
  has(query.with_original_language, [title.language]) &&
  hasNone(query.without_original_language, [title.language]) &&
  has(query.with_origin_country, title.countries) &&
  hasNone(query.without_origin_country, title.countries) &&
  has(query.with_genres, title.genres) &&
  hasNone(query.without_genres, title.genres) &&
  has(query.with_keywords, title.keywords) &&
  hasNone(query.without_keywords, title.keywords) &&
  has(query.with_companies, title.companies) &&
  hasNone(query.without_companies, title.companies) &&
  isOffered(query, title) &&
  (of === 'movie' ? isMovie(query, title) : isSeries(query, title))

const values: Readonly<Record<string, (title: Facts) => number | string>> = {
  popularity: ({ popularity }) => popularity,
  vote_average: ({ average }) => average,
  vote_count: ({ votes }) => votes,
  revenue: ({ revenue }) => revenue,
  title: ({ title }) => title,
  name: ({ title }) => title,
  primary_release_date: ({ day }) => day,
  first_air_date: ({ day }) => day,
}

/** The ids of titles in an order. */
export function inOrder(sortBy: string, titles: readonly Facts[]): number[] {
  const [name = '', direction] = sortBy.split('.')
  const rises = direction === 'asc'
  const valueIn = values[name] as (title: Facts) => number | string
  const key = (title: Facts) => (rises && name.endsWith('date') && title.day === '' ? '~' : valueIn(title))
  const sign = rises ? 1 : -1
  const ids = name === 'popularity' ? -sign : sign
  return [...titles]
    .sort((one, other) => {
      const [a, b] = [key(one), key(other)]
      return a === b ? ids * (one.id - other.id) : a < b ? -sign : sign
    })
    .map(({ id }) => id)
}
