import { countryNames } from '#src/reference/reference.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { fileAt, filesAt, unreadableReason } from '../../files/read-files.ts'
import type { ForeignInput, ForeignRecord, Format, Reference } from '../../foreign/foreign-record.ts'
import { distinctNames, externalIdsLine, joinedRoles } from '../../foreign/named-records.ts'
import { genresNamed } from '../words.ts'
import {
  type AkaRow,
  filmTypes,
  type NameRow,
  numberOf,
  openTables,
  type PrincipalRow,
  seriesTypes,
  type Tables,
  type TitleRow,
} from './tables.ts'

/** Titles that are put together at once. */
const AT_ONCE = 500
/** Between several types of one title. */
const typeSeparator = String.fromCharCode(2)
/** Most other titles of one in a line. */
const maxOthers = 200

/** The public files about titles and names, for personal use only. */
export const imdb: Format = {
  name: 'imdb',
  summary: 'the seven public files (title.basics.tsv.gz and so on), for personal use in a private installation',
  source: {
    id: 'imdb',
    name: 'IMDb',
    licence: 'personal and non-commercial use only',
    url: 'https://www.imdb.com',
    // Below Wikidata, because these files know no more of a date than its year.
    rank: 25,
    redistributable: false,
    private_only: true,
  },
  isPartial: true,
  takesFolders: true,
  async *read(paths, options) {
    const tables = await openTables(options.scratch)
    try {
      for (const path of await filesAt(paths, /\.tsv(\.gz)?$/)) {
        const file = await fileAt(path, options.stdin)
        let line = 0
        try {
          for await (const refused of tables.read(file, options, (last) => (line = last))) yield refused
        } catch (error) {
          yield [{ file: file.name, line: line + 1, field: '', reason: unreadableReason(error) }]
        }
      }
      for (const types of [filmTypes, seriesTypes, ['tvEpisode']])
        for (const titles of tables.titles(types, AT_ONCE)) yield titlesOf(tables, titles)
      for (const names of tables.names(AT_ONCE)) yield names.map((row) => placed(personOf(row), tables, row))
    } finally {
      tables.close()
    }
  },
}

const placed = (record: ForeignRecord, tables: Tables, row: { file: number; line: number }): ForeignInput => ({
  ...{ ...record, file: tables.fileOf(row), number_in_file: row.line },
})

const titleKey = (id: number) => `tt${String(id).padStart(7, '0')}`
const personKey = (id: number) => `nm${String(id).padStart(7, '0')}`
const filmId = (value: string) => [{ source: 'filmdb_id', value }] as const

function titlesOf(tables: Tables, titles: readonly TitleRow[]): ForeignInput[] {
  const [from, to] = [titles[0]?.id ?? 0, titles.at(-1)?.id ?? 0]
  const akas = tables.akas(from, to)
  const principals = tables.principals(from, to)
  const seasons = new Set<string>()
  return titles.flatMap((title): ForeignInput[] => {
    const roles = principals.get(title.id) ?? []
    const credits = creditsOf(title, roles)
    tables.use([...credits.cast, ...credits.crew].flatMap(({ id }) => numberOf(id.key) ?? []))
    const records =
      title.type === 'tvEpisode'
        ? episodeOf(title, credits, seasons)
        : [titleOf(title, akas.get(title.id) ?? [], credits)]
    return records.map((record) => placed(record, tables, title))
  })
}

function titleOf(row: TitleRow, akas: readonly AkaRow[], credits: Credits): ForeignRecord {
  const isFilm = filmTypes.includes(row.type)
  const key = titleKey(row.id)
  const original = row.original ?? row.title
  const others = akas.filter(({ title }) => title !== row.title && title !== original).slice(0, maxOthers)
  const [title, from] = isFilm ? (['title', 'release_date'] as const) : (['name', 'first_air_date'] as const)
  const line = {
    [title]: row.title,
    [`original_${title}`]: original,
    ...(row.adult === 1 && { adult: true }),
    ...(row.type === 'video' && { video: true }),
    ...yearLine(from, row.started),
    ...(isFilm ? { status: 'Released' } : seriesLine(row)),
    ...(row.runtime !== null && (isFilm ? { runtime: row.runtime } : { episode_run_time: [row.runtime] })),
    ...(row.average !== null && { vote_average: row.average, vote_count: row.votes ?? 0 }),
    ...genresLine(row, isFilm ? 'movie' : 'tv'),
    ...(others.length > 0 && { alternative_titles: { [isFilm ? 'titles' : 'results']: othersOf(others) } }),
    ...externalIdsLine(filmId(key)),
    credits,
  }
  return {
    kind: isFilm ? 'movie' : 'series',
    key,
    ids: filmId(key),
    titles: distinctNames([row.title, original, ...others.map((one) => one.title)]).slice(0, 20),
    ...(row.started !== null && { year: row.started }),
    line,
  }
}

const yearLine = (column: string, year: number | null) =>
  year === null ? {} : { [column]: `${year}-01-01`, [`${column}_precision`]: 'year' }

const seriesLine = ({ type, ended }: TitleRow) => ({
  type: type === 'tvMiniSeries' ? 'Miniseries' : 'Scripted',
  ...(ended !== null && { status: 'Ended', in_production: false, ...yearLine('last_air_date', ended) }),
})

function genresLine({ genres }: TitleRow, kind: 'movie' | 'tv') {
  const found = genresNamed(genres?.split(',') ?? [], kind)
  return found.length === 0 ? {} : { genres: found }
}

const othersOf = (akas: readonly AkaRow[]) => {
  const seen = new Set<string>()
  return akas.flatMap(({ title, region, types }) => {
    const iso_3166_1 = region !== null && countryNames.has(region) ? region : ''
    const [type = ''] = (types ?? '').replaceAll(typeSeparator, ',').split(',')
    const shown = type === 'imdbDisplay' ? '' : type
    const key = `${iso_3166_1} ${title} ${shown}`
    if (title.length > 500 || seen.has(key)) return []
    seen.add(key)
    return [{ iso_3166_1, title, type: shown }]
  })
}

function episodeOf(row: TitleRow, credits: Credits, seasons: Set<string>): ForeignRecord[] {
  const { series, season, number } = row
  if (series === null || season === null || number === null) return []
  const key = titleKey(row.id)
  const seriesKey = titleKey(series)
  const seasonKey = `${seriesKey}/s${season}`
  const isNewSeason = !seasons.has(seasonKey)
  seasons.add(seasonKey)
  const ofSeason: ForeignRecord = {
    kind: 'season',
    key: seasonKey,
    titles: [],
    within: { series: seriesKey, season },
    isMention: true,
    line: { name: season === 0 ? 'Specials' : `Season ${season}` },
  }
  const record: ForeignRecord = {
    kind: 'episode',
    key,
    ids: filmId(key),
    titles: [],
    within: { series: seriesKey, season, episode: number },
    line: {
      name: row.title,
      ...(row.started !== null && yearLine('air_date', row.started)),
      ...(row.runtime !== null && { runtime: row.runtime }),
      ...(row.average !== null && { vote_average: row.average, vote_count: row.votes ?? 0 }),
      ...externalIdsLine(filmId(key)),
      credits,
    },
  }
  return [...(isNewSeason ? [ofSeason] : []), record]
}

type Credits = {
  cast: { id: Reference; character: string; order: number }[]
  crew: { id: Reference; department: string; job: string }[]
}

const jobs: Readonly<Record<string, readonly [department: string, job: string]>> = wordTable({
  director: ['Directing', 'Director'],
  writer: ['Writing', 'Writer'],
  producer: ['Production', 'Producer'],
  composer: ['Sound', 'Original Music Composer'],
  cinematographer: ['Camera', 'Director of Photography'],
  editor: ['Editing', 'Editor'],
  production_designer: ['Art', 'Production Design'],
  casting_director: ['Production', 'Casting'],
})

function creditsOf({ directors, writers }: TitleRow, roles: readonly PrincipalRow[]): Credits {
  const person = (id: number): Reference => ({ of: 'person', key: personKey(id) })
  const cast = roles
    .filter(({ category }) => category === 'actor' || category === 'actress' || category === 'self')
    .map(({ person: id, characters }, order) => ({ id: person(id), character: charactersIn(characters), order }))
  const seen = new Set<string>()
  const crew: Credits['crew'] = []
  const add = (id: number | null, category: string) => {
    const job = jobs[category]
    if (id === null || !job || seen.has(`${id} ${category}`)) return
    seen.add(`${id} ${category}`)
    crew.push({ id: person(id), department: job[0], job: job[1] })
  }
  for (const id of directors?.split(',') ?? []) add(numberOf(id), 'director')
  for (const id of writers?.split(',') ?? []) add(numberOf(id), 'writer')
  for (const { person: id, category } of roles) add(id, category ?? '')
  return { cast, crew }
}

/** The names of roles, which are a list in JSON. */
function charactersIn(text: string | null): string {
  if (text === null) return ''
  try {
    const names: unknown = JSON.parse(text)
    return Array.isArray(names) ? joinedRoles(names.filter((name) => typeof name === 'string')) : ''
  } catch {
    return text
  }
}

const departments: Readonly<Record<string, string>> = wordTable({
  actor: 'Acting',
  actress: 'Acting',
  director: 'Directing',
  writer: 'Writing',
  producer: 'Production',
  composer: 'Sound',
  cinematographer: 'Camera',
  editor: 'Editing',
})

function personOf({ id, name, born, died, professions }: NameRow): ForeignRecord {
  const key = personKey(id)
  const [department] = (professions?.split(',') ?? []).flatMap((one) => departments[one] ?? [])
  return {
    kind: 'person',
    key,
    ids: filmId(key),
    titles: [name],
    line: {
      name,
      original_name: name,
      ...yearLine('birthday', born),
      ...yearLine('deathday', died),
      ...(department !== undefined && { known_for_department: department }),
      ...externalIdsLine(filmId(key)),
    },
  }
}
