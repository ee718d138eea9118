import { type Static, Type } from 'typebox'
import type { Row } from '#src/file-formats/csv.ts'

/** People that a person can choose from, and the longest name of one. */
export const maxPeople = 20
const maxName = 100

/** What a plain list of ids can be. */
export const idListKinds = ['watchlist', 'favourite', 'watched', 'listed'] as const
type IdListKind = (typeof idListKinds)[number]

/** What the person who brings a file says about it, because it does not say so itself. */
export const ReadChoices = Type.Object({
  /** What the titles of a plain list of ids are kept as; else the name of the file says it. */
  idsAs: Type.Optional(Type.Unsafe<IdListKind>({ type: 'string', enum: [...idListKinds] })),
  /** Of the list that they are on; else the name of the file is that of the list. */
  listName: Type.Optional(Type.String()),
  /** In a file about several people, the one who counts. */
  person: Type.Optional(Type.String()),
})
export type ReadChoices = Static<typeof ReadChoices>

/** A file tells of several people, and nobody has said which one counts. */
export class SeveralPeople extends Error {
  override name = 'SeveralPeople'
  readonly people: readonly string[]
  constructor(people: readonly string[]) {
    super(`The file is about several people: ${people.join(', ')}`)
    this.people = people
  }
}

/** A person as a file names them. */
export const personIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxName).toWellFormed() : ''

/** Throws if there are several people; who is not named is none. */
export async function refuseSeveral(people: AsyncIterable<string>): Promise<void> {
  const known = new Set<string>()
  for await (const person of people) {
    if (person !== '') known.add(person)
    if (known.size >= maxPeople) break
  }
  if (known.size > 1) throw new SeveralPeople([...known])
}

export async function* peopleInRows(rows: AsyncIterable<Row>, place: number): AsyncGenerator<string> {
  for await (const { cells } of rows) yield personIn(cells[place])
}

/** The rows of a table that are about a person. */
export async function* rowsOfPerson(rows: AsyncIterable<Row>, place: number, person: string): AsyncGenerator<Row> {
  for await (const row of rows) if (personIn(row.cells[place]) === person) yield row
}
