import { after, test } from 'node:test'
import { countedEpisodes, episodeCount, type SeriesCredit } from '#src/catalogue/summaries/series-credits.ts'
import { mergedCredits } from '#src/pages/people/merged.ts'
import type { Credits } from '#src/pages/records/part-replies.ts'
import { indexedNames, nameLines } from '#src/search/names.ts'
import { type Candidate, nearestReading } from '#src/search/ranking.ts'
import { readingsOf, specialWords } from '#src/search/reading.ts'
import { wholeRecord } from '#src/search/tables/postings.ts'
import { assertCosts, watch } from '../support/worst/cost.ts'

/** What people store, and then anybody reads: as much of it as a record may have, and more. */

const watched = watch(after)
const list = <Item>(size: number, itemOf: (at: number) => Item) => Array.from({ length: size }, (_, at) => itemOf(at))

const roleIn = (season_number: number): SeriesCredit => ({
  ...{ credit_id: '', credit_type: 'cast', person_id: 1, character: '', department: 'Acting', job: 'Actor', order: 0 },
  ...{ stated_count: 0, series_id: 1, season_number, episode_id: season_number, air_date: null },
})

test('roles in a series with as many seasons', () =>
  assertCosts(watched, [
    {
      name: 'episodes of each role',
      most: 60_000,
      read: (size) => {
        const counts = countedEpisodes(
          list(size, (season_number) => ({ series_id: 1, season_number, episode_count: 1 })),
        )
        for (const role of list(size, roleIn)) episodeCount([role], counts)
      },
    },
  ]))

test('all roles and jobs of one person in a title', () =>
  assertCosts(watched, [
    {
      name: 'merged credits',
      most: 60_000,
      read: (size) => {
        const person = { id: 1, name: 'Ann Example', profile_path: null }
        const cast = list(size, (at) => ({ ...person, character: `Part ${at}`, order: at }))
        const crew = list(size, (at) => ({ ...person, department: 'Directing', job: `Job ${at}` }))
        mergedCredits({ cast, crew } as unknown as Credits)
      },
    },
  ]))

/** As many titles as a record may have, as long as they may be, in five writings each. */
const longNames = (titles: number, letters: string) =>
  list(titles, (at) => {
    const letter = letters[at % letters.length] as string
    const text = `${letter} ${Math.floor(at / letters.length)} ${`${letter}a ${letter}b `.repeat(80)}`
    return { text, sort: 'a', language: '' } as const
  })

const candidate = (names: ReturnType<typeof longNames>): Candidate => {
  const record = { kind: 'movie', entity_id: 1, adult: false, year: 0, years: '', popularity: 0, votes: 0 } as const
  return { ...record, names: nameLines(indexedNames(names)) }
}

/** What a search compares at most. */
const comparedRecords = 300

test('searches for words that hundreds of records have in all of their very long names', () =>
  assertCosts(
    watched,
    [
      ['o', 'o'],
      ['ø', 'øōŏôö'],
      ['øa øb '.repeat(8), 'øōŏôö'],
      // One character that is compared as eighteen.
      ['صلى', '\ufdfa'],
    ].map(([query = '', letters = '']) => ({
      name: `${query} in ${letters}`,
      most: 400,
      read: (size: number) => {
        const [record, special] = [candidate(longNames(size, letters)), specialWords(query)]
        const findings = readingsOf(query).map((reading) => ({ reading, places: wholeRecord }))
        for (let at = 0; at < comparedRecords; at++) nearestReading(record, findings, { language: 'en', special })
      },
    })),
  ))
