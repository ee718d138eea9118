import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideReview, makeUnknownNew, openReviews } from '#src/import/foreign/reviews.ts'
import { writingOf } from '../../support/accounts.ts'
import { emptyCatalogue, exportOf, importInto, linesOf, openFor, sources } from '../../support/catalogue.ts'
import { forEachEngine } from '../../support/engines.ts'
import { folderOf, importFormat, writeFiles } from '../../support/foreign/import-format.ts'
import { undoEdit } from '../../support/foreign/undo-edit.ts'

const film = (id: number, title: string, more: object = {}) => ({
  ...{ kind: 'movie', id, title, original_title: title, source: 'low' },
  ...more,
})
const parts = (name: string, ...numbers: readonly (number | string)[]) =>
  Object.fromEntries(numbers.map((number) => [`${name}${number}.mkv`, '']))

forEachEngine(emptyCatalogue, (engine) => {
  /** Imports files, as often as wanted, and says which films there are. */
  const open = async (context: Parameters<typeof openFor>[0], files: object, known: readonly object[] = []) => {
    const db = await openFor(context, engine)
    await importInto(db, [...sources, ...known])
    const folder = await folderOf(context, files as Record<string, string>)
    const run = (creates = true, isDryRun = false) => importFormat(db, 'nfo', folder, [''], { creates, isDryRun })
    const films = async () =>
      (await linesOf(db)).flatMap(({ kind, title, release_date }) =>
        kind === 'movie' ? [release_date === undefined ? title : `${title} (${release_date.slice(0, 4)})`] : [],
      )
    return { db, folder, run, films }
  }

  test('parts beside each other are one film if the catalogue has none of their names', async (context) => {
    const { db, folder, run, films } = await open(context, {
      ...parts('Long Walk/Long Walk Part ', 1, 2, 3),
      ...parts('Short.Walk.2010.pt', 1, 2),
      'Slow Walk Part 1.mkv': '',
      'Others/Slow Walk Part 2.mkv': '',
    })
    const tried = await run(true, true)
    assert.equal(tried.identified.made, 4)
    const told = await run()
    assert.deepEqual(
      [told.identified, told.counted, told.refused, told.reviews],
      [{ found: 0, made: 4, leftOut: 0 }, { found: 0, made: 7, leftOut: 0, extra: 0 }, [], []],
    )
    const all = ['Long Walk', 'Short Walk (2010)', 'Slow Walk Part 1', 'Slow Walk Part 2']
    assert.deepEqual((await films()).sort(), all)
    const before = await exportOf(db)
    assert.equal((await run()).edit_id, undefined)
    // A part that comes later belongs to the same film.
    await writeFiles(folder, parts('Long Walk/Long Walk Part ', 4))
    assert.deepEqual((await run()).counted, { found: 8, made: 0, leftOut: 0, extra: 0 })
    assert.equal(await exportOf(db), before)
    await undoEdit(db, told.edit_id as number)
    assert.deepEqual(await films(), [])
    await run()
    assert.deepEqual((await films()).sort(), all)
  })

  test('a part that the catalogue has by its own name is that film, and the others wait', async (context) => {
    const own = film(11, 'Long Walk Part 2')
    const { run, films } = await open(context, parts('Long Walk Part ', 1, 2, 3), [own])
    const { counted, reviews } = await run()
    assert.deepEqual(counted, { found: 1, made: 0, leftOut: 2, extra: 0 })
    assert.deepEqual(
      reviews.map(({ title, guesses }) => [title, guesses]),
      [1, 3].map((number) => [`Long Walk Part ${number}`, [11]]),
    )
    assert.deepEqual(await films(), ['Long Walk Part 2'])
  })

  test('parts of which a file describes one are films of their own', async (context) => {
    const { run, films } = await open(context, {
      ...parts('Long Walk Part ', 1, 2, 3),
      'Long Walk Part 1.nfo': '<movie><title>Aufbruch</title><year>2003</year></movie>',
    })
    assert.deepEqual((await run()).counted, { found: 0, made: 3, leftOut: 0, extra: 0 })
    assert.deepEqual((await films()).sort(), ['Aufbruch (2003)', 'Long Walk Part 2', 'Long Walk Part 3'])
  })

  test('parts of a film that the catalogue has are that film', async (context) => {
    const { run, films } = await open(context, parts('Long Walk/Long Walk Part ', 1, 2), [film(11, 'Long Walk')])
    assert.deepEqual((await run()).counted, { found: 2, made: 0, leftOut: 0, extra: 0 })
    assert.deepEqual(await films(), ['Long Walk'])
  })

  test('parts of what may be another film of the same import wait for a decision', async (context) => {
    const { run, films } = await open(context, {
      ...parts('a/Long Walk Part ', 1, 2),
      'b/movie.nfo': '<movie><title>Long Walk</title><year>2003</year></movie>',
    })
    const { reviews } = await run()
    assert.deepEqual(
      reviews.map(({ title, guesses, file }) => [title, guesses.length, file]),
      [
        ['Long Walk', 1, 'a/Long Walk Part 1.mkv'],
        ['Long Walk', 1, 'a/Long Walk Part 2.mkv'],
      ],
    )
    assert.deepEqual(await films(), ['Long Walk (2003)'])
  })

  test('parts that wait become one film when all are new, and films of their own one by one', async (context) => {
    const { db, run, films } = await open(context, {
      ...parts('Long Walk Part ', 1, 2),
      ...parts('Wide Walk Part ', 1, 2),
    })
    const administrator = writingOf(db, 1, undefined, 'administrator')
    assert.deepEqual(
      (await run(false)).reviews.map(({ title }) => title),
      ['Long Walk Part 1', 'Long Walk Part 2', 'Wide Walk Part 1', 'Wide Walk Part 2'],
    )
    const [wide] = (await openReviews(db)).filter(({ title }) => title === 'Wide Walk Part 1')
    assert.ok(wide)
    const { source_id, kind, source_key } = wide
    await decideReview.handle(administrator, { source_id, kind, source_key, decision: { is: 'new' } })
    await run(false)
    assert.deepEqual(await films(), ['Wide Walk Part 1'])
    await makeUnknownNew.handle(administrator, undefined)
    await run(false)
    assert.deepEqual((await films()).sort(), ['Long Walk', 'Wide Walk Part 1', 'Wide Walk Part 2'])
  })
})
