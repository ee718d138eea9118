import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Release } from './release-dates.ts'
import { countryReleases } from './releases.ts'

const release = (iso_3166_1: string, type: number, day: string, certification = ''): Release => ({
  iso_3166_1,
  type,
  certification,
  release_date: `${day}T00:00:00.000Z`,
  descriptors: certification ? [`for ${certification}`] : [],
  iso_639_1: '',
  note: '',
})

/** Releases and countries of origin, and what is shown: country, day, certification, and `primary` as a star. */
const cases: [title: string, releases: Release[], origins: string[], shown: string[]][] = [
  ['nothing', [], ['US'], []],
  [
    'cinemas count before a premiere, and a premiere before the rest',
    [
      release('DE', 4, '2020-01-01'),
      release('DE', 1, '2020-02-01'),
      release('DE', 3, '2020-04-01'),
      release('DE', 2, '2020-03-01'),
      release('FR', 6, '2020-01-01'),
      release('FR', 1, '2020-05-01'),
      release('US', 5, '2020-03-01'),
      release('US', 4, '2020-02-01'),
    ],
    ['US'],
    ['DE 2020-03-01 ', 'FR 2020-05-01 ', 'US 2020-02-01 *'],
  ],
  [
    'the first certification of a country counts, with its descriptors',
    [release('US', 3, '2020-01-01'), release('US', 4, '2020-03-01', 'PG'), release('US', 5, '2020-04-01', 'R')],
    [],
    ['US 2020-01-01 PG*for PG'],
  ],
  [
    'the first country of origin that has a release is the primary one',
    [release('CA', 3, '2020-01-01'), release('FR', 3, '2020-02-01'), release('US', 3, '2020-03-01')],
    ['GB', 'US', 'CA'],
    ['CA 2020-01-01 ', 'FR 2020-02-01 ', 'US 2020-03-01 *'],
  ],
  [
    'without one, the first release in cinemas is',
    [release('CA', 1, '2020-01-01'), release('FR', 3, '2020-03-01'), release('US', 3, '2020-02-01')],
    [],
    ['CA 2020-01-01 ', 'FR 2020-03-01 ', 'US 2020-02-01 *'],
  ],
]

for (const [title, releases, origins, expected] of cases) {
  test(`releases by country: ${title}`, () => {
    const shown = countryReleases(releases, origins).map(
      ({ certification, descriptors, iso_3166_1, primary, release_date }) =>
        `${iso_3166_1} ${release_date} ${certification}${primary ? '*' : ''}${descriptors}`,
    )
    assert.deepEqual(shown, expected)
  })
}
