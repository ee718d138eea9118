import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { packageRoot } from '#src/package-root.ts'
import { openAnswers, type Query, readQueries } from '../../bench/search-quality/queries.ts'
import { plainWords, readTitles, type Title } from '../../bench/search-quality/titles.ts'

/** As many as the smallest set may have, and the share of it that people wrote. */
const fewest = { queries: 600, byHandShare: 1 / 3, perClass: 15 }

let titles: Title[] = []
let queries: Query[] = []
before(async () => {
  titles = await readTitles([join(packageRoot, 'sample')])
  queries = await readQueries()
})

test('the set is as large as it has to be, and each query of the sample has its records there', async () => {
  const byHand = await readQueries(['by-hand.tsv'])
  assert.ok(queries.length >= fewest.queries && byHand.length >= queries.length * fewest.byHandShare)
  const answersOf = openAnswers(titles)
  const ofSample = queries.filter(({ catalogue }) => catalogue === 'sample')
  assert.deepEqual(
    ofSample.filter((query) => answersOf(query).size === 0).map(({ text }) => text),
    [],
  )
  for (const [name, some] of Map.groupBy(ofSample, (query) => query.class))
    assert.ok(some.length >= fewest.perClass, name)
  const asked = queries.map(({ search, text, year }) => `${search} ${year} ${text}`)
  assert.deepEqual(
    asked.filter((query, at) => asked.indexOf(query) < at),
    [],
  )
  // A query that is the title is not hard.
  const easy = queries.filter(
    (query) =>
      ['one slip', 'two slips', 'inner word', 'order'].includes(query.class) &&
      query.expected.some(({ name }) => plainWords(name) === plainWords(query.text)),
  )
  assert.deepEqual(
    easy.map(({ text }) => text),
    [],
  )
})
