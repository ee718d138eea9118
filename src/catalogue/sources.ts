import { type Static, Type } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { settings } from '#src/settings.ts'
import { householdLicence } from './licences.ts'

export const Source = Type.Object({
  id: Type.String(),
  name: Type.String(),
  licence: Type.String(),
  url: Type.String(),
  rank: Type.Integer(),
  redistributable: Type.Boolean(),
  /** Its terms allow personal use only: only a private installation may have its values. */
  private_only: Type.Optional(Type.Literal(true)),
})
export type Source = Static<typeof Source>

const StoredSource = Type.Object({ ...Source.properties, private_only: Type.Boolean() })
type StoredSource = Static<typeof StoredSource>

/** Sources only for private installations say so; the others say nothing. */
const told = ({ private_only, ...source }: StoredSource): Source =>
  private_only ? { ...source, private_only } : source

/** The id of a source; that of another instance's begins with the digits of the instance. */
export const sourceIdPattern = '^([0-9a-f]{16}:)?[A-Za-z0-9][A-Za-z0-9._-]{0,99}$'
/** Highest rank of an imported source. */
export const maxImportRank = 1_000
/** The source of what people change here under the first of the licences. */
export const peopleSource = 'people'
const peopleRank = 1_000_000
/** The source of the lists that come with the program. */
export const referenceSource = 'reference'

/** The licences under which people can give what they write, by their SPDX names. */
const licencesOfEdits = settings.licenceOfEdits.values
type LicenceOfEdits = (typeof licencesOfEdits)[number]

/** The source of what people write under a licence. Each licence has its own, so that no edit changes its licence. */
export const peopleSourceOf = (licence: LicenceOfEdits): string =>
  licence === licencesOfEdits[0] ? peopleSource : `${peopleSource}-${licence.toLowerCase()}`

/** The sources that every catalogue has. They rank above all imports. */
export const builtInSources: readonly Source[] = [
  ...licencesOfEdits.map((licence) => ({
    id: peopleSourceOf(licence),
    name: licence === licencesOfEdits[0] ? 'People' : `People (${licence})`,
    licence,
    url: '',
    rank: peopleRank,
    redistributable: true,
  })),
  {
    id: referenceSource,
    name: 'Reference lists',
    licence: 'CC0-1.0',
    url: '',
    rank: 10_000,
    redistributable: true,
  },
]

/**
 * The source of pictures that a household shows itself: a catalogue that has them opens to nobody else, and exports
 * leave them out.
 */
export const householdSource: Source = {
  id: 'household',
  name: 'Pictures for this household only',
  licence: householdLicence,
  url: '',
  rank: peopleRank,
  redistributable: false,
  private_only: true,
}

/** The sources that stand for people, whatever their licence. */
export const peopleSources: readonly string[] = licencesOfEdits.map(peopleSourceOf)
const ofPeople: ReadonlySet<string> = new Set(peopleSources)
export const isPeopleSource = (id: string): boolean => ofPeople.has(id)

export const isBuiltInSource = (id: string): boolean => builtInSources.some((source) => source.id === id)

/** The rank of a source; one that does not exist ranks below all others. */
export type RankOf = (source_id: string) => number

const columns = sql`id, name, licence, url, rank, redistributable, private_only`

export const allSources = async (db: Reader): Promise<Source[]> =>
  (await db.all(StoredSource, sql`select ${columns} from source order by id`)).map(told)

export async function findSource(db: Reader, id: string): Promise<Source | undefined> {
  const source = await db.one(StoredSource, sql`select ${columns} from source where id = ${id}`)
  return source && told(source)
}

export function rankOfSources(sources: readonly Source[]): RankOf {
  const ranks = new Map(sources.map(({ id, rank }) => [id, rank]))
  return (source_id) => ranks.get(source_id) ?? -1
}

/** Adds sources, or updates existing ones; one that only private installations may have stays such a one. */
export async function putSources(db: Database, sources: readonly Source[]): Promise<void> {
  if (sources.length === 0) return
  const stored = sources.map((source) => ({ ...source, private_only: source.private_only === true }))
  await db.run(sql`
    insert into source (id, name, licence, url, rank, redistributable, private_only)
    select s.id, s.name, s.licence, s.url, s.rank, s.redistributable, s.private_only
    from ${db.engine.rows(StoredSource, stored)} as s where true
    on conflict (id) do update set name = excluded.name, licence = excluded.licence, url = excluded.url,
      rank = excluded.rank, redistributable = excluded.redistributable,
      private_only = source.private_only or excluded.private_only`)
}
