import { Type } from 'typebox'
import { firstLocalId } from '#src/catalogue/edits/apply-edit.ts'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import type { ExternalSource } from '#src/catalogue/kinds.ts'
import { contentRatings } from '#src/catalogue/parts/content-ratings.ts'
import { releasesOf } from '#src/catalogue/parts/release-dates.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { idsOfRecords } from '#src/matching/by-id.ts'
import type { PlexKind } from './rating-keys.ts'
import type { Wish } from './wish.ts'

/** The systems whose ids the media server knows, by our names, with the schemes of its guids. */
export const schemes = { filmdb_id: 'imdb', tvdata_id: 'tvdb' } as const satisfies Partial<
  Record<ExternalSource, string>
>
/** The scheme of the numbers that our own ids are, as far as apps know them. */
export const ownScheme = 'tmdb'

const Key = Type.Object({ kind: Type.String(), id: Type.Integer() })

/** Which of some records are known to apps by their number: those that were not numbered here, and no sample. */
export async function numberedOutside(db: Reader, of: PlexKind, ids: readonly number[]): Promise<Set<number>> {
  const wanted = ids.filter((id) => id < firstLocalId).map((id) => ({ kind: of, id }))
  if (wanted.length === 0) return new Set()
  const rows = await db.all(
    Key,
    sql`
    select r.kind, r.id from ${db.engine.rows(Key, wanted)} as w
    cross join record r left join edit e on e.id = r.edit_id
    where r.kind = w.kind and r.id = w.id and coalesce(e.note, '') <> ${sampleNote}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The ids of records in other systems as guids, by record; providers are joined by them. */
export async function guidsOf(
  db: Reader,
  of: PlexKind,
  ids: readonly number[],
): Promise<Map<number, { id: string }[]>> {
  const [stored, numbered] = await Promise.all([
    idsOfRecords(
      db,
      ids.map((id) => ({ kind: of, id })),
    ),
    numberedOutside(db, of, ids),
  ])
  return new Map(
    ids.map((id) => {
      const known = stored.get(`${of} ${id}`) ?? []
      const guids = Object.entries(schemes).flatMap(([source, scheme]) =>
        known.filter((each) => each.source === source).map(({ value }) => ({ id: `${scheme}://${value}` })),
      )
      return [id, numbered.has(id) ? [...guids, { id: `${ownScheme}://${id}` }] : guids]
    }),
  )
}

/** The country whose certifications need no name of their own. */
const homeCountry = 'US'

/** A certification as the media server writes it: `PG`, and `de/12` for other countries than the US. */
const certificationIn = (country: string, certification: string): string =>
  country === homeCountry ? certification : `${country.toLowerCase()}/${certification}`

type Certified = { iso_3166_1: string; certification: string }

/** The first certification of the requested country, or else that of the US. */
function certificationOf(country: string, all: readonly Certified[]): string | undefined {
  const wanted = [country, homeCountry].flatMap((code) => all.filter(({ iso_3166_1 }) => iso_3166_1 === code))
  const found = wanted.find(({ certification }) => certification !== '')
  return found && certificationIn(found.iso_3166_1, found.certification)
}

/** In cinemas, first those of all. */
const inCinemas = [3, 2]

/** The certification of a movie, and its first day in the cinemas of a country. */
export async function releaseFacts({ context: { db }, country }: Wish, id: number) {
  const releases = await releasesOf(db, id)
  const inCountry = releases.filter(({ iso_3166_1, type }) => iso_3166_1 === country && inCinemas.includes(type))
  const days = inCountry.map(({ release_date }) => release_date.slice(0, 10)).sort()
  const shown = [...inCountry, ...releases]
  return { contentRating: certificationOf(country, shown), day: days[0] }
}

/** The certification of a series. */
export async function ratingOfSeries({ context, country }: Wish, id: number): Promise<string | undefined> {
  const { results } = await contentRatings.load(context as never, 'series', id)
  return certificationOf(
    country,
    results.map(({ iso_3166_1, rating }) => ({ iso_3166_1, certification: rating })),
  )
}

/** The year of a day; undefined if there is none. */
export const yearOf = (day: string | null | undefined): number | undefined =>
  day ? Number(day.slice(0, 4)) : undefined

/** Minutes as milliseconds. */
export const durationOf = (minutes: number | null | undefined): number | undefined =>
  minutes ? minutes * 60_000 : undefined
