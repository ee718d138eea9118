import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sanitizeHtml from 'sanitize-html'
import { dayPattern } from '#src/catalogue/fields.ts'
import { elementsOf } from '#src/kept/imports/json.ts'
import { UnreadableError, unlinedTextOf } from '#src/kept/imports/text.ts'
import type { OutsideId } from '#src/matching/wanted.ts'
import type { ForeignInput, ForeignRecord, Format, FormatOptions } from '../foreign/foreign-record.ts'
import { fileAt, plainChunks } from '../read-files.ts'
import { distinctNames, externalIdsLine, idsFor, isNumber, Mentions } from './named-records.ts'
import { countriesNamed, genresNamed, languageNamed } from './words.ts'

/** A show with all its episodes is one entry. */
const maxEntry = 16 * 2 ** 20

type Json = Record<string, unknown>

/** Saved replies of TVmaze: shows, with what was embedded in them, or lists of them. */
export const tvmaze: Format = {
  name: 'tvmaze',
  summary: 'saved replies of TVmaze: shows with their episodes, casts and other titles (.json)',
  source: {
    id: 'tvmaze',
    name: 'TVmaze',
    licence: 'CC-BY-SA-4.0',
    url: 'https://www.tvmaze.com',
    rank: 35,
    redistributable: true,
  },
  async *read(paths, options) {
    for (const path of await filesAt(paths)) yield* readFile(path, options)
  },
}

async function filesAt(paths: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const path of paths) {
    if (path === '-' || !(await stat(path)).isDirectory()) files.push(path)
    else
      files.push(
        ...(await readdir(path, { recursive: true }))
          .filter((name) => /\.json(\.gz|\.zst)?$/i.test(name))
          .sort()
          .map((name) => join(path, name)),
      )
  }
  return files
}

async function* readFile(path: string, { stdin, onBytes }: FormatOptions): AsyncGenerator<ForeignInput[]> {
  const file = await fileAt(path, stdin)
  const refused: ForeignInput[] = []
  const refuse = (line: number, reason: string) => void refused.push({ file: file.name, line, field: '', reason })
  let shows = 0
  try {
    const text = unlinedTextOf(plainChunks(file, onBytes))
    for await (const { value, number } of elementsOf(inList(text), maxEntry, (number) =>
      refuse(number, 'is no entry of JSON that can be read'),
    )) {
      const show = isObject(value.show) ? value.show : value
      if (typeof show.id !== 'number' || typeof show.name !== 'string') continue
      shows++
      yield showOf(show).map((record) => ({ ...record, file: file.name, number_in_file: number }))
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    refuse(0, 'is not text')
  }
  if (shows === 0 && refused.length === 0) refuse(0, 'has no show of TVmaze')
  if (refused.length > 0) yield refused
}

/** A single show as a list of one. */
async function* inList(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = false
  let isList = true
  for await (const piece of text) {
    if (!begun && piece.trim() !== '') {
      begun = true
      isList = !piece.trimStart().startsWith('{')
      yield isList ? piece : `[${piece}`
    } else yield piece
  }
  if (!isList) yield ']'
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const day = new RegExp(dayPattern)
const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && day.test(value) ? value : undefined
const wholeIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 100_000 ? value : undefined

/** Its texts are HTML, of which only the words are taken. */
const plain = (html: unknown): string =>
  decoded(
    sanitizeHtml(
      textIn(html)
        .replace(/<\/p>\s*<p>/g, '\n\n')
        .replace(/<br\s*\/?>/g, '\n'),
      { allowedTags: [] },
    ),
  ).trim()

const decoded = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

function showOf(show: Json): ForeignRecord[] {
  const mentions = new Mentions()
  const key = String(show.id)
  const name = textIn(show.name)
  const embedded = isObject(show._embedded) ? show._embedded : {}
  const akas = objects(embedded.akas ?? show.akas)
  const ids = idsOf(show)
  const first = dayIn(show.premiered)
  const last = dayIn(show.ended)
  const language = languageNamed(textIn(show.language))
  const place = isObject(show.network) ? show.network : isObject(show.webChannel) ? show.webChannel : undefined
  const country = place && isObject(place.country) ? textIn(place.country.code) : ''
  const genres = genresNamed([...(Array.isArray(show.genres) ? show.genres.map(textIn) : []), textIn(show.type)], 'tv')
  const runtime = wholeIn(show.averageRuntime) ?? wholeIn(show.runtime)
  const overview = plain(show.summary)
  const average = isObject(show.rating) && typeof show.rating.average === 'number' ? show.rating.average : undefined
  const cast = objects(embedded.cast).map((role, order) => castOf(role, order, mentions))
  const others = akas.flatMap(({ name: title, country }) => {
    const text = textIn(title)
    const [code = ''] = isObject(country) ? countriesNamed([textIn(country.code)]) : []
    return text === '' || text === name ? [] : [{ iso_3166_1: code, title: text, type: '' }]
  })
  const line = {
    name,
    original_name: name,
    ...(language && { original_language: language, languages: [language] }),
    ...(overview !== '' && { overview }),
    ...(first && { first_air_date: first, first_air_date_precision: 'day' }),
    ...(last && { last_air_date: last, last_air_date_precision: 'day' }),
    ...statusLine(textIn(show.status)),
    ...typeLine(textIn(show.type)),
    ...(runtime !== undefined && { episode_run_time: [runtime] }),
    ...(average !== undefined && average <= 10 && { vote_average: average, vote_count: 1 }),
    ...(/^https?:\/\//.test(textIn(show.officialSite)) && { homepage: textIn(show.officialSite) }),
    ...(genres.length > 0 && { genres }),
    ...(/^[A-Z]{2}$/.test(country) && { origin_country: [country] }),
    ...(place && textIn(place.name) !== '' && { networks: [{ id: networkOf(place, mentions) }] }),
    ...(others.length > 0 && { alternative_titles: { results: distinct(others) } }),
    ...externalIdsLine(ids),
    ...(cast.length > 0 && { credits: { cast, crew: [] } }),
  }
  const series: ForeignRecord = {
    kind: 'series',
    key,
    ids,
    titles: distinctNames([name, ...others.map(({ title }) => title)]),
    ...(first && { year: Number(first.slice(0, 4)) }),
    line,
  }
  return [...mentions.records, series, ...episodesOf(key, objects(embedded.episodes))]
}

const distinct = (titles: readonly { iso_3166_1: string; title: string; type: string }[]) => [
  ...new Map(titles.map((one) => [`${one.iso_3166_1} ${one.title}`, one])).values(),
]

function idsOf({ externals }: Json): OutsideId[] {
  if (!isObject(externals)) return []
  const ids: OutsideId[] = []
  if (/^tt\d{4,10}$/.test(textIn(externals.imdb))) ids.push({ source: 'filmdb_id', value: textIn(externals.imdb) })
  if (isNumber(String(externals.thetvdb))) ids.push({ source: 'tvdata_id', value: String(externals.thetvdb) })
  if (isNumber(String(externals.tvrage))) ids.push({ source: 'tvguide_id', value: String(externals.tvrage) })
  return idsFor('series', ids)
}

function statusLine(status: string) {
  const known: Readonly<Record<string, string>> = {
    Running: 'Returning Series',
    Ended: 'Ended',
    'To Be Determined': 'Returning Series',
    'In Development': 'Planned',
  }
  const found = known[status]
  return found ? { status: found, in_production: status !== 'Ended' } : {}
}

function typeLine(type: string) {
  const known: Readonly<Record<string, string>> = {
    Scripted: 'Scripted',
    Animation: 'Scripted',
    Reality: 'Reality',
    Documentary: 'Documentary',
    'Talk Show': 'Talk Show',
    News: 'News',
  }
  return known[type] ? { type: known[type] } : {}
}

function networkOf(place: Json, mentions: Mentions) {
  const name = textIn(place.name)
  const country = isObject(place.country) ? textIn(place.country.code) : ''
  return mentions.add({
    kind: 'network',
    key: `network ${place.id ?? name}`,
    titles: [name],
    line: { name, ...(/^[A-Z]{2}$/.test(country) && { origin_country: country }) },
  })
}

function castOf({ person, character }: Json, order: number, mentions: Mentions) {
  const who = isObject(person) ? person : {}
  const name = textIn(who.name)
  const born = dayIn(who.birthday)
  const died = dayIn(who.deathday)
  const gender = { Female: 1, Male: 2 }[textIn(who.gender)]
  const id = mentions.add({
    kind: 'person',
    key: String(who.id ?? name),
    titles: [name],
    line: {
      name,
      original_name: name,
      known_for_department: 'Acting',
      ...(born && { birthday: born, birthday_precision: 'day' }),
      ...(died && { deathday: died, deathday_precision: 'day' }),
      ...(gender !== undefined && { gender }),
    },
  })
  return { id, character: isObject(character) ? textIn(character.name) : '', order }
}

/** Seasons have no number of their own there but that of their episodes; specials without a number are left out. */
function episodesOf(series: string, episodes: readonly Json[]): ForeignRecord[] {
  const seasons = new Set<number>()
  return episodes.flatMap((episode): ForeignRecord[] => {
    const season = wholeIn(episode.season)
    const number = wholeIn(episode.number)
    if (season === undefined || number === undefined || number === 0) return []
    const date = dayIn(episode.airdate)
    const runtime = wholeIn(episode.runtime)
    const overview = plain(episode.summary)
    const average = isObject(episode.rating) ? episode.rating.average : undefined
    const record: ForeignRecord = {
      kind: 'episode',
      key: String(episode.id),
      titles: [],
      within: { series, season, episode: number },
      line: {
        name: textIn(episode.name),
        ...(overview !== '' && { overview }),
        ...(date && { air_date: date, air_date_precision: 'day' }),
        ...(runtime !== undefined && { runtime }),
        ...(typeof average === 'number' && average <= 10 && { vote_average: average, vote_count: 1 }),
      },
    }
    if (seasons.has(season)) return [record]
    seasons.add(season)
    const ofSeason: ForeignRecord = {
      kind: 'season',
      key: `${series}/s${season}`,
      titles: [],
      within: { series, season },
      isMention: true,
      line: { name: season === 0 ? 'Specials' : `Season ${season}` },
    }
    return [ofSeason, record]
  })
}
