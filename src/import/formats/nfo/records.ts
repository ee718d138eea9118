import { wordTable } from '#src/reference/word-table.ts'
import type { ForeignRecord, Reference } from '../../foreign/foreign-record.ts'
import { distinctNames, externalIdsLine, idsFor, keyOf, Mentions, nameKey } from '../../foreign/named-records.ts'
import { certificatesIn, countriesNamed, genresNamed, textLanguage } from '../words.ts'
import { creditsOf, listed, listedApart } from './credits.ts'
import { type Ids, idsIn, ratingIn, trailersIn } from './facts.ts'
import { type Day, dayIn, dayInYear, type Refuse, runtimeIn, yearIn } from './times.ts'
import { childrenOf, proseOf, textOf, textsOf, type XmlElement } from './xml.ts'

/** Where a film or a series was found by the names of files alone. */
export type Hints = {
  title?: string
  year?: number | undefined
  ids?: ForeignRecord['ids']
  number?: number | undefined
}

export type NfoOptions = {
  /** The language of texts; empty for that of the catalogue's own columns. */
  language: string
  /** The pictures of a record, by the name of its gallery, as lines name them. */
  images(line: Record<string, unknown>): Record<string, unknown>
  /** The picture of a person beside the files, if there is one. */
  portrait(name: string): Record<string, unknown>
  /** Called with values that cannot be. */
  refuse?: Refuse
}

/** A film as its file tells it, with those that it names. */
export function movieOf(root: XmlElement, options: NfoOptions, hints: Hints = {}): ForeignRecord[] {
  const mentions = new Mentions()
  const title = textOf(root, 'title') ?? hints.title ?? ''
  const original = textOf(root, 'originaltitle') ?? title
  const found = withHints(idsIn(root), hints)
  const ids = idsFor('movie', found.ids)
  const year = yearIn(root) ?? hints.year
  const day = dayIn(root, 'premiered', 'releasedate') ?? dayInYear(year)
  const studios = listedApart(root, 'studio')
  const set = setOf(root, mentions)
  const certificates = certificatesOf(root, 'movie')
  const rating = ratingIn(root)
  const trailers = trailersIn(root)
  const runtime = runtimeIn(root, options.refuse)
  const countries = countriesIn(root)
  const genres = genresNamed(listed(root, 'genre'), 'movie')
  const line = {
    ...(!textLanguage(options.language) && { title }),
    original_title: original,
    ...textsLine(root, 'title', title, options),
    ...(day && { release_date: day.date, release_date_precision: day.precision ?? 'day' }),
    status: 'Released',
    ...(runtime !== undefined && { runtime }),
    ...(rating ?? {}),
    ...(genres.length > 0 && { genres }),
    ...(countries.length > 0 && {
      production_countries: countries.map((iso_3166_1) => ({ iso_3166_1 })),
      origin_country: countries.slice(0, 1),
    }),
    ...(studios.length > 0 && {
      production_companies: studios.map((name) => ({ id: mentions.named('company', name) })),
    }),
    ...(set && { belongs_to_collection: { id: set } }),
    ...(certificates.length > 0 && certifiedLine(certificates, day)),
    ...(trailers.length > 0 && { videos: { results: trailers } }),
    ...externalIdsLine([...ids, ...idsFor('movie', found.pages)]),
    credits: creditsOf(root, mentions, options),
  }
  const record: ForeignRecord = {
    kind: 'movie',
    key: keyOf(ids, found.number, original, year),
    ids,
    number: found.number,
    titles: distinctNames([title, original, textOf(root, 'sorttitle') ?? '']),
    year,
    people: distinctNames(listed(root, 'director')),
    begins: root.line,
    line: { ...line, ...options.images(line) },
  }
  return [...mentions.records, record]
}

/** A series as its file tells it, with those that it names. The series stands last. */
export function seriesOf(root: XmlElement, options: NfoOptions, hints: Hints = {}): ForeignRecord[] {
  const mentions = new Mentions()
  const name = textOf(root, 'title') ?? hints.title ?? ''
  const original = textOf(root, 'originaltitle') ?? name
  const found = withHints(idsIn(root), hints)
  const ids = idsFor('series', found.ids)
  const year = yearIn(root) ?? hints.year
  const day = dayIn(root, 'premiered', 'aired', 'releasedate') ?? dayInYear(year)
  const last = dayIn(root, 'enddate')
  const certificates = certificatesOf(root, 'tv')
  const runtime = runtimeIn(root, options.refuse)
  const networks = listedApart(root, 'studio', 'network')
  const genres = genresNamed(listed(root, 'genre'), 'tv')
  const countries = countriesIn(root)
  const trailers = trailersIn(root)
  const status = statusOf(textOf(root, 'status'))
  const line = {
    ...(!textLanguage(options.language) && { name }),
    original_name: original,
    ...textsLine(root, 'name', name, options),
    ...(day && { first_air_date: day.date, first_air_date_precision: day.precision ?? 'day' }),
    ...(last && textOf(root, 'enddate') && { last_air_date: last.date }),
    ...(status && { status, in_production: status === 'Returning Series' }),
    ...(runtime !== undefined && { episode_run_time: [runtime] }),
    ...(ratingIn(root) ?? {}),
    ...(genres.length > 0 && { genres }),
    ...(countries.length > 0 && { origin_country: countries }),
    ...(networks.length > 0 && { networks: networks.map((one) => ({ id: mentions.named('network', one) })) }),
    ...(certificates.length > 0 && {
      content_ratings: {
        results: certificates.map(({ country, certification }) => ({ iso_3166_1: country, rating: certification })),
      },
    }),
    ...(trailers.length > 0 && { videos: { results: trailers } }),
    ...externalIdsLine([...ids, ...idsFor('series', found.pages)]),
    credits: creditsOf(root, mentions, options),
  }
  const record: ForeignRecord = {
    kind: 'series',
    key: keyOf(ids, found.number, original, year),
    ids,
    number: found.number,
    titles: distinctNames([name, original]),
    year,
    begins: root.line,
    line: { ...line, ...options.images(line) },
  }
  return [...mentions.records, record]
}

/** A season of a series, from its own file or from nothing but its number and a name that its series has for it. */
export function seasonOf(
  series: string,
  season: number,
  root: XmlElement | undefined,
  options: NfoOptions,
  given?: string,
): ForeignRecord {
  const title = given ?? (root && textOf(root, 'title'))
  const found = root ? idsIn(root) : { ids: [] }
  const ids = idsFor('season', found.ids)
  const day = root && dayIn(root, 'premiered', 'aired', 'releasedate')
  const line = {
    name: title ?? (season === 0 ? 'Specials' : `Season ${season}`),
    ...((root || given !== undefined) && textsLine(root, 'name', title ?? '', options)),
    ...(day && !day.precision && { air_date: day.date }),
    ...externalIdsLine(ids),
  }
  return {
    kind: 'season',
    key: `${series}/s${season}`,
    ids,
    number: found.number,
    titles: [],
    within: { series, season },
    // A season that nobody has described adds nothing to one that is there.
    isMention: root === undefined && given === undefined,
    ...(root && { begins: root.line }),
    line: { ...line, ...options.images(line) },
  }
}

/** Where an episode belongs in its series. */
export type Place = { season: number; episode: number } | { date: string } | { absolute: number }

const placeKey = (place: Place): string =>
  'season' in place ? `s${place.season}e${place.episode}` : 'date' in place ? `d${place.date}` : `a${place.absolute}`

/** An episode as its file tells it, with those that it names. */
export function episodeOf(
  series: string,
  place: Place,
  root: XmlElement | undefined,
  options: NfoOptions,
  hints: { title?: string | undefined; date?: string | undefined } = {},
): ForeignRecord[] {
  const mentions = new Mentions()
  const name = (root && textOf(root, 'title')) ?? hints.title ?? ''
  const found = root ? idsIn(root) : { ids: [] }
  const ids = idsFor('episode', found.ids)
  const day = root && dayIn(root, 'aired', 'premiered')
  const date = (day && !day.precision ? day.date : undefined) ?? hints.date
  const runtime = root && runtimeIn(root, options.refuse)
  const line = {
    ...(name !== '' && { name }),
    ...(root && textsLine(root, 'name', name, options)),
    ...(date !== undefined && { air_date: date }),
    ...(runtime !== undefined && { runtime }),
    ...(root && (ratingIn(root) ?? {})),
    ...externalIdsLine(ids),
    ...(root && { credits: creditsOf(root, mentions, options) }),
  }
  const record: ForeignRecord = {
    kind: 'episode',
    key: `${series}/${placeKey(place)}`,
    ids,
    number: found.number,
    // Of several on one day its title says which one it is.
    titles: 'date' in place && name !== '' ? [name] : [],
    within: { series, ...('season' in place && { date }), ...place },
    ...(root && { begins: root.line }),
    line: { ...line, ...options.images(line) },
  }
  return [...mentions.records, record]
}

/** The file says which record it is; what stands beside it and in names adds what it does not say. */
function withHints(found: Ids, hints: Hints): Ids {
  const others = (hints.ids ?? []).filter((known) => !found.ids.some(({ source }) => source === known.source))
  return { ...found, ids: [...found.ids, ...others], number: found.number ?? hints.number }
}

/** The texts of a record: in its own columns, or as a translation where their language is another one. */
function textsLine(root: XmlElement | undefined, titleName: 'title' | 'name', title: string, { language }: NfoOptions) {
  const overview = root && proseOf(root, 'plot', 'outline')
  const tagline = root && titleName === 'title' ? textOf(root, 'tagline') : undefined
  const texts = { ...(overview !== undefined && { overview }), ...(tagline !== undefined && { tagline }) }
  const other = textLanguage(language)
  if (!other) return texts
  // Titles of episodes and seasons that say nothing but their number are no translation.
  const data = { ...texts, ...(title !== '' && { [titleName]: title }) }
  return { translations: { translations: [{ ...other, data }] } }
}

function setOf(root: XmlElement, mentions: Mentions): Reference | undefined {
  const sets = childrenOf(root, 'set')
  const nameIn = (set: XmlElement) => textOf(set, 'name') ?? (set.text.trim() || undefined)
  const set = sets.find((each) => nameIn(each) !== undefined)
  const name = set && nameIn(set)
  if (name === undefined) return undefined
  // Some programs write the number at an element of its own.
  const { attributes } = [set, ...sets].find((each) => each?.attributes.tmdbcolid !== undefined) ?? {}
  const number = Number(attributes?.tmdbcolid ?? textOf(root, 'collectionnumber', 'tmdbcollectionid'))
  const overview = set && proseOf(set, 'overview')
  const isKnown = Number.isSafeInteger(number) && number > 0
  return mentions.add({
    kind: 'collection',
    key: isKnown ? `number:${number}` : nameKey(name),
    number: isKnown ? number : undefined,
    titles: [name],
    line: { name, original_name: name, ...(overview !== undefined && { overview }) },
  })
}

/** One for each country, the first. */
function certificatesOf(root: XmlElement, kind: 'movie' | 'tv') {
  const all = textsOf(root, 'mpaa', 'certification', 'customrating').flatMap((text) => certificatesIn(text, kind))
  return [...new Map(all.toReversed().map((one) => [one.country, one])).values()].toReversed()
}

/** A certificate stands at a release, which has a day; of what a file does not know, the catalogue may know it. */
function certifiedLine(certificates: readonly { country: string; certification: string }[], day?: Day) {
  const date = day && !day.precision ? day.date : undefined
  const results = certificates.map(({ country, certification }) => ({
    iso_3166_1: country,
    release_dates: [{ certification, type: 3, ...(date !== undefined && { release_date: `${date}T00:00:00.000Z` }) }],
  }))
  return { release_dates: { results } }
}

/** A name may have a mark of its own, as of Korea and of Bosnia. */
const countriesIn = (root: XmlElement): string[] =>
  countriesNamed(
    textsOf(root, 'country').flatMap((text) => (countriesNamed([text]).length > 0 ? [text] : text.split(/[/|;,]/))),
  )

function statusOf(text: string | undefined): string | undefined {
  const known: Readonly<Record<string, string>> = wordTable({
    ended: 'Ended',
    continuing: 'Returning Series',
    'returning series': 'Returning Series',
    canceled: 'Canceled',
    cancelled: 'Canceled',
    'in production': 'In Production',
    planned: 'Planned',
    pilot: 'Pilot',
  })
  return text === undefined ? undefined : known[text.toLowerCase()]
}
