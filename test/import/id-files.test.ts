import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { readConfig } from '#src/config.ts'
import { buildServer } from '#src/http/server.ts'
import { fileNameOf, idFiles, makeIdFiles } from '#src/import/id-files.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

const going = new AbortController().signal
const at = (time: string) => new Date(`2026-03-10T${time}:00.000Z`)

forEachEngine(loadWorld, (engine) => {
  test('daily files of ids: made from seven on, kept for three months, served to everybody', async (t) => {
    const db = await openFor(t, engine)
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-ids-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    const names = async () => (await readdir(folder)).sort()

    await makeIdFiles(db, folder, at('06:59'), going)
    assert.deepEqual(await names(), [])

    const [old, kept] = ['movie_ids_12_07_2025.json.gz', 'movie_ids_12_08_2025.json.gz']
    for (const file of [old, kept, 'notes_12_07_2025.json.gz']) await writeFile(join(folder, file), '')
    await makeIdFiles(db, folder, at('07:00'), going)
    const made = Object.keys(idFiles).map((name) => fileNameOf(name, '2026-03-10'))
    assert.deepEqual(await names(), [...made, kept, 'notes_12_07_2025.json.gz'].sort())

    const lines = async (name: string) => {
      const text = gunzipSync(await readFile(join(folder, fileNameOf(name, '2026-03-10')))).toString()
      return text
        .split('\n')
        .slice(0, -1)
        .map((line): any => JSON.parse(line))
    }
    const [movies, adult] = [await lines('movie_ids'), await lines('adult_movie_ids')]
    const { popularity, ...lantern } = movies.find(({ id }) => id === 501)
    assert.deepEqual(lantern, { adult: false, id: 501, original_title: 'The Glass Lantern', video: false })
    assert.equal(typeof popularity, 'number')
    assert.deepEqual(
      [movies.some((movie) => movie.adult), adult.length > 0 && adult.every((movie) => movie.adult)],
      [false, true],
    )
    assert.deepEqual(
      (await lines('adult_tv_series_ids')).map(({ id }) => id),
      [603, 605],
    )
    assert.deepEqual(Object.keys((await lines('tv_network_ids'))[0]), ['id', 'name'])
    for (const name of ['person_ids', 'collection_ids', 'keyword_ids', 'production_company_ids'])
      assert.ok((await lines(name)).length > 0, name)

    const { config } = readConfig({ 'id-files': folder }, {})
    const app = buildServer({ db, config, clock: () => at('08:00') })
    t.after(() => app.close())
    const get = (file: string, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url: `/p/exports/${file}` })
    const file = fileNameOf('movie_ids', '2026-03-10')
    const served = await get(file)
    assert.deepEqual([served.statusCode, served.headers['content-type']], [200, 'application/gzip'])
    assert.deepEqual(served.rawPayload, await readFile(join(folder, file)))
    const head = await get(file, 'HEAD')
    assert.deepEqual([head.statusCode, head.headers['content-length']], [200, String(served.rawPayload.length)])
    for (const other of [old, 'notes_12_07_2025.json.gz', '..%2Fcatalogue.sqlite', `${file}.draft`])
      assert.equal((await get(other)).statusCode, 404, other)
  })
})
