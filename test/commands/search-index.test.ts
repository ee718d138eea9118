import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Type } from 'typebox'
import { openCatalogue } from '#src/catalogue/open-catalogue.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { buildIndex } from '#src/search/build.ts'
import { followNames, tryToBuild, updateNameIndex } from '#src/search/name-index.ts'
import { search } from '#src/search/search.ts'
import { importInto, sources } from '../support/catalogue.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'

const Generation = Type.Object({ number: Type.Integer(), is_current: Type.Boolean() })
const generationsIn = (db: Database) =>
  db.all(Generation, sql`select number, is_current from search_generation order by number`)

/** A catalogue without an index, at a location that several processes may share. */
async function openShared(context: TestContext, engine: TestEngine) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-search-index-'))
  context.after(() => rm(folder, { recursive: true }))
  const url = engine.name === 'PostgreSQL' ? await engine.clone() : undefined
  const words = url === undefined ? ['--data', folder] : ['--database', url]
  const { config } = readConfig(url === undefined ? { data: folder } : { database: url }, {})
  await (await openCatalogue(config, 'inline')).close()
  const location = url ?? folder
  const db = await openDatabase(location, { writes: 'thread' })
  context.after(() => db.close())
  return { db, location, words }
}

forEachEngine(
  async () => {},
  (engine) => {
    test('of two processes that find no index one builds it', async (context) => {
      const { db, location } = await openShared(context, engine)
      const lock = await tryToBuild(location)
      assert.ok(lock)
      const waiting = followNames(db, location).catchUp()
      assert.deepEqual(await generationsIn(db), [])
      await buildIndex(db)
      await lock.release()
      await waiting
      assert.deepEqual(await generationsIn(db), [{ number: 1, is_current: true }])
    })

    test('who needs the index waits for whoever builds it, until told to stop', async (context) => {
      const { db, location } = await openShared(context, engine)
      const lock = await tryToBuild(location)
      assert.ok(lock)
      const stopping = new AbortController()
      const reason = new Error('Stop')
      const stopped = updateNameIndex(db, { location, signal: stopping.signal })
      const waiting = updateNameIndex(db, { location })
      stopping.abort(reason)
      await assert.rejects(stopped, reason)
      assert.deepEqual(await generationsIn(db), [])
      await buildIndex(db)
      await lock.release()
      await waiting
      assert.deepEqual(await generationsIn(db), [{ number: 1, is_current: true }])
    })

    test('the command refuses while another process builds the index, and builds it afterwards', async (context) => {
      const { db, location, words } = await openShared(context, engine)
      const run = () => runCommand(['search-index', ...words])
      const lock = await tryToBuild(location)
      assert.ok(lock)
      const refusal = 'Another process is building the search index. Try again when it has finished.\n'
      assert.deepEqual(await run(), { code: 1, stdout: '', stderr: refusal })
      assert.deepEqual(await generationsIn(db), [])
      await lock.release()
      const { code, stdout } = await run()
      assert.deepEqual({ code, stdout }, { code: 0, stdout: 'Search index rebuilt.\n' })
      assert.deepEqual(await generationsIn(db), [{ number: 1, is_current: true }])
    })

    test('while the command builds the index anew, searches find all that they found before', async (context) => {
      const { db, location, words } = await openShared(context, engine)
      const movies = Array.from({ length: 1_000 }, (_, at) => ({
        kind: 'movie',
        id: at + 1,
        source: 'low',
        title: `Lantern ${at} of Harbour ${at % 7}`,
      }))
      await importInto(db, [...sources, ...movies])
      await followNames(db, location).catchUp()
      const found = () => search(db, { kinds: ['movie'], text: 'harbour 3 lant' })
      const expected = await found()
      assert.ok(expected.total > 100)
      const building = runCommand(['search-index', ...words])
      let isBuilding = true
      void building.finally(() => {
        isBuilding = false
      })
      const seen = new Set<string>()
      while (isBuilding) {
        assert.deepEqual(await found(), expected)
        // The command runs in this process.
        await turn()
        seen.add(JSON.stringify(await generationsIn(db)))
      }
      assert.deepEqual(await building, { code: 0, stdout: 'Search index rebuilt.\n', stderr: '' })
      assert.deepEqual(await generationsIn(db), [{ number: 2, is_current: true }])
      assert.deepEqual(await found(), expected)
      assert.ok(seen.size > 1, 'the new index was seen beside the one before')
    })
  },
)

for (const [name, words] of [
  ['import', ['--from', 'csv', 'films.csv']],
  ['export', ['--to', 'nfo', '.']],
] as const)
  test(`${name} builds a missing index only with the lock of those who build it`, async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-search-index-'))
    context.after(() => rm(folder, { recursive: true }))
    const { config } = readConfig({ data: folder }, {})
    await (await openCatalogue(config, 'inline')).close()
    await writeFile(join(folder, 'films.csv'), 'title,year\nThe Glass Lantern,2003\n')
    const [option, format, path] = words
    const { code, stderr } = await runCommand([name, option, format, join(folder, path), '--data', folder])
    assert.equal(code, 0, stderr)
    assert.ok((await readdir(folder)).includes('search-index.lock'))
  })
