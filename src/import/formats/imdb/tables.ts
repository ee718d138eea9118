import { basename, join } from 'node:path'
import { limit, sql } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/connection.ts'
import type { Cell } from '#src/database/table.ts'
import { type InputFile, textLines } from '../../files/read-files.ts'
import type { FormatOptions } from '../../foreign/foreign-record.ts'
import type { Refusal } from '../../line.ts'

const CACHE_KIB = 16_384

type Table = {
  /** The name of the file, without its endings. */
  file: string
  /** Its columns, in order. */
  columns: readonly string[]
  create: string
  insert: string
  /** The values of a row; undefined if it is of no use here. */
  row(cells: Cells, place: Place): Cell[] | undefined
}

/** Where a row stands: the number of its file among those that were read, and its line. */
type Place = { file: number; line: number }

type Cells = Readonly<Record<string, string | null>>

/** The number of an id such as `tt0077651`. */
export const numberOf = (id: string | null | undefined): number | null => {
  const digits = /^(?:tt|nm)(\d{1,10})$/.exec(id ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

const whole = (text: string | null | undefined): number | null =>
  text != null && /^\d{1,9}$/.test(text) ? Number(text) : null

/** Kinds of title that are films here. */
export const filmTypes = ['movie', 'short', 'tvMovie', 'tvShort', 'tvSpecial', 'video']
export const seriesTypes = ['tvSeries', 'tvMiniSeries']
const readTypes: ReadonlySet<string> = new Set([...filmTypes, ...seriesTypes, 'tvEpisode'])

const tables: readonly Table[] = [
  {
    file: 'title.basics',
    columns: 'tconst titleType primaryTitle originalTitle isAdult startYear endYear runtimeMinutes genres'.split(' '),
    create: `basics (id integer primary key, type text, title text, original text, adult integer, started integer,
      ended integer, runtime integer, genres text, file integer, line integer)`,
    insert: 'insert or ignore into basics values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    row: (
      { tconst, titleType, primaryTitle, originalTitle, isAdult, startYear, endYear, runtimeMinutes, genres },
      { file, line },
    ) =>
      numberOf(tconst) === null || primaryTitle === null || !readTypes.has(titleType ?? '')
        ? undefined
        : [
            numberOf(tconst),
            titleType ?? null,
            primaryTitle ?? null,
            originalTitle ?? null,
            isAdult === '1' ? 1 : 0,
            whole(startYear),
            whole(endYear),
            whole(runtimeMinutes),
            genres ?? null,
            file,
            line,
          ],
  },
  {
    file: 'title.akas',
    columns: 'titleId ordering title region language types attributes isOriginalTitle'.split(' '),
    create: `aka (id integer, place integer, title text, region text, language text, types text,
      primary key (id, place)) without rowid`,
    insert: 'insert or ignore into aka values (?, ?, ?, ?, ?, ?)',
    row: ({ titleId, ordering, title, region, language, types }) =>
      numberOf(titleId) === null || title === null
        ? undefined
        : [numberOf(titleId), whole(ordering), title ?? null, region ?? null, language ?? null, types ?? null],
  },
  {
    file: 'title.crew',
    columns: ['tconst', 'directors', 'writers'],
    create: 'crew (id integer primary key, directors text, writers text)',
    insert: 'insert or ignore into crew values (?, ?, ?)',
    row: ({ tconst, directors, writers }) =>
      numberOf(tconst) === null ? undefined : [numberOf(tconst), directors ?? null, writers ?? null],
  },
  {
    file: 'title.episode',
    columns: ['tconst', 'parentTconst', 'seasonNumber', 'episodeNumber'],
    create: 'episode (id integer primary key, series integer, season integer, number integer)',
    insert: 'insert or ignore into episode values (?, ?, ?, ?)',
    row: ({ tconst, parentTconst, seasonNumber, episodeNumber }) =>
      numberOf(tconst) === null || whole(seasonNumber) === null || whole(episodeNumber) === null
        ? undefined
        : [numberOf(tconst), numberOf(parentTconst), whole(seasonNumber), whole(episodeNumber)],
  },
  {
    file: 'title.principals',
    columns: ['tconst', 'ordering', 'nconst', 'category', 'job', 'characters'],
    create: `principal (id integer, place integer, person integer, category text, job text, characters text,
      primary key (id, place)) without rowid`,
    insert: 'insert or ignore into principal values (?, ?, ?, ?, ?, ?)',
    row: ({ tconst, ordering, nconst, category, job, characters }) =>
      numberOf(tconst) === null || numberOf(nconst) === null
        ? undefined
        : [numberOf(tconst), whole(ordering), numberOf(nconst), category ?? null, job ?? null, characters ?? null],
  },
  {
    file: 'title.ratings',
    columns: ['tconst', 'averageRating', 'numVotes'],
    create: 'rating (id integer primary key, average real, votes integer)',
    insert: 'insert or ignore into rating values (?, ?, ?)',
    row: ({ tconst, averageRating, numVotes }) =>
      numberOf(tconst) === null || !(Number(averageRating) >= 0 && Number(averageRating) <= 10)
        ? undefined
        : [numberOf(tconst), Number(averageRating), whole(numVotes)],
  },
  {
    file: 'name.basics',
    columns: 'nconst primaryName birthYear deathYear primaryProfession knownForTitles'.split(' '),
    create: `name (id integer primary key, name text, born integer, died integer, professions text, file integer,
      line integer)`,
    insert: 'insert or ignore into name values (?, ?, ?, ?, ?, ?, ?)',
    row: ({ nconst, primaryName, birthYear, deathYear, primaryProfession }, { file, line }) =>
      numberOf(nconst) === null || primaryName === null
        ? undefined
        : [
            ...[numberOf(nconst), primaryName ?? null, whole(birthYear), whole(deathYear), primaryProfession ?? null],
            ...[file, line],
          ],
  },
]

export type Tables = Awaited<ReturnType<typeof openTables>>

/** The seven files beside each other in a file of their own, because they are joined and none fits into memory. */
export async function openTables(scratch: string) {
  const connection = openConnection(join(scratch, 'imdb.sqlite'), { readOnly: false, busyTimeoutMs: 0 })
  connection.script(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -${CACHE_KIB}`)
  connection.script(`begin; ${tables.map(({ create }) => `create table ${create};`).join('\n')}
    create table used (id integer primary key);`)
  const files: string[] = []
  return {
    read(file: InputFile, options: FormatOptions, at: (line: number) => void) {
      files.push(file.name)
      return readTable(connection, file, { ...options, number: files.length - 1 }, at)
    },
    /** The name of the file that a row came from. */
    fileOf: ({ file }: { file: number }): string => files[file] as string,
    /** Titles of some types in the order of their ids. */
    *titles(types: readonly string[], atOnce: number) {
      for (let after = 0; ; ) {
        const rows = connection.all(sql`
          select b.*, r.average, r.votes, c.directors, c.writers, e.series, e.season, e.number
          from basics b left join rating r using (id) left join crew c using (id) left join episode e using (id)
          where b.id > ${after} order by b.id ${limit(atOnce)}`)
        const last = rows.at(-1)
        if (!last) return
        after = last.id as number
        const wanted = rows.filter(({ type }) => types.includes(type as string)) as unknown as TitleRow[]
        if (wanted.length > 0) yield wanted
      }
    },
    /** What other tables have for titles between two ids, by title. */
    akas: (from: number, to: number) =>
      grouped<AkaRow>(connection.all(sql`select * from aka where id between ${from} and ${to} order by id, place`)),
    principals: (from: number, to: number) =>
      grouped<PrincipalRow>(
        connection.all(sql`select * from principal where id between ${from} and ${to} order by id, place`),
      ),
    use: (people: readonly number[]) =>
      connection.each(
        'insert or ignore into used values (?)',
        people.map((id) => [id]),
      ),
    /** People whom a title names. */
    *names(atOnce: number) {
      for (let after = 0; ; ) {
        const rows = connection.all(sql`
          select n.* from used u join name n on n.id = u.id where u.id > ${after} order by u.id ${limit(atOnce)}`)
        const last = rows.at(-1)
        if (!last) return
        after = last.id as number
        yield rows as unknown as NameRow[]
      }
    },
    close: () => connection.close(),
  }
}

type Connection = ReturnType<typeof openConnection>

/** Reads a file, whose name says which of the seven it is; returns what is wrong with it, in batches. */
async function* readTable(
  connection: Connection,
  file: InputFile,
  { onBytes, number: ofFile }: FormatOptions & { number: number },
  at: (line: number) => void,
): AsyncGenerator<Refusal[]> {
  const table = tables.find((one) => basename(file.name).startsWith(`${one.file}.`))
  const refuse = (line: number, reason: string): Refusal => ({ file: file.name, line, field: '', reason })
  if (!table) {
    yield [refuse(0, `is none of ${tables.map((one) => `${one.file}.tsv.gz`).join(', ')}`)]
    return
  }
  let hasHeader = false
  for await (const lines of textLines(file, onBytes)) {
    const rows: Cell[][] = []
    const refused: Refusal[] = []
    for (const { number, text } of lines) {
      at(number)
      // There are no quotation marks: those in a title are part of it.
      const cells = text?.replace(/\r$/, '').split('\t') ?? []
      if (!hasHeader) {
        hasHeader = true
        if (cells.join(' ') === table.columns.join(' ')) continue
        yield [refuse(number, `has other columns than ${table.columns.join(', ')}`)]
        return
      }
      if (cells.length !== table.columns.length) {
        refused.push(refuse(number, `has ${cells.length} columns and not ${table.columns.length}`))
        continue
      }
      const named = Object.fromEntries(table.columns.map((name, at) => [name, nullable(cells[at] as string)]))
      const row = table.row(named, { file: ofFile, line: number })
      if (row) rows.push(row)
    }
    connection.each(table.insert, rows)
    if (refused.length > 0) yield refused
  }
}

const nullable = (cell: string): string | null => (cell === '\\N' ? null : cell)

export type TitleRow = {
  id: number
  file: number
  line: number
  type: string
  title: string
  original: string | null
  adult: number
  started: number | null
  ended: number | null
  runtime: number | null
  genres: string | null
  average: number | null
  votes: number | null
  directors: string | null
  writers: string | null
  series: number | null
  season: number | null
  number: number | null
}
export type AkaRow = {
  id: number
  title: string
  region: string | null
  language: string | null
  types: string | null
}
export type PrincipalRow = {
  id: number
  place: number
  person: number
  category: string | null
  job: string | null
  characters: string | null
}
export type NameRow = {
  id: number
  name: string
  born: number | null
  died: number | null
  professions: string | null
  file: number
  line: number
}

const grouped = <Row extends { id: number }>(rows: readonly unknown[]): Map<number, Row[]> =>
  Map.groupBy(rows as Row[], ({ id }) => id)
