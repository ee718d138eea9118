import { Type } from 'typebox'
import { alike, part } from '../part.ts'
import { releasesOf } from './release-dates.ts'

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

export const releases = part({
  name: 'releases',
  summary: 'Older form of the release dates, with one row for each release',
  reply: alike({ countries: Type.Array(CountryRelease) }),
  async load({ db }, _movie, id) {
    const countries = await releasesOf(db, id)
    return {
      countries: countries.map(({ certification, descriptors, iso_3166_1, release_date }) => ({
        certification,
        descriptors,
        iso_3166_1,
        // No source says which of a movie's releases is the main one.
        primary: false,
        release_date: release_date.slice(0, 10),
      })),
    }
  },
})
