import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { indexedNames, maxCharacters, nameLines, type StatedName } from './names.ts'
import { idIn } from './outside-ids.ts'
import { type Candidate, compareRanked, nearestReading } from './ranking.ts'
import { readingsOf, specialWords } from './reading.ts'
import { placeOf, wholeRecord } from './tables/postings.ts'
import { slipsBetween } from './typing-errors.ts'
import { normalName, noteWords, wholesOf } from './words.ts'

const titled = (entity_id: number, text: string, more: Partial<Candidate> = {}): Candidate => ({
  kind: 'movie',
  entity_id,
  adult: false,
  year: 0,
  years: '',
  popularity: 0,
  votes: 0,
  names: nameLines(indexedNames([{ text, sort: 't', language: '' }])),
  ...more,
})

/** The titles that a query finds without slips, the nearest first. */
function ranked(query: string, candidates: readonly Candidate[]): number[] {
  const findings = readingsOf(query).map((reading) => ({ reading, places: wholeRecord }))
  return candidates
    .flatMap((candidate) => {
      const nearness = nearestReading(candidate, findings, { language: 'en', special: specialWords(query) })
      return nearness ? [{ kind: candidate.kind, id: candidate.entity_id, nearness }] : []
    })
    .sort(compareRanked)
    .map(({ id }) => id)
}

test('the whole name comes before its beginning, this before its words, and then what is popular', () => {
  const titles = [
    titled(1, 'A Night to Remember', { popularity: 900 }),
    titled(2, 'Night Train', { popularity: 50 }),
    titled(3, 'Nightfall', { popularity: 5 }),
    titled(4, 'Night'),
    titled(5, 'The Night'),
  ]
  assert.deepEqual(ranked('night', titles), [4, 5, 1, 2, 3])
  assert.deepEqual(ranked('night t', titles), [1, 2, 5])
})

test('one name is found by all that people write for it', () => {
  const found: [query: string, name: string][] = [
    ['spiderman', 'Spider-Man'],
    ['spider man', 'Spider-Man'],
    ['walle', 'WALL·E'],
    ['mash', 'M*A*S*H'],
    ['rocky 2', 'Rocky II'],
    ['seven', 'Se7en'],
    ['tom & jerry', 'Tom und Jerry'],
    ['ueber uns', 'Über uns'],
    ['dartagnan', "D'Artagnan"],
    ['matritsa', 'Матрица'],
    ['matrix, the', 'The Matrix'],
    ['ＦＵＬＬ', 'Full'],
    ['c++', 'Introduction to C++'],
    ['cplusplus', 'C++'],
    ['introduction c', 'Introduction to C++'],
  ]
  for (const [query, name] of found) assert.deepEqual(ranked(query, [titled(1, name)]), [1], `${query}: ${name}`)
})

test('a year is that of the record, unless a name wants it', () => {
  const titles = [
    titled(1, 'Halloween', { years: '2018' }),
    titled(2, 'Halloween', { years: '1979' }),
    titled(3, 'Halloween', { years: '1978' }),
    titled(4, '1917', { years: '2019' }),
  ]
  assert.deepEqual(ranked('halloween 1978', titles), [3, 2])
  assert.deepEqual(ranked('halloween (2018)', titles), [1])
  assert.deepEqual(ranked('halloween 1970s', titles), [2, 3])
  assert.deepEqual(ranked('1917', titles), [4])
})

test('slips count letters, and letters that changed places once', () => {
  const counted = [
    slipsBetween('haloween', 'halloween', 2),
    slipsBetween('galdiator', 'gladiator', 2),
    slipsBetween('matrix', 'metrics', 2),
    slipsBetween('alien', 'casablanca', 2),
  ]
  assert.deepEqual(counted, [1, 1, 3, 3])
})

test('names have one form, and keys for their words and for the whole', () => {
  assert.equal(normalName('  Léon: The Professional — Director’s Cut'), 'leon the professional directors cut')
  assert.deepEqual(wholesOf('the spider-man'), ['=thespiderman', '=spiderman'])
  const noted: [word: string, isFirst: boolean][] = []
  noteWords('the spider-man', (word, isFirst) => noted.push([word, isFirst]))
  assert.deepEqual(noted, [
    ['the', true],
    ['spiderman', true],
    ['spider', true],
    ['man', false],
  ])
})

test('ids are found alone and in addresses, and not among words', () => {
  assert.deepEqual(idIn('https://example.org/title/tt0077651/'), { source: 'filmdb_id', values: ['tt0077651'] })
  assert.deepEqual(idIn('Q42'), { source: 'kb2_id', values: ['Q42'] })
  assert.deepEqual(idIn('/movie/603-the-matrix'), { kind: 'movie', id: 603 })
  assert.equal(idIn('area q51 story'), undefined)
})

test('of the names of a record only those at the places of a reading are compared', () => {
  const stated: StatedName[] = [
    { text: 'Night', sort: 't', language: '' },
    { text: 'Night Train', sort: 'l', language: 'de' },
  ]
  const candidate = titled(1, '', { names: nameLines(indexedNames(stated)) })
  const [reading] = readingsOf('night')
  assert.ok(reading)
  const reader = { language: 'en', special: [] }
  const named = (places: number) => nearestReading(candidate, [{ reading, places }], reader)?.name.read().text
  assert.deepEqual([placeOf(0), placeOf(1), wholeRecord, 0].map(named), ['Night', 'Night Train', 'Night', undefined])
})

/** The same as `slipsBetween`, as it is defined. */
function slipsByDefinition(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  const isSame = one[0] === other[0]
  const isSwapped = one.length > 1 && one[0] === other[1] && one[1] === other[0]
  return Math.min(
    slipsByDefinition(one.slice(1), other) + 1,
    slipsByDefinition(one, other.slice(1)) + 1,
    slipsByDefinition(one.slice(1), other.slice(1)) + (isSame ? 0 : 1),
    isSwapped ? slipsByDefinition(one.slice(2), other.slice(2)) + 1 : Infinity,
  )
}

test('slips are counted as they are defined, up to one more than is wanted', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (one, other, most) => {
      assert.equal(slipsBetween(one, other, most), Math.min(slipsByDefinition(one, other), most + 1))
    }),
  )
})

test('of very many long names, as many characters are compared as the limit allows, its own ones first', () => {
  const own: StatedName = { text: 'Øen', sort: 't', language: '' }
  const others = Array.from({ length: 150 }, (_, at): StatedName => {
    return { text: `${String.fromCodePoint(0x4e00 + at)} ${'\ufdfa '.repeat(99)}`, sort: 'a', language: '' }
  })
  const names = indexedNames([...others, own])
  const characters = names.reduce((sum, { normal }) => sum + normal.length, 0)
  assert.equal(names[0]?.text, 'Øen')
  assert.ok(characters > maxCharacters - 3_000 && characters <= maxCharacters, String(characters))
})
