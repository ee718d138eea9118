import { type RecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import { withNumbersOfHere } from '#src/commons/following/references.ts'
import type { Database } from '#src/database/database.ts'
import { genres } from '#src/reference/reference.ts'
import { type AnyLine, exportOf } from '../catalogue.ts'

export const isRecord = ({ kind }: AnyLine) => (recordKindNames as readonly string[]).includes(kind)

export const recordsOf = async (db: Database): Promise<AnyLine[]> =>
  (await exportOf(db))
    .split('\n')
    .slice(0, -1)
    .map((line): AnyLine => JSON.parse(line))
    .filter(isRecord)

const isPicture = (name: string) => name === 'images' || name.endsWith('_path')

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
const holdsNothing = (value: unknown) => {
  const held = typeof value === 'object' && value !== null ? Object.values(value) : []
  return held.length > 0 && held.every(isEmpty)
}

/** Without empty lists, and without what holds nothing else, which lines do not have. */
export const some = (values: object): AnyLine =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value) && !holdsNothing(value)))

/** A line without its pictures, which do not come along unless they are wanted. */
export function withoutPictures({ sources = {}, removed = {}, ...line }: AnyLine): AnyLine {
  const others = Object.fromEntries(Object.entries(sources).filter(([name]) => !isPicture(name)))
  const told = Object.fromEntries(Object.entries(line).filter(([name]) => !isPicture(name)))
  const gone = some(removed)
  return {
    ...told,
    ...(Object.keys(others).length > 0 && { sources: others }),
    ...(Object.keys(gone).length > 0 && { removed: gone }),
  }
}

export const commonGenres: ReadonlySet<string> = new Set([...genres.movie, ...genres.tv].map(({ id }) => `genre ${id}`))

/** What a publisher has, without what names records that it does not have: nobody can tell which those are. */
export function expectedOf(all: readonly AnyLine[]): AnyLine[] {
  const there = new Set(all.map(({ kind, id }) => `${kind} ${id}`))
  const idOf = (of: RecordKind, id: number) => {
    const name = `${of} ${id}`
    return there.has(name) || commonGenres.has(name) ? id : undefined
  }
  return all.map((line) => withoutPictures(withNumbersOfHere(line.kind, line, idOf)))
}

/** The lines of a follower under the names of the publisher's sources. */
export const asPublished = (all: readonly AnyLine[], id: string) =>
  (JSON.parse(JSON.stringify(all).replaceAll(`${id.slice(0, 16)}:`, '')) as AnyLine[]).map(withoutPictures)
