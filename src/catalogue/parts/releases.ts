import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { alike, part } from '../part.ts'
import { type Release, releasesOf } from './release-dates.ts'

const CountryRelease = Type.Object(
  {
    certification: Type.String(),
    descriptors: Type.Array(Type.String()),
    iso_3166_1: Type.String(),
    primary: Type.Boolean(),
    release_date: Type.String(),
  },
  { title: 'CountryRelease' },
)
const Origin = Type.Object({ origin_country: Type.Array(Type.String()) })

/** Which release counts for a country: one in cinemas (2, 3) before a premiere (1) before any other. */
const precedence = (type: number) => (type === 2 || type === 3 ? 0 : type === 1 ? 1 : 2)

const byPrecedence = (one: Release, other: Release) =>
  precedence(one.type) - precedence(other.type) || (one.release_date < other.release_date ? -1 : 1)

/** One row for each country, with the first certification that a release there has. */
export function countryReleases(releases: readonly Release[], origin_country: readonly string[]) {
  const countries = [...Map.groupBy(releases, ({ iso_3166_1 }) => iso_3166_1).values()].map((releases) => {
    const ordered = releases.toSorted(byPrecedence)
    const first = ordered[0] as Release
    return { first, rated: ordered.find(({ certification }) => certification !== '') ?? first }
  })
  const originOrder = ({ iso_3166_1 }: Release) => origin_country.indexOf(iso_3166_1) + 1 || Infinity
  const [primary] = countries
    .map(({ first }) => first)
    .toSorted((one, other) => {
      const [a, b] = [originOrder(one), originOrder(other)]
      return a === b ? byPrecedence(one, other) : a - b
    })
  return countries.map(({ first, rated }) => ({
    certification: rated.certification,
    descriptors: rated.descriptors,
    iso_3166_1: first.iso_3166_1,
    primary: first === primary,
    release_date: first.release_date.slice(0, 10),
  }))
}

export const releases = part({
  name: 'releases',
  summary: 'Older form of the release dates: one for each country',
  reply: alike({ countries: Type.Array(CountryRelease) }),
  async load({ db }, _movie, id) {
    const [releases, movie] = await Promise.all([
      releasesOf(db, id),
      db.one(Origin, sql`select origin_country from movie where id = ${id}`),
    ])
    return { countries: countryReleases(releases, movie?.origin_country ?? []) }
  },
})
