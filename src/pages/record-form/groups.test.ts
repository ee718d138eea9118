import assert from 'node:assert/strict'
import { test } from 'node:test'
import { episodeIn, groupsIn, groupsText } from './groups.ts'

const numbers = [11, 12, 13, 21].map((id, index) => [id, index < 3 ? `1x${index + 1}` : '2x1'] as const)
const episodes = { numbers: new Map(numbers), ids: new Map(numbers.map(([id, number]) => [number, id])) }
const known = [
  { id: 'a'.repeat(24), name: 'Disc 1', order: 0, locked: true, episodes: [11, 12] },
  { id: 'b'.repeat(24), name: '', order: 1, locked: false, episodes: [99] },
]

test('groups of episodes are read as they are written', () => {
  const text = groupsText(known, episodes)
  assert.equal(text, '= Disc 1 (locked)\n1x01, 1x02\n= \n#99')
  assert.deepEqual(groupsIn(text, episodes, known, ''), known)
})

test('episodes are written in several ways, and as spans', () => {
  const read = (line: string) => {
    const groups = groupsIn(`= Disc 1\n${line}`, episodes, known, '')
    return typeof groups === 'string' ? groups : groups[0]?.episodes
  }
  assert.deepEqual(read('S1E1 s01e02; 1x03'), [11, 12, 13])
  assert.deepEqual(read('1x01-1x03, 2x1'), [11, 12, 13, 21])
  assert.deepEqual(read('1x02–03'), [12, 13])
  assert.equal(read('1x04'), '1x04')
  assert.equal(read('1x01-2x01'), '1x01-2x01')
  assert.equal(read('pilot'), 'pilot')
})

test('a group of another name is a new one', () => {
  const groups = groupsIn('= Disc 2\n1x01', episodes, known, 'x')
  assert.ok(typeof groups !== 'string')
  assert.match(groups[0]?.id ?? '', /^[0-9a-f]{24}$/)
  assert.ok(!known.some(({ id }) => id === groups[0]?.id))
})

test('an episode is meant by its numbers', () => {
  assert.equal(episodeIn('S1E2 The second', episodes), 12)
  assert.equal(episodeIn('2x01', episodes), 21)
  assert.equal(episodeIn('2x02', episodes), undefined)
  assert.equal(episodeIn('Pilot', episodes), undefined)
})
