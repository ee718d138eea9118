import { rm } from 'node:fs/promises'
import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Source } from '#src/catalogue/sources.ts'
import { tryFileLock } from '#src/database/locks.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/connection.ts'
import type { Line, LineKind } from './line.ts'

const CACHE_KIB = 8_192
/** Ids that are looked up in the catalogue with one query. */
export const LOOKUP_IDS = 2_000
/** Lines of so many bytes stay in memory as they were parsed; further ones are in the file alone, as texts. */
export const PARSED_BYTES = 1_048_576
/** Lines about one record in one import; a record is written as a whole. */
export const maxLinesOfRecord = 1_000

/** The number of each kind of line: records come in the order of their kinds, after sources. */
const orderOf: ReadonlyMap<LineKind, number> = new Map(
  (['source', ...recordKindNames] as LineKind[]).map((of, index) => [of, index]),
)
export const numberOfKind = (of: LineKind): number => orderOf.get(of) as number

const pragmas = `pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -${CACHE_KIB}`

type NewLine = {
  of: LineKind
  id: number
  source_id: string
  file: string
  number: number
  bytes: number
  text: string
  /** The text, parsed. */
  line: Line
  numbering: { series_id?: number; season_number?: number; episode_number?: number }
}

const tables = `
  create table file (no integer primary key, name text not null);
  create table source (id text primary key, rank integer not null, standing integer not null default 0) without rowid;
  create table line (
    no integer primary key, kind integer not null, id integer not null, source_id text not null, file integer not null,
    number integer not null, bytes integer not null, series_id integer, season_number integer, episode_number integer,
    text text not null,
    -- The id in the catalogue of a record that was merged into the one that the line is about now.
    merged_id integer
  );
  create table known (
    kind integer not null, id integer not null, source_id text, series_id integer, season_number integer,
    episode_number integer, primary key (kind, id)
  ) without rowid;
  create table gone (
    no integer primary key, kind integer not null, id integer not null, into_id integer, source_id text not null,
    file integer not null, number integer not null, series_id integer, season_number integer, episode_number integer
  );
  create table parent (id integer primary key);
  create table expected (kind integer not null, id integer not null, primary key (kind, id)) without rowid;
  create table postponed (
    kind integer not null, id integer not null, is_counted integer not null, primary key (kind, id)
  ) without rowid;
  create table map (
    source_id text not null, kind integer not null, foreign_id integer not null, id integer, is_new integer not null,
    primary key (source_id, kind, foreign_id)
  ) without rowid;`

const indexes = `
  create index line_by_record on line (
    kind, id, source_id, no, bytes, file, number, series_id, season_number, episode_number, merged_id
  );
  create index known_by_number on known (kind, series_id, season_number, episode_number);`

const insertLine = `
  insert into line (no, kind, id, source_id, file, number, bytes, series_id, season_number, episode_number, text)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

type NewGone = Pick<NewLine, 'of' | 'id' | 'source_id' | 'file' | 'number'> & {
  into_id: number | null
  place: NewLine['numbering']
}

const insertGone = `
  insert into gone (kind, id, into_id, source_id, file, number, series_id, season_number, episode_number)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Another import is using the same data folder. */
export class ImportRunningError extends Error {
  override name = 'ImportRunningError'
}

export type Staging = Awaited<ReturnType<typeof openStaging>>

/**
 * The file beside the data in which the lines of one import are staged, and queried as a whole. It contains nothing of
 * value: what a killed import has left is deleted. `:memory:` is for small imports.
 */
export async function openStaging(path: string) {
  const isFile = path !== ':memory:'
  const unlock = isFile ? tryFileLock(`${path}.lock`) : () => {}
  if (!unlock)
    throw new ImportRunningError('Another import with this data folder is running. Try again when it has finished.')
  const remove = async () => {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${path}${end}`, { force: true })
  }
  if (isFile) await remove()
  const connection = openConnection(path, { readOnly: false, busyTimeoutMs: 0 })
  connection.script(`${pragmas}; ${tables} begin`)
  let lines = 0
  let files = 0
  let lastFile = ''
  let parsedBytes = 0
  const parsed = new Map<number, Line>()

  function noteFile(name: string) {
    if (name === lastFile) return
    lastFile = name
    connection.run(sql`insert into file (no, name) values (${++files}, ${lastFile})`)
  }

  return {
    connection,
    /** What is gone has no text of its own. */
    addGone({ of, id, into_id, source_id, file, number, place }: NewGone) {
      noteFile(file)
      const { series_id = null, season_number = null, episode_number = null } = place
      connection.each(insertGone, [
        [numberOfKind(of), id, into_id, source_id, files, number, series_id, season_number, episode_number],
      ])
    },
    add(line: NewLine) {
      noteFile(line.file)
      const { series_id = null, season_number = null, episode_number = null } = line.numbering
      const place = [files, line.number, line.bytes, series_id, season_number, episode_number]
      const isKept = parsedBytes + line.bytes <= PARSED_BYTES
      const about = [++lines, numberOfKind(line.of), line.id, line.source_id, ...place, isKept ? '' : line.text]
      connection.each(insertLine, [about])
      if (!isKept) return
      parsed.set(lines, line.line)
      parsedBytes += line.bytes
    },
    /** The line of a number, whose text is in the file. Nobody may change it. */
    lineOf: (no: number, text: string): Line => parsed.get(no) ?? JSON.parse(text),
    /** Ends reading: from now on the sources and their ranks are known. */
    seal(sources: readonly Source[]) {
      connection.run(sql`
        insert into source (id, rank) select value ->> 'id', value ->> 'rank' from json_each(${sources})`)
      // The order in which the statements of sources are applied.
      connection.script(`
        update source set standing = s.standing from (
          select id, row_number() over (order by rank desc, id) as standing from source
        ) as s where s.id = source.id;
        ${indexes} commit`)
    },
    /** Removes a line from the import. */
    remove: (no: number): number => connection.run(sql`delete from line where no = ${no}`),
    total: (): number => Number(connection.one(sql`select count(*) as n from line`)?.n),
    async close() {
      connection.close()
      if (isFile) await remove()
      unlock()
    },
  }
}

/** Removes a line, and says where it was. */
export function takeLine({ connection, remove }: Staging, no: number): { file: string; line: number } {
  const row = connection.one(sql`
    select f.name as file, l.number as line from line l join file f on f.no = l.file where l.no = ${no}`)
  remove(no)
  return row as { file: string; line: number }
}

/** The ids of the lines of a kind in their order, as many at once as are looked up together. */
export function* idsOf({ connection }: Staging, of: LineKind): Generator<number[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const ids: number[] = connection
      .all(sql`
        select distinct id from line where kind = ${numberOfKind(of)} and id > ${after}
        order by id ${limit(LOOKUP_IDS)}`)
      .map(({ id }) => id as number)
    if (ids.length > 0) yield ids
    after = ids.at(-1)
  }
}
