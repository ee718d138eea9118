import { setImmediate as nextTurn } from 'node:timers/promises'
import { isPicturePath } from '#src/catalogue/galleries.ts'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { idsOfRecords } from '#src/matching/by-id.ts'
import { tidyForeign } from '#src/reference/hidden.ts'
import type { InputLine } from '../import.ts'
import type { Unresolved } from '../read-records.ts'
import type { Reference } from './foreign-record.ts'
import {
  type ForeignStaging,
  type Identity,
  isLabelReference,
  isReference,
  type StagedRecord,
} from './foreign-staging.ts'
import { joinKnownCredits } from './known-credits.ts'
import { dateReleases, keepKnownDays } from './known-days.ts'
import { filmLine, joinedRoles } from './named-records.ts'
import { namesSource } from './names-source.ts'
import { knownKeys } from './source-keys.ts'

/** Records that become lines together. */
const AT_ONCE = 200

type LinesOptions = {
  db: Database
  staging: ForeignStaging
  source_id: string
  onUnresolved(unresolved: Unresolved): void
  /** Called with the number of records that are left out, because a person has to look at them. */
  onLeftOut(records: number): void
}

type Staged = StagedRecord & { line: Record<string, unknown> }
type IdOf = (reference: Reference) => number | null | undefined
/** What lines name: the ids of records, and the names of what is none. */
type Known = { idOf: IdOf; textOf(labels: readonly string[]): string | undefined }

/**
 * The staged records as catalogue lines, in their order, with the ids of the catalogue. A reference to a record that is
 * left out or unknown goes, with the entry of the list that it stands in. Behind the last one the staging is closed.
 */
export async function* foreignLines(options: LinesOptions): AsyncGenerator<InputLine[]> {
  // Only films and series to which an address points are told apart from these.
  const told = options.staging.hasPointedOut() ? new Set<string>() : undefined
  for (const batch of options.staging.all(AT_ONCE)) {
    const records = batch.map((record): Staged => ({ ...record, line: JSON.parse(record.text) }))
    const known = await knownOf(options, records)
    const stated: Stated[] = []
    let leftOut = 0
    for (const record of records) {
      const identity = options.staging.identities(record.kind, [record.key]).get(record.key)
      if (!identity || identity.id === null) leftOut++
      else {
        const isKnown = !identity.isNew
        for (const line of isKnown ? addedBy(record) : madeOf(asStacked(options.staging, record)))
          stated.push({ record, isKnown, line: lineOf({ ...record, line }, identity, known, options) })
      }
    }
    if (leftOut > 0) options.onLeftOut(leftOut)
    const stating = await withoutKnownPortraits(options.db, await withoutKnownIds(options.db, stated, told))
    const all = stating.map(({ line }) => line)
    await joinKnownCredits(options.db, options.source_id, all)
    await dateReleases(options.db, all)
    await keepKnownDays(options.db, all)
    if (stating.length > 0) yield stating.map(inputOf)
    await nextTurn()
  }
  // Its memory and its room on the disk are needed for what is written now.
  await options.staging.close()
}

type Stated = {
  record: Staged
  /** The record is in the catalogue. */
  isKnown: boolean
  line: Record<string, unknown> & { kind: Kind; id: number }
}

/**
 * What a record adds to one that is in the catalogue: of one whose file has but a name, and of a person whom a film
 * names, the pictures; the ids, too, where an address says them.
 */
function addedBy({ kind, isMention, isByName, isPointedOut, line }: Staged): Values[] {
  if (isMention && kind !== 'person') return []
  if (!isMention && !isByName) return [line]
  return only(line, (name) => isPicture(name) || (isPointedOut === true && name === 'external_ids'))
}

type Values = Record<string, unknown>

/** What makes a new record. What a name tells beside pictures and ids is worth less than what its source has. */
function madeOf({ isByName, line }: Staged): Values[] {
  if (!isByName) return [line]
  const isOfSource = (name: string) => isPicture(name) || name === 'external_ids'
  const told = Object.entries(line).filter(([name]) => !isOfSource(name))
  return [{ ...Object.fromEntries(told), source: namesSource.id }, ...only(line, isOfSource)]
}

/** A part of a film has the name of the film. */
function asStacked(staging: ForeignStaging, record: Staged): Staged {
  const film = record.kind === 'movie' && record.isByName ? staging.stackedTitle(record.key) : undefined
  return film ? { ...record, line: { ...record.line, ...filmLine(film) } } : record
}

const isPicture = (name: string) => name === 'images' || isPicturePath(name)

/** These values as a line, if there are any. */
function only(line: Values, isWanted: (name: string) => boolean): Values[] {
  const some = Object.entries(line).filter(([name]) => isWanted(name))
  return some.length === 0 ? [] : [Object.fromEntries(some)]
}

/**
 * Leaves out ids in systems in which a record has one, or in which a file before has told one, if only an address says
 * them.
 */
async function withoutKnownIds(
  db: Database,
  stated: readonly Stated[],
  told: Set<string> | undefined,
): Promise<readonly Stated[]> {
  if (!told) return stated
  const isPointedOut = ({ record, isKnown }: Stated) => isKnown && record.isByName && record.isPointedOut
  const stored = await idsOfRecords(
    db,
    stated.filter(isPointedOut).map(({ line }) => line),
  )
  return stated.flatMap((one) => {
    const { external_ids = {}, ...line } = one.line
    const key = `${line.kind} ${line.id}`
    const known = new Set(stored.get(key)?.map(({ source }): string => source))
    const ids = Object.entries(external_ids as object).filter(
      ([source]) => !known.has(source) && !told.has(`${key} ${source}`),
    )
    for (const source of Object.keys(external_ids as object)) told.add(`${key} ${source}`)
    if (!isPointedOut(one)) return [one]
    const added = { ...line, ...(ids.length > 0 && { external_ids: Object.fromEntries(ids) }) }
    return Object.keys(added).length > 2 ? [{ ...one, line: added }] : []
  })
}

/** Leaves out portraits of people who have one, if films have only named them. */
async function withoutKnownPortraits(db: Database, stated: readonly Stated[]): Promise<Stated[]> {
  const named = stated.filter(({ record, isKnown }) => isKnown && record.isMention)
  const ids = named.map(({ line }) => line.id)
  if (ids.length === 0) return [...stated]
  const rows = await db.all(
    Id,
    sql`
    select id from person where ${db.engine.anyOf(raw('id'), ids)} and profile_path is not null and profile_path <> ''`,
  )
  const pictured = new Set(rows.map(({ id }) => id))
  return stated.filter((one) => !(named.includes(one) && pictured.has(one.line.id)))
}

function inputOf({ record: { file, folder, number }, line }: Stated): InputLine {
  const text = JSON.stringify(line)
  return { file, ...(folder !== null && { folder }), number, bytes: Buffer.byteLength(text), text, parsed: line }
}

function lineOf(
  { kind, line, file, number }: Staged,
  { id, within }: Identity,
  known: Known,
  options: LinesOptions,
): Stated['line'] {
  const missing = ({ of, key }: Reference, field: string, id: number | null | undefined) => {
    if (id === undefined) options.onUnresolved({ file, line: number, field, target: of, id: key })
  }
  const numbers = within ? numbering(kind, within, known.idOf) : {}
  return { kind, id: id as number, ...numbers, ...(resolved(line, known, '', missing) as object) }
}

/** Where a season or an episode belongs. */
const numbering = (kind: Kind, { series, season, episode }: NonNullable<Identity['within']>, idOf: IdOf) => ({
  series_id: idOf({ of: 'series', key: series }),
  season_number: season,
  ...(kind === 'episode' && { episode_number: episode }),
})

const gone = Symbol('a reference to nothing')

type Missing = (reference: Reference, field: string, id: number | null | undefined) => void

function resolved(value: unknown, known: Known, field: string, missing: Missing): unknown {
  if (Array.isArray(value)) {
    return value.map((inner) => resolved(inner, known, field, missing)).filter((inner) => inner !== gone)
  }
  if (typeof value === 'string') return tidyForeign(value)
  if (typeof value !== 'object' || value === null) return value
  if (isReference(value)) {
    const id = known.idOf(value)
    if (typeof id === 'number') return id
    missing(value, field, id)
    return gone
  }
  if (isLabelReference(value)) return known.textOf(value.labelsOf) ?? gone
  const copy: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const at = field === '' ? name : field
    const found = resolved(inner, known, at, missing)
    if (found === gone && isReference(inner)) return gone
    if (found !== gone) copy[name] = found
  }
  return copy
}

/** The ids of all records that these refer to, and the names of what is no record. */
async function knownOf({ db, staging, source_id }: LinesOptions, records: readonly Staged[]): Promise<Known> {
  const wanted = new Map<Kind, Set<string>>()
  const labelled = new Set<string>()
  const note = (value: unknown) => {
    if (isLabelReference(value)) for (const key of value.labelsOf) labelled.add(key)
    else if (Array.isArray(value)) for (const inner of value) note(inner)
    else if (isReference(value)) wanted.set(value.of, (wanted.get(value.of) ?? new Set()).add(value.key))
    else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) note(inner)
  }
  for (const { kind, key, line } of records) {
    note(line)
    const within = staging.identities(kind, [key]).get(key)?.within
    if (within) note({ of: 'series', key: within.series })
  }
  const ids = new Map<string, number | null>()
  for (const [of, keys] of wanted) {
    const staged = staging.identities(of, [...keys])
    for (const [key, { id }] of staged) ids.set(`${of} ${key}`, id)
    const others = [...keys].filter((key) => !staged.has(key))
    for (const [key, row] of await knownKeys(db, source_id, of, others)) ids.set(`${of} ${key}`, row.entity_id)
  }
  const labels = staging.labels([...labelled])
  return {
    idOf: ({ of, key }) => ids.get(`${of} ${key}`),
    textOf: (keys) => tidyForeign(joinedRoles(keys.flatMap((key) => labels.get(key) ?? []))) || undefined,
  }
}
