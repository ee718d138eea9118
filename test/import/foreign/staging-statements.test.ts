import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { emptyCatalogue, openFor } from '../../support/catalogue.ts'
import { sqliteEngine } from '../../support/engines.ts'
import { sevenFiles } from '../../support/foreign/imdb.ts'
import { folderOf, importFormat } from '../../support/foreign/import-format.ts'
import { library } from '../../support/foreign/library.ts'
import { dump } from '../../support/foreign/wikidata.ts'

type Step = { parent: number; detail: string }

/** Steps that read a table and look in a list for each of its rows: it is the list that has few values. */
const wasteful = (steps: readonly Step[]): string[] =>
  [...Map.groupBy(steps, ({ parent }) => parent).values()].flatMap((loops) =>
    loops.slice(1).flatMap(({ detail }, place) => {
      const outer = (loops[place] as Step).detail
      return detail.includes(' VIRTUAL TABLE ') && /^(SCAN|SEARCH) /.test(outer) ? [`${outer}, then ${detail}`] : []
    }),
  )

test('what waits in a file until it is identified is looked up by its keys', async (context) => {
  const db = await openFor(context, sqliteEngine(emptyCatalogue))
  const seen = new Map<string, string[]>()
  const { prepare } = DatabaseSync.prototype
  function prepareExplained(this: DatabaseSync, ...given: Parameters<typeof prepare>) {
    const file = this.location()
    if (file === null || basename(file) === 'imdb.sqlite')
      seen.set(given[0], wasteful(prepare.call(this, `explain query plan ${given[0]}`).all() as Step[]))
    return prepare.apply(this, given)
  }
  context.mock.method(DatabaseSync.prototype, 'prepare', prepareExplained)
  for (const [format, files] of [
    ['wikidata', { 'dump.json': dump }],
    ['nfo', library],
    ['imdb', sevenFiles],
  ] as const)
    await importFormat(db, format, await folderOf(context, files))
  assert.ok([...seen.keys()].some((text) => text.includes('join claim')))
  assert.deepEqual(
    [...seen].filter(([, steps]) => steps.length > 0),
    [],
  )
})
