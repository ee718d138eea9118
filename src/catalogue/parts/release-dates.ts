import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw } from '#src/database/sql.ts'
import { LanguageCode, maxListLength } from '../fields.ts'
import {
  Country,
  columnsFrom,
  type LineEntry,
  lineEntries,
  Moment,
  OptionalWord,
  readEntry,
  statedEntry,
  Timestamp,
  timestamp,
} from '../line-entries.ts'
import { alike, type Entry, entriesOfOne, type Part, part } from '../part.ts'

/** 1 premiere, 2 theatrical (limited), 3 theatrical, 4 digital, 5 physical, 6 TV. */
const ReleaseType = Type.Integer({ minimum: 1, maximum: 6 })
const statedRelease = {
  certification: OptionalWord,
  descriptors: Type.Array(OptionalWord, { maxItems: maxListLength }),
  iso_639_1: LanguageCode,
  note: OptionalWord,
  release_date: Moment,
  type: ReleaseType,
}
const release = columnsFrom(statedRelease)
const ReleaseDate = Type.Object(release, { title: 'ReleaseDate' })
const stated = { iso_3166_1: Country, ...statedRelease }
const columns = columnsFrom(stated)

/** One release of a movie in a country. */
export type Release = Static<typeof ReleaseDate> & { iso_3166_1: string }

/** Most countries in a line; there are about 250. */
const maxCountries = 500

const nothing = {
  iso_3166_1: '',
  certification: '',
  descriptors: [],
  iso_639_1: '',
  note: '',
  release_date: '',
  type: 0,
}

const store = {
  table: 'release_date',
  key: ['iso_3166_1', 'type', 'release_date'],
  columns,
  entry: () => statedEntry(stated),
  order: raw('iso_3166_1, release_date, type'),
  changeKeys: ['releases'],
  lines: () => ({
    release_dates: Type.Object({
      results: Type.Array(Type.Object({ iso_3166_1: stated.iso_3166_1, release_dates: lineReleases }), {
        maxItems: maxCountries,
      }),
    }),
  }),
  read({ release_dates }) {
    const given: { iso_3166_1: string; release_dates: LineEntry[] }[] | undefined = release_dates?.results
    if (!given) return undefined
    const entries = given.flatMap(({ iso_3166_1, release_dates }) =>
      release_dates.map((release) => ({
        ...readEntry(release, nothing),
        iso_3166_1,
        release_date: timestamp(release.release_date),
      })),
    )
    return { entries, isComplete: true }
  },
  write: (entries) => (entries.length ? { release_dates: { results: byCountry(entries) } } : {}),
} satisfies Part['store']

const { release_date: _moment, type, ...optional } = statedRelease
const lineReleases = lineEntries({ release_date: Timestamp, type }, optional)

function byCountry<Release extends Entry>(releases: readonly Release[]) {
  const countries = Map.groupBy(releases, ({ iso_3166_1 }) => iso_3166_1 as string)
  return [...countries].map(([iso_3166_1, releases]) => ({
    iso_3166_1,
    release_dates: releases.map(({ iso_3166_1: _country, ...release }) => release),
  }))
}

/** The releases of a movie, by country and date. */
export const releasesOf = (db: Reader, id: number): Promise<Release[]> => entriesOfOne(db, store, 'movie', id)

export const releaseDates = part({
  name: 'release_dates',
  summary: 'Release dates and certifications of the movie by country',
  reply: alike({
    results: Type.Array(
      Type.Object({ iso_3166_1: Type.String(), release_dates: Type.Array(ReleaseDate) }, { title: 'CountryReleases' }),
    ),
  }),
  load: async ({ db }, _movie, id) => ({ results: byCountry(await releasesOf(db, id)) }),
  store,
})
