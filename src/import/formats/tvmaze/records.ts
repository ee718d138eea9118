import { dayPattern } from '#src/catalogue/fields.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import type { OutsideId } from '#src/matching/wanted-title.ts'
import { atFirstUse } from '#src/package-root.ts'
import { isJsonObject } from '#src/reference/json-object.ts'
import { wordTable } from '#src/reference/word-table.ts'
import type { ForeignRecord } from '../../foreign/foreign-record.ts'
import { distinctNames, externalIdsLine, idsFor, isNumber, Mentions } from '../../foreign/named-records.ts'
import { countriesNamed, genresNamed, languageNamed } from '../words.ts'

const sanitizeHtml = atFirstUse<typeof import('sanitize-html')>('sanitize-html')

export type Json = Record<string, unknown>

const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJsonObject) : [])
const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const day = new RegExp(dayPattern)
const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && day.test(value) ? value : undefined
const wholeIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 100_000 ? value : undefined

/** What an entry says: a show with what is embedded in it, or an episode whose show its file or its links name. */
export function recordsOf(value: Json, showOfFile: string | undefined): ForeignRecord[] {
  const show = isJsonObject(value.show) ? value.show : value
  if (typeof show.id === 'number' && typeof show.name === 'string' && ('premiered' in show || 'externals' in show))
    return showRecords(show)
  if (!('season' in value && 'number' in value)) return []
  const linked = isJsonObject(value._links) && isJsonObject(value._links.show) ? textIn(value._links.show.href) : ''
  const series = /\/shows\/(\d+)$/.exec(linked)?.[1] ?? showOfFile
  return series === undefined ? [] : episodesOf(series, [value])
}

/** The cast or the other titles of a show, which are replies of their own. */
export function partOf(key: string, part: 'cast' | 'akas', entries: readonly Json[]): ForeignRecord[] {
  const mentions = new Mentions()
  const line = part === 'cast' ? castLine(entries, mentions) : othersLine(othersIn(entries, ''))
  if (Object.keys(line).length === 0) return []
  return [...mentions.records, { kind: 'series', key, titles: [], line }]
}

/** Its texts are HTML, of which only the words are taken. */
const plain = (html: unknown): string =>
  decoded(
    sanitizeHtml()(
      textIn(html)
        .replace(/<\/p>\s*<p>/g, '\n\n')
        .replace(/<br\s*\/?>/g, '\n'),
      { allowedTags: [] },
    ),
  ).trim()

const decoded = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

function showRecords(show: Json): ForeignRecord[] {
  const mentions = new Mentions()
  const key = String(show.id)
  const name = textIn(show.name)
  const embedded = isJsonObject(show._embedded) ? show._embedded : {}
  const akas = objects(embedded.akas ?? show.akas)
  const ids = idsOf(show)
  const first = dayIn(show.premiered)
  const last = dayIn(show.ended)
  const language = languageNamed(textIn(show.language))
  const place = isJsonObject(show.network) ? show.network : isJsonObject(show.webChannel) ? show.webChannel : undefined
  const country = place && isJsonObject(place.country) ? textIn(place.country.code) : ''
  const genres = genresNamed([...(Array.isArray(show.genres) ? show.genres.map(textIn) : []), textIn(show.type)], 'tv')
  const runtime = wholeIn(show.averageRuntime) ?? wholeIn(show.runtime)
  const overview = plain(show.summary)
  const average = isJsonObject(show.rating) && typeof show.rating.average === 'number' ? show.rating.average : undefined
  const others = othersIn(akas, name)
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
    ...(isWebAddress(textIn(show.officialSite)) && { homepage: textIn(show.officialSite) }),
    ...(genres.length > 0 && { genres }),
    ...(/^[A-Z]{2}$/.test(country) && { origin_country: [country] }),
    ...(place && textIn(place.name) !== '' && { networks: [{ id: networkOf(place, mentions) }] }),
    ...othersLine(others),
    ...externalIdsLine(ids),
    ...castLine(objects(embedded.cast), mentions),
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

type Other = { iso_3166_1: string; title: string; type: string }

const othersIn = (akas: readonly Json[], name: string): Other[] =>
  akas.flatMap(({ name: title, country }) => {
    const text = textIn(title)
    const [code = ''] = isJsonObject(country) ? countriesNamed([textIn(country.code)]) : []
    return text === '' || text === name ? [] : [{ iso_3166_1: code, title: text, type: '' }]
  })

function othersLine(others: readonly Other[]) {
  const distinct = [...new Map(others.map((one) => [`${one.iso_3166_1} ${one.title}`, one])).values()]
  return distinct.length === 0 ? {} : { alternative_titles: { results: distinct } }
}

function castLine(roles: readonly Json[], mentions: Mentions) {
  const cast = roles.map((role, order) => castOf(role, order, mentions))
  return cast.length === 0 ? {} : { credits: { cast, crew: [] } }
}

function idsOf({ externals }: Json): OutsideId[] {
  if (!isJsonObject(externals)) return []
  const ids: OutsideId[] = []
  if (/^tt\d{4,10}$/.test(textIn(externals.imdb))) ids.push({ source: 'filmdb_id', value: textIn(externals.imdb) })
  if (isNumber(String(externals.thetvdb))) ids.push({ source: 'tvdata_id', value: String(externals.thetvdb) })
  if (isNumber(String(externals.tvrage))) ids.push({ source: 'tvguide_id', value: String(externals.tvrage) })
  return idsFor('series', ids)
}

function statusLine(status: string) {
  const known: Readonly<Record<string, string>> = wordTable({
    Running: 'Returning Series',
    Ended: 'Ended',
    'To Be Determined': 'Returning Series',
    'In Development': 'Planned',
  })
  const found = known[status]
  return found ? { status: found, in_production: status !== 'Ended' } : {}
}

function typeLine(type: string) {
  const known: Readonly<Record<string, string>> = wordTable({
    Scripted: 'Scripted',
    Animation: 'Scripted',
    Reality: 'Reality',
    Documentary: 'Documentary',
    'Talk Show': 'Talk Show',
    News: 'News',
  })
  return known[type] ? { type: known[type] } : {}
}

function networkOf(place: Json, mentions: Mentions) {
  const name = textIn(place.name)
  const country = isJsonObject(place.country) ? textIn(place.country.code) : ''
  return mentions.add({
    kind: 'network',
    key: `network ${place.id ?? name}`,
    titles: [name],
    line: { name, ...(/^[A-Z]{2}$/.test(country) && { origin_country: country }) },
  })
}

function castOf({ person, character }: Json, order: number, mentions: Mentions) {
  const who = isJsonObject(person) ? person : {}
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
  return { id, character: isJsonObject(character) ? textIn(character.name) : '', order }
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
    const average = isJsonObject(episode.rating) ? episode.rating.average : undefined
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
