import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { packageRoot } from '#src/package-root.ts'
import { loadSample } from '#src/sample/sample.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { openJudge, shortfalls } from '../../bench/search-quality/judge.ts'
import { expectedText, openAnswers, type Query, readQueries, recordKey } from '../../bench/search-quality/queries.ts'
import { plainWords, readTitles, type Title } from '../../bench/search-quality/titles.ts'
import { sqliteEngine } from '../support/engines.ts'
import { send, startInterface } from '../support/scenarios.ts'
import { loadAccess, testDay } from '../support/world.ts'

/** As many as the smallest set may have, and the share of it that people wrote. */
const fewest = { queries: 600, byHandShare: 1 / 3, perClass: 15 }

async function prepare(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await prepareCatalogue(db)
  await loadAccess(db)
  await loadSample(db, new Date(testDay))
  await updateNameIndex(db)
}

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

test('hard queries find what they have to, first or among the first five, over the sample', async () => {
  const server = await startInterface(sqliteEngine(prepare), 'neutral')
  try {
    const answersOf = openAnswers(titles)
    const { judged, missed, note } = openJudge()
    for (const query of queries.filter(({ catalogue }) => catalogue === 'sample')) {
      const year = query.year === undefined ? '' : `&year=${query.year}`
      const { body } = await send(
        server.app,
        `GET /3/search/${query.search}?query=${encodeURIComponent(query.text)}${year}`,
      )
      const { results } = JSON.parse(body) as { results: { id: number; media_type?: string }[] }
      const found = results.map(({ id, media_type: kind = query.search }) => recordKey({ kind, id }))
      note(query, answersOf(query), found)
    }
    const list = missed.map(({ query, place = 'nowhere' }) => {
      const { search, text, expected } = query
      return `${query.class}: ${search} “${text}” → ${expected.map(expectedText).join(' | ')}: ${place}`
    })
    assert.deepEqual(shortfalls(judged), [], list.join('\n'))
  } finally {
    await server.close()
  }
})
