import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SaxesParser } from 'saxes'
import { Type } from 'typebox'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { followSitemaps } from '#src/sitemaps/follow-sitemaps.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages } from '../support/pages/visitor.ts'
import { loadWorld } from '../support/world.ts'

const day = '2026-03-10'
const at = new Date(`${day}T12:00:00.000Z`)

const File = Type.Object({ number: Type.Integer(), entries: Type.Integer(), changed_on: Type.String() })
const filesOfMovies = async (db: Database) =>
  (await db.all(File, sql`select * from sitemap_file where kind = 'movie' order by number`)).map(
    ({ number, entries, changed_on }) => [number, entries, changed_on].join(' ').trim(),
  )
const Entry = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), number: Type.Integer() })
const entries = (db: Database) =>
  db.all(Entry, sql`select kind, entity_id, number from sitemap_entry order by kind, entity_id`)

const movie = (id: number) => ({ kind: 'movie', id, source: 'low', title: `Movie ${id}`, original_title: '' })

/** What stands in the elements `loc` of a document. */
function addressesIn(xml: string): string[] {
  const found: string[] = []
  const parser = new SaxesParser()
  let isIn = false
  parser.on('error', (error) => assert.fail(error))
  parser.on('opentag', ({ name }) => {
    isIn = name === 'loc'
  })
  parser.on('text', (text) => isIn && found.push(text))
  parser.on('closetag', () => {
    isIn = false
  })
  parser.write(xml).close()
  return found
}

forEachEngine(emptyCatalogue, (engine) => {
  test('a record stays in its file; new ones go into the last one until it is full', async (t) => {
    const db = await openFor(t, engine)
    await importInto(db, [...sources, ...[1, 2, 3, 4, 5].map(movie)])
    const sitemaps = followSitemaps(db, () => at, 3)
    await sitemaps.catchUp()
    assert.deepEqual(await filesOfMovies(db), ['1 3', '2 2'])
    await importInto(db, [6, 7].map(movie))
    await sitemaps.catchUp()
    assert.deepEqual(await filesOfMovies(db), ['1 3', `2 3 ${day}`, `3 1 ${day}`])
    const edit = async (record: Parameters<typeof applyEdit>[1]['records'][number]) => {
      await applyEdit(db, { account_id: null, at, records: [record] })
      await sitemaps.catchUp()
    }
    await edit({ kind: 'movie', id: 1, values: { title: 'Renamed' } })
    assert.deepEqual(await filesOfMovies(db), [`1 3 ${day}`, `2 3 ${day}`, `3 1 ${day}`])
    await edit({ kind: 'movie', id: 2, isDeleted: true })
    await edit({ kind: 'movie', id: 7, isDeleted: true })
    assert.deepEqual(await filesOfMovies(db), [`1 2 ${day}`, `2 3 ${day}`, `3 0 ${day}`])
    // What was followed is what is kept when all is looked at again.
    const followed = await entries(db)
    await db.run(sql`delete from follower where name = 'sitemaps'`)
    await sitemaps.catchUp()
    assert.deepEqual(await entries(db), followed)
  })
})

forEachEngine(loadWorld, (engine) => {
  test('the sitemap leads to every record that everybody may see, at its canonical address', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { app, config } = server
    await applyEdit(server.db, {
      account_id: null,
      at,
      records: [{ kind: 'movie', id: 502, values: { adult: true } }],
    })
    const robots = await app.inject('/robots.txt')
    assert.match(robots.body, new RegExp(`^Sitemap: ${config.site}/sitemap\\.xml$`, 'm'))
    const index = await app.inject('/sitemap.xml')
    assert.equal(index.headers['content-type'], 'application/xml; charset=utf-8')
    const files = addressesIn(index.body)
    const kinds = ['collection', 'company', 'episode', 'movie', 'network', 'person', 'season', 'series']
    assert.deepEqual(
      files.map((address) => address.replace(`${config.site}/sitemap/`, '')),
      ['site.xml', ...kinds.map((kind) => `${kind}-1.xml`)],
    )
    const visitor = openVisitor(app)
    for (const file of files) {
      const reply = await app.inject(file.slice(config.site.length))
      assert.match(String(reply.headers['cache-control']), /public/)
      const addresses = addressesIn(reply.body)
      assert.ok(addresses.length > 0, file)
      assert.ok(!addresses.some((address) => address.includes('/movie/502')))
      // The first and the last one are where they are said to be, and say so.
      for (const address of [addresses[0], addresses.at(-1)] as string[]) {
        const path = address.slice(config.site.length)
        const page = await visitor.get(path)
        assert.equal(page.status, 200, `${address} leads to ${page.location}`)
        if (!path.startsWith('/docs')) assert.ok(page.body.includes(`<link rel="canonical" href="${address}">`), path)
      }
    }
    for (const path of ['/sitemap/movie-2.xml', '/sitemap/movie-0.xml', '/sitemap/keyword-1.xml', '/sitemap/movie.xml'])
      assert.equal((await app.inject(path)).statusCode, 404, path)
  })

  test('there is no sitemap where robots are told to stay away', async (t) => {
    const closed = await startPages(engine, { private: true })
    t.after(() => closed.close())
    // Strangers do not learn what there is.
    assert.equal((await closed.app.inject('/sitemap.xml')).statusCode, 401)
    const ada = await signedIn(closed, 'ada')
    assert.equal((await ada.get('/sitemap.xml')).status, 404)
    const hidden = await startPages(engine, { robots: 'nobody' })
    t.after(() => hidden.close())
    assert.equal((await hidden.app.inject('/sitemap.xml')).statusCode, 404)
  })
})
