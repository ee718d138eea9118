import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeMeant } from './place-meant.ts'

test('the season and the episode that a text asks for', () => {
  const cases: [text: string, name: string, season: number, episode?: number][] = [
    ['The West Wing season 1', 'The West Wing', 1],
    ['west wing s01', 'west wing', 1],
    ['west wing Staffel 2', 'west wing', 2],
    ['west wing, 2. Staffel', 'west wing', 2],
    ['west wing 2nd season', 'west wing', 2],
    ['west wing S01E02', 'west wing', 1, 2],
    ['west wing s1 e2', 'west wing', 1, 2],
    ['west wing 1x02', 'west wing', 1, 2],
    ['west wing season 1 episode 14', 'west wing', 1, 14],
    ['west wing: Staffel 1, Folge 14', 'west wing', 1, 14],
    ['Season 2 season 0', 'Season 2', 0],
  ]
  for (const [text, name, season, episode] of cases) assert.deepEqual(placeMeant(text), { name, season, episode }, text)
})

test('most texts ask for none', () => {
  for (const text of [
    '',
    'season 1',
    's01e02',
    'open season',
    'halloween 2007',
    'apollo 13',
    'episode 4',
    'x'.repeat(900),
  ])
    assert.equal(placeMeant(text), undefined, text)
})
