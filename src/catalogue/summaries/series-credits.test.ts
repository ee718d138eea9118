import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedEpisodes, episodeCount, roleOf, type SeriesCredit } from './series-credits.ts'

const blank: SeriesCredit = {
  credit_id: '',
  credit_type: 'cast',
  person_id: 1,
  character: '',
  department: 'Acting',
  job: 'Actor',
  order: 0,
  stated_count: 0,
  series_id: 1,
  season_number: null,
  episode_id: null,
  air_date: null,
}
const ofSeries = blank
const ofSeason = (season_number: number): SeriesCredit => ({ ...blank, season_number })
const ofEpisode = (season_number: number, episode_id: number): SeriesCredit => ({ ...blank, season_number, episode_id })

/** Two specials, three episodes in the first season, four in the second. */
const seasons = [
  { series_id: 1, season_number: 0, episode_count: 2 },
  { series_id: 1, season_number: 1, episode_count: 3 },
  { series_id: 1, season_number: 2, episode_count: 4 },
]

const counts: [title: string, credits: SeriesCredit[], count: number][] = [
  ['no credits', [], 0],
  ['of the series: all but the specials', [ofSeries], 7],
  ['of a season', [ofSeason(2)], 4],
  ['of the specials', [ofSeason(0)], 2],
  ['of a season that has no episodes yet', [ofSeason(3)], 0],
  ['of an episode', [ofEpisode(1, 11)], 1],
  ['of three episodes in two seasons', [ofEpisode(1, 11), ofEpisode(1, 12), ofEpisode(2, 21)], 3],
  ['of one episode twice', [ofEpisode(1, 11), ofEpisode(1, 11)], 1],
  ['of a season and an episode in it', [ofSeason(1), ofEpisode(1, 11)], 3],
  ['of a season and an episode of another', [ofSeason(1), ofEpisode(2, 21)], 4],
  ['of the series, a season and an episode', [ofSeries, ofSeason(2), ofEpisode(1, 11)], 7],
  ['of the series and a special', [ofSeries, ofEpisode(0, 1)], 8],
  ['of the series and the specials', [ofEpisode(0, 1), ofSeason(0), ofSeries], 9],
]

for (const [title, credits, count] of counts) {
  test(`credits ${title} stand for ${count}`, () =>
    assert.equal(episodeCount(credits, countedEpisodes(seasons)), count))
}

test('one season alone counts its own episodes only', () => {
  const counted = [ofSeries, ofEpisode(2, 21)].map((credit) =>
    episodeCount([credit], countedEpisodes(seasons.slice(1, 2))),
  )
  assert.deepEqual(counted, [3, 0])
})

test('a role is a character, or a job in a department, whatever owns the credit', () => {
  const roles = [
    { ...ofSeries, character: 'Maud' },
    { ...ofEpisode(1, 11), character: 'Maud', credit_type: 'guest', credit_id: 'x' },
    { ...ofSeries, character: 'Maud, Keeper' },
    { ...ofSeries, department: 'Maud', job: 'Keeper' },
    { ...ofSeries, department: 'Directing', job: 'Director' },
  ].map(roleOf)
  assert.equal(roles[0], roles[1])
  assert.equal(new Set(roles).size, 4)
})
