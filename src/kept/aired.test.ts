import assert from 'node:assert/strict'
import { test } from 'node:test'
import { airedAmong, type DatedEpisode } from './aired.ts'

const today = '2026-03-10'
const [past, future] = ['2026-03-01', '2026-04-01']

/** Episodes in the form `season: date date`, in which `-` is no date; the date of a season stands behind `@`. */
function episodesOf(...seasons: string[]): DatedEpisode[] {
  return seasons.flatMap((season) => {
    const [head = '', dates = ''] = season.split(': ')
    const [number, season_air_date = null] = head.split('@')
    return dates
      .split(' ')
      .map((date) => ({ season_number: Number(number), air_date: date === '-' ? null : date, season_air_date }))
  })
}

const aired = (...seasons: string[]) => {
  const episodes = episodesOf(...seasons)
  const among = airedAmong(episodes, today)
  return episodes.map((episode) => (among.has(episode) ? 'yes' : 'no')).join(' ')
}

test('an episode without a date has aired where the others say so', () => {
  assert.equal(aired(`1: ${past} ${today} ${future}`), 'yes yes no')
  assert.equal(aired('1: - -'), 'yes yes', 'an old series of which no date is known')
  assert.equal(aired(`1: - - ${past}`), 'yes yes yes', 'a later one has aired')
  assert.equal(aired(`1: ${past} -`), 'yes yes', 'the last one of a season that has begun')
  assert.equal(aired(`1@${past}: ${past} ${future} - -`), 'yes no no no', 'one before it is yet to air')
  assert.equal(aired(`1: ${past} ${past}`, '2: - -'), 'yes yes no no', 'a season that is only announced')
  assert.equal(aired(`1: ${past}`, `2@${past}: - -`), 'yes yes yes', 'a season that has begun')
  assert.equal(aired(`1: ${past}`, `2@${future}: - -`), 'yes no no', 'a season that has not')
  assert.equal(aired('1: - -', `2: ${past} ${future}`), 'yes yes yes no')
  assert.equal(aired(`1: ${future} -`), 'no no')
})

test('an empty date is none', () => {
  const episodes = [{ season_number: 1, air_date: '', season_air_date: '' }]
  assert.equal(airedAmong(episodes, today).size, 1)
})
