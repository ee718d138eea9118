import { maxWordLength } from '#src/catalogue/fields.ts'
import type { ExternalSource, Kind } from '#src/catalogue/kinds.ts'
import { kind as kindOf } from '#src/catalogue/kinds.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import type { Reading } from '#src/matching/title-readings.ts'
import type { OutsideId } from '#src/matching/wanted-title.ts'
import { normalName } from '#src/search/words.ts'
import type { ForeignRecord, Reference } from './foreign-record.ts'

/** The most of a name that is part of a key. */
const maxKeyName = 200

export const nameKey = (name: string, year?: number): string =>
  `name:${normalName(name).slice(0, maxKeyName).toWellFormed()}${year === undefined ? '' : `:${year}`}`

/** What a source calls a record that it knows by ids, by a number, or else by its name and year. */
export function keyOf(ids: readonly OutsideId[], number: number | undefined, name: string, year?: number): string {
  const film = ids.find(({ source }) => source === 'filmdb_id') ?? ids[0]
  if (film) return `${film.source}:${film.value}`
  return number === undefined ? nameKey(name, year) : `number:${number}`
}

/** Only ids that records of the kind can have. */
export const idsFor = (of: Kind, ids: readonly OutsideId[] = []): OutsideId[] => {
  const known: readonly ExternalSource[] = kindOf(of).external_ids
  return ids.filter(({ source }) => known.includes(source))
}

export const isNumber = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxId

/** The ids of a record as its line has them. */
export const externalIdsLine = (ids: readonly OutsideId[]) =>
  ids.length === 0
    ? {}
    : {
        external_ids: Object.fromEntries(
          ids.map(({ source, value }) => [source, source.startsWith('tv') ? Number(value) : value]),
        ),
      }

/** The year of a day of which no more is known. */
export const yearLine = (column: string, year: number) => ({
  [column]: `${year}-01-01`,
  [`${column}_precision`]: 'year',
})

/** What the name of a file says about a film. */
export const filmLine = ({ title, year }: Reading) => ({
  title,
  original_title: title,
  ...(year !== undefined && yearLine('release_date', year)),
})

/** Records that others name, each once. */
export class Mentions {
  readonly records: ForeignRecord[] = []
  private readonly keys = new Set<string>()

  add(record: ForeignRecord): Reference {
    const { kind, key } = record
    if (!this.keys.has(`${kind} ${key}`)) {
      this.keys.add(`${kind} ${key}`)
      this.records.push({ ...record, isMention: true })
    }
    return { of: kind, key }
  }

  /** A record of which nothing but the name is known, such as a studio. */
  named(kind: 'company' | 'network' | 'collection' | 'person', name: string): Reference {
    return this.add({
      kind,
      key: nameKey(name),
      titles: [name],
      line: { name, ...(kind === 'person' || kind === 'collection' ? { original_name: name } : {}) },
    })
  }
}

/** The roles of a person in one, as many as fit into a text of one line. */
export const joinedRoles = (roles: readonly string[]): string =>
  roles.reduce((all, role) => {
    const more = all === '' ? role : `${all} / ${role}`
    return more.length > maxWordLength ? all : more
  }, '')

/** Names that differ in case and punctuation alone are one. */
export function distinctNames(names: readonly string[]): string[] {
  const seen = new Map(names.map((name) => name.trim()).map((name) => [normalName(name), name] as const))
  seen.delete('')
  return [...seen.values()]
}
