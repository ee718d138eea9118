import { rm } from 'node:fs/promises'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { limit, sql } from '#src/database/sql.ts'
import { openConnection } from '#src/database/sqlite/connection.ts'
import type { Reading } from '#src/matching/title-readings.ts'
import type { OutsideId } from '#src/matching/wanted-title.ts'
import type { ForeignRecord, LabelReference, Reference } from './foreign-record.ts'
import { type Connection, identifying, labelling, numberOf } from './staged-identities.ts'
import { partStates, partTable, stagingParts } from './staged-parts.ts'
import { stagingVideos, videoTable } from './staged-videos.ts'

const CACHE_KIB = 16_384
/** Names of one record that are kept to find it by. */
const maxTitles = 20
/** Names of people that are kept to tell records of one name apart. */
const maxPeople = 10

/** What is known of a record that is to be found. */
export type Known = {
  key: string
  ids: readonly OutsideId[]
  number: number | null
  titles: readonly string[]
  year: number | null
  otherwise: readonly Reading[]
  people: readonly string[]
  series: string | null
  season: number | null
  episode: number | null
  /** The day of an episode, and its number among all; without a season it is looked for by one of these. */
  air_date: string | null
  absolute: number | null
  /** That nothing but the names of files tells of it. */
  isByName: boolean
  /** What its key was while nothing else told of it. */
  keyByName: string | null
  /** The first file that has it. */
  file: string
}

/** Which record of the catalogue a foreign record is; none if it is left out. */
export type Identity = {
  id: number | null
  isNew: boolean
  /** This import makes it: no earlier one has. */
  isMade?: boolean
  /** The key of its series and its numbers, of a season or an episode. */
  within?: { series: string; season: number; episode: number | null }
}

/** An episode of the catalogue, or of the files, with its numbers. */
export type Placed = { id: number; season: number; episode: number }

export type StagedRecord = {
  kind: Kind
  key: string
  file: string
  number: number
  folder: string | null
  isMention: boolean
  isByName: boolean
  isPointedOut: boolean
  text: string
}

const tables = `
  create table file (no integer primary key, name text not null, folder text);
  create table record (
    no integer primary key, kind integer not null, key text not null, file integer not null, number integer not null,
    is_mention integer not null, is_by_name integer not null, is_pointed_out integer not null,
    has_pictures integer not null, text text not null
  );
  create index record_by_key on record (kind, key);
  create table identity (
    kind integer not null, key text not null, ids text not null, number integer, titles text not null, year integer,
    otherwise text not null,
    people text not null, series text, season integer, episode integer, season_key text, air_date text,
    absolute integer, file integer not null,
    is_by_name integer not null, key_by_name text, id integer, is_new integer not null default 0,
    is_made integer not null default 0,
    primary key (kind, key)
  ) without rowid;
  create table label (key text primary key, text text not null) without rowid;
  create table claim (
    kind integer not null, what text not null, id integer not null, is_new integer not null, primary key (kind, what)
  ) without rowid;
  ${partTable}
  ${videoTable}`

/** Ids and names of one record in two places are known together. */
const putIdentity = `
  insert into identity (kind, key, ids, number, titles, year, otherwise, people, series, season, episode, season_key,
    air_date, absolute, file, is_by_name, key_by_name)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (kind, key) do update set
    ids = case when excluded.ids = '[]' or excluded.ids = ids then ids
      when ids = '[]' then excluded.ids
      else (select json_group_array(json(value)) from (
        select value from json_each(identity.ids) union select value from json_each(excluded.ids))) end,
    air_date = coalesce(air_date, excluded.air_date),
    number = coalesce(number, excluded.number), year = coalesce(year, excluded.year),
    is_by_name = min(is_by_name, excluded.is_by_name), key_by_name = coalesce(key_by_name, excluded.key_by_name),
    titles = case when titles = '[]' then excluded.titles else titles end`

const insertRecord =
  'insert into record (no, kind, key, file, number, is_mention, is_by_name, is_pointed_out, has_pictures, text) ' +
  'values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'

export type ForeignStaging = Awaited<ReturnType<typeof openForeignStaging>>

/**
 * The file in which foreign records wait until it is known which records of the catalogue they are, so that memory does
 * not grow with their number. It contains nothing of value.
 */
export async function openForeignStaging(path: string) {
  const isFile = path !== ':memory:'
  const remove = async () => {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(`${path}${end}`, { force: true })
  }
  if (isFile) await remove()
  const connection = openConnection(path, { readOnly: false, busyTimeoutMs: 0 })
  connection.script(`pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -${CACHE_KIB}`)
  connection.script(`${tables} begin`)
  let isClosed = false
  return {
    ...adding(connection),
    ...labelling(connection),
    ...stagingVideos(connection),
    ...stagingParts(connection),
    ...reading(connection),
    ...identifying(connection),
    async close() {
      if (isClosed) return
      isClosed = true
      connection.close()
      if (isFile) await remove()
    },
  }
}

function knownOf({ is_by_name, ...row }: Record<string, unknown>): Known {
  const listIn = (name: 'ids' | 'titles' | 'otherwise' | 'people') => JSON.parse(row[name] as string)
  const lists = {
    ids: listIn('ids'),
    titles: listIn('titles'),
    otherwise: listIn('otherwise'),
    people: listIn('people'),
  }
  return { ...row, isByName: is_by_name === 1, ...lists } as Known
}

/** What was read, in batches. */
function reading(connection: Connection) {
  return {
    /**
     * Records of a kind that are to be found, by key: those with ids in other systems, the others, and last those that
     * may be some of them: films and series of which but a name is known, those that may be parts of one film twice,
     * and episodes without numbers.
     */
    *toFind(of: Kind, atOnce: number): Generator<Known[]> {
      const isUnplaced = sql`(i.season is null and (i.air_date is not null or i.absolute is not null))`
      const hasIds = sql`(i.ids <> '[]' or i.number is not null)`
      const isBareName =
        of === 'movie' || of === 'series' ? sql`(not ${hasIds} and i.is_by_name = 1 and i.year is null)` : sql`false`
      const isPart = (state = sql`true`) =>
        of === 'movie' ? sql`exists (select 1 from part p where p.key = i.key and ${state})` : sql`false`
      const isUnknown = sql`p.state = ${partStates.unknown}`
      for (const those of [
        sql`${hasIds} and not ${isUnplaced}`,
        sql`not ${hasIds} and not ${isBareName} and not ${isUnplaced}`,
        sql`${isBareName} and not ${isUnplaced} and not ${isPart()}`,
        sql`${isBareName} and ${isPart(isUnknown)}`,
        sql`${isBareName} and ${isPart(sql`not ${isUnknown}`)}`,
        isUnplaced,
      ]) {
        for (let after = ''; ; ) {
          const rows = connection.all(sql`
            select i.key, i.ids, i.number, i.titles, i.year, i.otherwise,
              i.people, i.series, i.season, i.episode, i.air_date,
              i.absolute, i.is_by_name, i.key_by_name as "keyByName", f.name as file
            from identity i join file f on f.no = i.file
            where i.kind = ${numberOf(of)} and i.key > ${after} and ${those} order by i.key ${limit(atOnce)}`)
          const last = rows.at(-1)
          if (!last) break
          after = last.key as string
          yield rows.map(knownOf)
        }
      }
    },
    /** All records in the order in which they were read. */
    *all(atOnce: number): Generator<StagedRecord[]> {
      for (let after = 0; ; ) {
        const rows = connection.all(sql`
          select r.no, r.kind, r.key, f.name as file, r.number, f.folder, r.is_mention, r.is_by_name,
            r.is_pointed_out, r.text
          from record r join file f on f.no = r.file where r.no > ${after} order by r.no ${limit(atOnce)}`)
        const last = rows.at(-1)
        if (!last) return
        after = last.no as number
        yield rows.map(
          (row) =>
            ({
              ...row,
              kind: kindNames[row.kind as number],
              isMention: row.is_mention === 1,
              isByName: row.is_by_name === 1,
              isPointedOut: row.is_pointed_out === 1,
            }) as unknown as StagedRecord,
        )
      }
    },
  }
}

/** What is known of a record by which it may be found, as it is staged. */
function identityRow(record: ForeignRecord, file: number) {
  const { kind, key, ids = [], number, titles, year, otherwise = [], people = [], within, keyByName } = record
  const { isByName = false, isPointedOut = false } = record
  return [
    numberOf(kind),
    key,
    JSON.stringify(ids),
    number ?? null,
    JSON.stringify(titles.slice(0, maxTitles)),
    year ?? null,
    JSON.stringify(otherwise),
    JSON.stringify(people.slice(0, maxPeople)),
    within && 'series' in within ? within.series : null,
    within && 'season' in within ? within.season : null,
    within && 'episode' in within ? (within.episode ?? null) : null,
    within && 'seasonKey' in within ? within.seasonKey : null,
    within && 'date' in within ? (within.date ?? null) : null,
    within && 'absolute' in within ? within.absolute : null,
    file,
    isByName && !isPointedOut ? 1 : 0,
    keyByName ?? null,
  ]
}

/** What the formats do while they read. */
function adding(connection: Connection) {
  let files = 0
  let lastFile: string | undefined
  let lastFolder: string | undefined
  let records = 0
  const { addPart } = stagingParts(connection)
  return {
    add(record: ForeignRecord, place: { file: string; number: number; folder?: string | undefined }) {
      const { kind, key, isMention = false, isByName = false, isPointedOut = false, line } = record
      // Posters of a season lie in another folder than the episode whose file tells of it.
      if (place.file !== lastFile || place.folder !== lastFolder) {
        lastFile = place.file
        lastFolder = place.folder
        connection.run(sql`
          insert into file (no, name, folder) values (${++files}, ${lastFile}, ${place.folder ?? null})`)
      }
      const of = numberOf(kind)
      connection.each(putIdentity, [identityRow(record, files)])
      if (kind === 'movie' && record.partOf) addPart(key, record.partOf)
      // Whoever is named in many places is stated once, and once more where there is a picture.
      const hasPictures = 'images' in line ? 1 : 0
      const isStated = sql`
        select 1 as yes from record where kind = ${of} and key = ${key} and has_pictures >= ${hasPictures} limit 1`
      if (isMention && connection.one(isStated)) return
      const flags = [isMention, isByName, isPointedOut].map(Number)
      const row = [of, key, files, place.number, ...flags, hasPictures]
      connection.each(insertRecord, [[++records, ...row, JSON.stringify(line)]])
    },
    count: (): number => records,
    /** Whether a record is new of which a file tells nothing but its name. */
    makesByName: (): boolean =>
      connection.one(sql`
        select 1 as yes from record r join identity i on i.kind = r.kind and i.key = r.key
        where r.is_by_name = 1 and i.is_new = 1 and i.id is not null limit 1`) !== undefined,
    /** Whether there is a film or a series of which an address says the id. */
    hasPointedOut: (): boolean =>
      connection.one(sql`select 1 as yes from record where is_pointed_out = 1 limit 1`) !== undefined,
  }
}

/** Whether a value of a line stands for another record. */
export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'of' in value && 'key' in value && Object.keys(value).length === 2

export const isLabelReference = (value: unknown): value is LabelReference =>
  typeof value === 'object' && value !== null && 'labelsOf' in value
