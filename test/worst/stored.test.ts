import { after, test } from 'node:test'
import { countedEpisodes, episodeCount, type SeriesCredit } from '#src/catalogue/summaries/series-credits.ts'
import { mergedCredits } from '#src/pages/people/merged.ts'
import type { Credits } from '#src/pages/records/part-replies.ts'
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
