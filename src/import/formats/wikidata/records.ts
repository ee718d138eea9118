import type { Kind } from '#src/catalogue/kinds.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { largest } from '#src/reference/extremes.ts'
import { countryNames } from '#src/reference/reference.ts'
import type { ForeignRecord, LabelReference, Reference } from '../../foreign/foreign-record.ts'
import { externalIdsLine } from '../../foreign/named-records.ts'
import {
  allClaimsOf,
  allEntitiesOf,
  type Claim,
  type Day,
  type Entity,
  earliestOf,
  entitiesOf,
  entityIn,
  minutesIn,
  qualifiersOf,
  textIn,
  textsOf,
  wholeOf,
} from './entities.ts'
import { idsOf, numberOf, pagesOf } from './ids.ts'
import { aliasesLine, maxEntries, type Names, namesOf, translationsLine } from './names.ts'
import { releasesLine } from './releases.ts'
import {
  classes,
  countries,
  departments,
  genders,
  genresOf,
  jobs,
  named,
  occupations,
  organisations,
  places,
} from './words.ts'

/** Roles of one person that are named. */
const maxRoles = 5
/** Most names of a record that are kept to find it by, beside those that its line has. */
const maxNames = 20

/** What an entity is for a catalogue of films; undefined if it is nothing of that kind. */
export function kindOf(entity: Entity): Kind | undefined {
  const kinds = allEntitiesOf(entity, 'P31')
  const kind = kinds.map((one) => classes[one]).find((one) => one !== undefined)
  if (kind === 'person') return isOfFilm(entity) ? 'person' : undefined
  if (kind !== undefined) return kind
  return kinds.map((one) => organisations[one]).find((one) => one !== undefined)
}

/** The name of what is no record but named by some: a role, or a place with its country. */
export function labelOf(entity: Entity): string | undefined {
  const kinds = allEntitiesOf(entity, 'P31')
  const { own } = namesOf(entity)
  if (own === '' || !kinds.some((one) => named.has(one))) return undefined
  if (!kinds.some((one) => places.has(one))) return own
  const [code] = entitiesOf(entity, 'P17').flatMap((one) => countries[one] ?? [])
  const country = code === undefined ? undefined : countryNames.get(code)
  return country === undefined ? own : `${own}, ${country.english_name}`
}

const isOfFilm = (entity: Entity): boolean =>
  textsOf(entity, 'P345').some((id) => id.startsWith('nm')) ||
  textsOf(entity, 'P4985').length > 0 ||
  allEntitiesOf(entity, 'P106').some((occupation) => occupations.has(occupation))

/** What an entity says about a record; undefined if it cannot be told which one, as an episode without numbers. */
export function recordOf(entity: Entity, kind: Kind): ForeignRecord | undefined {
  const names = namesOf(entity)
  const ids = idsOf(entity, kind)
  const number = numberOf(entity, kind)
  const shared = { kind, key: entity.id, ids, number, titles: names.all.slice(0, maxNames) }
  const lines = { movie, series, season, episode, person, company, network: company, collection }
  const within = kind === 'season' || kind === 'episode' ? placeOf(entity, kind) : undefined
  if ((kind === 'season' || kind === 'episode') && !within) return undefined
  if (names.own === '' && !within) return undefined
  const line = { ...lines[kind](entity, names), ...externalIdsLine([...ids, ...pagesOf(entity, kind)]) }
  const day = kind === 'movie' ? releaseOf(entity) : kind === 'series' ? earliestOf(entity, 'P580') : undefined
  return {
    ...shared,
    ...(day && { year: Number(day.date.slice(0, 4)) }),
    ...(within && { within, titles: [] }),
    line,
  }
}

const countriesOf = (entity: Entity) => [...new Set(entitiesOf(entity, 'P495').flatMap((one) => countries[one] ?? []))]

const releaseOf = (entity: Entity): Day | undefined => earliestOf(entity, 'P577')

function movie(entity: Entity, names: Names) {
  const day = releaseOf(entity)
  const origin = countriesOf(entity)
  const runtime = minutesIn(entity, 'P2047')
  const genres = genresOf(allEntitiesOf(entity, 'P136'), 'movie')
  const [set] = [...entitiesOf(entity, 'P179'), ...entitiesOf(entity, 'P361')]
  return {
    title: names.own,
    original_title: names.original,
    ...(names.language !== '' && { original_language: names.language }),
    ...translationsLine('title', names),
    ...aliasesLine('titles', names),
    ...(day && { release_date: day.date, release_date_precision: day.precision, status: 'Released' }),
    ...(runtime !== undefined && { runtime }),
    ...moneyOf(entity),
    ...homepageOf(entity),
    ...(genres.length > 0 && { genres }),
    ...(origin.length > 0 && {
      origin_country: origin,
      production_countries: origin.map((iso_3166_1) => ({ iso_3166_1 })),
    }),
    ...referencesLine('production_companies', 'company', allEntitiesOf(entity, 'P272')),
    ...releasesLine(entity, day),
    ...(set !== undefined && { belongs_to_collection: { id: { of: 'collection', key: set } } }),
    credits: creditsOf(entity),
  }
}

function series(entity: Entity, names: Names) {
  const first = earliestOf(entity, 'P580') ?? earliestOf(entity, 'P577')
  const last = earliestOf(entity, 'P582')
  const origin = countriesOf(entity)
  const runtime = minutesIn(entity, 'P2047')
  const genres = genresOf([...allEntitiesOf(entity, 'P136'), ...allEntitiesOf(entity, 'P31')], 'tv')
  const creators = allEntitiesOf(entity, 'P170')
  const seasons = wholeOf(entity, 'P2437')
  const episodes = wholeOf(entity, 'P1113')
  return {
    name: names.own,
    original_name: names.original,
    ...(names.language !== '' && { original_language: names.language, languages: [names.language] }),
    ...translationsLine('name', names),
    ...aliasesLine('results', names),
    ...(first && { first_air_date: first.date, first_air_date_precision: first.precision }),
    ...(last && {
      last_air_date: last.date,
      last_air_date_precision: last.precision,
      status: 'Ended',
      in_production: false,
    }),
    ...(runtime !== undefined && { episode_run_time: [runtime] }),
    ...(seasons !== undefined && { number_of_seasons: seasons }),
    ...(episodes !== undefined && { number_of_episodes: episodes }),
    ...homepageOf(entity),
    ...(genres.length > 0 && { genres }),
    ...(origin.length > 0 && { origin_country: origin }),
    ...referencesLine('networks', 'network', allEntitiesOf(entity, 'P449')),
    ...referencesLine('production_companies', 'company', allEntitiesOf(entity, 'P272')),
    ...referencesLine('created_by', 'person', creators),
    credits: creditsOf(entity),
  }
}

/** The series of a season with its number, or the season of an episode. */
function placeOf(entity: Entity, kind: 'season' | 'episode'): ForeignRecord['within'] {
  const [claim] = allClaimsOf(entity, kind === 'season' ? 'P179' : 'P4908')
  const key = claim && entityIn(claim)
  const number = claim && ordinalOf(claim)
  if (key === undefined || number === undefined) return undefined
  return kind === 'season' ? { series: key, season: number } : { seasonKey: key, episode: number }
}

function ordinalOf(claim: Claim): number | undefined {
  const [text] = qualifiersOf(claim, 'P1545').flatMap((one) => textIn(one) ?? [])
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined
}

function season(entity: Entity, names: Names) {
  const day = earliestOf(entity, 'P580') ?? earliestOf(entity, 'P577')
  const episodes = wholeOf(entity, 'P1113')
  return {
    name: names.own,
    ...translationsLine('name', names),
    ...(day && { air_date: day.date, air_date_precision: day.precision }),
    ...(episodes !== undefined && { episode_count: episodes }),
  }
}

function episode(entity: Entity, names: Names) {
  const day = earliestOf(entity, 'P577')
  const runtime = minutesIn(entity, 'P2047')
  return {
    name: names.own,
    ...translationsLine('name', names),
    ...(day && { air_date: day.date, air_date_precision: day.precision }),
    ...(runtime !== undefined && { runtime }),
    credits: creditsOf(entity),
  }
}

function person(entity: Entity, names: Names) {
  const born = earliestOf(entity, 'P569')
  const died = earliestOf(entity, 'P570')
  const [born_in] = entitiesOf(entity, 'P19')
  const [gender] = entitiesOf(entity, 'P21').flatMap((one) => genders[one] ?? [])
  const department = allEntitiesOf(entity, 'P106').flatMap((one) => departments[one] ?? [])[0]
  const others = names.all.filter((name) => name !== names.own).slice(0, maxEntries)
  return {
    name: names.own,
    original_name: names.original,
    ...(born && { birthday: born.date, birthday_precision: born.precision }),
    ...(died && { deathday: died.date, deathday_precision: died.precision }),
    ...(gender !== undefined && { gender }),
    ...(born_in !== undefined && { place_of_birth: { labelsOf: [born_in] } }),
    ...(department !== undefined && { known_for_department: department }),
    ...homepageOf(entity),
    ...(others.length > 0 && { also_known_as: others }),
  }
}

function company(entity: Entity, names: Names) {
  const [country] = entitiesOf(entity, 'P17').flatMap((one) => countries[one] ?? [])
  return { name: names.own, ...(country !== undefined && { origin_country: country }), ...homepageOf(entity) }
}

const collection = (_entity: Entity, names: Names) => ({
  name: names.own,
  original_name: names.original,
  ...(names.byLanguage.length > 0 && {
    translations: {
      translations: names.byLanguage.map(({ value: title, ...language }) => ({ ...language, data: { title } })),
    },
  }),
})

function homepageOf(entity: Entity) {
  const homepage = textsOf(entity, 'P856').find(isWebAddress)
  return homepage === undefined ? {} : { homepage }
}

/** Money in US dollars; amounts in others are left out. */
function moneyOf(entity: Entity) {
  const amounts = (property: string) =>
    allClaimsOf(entity, property).flatMap(({ value, type }) => {
      const { amount, unit } = (value ?? {}) as { amount?: unknown; unit?: unknown }
      const number = Number(amount)
      return type === 'quantity' && String(unit).endsWith('/Q4917') && number > 0 ? [Math.round(number)] : []
    })
  const [budget] = amounts('P2130')
  const revenue = largest([0, ...amounts('P2142')])
  return { ...(budget !== undefined && { budget }), ...(revenue > 0 && { revenue }) }
}

const referencesLine = (name: string, of: Kind, keys: readonly string[]) =>
  keys.length === 0 ? {} : { [name]: keys.slice(0, maxEntries).map((key) => ({ id: { of, key } })) }

function creditsOf(entity: Entity) {
  const person = (key: string): Reference => ({ of: 'person', key })
  const cast = ['P161', 'P725'].flatMap((property) =>
    allClaimsOf(entity, property).flatMap((claim) => {
      const key = entityIn(claim)
      if (key === undefined) return []
      const [named] = qualifiersOf(claim, 'P4633').flatMap((one) => textIn(one) ?? [])
      const order = ordinalOf(claim)
      const roles = qualifiersOf(claim, 'P453').flatMap((one) => entityIn(one) ?? [])
      const character: string | LabelReference =
        named ?? (roles.length > 0 ? { labelsOf: roles.slice(0, maxRoles) } : '')
      return [{ id: person(key), character, ...(order !== undefined && { order }) }]
    }),
  )
  const seen = new Set<string>()
  const crew = jobs.flatMap(([property, department, job]) =>
    allEntitiesOf(entity, property).map((key) => ({ id: person(key), department, job })),
  )
  return {
    cast: cast.filter(({ id: { key } }) => !seen.has(key) && seen.add(key)).slice(0, maxEntries),
    crew: crew.slice(0, maxEntries),
  }
}
