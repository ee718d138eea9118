import { wordTable } from '#src/reference/word-table.ts'
import type { ForeignRecord, Reference } from '../../foreign/foreign-record.ts'
import { distinctNames, externalIdsLine, idsFor, keyOf, Mentions, nameKey } from '../../foreign/named-records.ts'
import { certificateIn, countriesNamed, genresNamed, textLanguage } from '../words.ts'
import { creditsOf, listed } from './credits.ts'
import { type Day, dayIn, idsIn, ratingIn, trailersIn, wholeIn, yearIn } from './facts.ts'
import { textOf, textsOf, type XmlElement } from './xml.ts'

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
}

/** A film as its file tells it, with those that it names. */
export function movieOf(root: XmlElement, options: NfoOptions, hints: Hints = {}): ForeignRecord[] {
  const mentions = new Mentions()
  const title = textOf(root, 'title') ?? hints.title ?? ''
  const original = textOf(root, 'originaltitle') ?? title
  const found = withHints(idsIn(root), hints)
  const ids = idsFor('movie', found.ids)
  const year = yearIn(root) ?? hints.year
  const day = dayIn(root, 'premiered', 'releasedate')
  const studios = distinctNames(textsOf(root, 'studio'))
  const set = setOf(root, mentions)
  const certificate = certificateOf(root, 'movie')
  const rating = ratingIn(root)
  const trailers = trailersIn(root)
  const runtime = wholeIn(root, 'runtime')
  const countries = countriesNamed(textsOf(root, 'country'))
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
    ...(certificate && certifiedLine(certificate, day)),
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
  const day = dayIn(root, 'premiered', 'aired', 'releasedate')
  const last = dayIn(root, 'enddate')
  const certificate = certificateOf(root, 'tv')
  const runtime = wholeIn(root, 'runtime')
  const networks = distinctNames(textsOf(root, 'studio', 'network'))
  const genres = genresNamed(listed(root, 'genre'), 'tv')
  const countries = countriesNamed(textsOf(root, 'country'))
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
    ...(certificate && {
      content_ratings: { results: [{ iso_3166_1: certificate.country, rating: certificate.certification }] },
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

/** A season of a series, from its own file or from nothing but its number. */
export function seasonOf(
  series: string,
  season: number,
  root: XmlElement | undefined,
  options: NfoOptions,
): ForeignRecord {
  const name = (root && textOf(root, 'title')) ?? (season === 0 ? 'Specials' : `Season ${season}`)
  const found = root ? idsIn(root) : { ids: [] }
  const ids = idsFor('season', found.ids)
  const day = root && dayIn(root, 'premiered', 'aired', 'releasedate')
  const line = {
    name,
    ...(root && textsLine(root, 'name', name, options)),
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
    isMention: root === undefined,
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
  const runtime = root && wholeIn(root, 'runtime')
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

const withHints = (found: ReturnType<typeof idsIn>, hints: Hints) => ({
  ids: found.ids.length > 0 ? found.ids : [...(hints.ids ?? [])],
  pages: found.pages,
  number: found.number ?? hints.number,
})

/** The texts of a record: in its own columns, or as a translation where their language is another one. */
function textsLine(root: XmlElement, titleName: 'title' | 'name', title: string, { language }: NfoOptions) {
  const overview = textOf(root, 'plot') ?? textOf(root, 'outline')
  const tagline = titleName === 'title' ? textOf(root, 'tagline') : undefined
  const texts = { ...(overview !== undefined && { overview }), ...(tagline !== undefined && { tagline }) }
  const other = textLanguage(language)
  if (!other) return texts
  // Titles of episodes and seasons that say nothing but their number are no translation.
  const data = { ...texts, ...(title !== '' && { [titleName]: title }) }
  return { translations: { translations: [{ ...other, data }] } }
}

function setOf(root: XmlElement, mentions: Mentions): Reference | undefined {
  const set = root.children.find(({ name }) => name === 'set')
  const name = set && (textOf(set, 'name') ?? (set.text.trim() || undefined))
  if (name === undefined) return undefined
  const number = Number(set?.attributes.tmdbcolid ?? textOf(root, 'collectionnumber', 'tmdbcollectionid'))
  const overview = set && textOf(set, 'overview')
  const isKnown = Number.isSafeInteger(number) && number > 0
  return mentions.add({
    kind: 'collection',
    key: isKnown ? `number:${number}` : nameKey(name),
    number: isKnown ? number : undefined,
    titles: [name],
    line: { name, original_name: name, ...(overview !== undefined && { overview }) },
  })
}

function certificateOf(root: XmlElement, kind: 'movie' | 'tv') {
  for (const text of textsOf(root, 'mpaa', 'certification', 'customrating')) {
    for (const one of text.split(/[/|]\s*(?=[A-Z]{2}:)/)) {
      const certificate = certificateIn(one, kind)
      if (certificate) return certificate
    }
  }
  return undefined
}

/** A certificate stands at a release, which has a day; of what a file does not know, the catalogue may know it. */
function certifiedLine({ country, certification }: { country: string; certification: string }, day?: Day) {
  const date = day && !day.precision ? day.date : undefined
  const release = { certification, type: 3, ...(date !== undefined && { release_date: `${date}T00:00:00.000Z` }) }
  return { release_dates: { results: [{ iso_3166_1: country, release_dates: [release] }] } }
}

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
