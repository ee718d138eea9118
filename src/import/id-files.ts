import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type TObject, Type } from 'typebox'
import { type Looping, runLoop } from '#src/background/loop.ts'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { quoted } from '#src/database/table.ts'
import { removeAbandoned, writeLasting } from '#src/files/lasting.ts'
import { makeFolder } from '#src/files/make-folder.ts'
import { dayAfter, utcDay } from '#src/reference/days.ts'
import { wordTable } from '#src/reference/word-table.ts'

/** The files of a day are made from this hour on, in UTC. */
const MADE_AT_HOUR = 7
/** Files are kept for three months. */
const KEPT_DAYS = 92
/** How often to look whether the files of the day are there. */
const LOOK_MS = 600_000
/** Rows that are read together: fewer than would delay a request. */
const PAGE_ROWS = 1_000

const [Id, Text] = [Type.Integer(), Type.String()]
const movie = { adult: Type.Boolean(), id: Id, original_title: Text, popularity: Type.Number(), video: Type.Boolean() }
const series = { adult: Type.Boolean(), id: Id, original_name: Text, popularity: Type.Number() }
const person = { adult: Type.Boolean(), id: Id, name: Text, popularity: Type.Number() }
const named = { id: Id, name: Text }

type IdFile = { of: RecordKind; row: TObject; isAdult?: boolean }

/** The files of each day, by their name before the date. Adult titles and people have files of their own. */
export const idFiles: Readonly<Record<string, IdFile>> = wordTable({
  movie_ids: { of: 'movie', row: Type.Object(movie), isAdult: false },
  adult_movie_ids: { of: 'movie', row: Type.Object(movie), isAdult: true },
  tv_series_ids: { of: 'series', row: Type.Object(series), isAdult: false },
  adult_tv_series_ids: { of: 'series', row: Type.Object(series), isAdult: true },
  person_ids: { of: 'person', row: Type.Object(person), isAdult: false },
  adult_person_ids: { of: 'person', row: Type.Object(person), isAdult: true },
  collection_ids: { of: 'collection', row: Type.Object(named) },
  tv_network_ids: { of: 'network', row: Type.Object(named) },
  keyword_ids: { of: 'keyword', row: Type.Object(named) },
  production_company_ids: { of: 'company', row: Type.Object(named) },
})

/** Where the files are: in a folder of the setting, or in the data folder. */
export const idFilesFolder = ({ idFiles, data }: Pick<Config, 'idFiles' | 'data'>): string =>
  idFiles === '' ? join(data, 'exports') : idFiles

/** `movie_ids_03_10_2026.json.gz`: the date as existing programs ask for it. */
export const fileNameOf = (name: string, day: string): string =>
  `${name}_${day.slice(5, 7)}_${day.slice(8, 10)}_${day.slice(0, 4)}.json.gz`

/** The day of a file by its name; undefined if it is none of these files. */
export function dayOfFile(file: string): string | undefined {
  const [, name = '', month, date, year] = /^([a-z_]{1,40})_(\d\d)_(\d\d)_(\d{4})\.json\.gz$/.exec(file) ?? []
  return Object.hasOwn(idFiles, name) ? `${year}-${month}-${date}` : undefined
}

/** The lines of a file, page by page. Nobody waits for them, so they are read beside requests. */
async function* linesOf(db: Database, { of, row, isAdult }: IdFile, signal: AbortSignal): AsyncGenerator<string> {
  const columns = raw(quoted(Object.keys(row.properties)))
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = (await db.wide.all(
      row,
      sql`select ${columns} from ${raw(of)} where id > ${after} order by id ${limit(PAGE_ROWS)}`,
    )) as { id: number; adult?: boolean }[]
    if (rows.length === 0) return
    const wanted = rows.filter(({ adult }) => isAdult === undefined || adult === isAdult)
    yield wanted.map((wantedRow) => `${JSON.stringify(wantedRow)}\n`).join('')
    after = (rows.at(-1) as { id: number }).id
  }
}

/** Makes a file unless it is there. */
async function makeFile(db: Database, name: string, path: string, signal: AbortSignal): Promise<void> {
  if (await stat(path).catch(() => undefined)) return
  const lines = Readable.from(linesOf(db, idFiles[name] as IdFile, signal))
  await pipeline(lines, createGzip(), (packed) => writeLasting(path, packed), { signal })
}

/** Makes the files of the day when it is time, and deletes those that have been kept long enough. */
export async function makeIdFiles(db: Database, folder: string, now: Date, signal: AbortSignal): Promise<void> {
  if (now.getUTCHours() < MADE_AT_HOUR) return
  const today = utcDay(now)
  await makeFolder(folder)
  await removeAbandoned(folder)
  for (const name of Object.keys(idFiles)) await makeFile(db, name, join(folder, fileNameOf(name, today)), signal)
  const first = dayAfter(today, -KEPT_DAYS)
  for (const file of await readdir(folder)) {
    const day = dayOfFile(file)
    if (day !== undefined && day < first) await rm(join(folder, file), { force: true })
  }
}

type Making = Looping & { folder: string; clock(): Date }

/** Makes the files of every day until `signal` is aborted. */
export const runIdFiles = (db: Database, { folder, clock, failed, ...looping }: Making): Promise<void> =>
  runLoop(() => makeIdFiles(db, folder, clock(), looping.signal), {
    ...looping,
    restMs: LOOK_MS,
    failed: (error) => looping.signal.aborted || failed(error),
  })
