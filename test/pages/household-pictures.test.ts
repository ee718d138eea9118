import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { Type } from 'typebox'
import { findSource } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { exportLines } from '#src/import/export.ts'
import { removeSource } from '#src/import/removal/remove-source.ts'
import { forEachEngine } from '../support/engines.ts'
import { openVisitor, signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'

const address = '/movie/502-das-zweite-glimmen/images'
const ofHousehold = { gallery: 'posters', language: 'de', licence: 'LicenseRef-household' }
const poster = (background: string) =>
  sharp({ create: { width: 400, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer()

const Image = Type.Object({ id: Type.String(), file_path: Type.String(), source_id: Type.String() })
const imagesOf = (db: Database, licence: string) =>
  db.all(Image, sql`select id, file_path, source_id from image where licence = ${licence}`)

async function exported(db: Database) {
  let text = ''
  for await (const lines of exportLines(db)) text += lines
  return text
}

forEachEngine(loadWorld, (engine) => {
  test('a household keeps pictures for itself, which no export has, and which go at once', async (t) => {
    const server = await startPages(engine, { private: true })
    t.after(() => server.close())
    const { db } = server
    const bo = await signedIn(server, 'bo')
    assert.match(textOf(await bo.get(`${address}/add`)), /Choose a licence\.? .*For this household only CC0 1\.0/)
    const added = await bo.upload(`${address}/add`, ofHousehold, await poster('#5a3c20'))
    assert.equal(added.status, 303, textOf(added))
    const place = added.location as string
    assert.match(textOf(await bo.follow(added)), /Licence For this household only Source Added by members/)
    await bo.upload(`${address}/add`, { ...ofHousehold, licence: 'CC0-1.0' }, await poster('#205a3c'))
    const [free] = await imagesOf(db, 'CC0-1.0')
    assert.equal(free?.source_id, 'people')

    // Whatever is said of it, it stays one of the household.
    await bo.post(`${place}/describe`, { language: '', licence: 'LicenseRef-household' }, { from: '/' })
    const [kept, ...others] = await imagesOf(db, 'LicenseRef-household')
    assert.deepEqual([kept?.source_id, others.length], ['household', 0])
    const text = await exported(db)
    assert.ok(!text.includes(kept?.file_path ?? '') && !text.includes('household'))
    assert.ok(text.includes(free?.file_path ?? 'missing'))

    await bo.post(`${place}/hide`, {}, { from: '/' })
    assert.deepEqual(await imagesOf(db, 'LicenseRef-household'), [])
    await db.run(sql`update account set role = 'moderator' where folded_username = 'eve'`)
    const eve = await signedIn(server, 'eve')
    assert.equal((await eve.post(`${place}/show`, {}, { from: '/' })).location, place)
    assert.equal((await imagesOf(db, 'LicenseRef-household'))[0]?.source_id, 'household')

    await bo.post(`${place}/describe`, { language: '', licence: 'CC-BY-4.0' }, { from: '/' })
    assert.equal((await imagesOf(db, 'CC-BY-4.0'))[0]?.source_id, 'people')
    await bo.post(`${place}/describe`, { language: '', licence: 'LicenseRef-household' }, { from: '/' })
    assert.equal((await imagesOf(db, 'LicenseRef-household'))[0]?.source_id, 'household')

    // While it has any, the catalogue opens to nobody else (test/commands/private-sources.test.ts).
    assert.equal((await findSource(db, 'household'))?.private_only, true)
    await removeSource(db, 'household', { at: new Date(testDay) })
    assert.deepEqual(await imagesOf(db, 'LicenseRef-household'), [])
    assert.deepEqual(await imagesOf(db, 'CC0-1.0'), [free])
    assert.equal((await findSource(db, 'household'))?.private_only, undefined)
  })

  test('where everybody sees the catalogue, nobody can say that of a picture', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const bo = await signedIn(server, 'bo')
    assert.doesNotMatch(textOf(await bo.get(`${address}/add`)), /household/)
    const refused = await bo.upload(`${address}/add`, ofHousehold, await poster('#5a3c20'))
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), /Choose a licence\./)
    const added = await bo.upload(`${address}/add`, { ...ofHousehold, licence: 'CC0-1.0' }, await poster('#5a3c20'))
    const described = { language: '', licence: 'LicenseRef-household' }
    assert.equal((await bo.post(`${added.location}/describe`, described, { from: '/' })).status, 422)
    assert.deepEqual(await imagesOf(server.db, 'LicenseRef-household'), [])
  })

  test('where a record has no picture, its page shows the one that waits to whoever has added it', async (t) => {
    const server = await startPages(engine, { 'edits-of-new-members': '1' })
    t.after(() => server.close())
    const [bo, eve] = [await signedIn(server, 'bo'), await signedIn(server, 'eve')]
    const location = '/collection/402-empty-shelf-collection'
    const fields = { gallery: 'posters', language: '', licence: 'CC0-1.0' }
    const sent = await bo.upload(`${location}/images/add`, fields, await poster('#5a3c20'))
    assert.equal(sent.status, 303)
    const own = /<div class="head-picture posters">.*\/t\/p\/\w+\/[0-9a-z]{31}\.jpg.*Your picture\. Others see it once/s
    assert.match((await bo.get(location)).body, own)
    const list = `${location}/images?gallery=posters`
    const waiting = /Yours, waiting to be checked Only you see these .* Posters 400 × 600 · pending/i
    assert.match(textOf(await bo.get(list)), waiting)
    assert.doesNotMatch(textOf(await eve.get(list)), /waiting to be checked/)
    for (const other of [eve, openVisitor(server.app)])
      assert.doesNotMatch((await other.get(location)).body, /Your picture\. Others/)
  })
})
