import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { secrets } from '#src/test-server/fixed.ts'
import { writeImages } from '#src/test-server/images.ts'
import { openTests } from './open.ts'

async function folderOf(t: TestContext, files: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-fixture-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

const films = [
  { kind: 'source', id: 'mine', name: 'Mine', licence: 'CC0-1.0', rank: 300 },
  { kind: 'movie', id: 7, source: 'mine', title: 'Kept film', genres: [{ id: 18 }], release_date: '2026-01-01' },
]
const series = [
  { kind: 'series', id: 8, name: 'Kept series' },
  { kind: 'season', id: 80, series_id: 8, season_number: 1 },
]
const linesOf = (lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

test('fixtures take the place of the catalogue, with or without an image', async (t) => {
  const folder = await folderOf(t, { 'films.ndjson': linesOf(films), 'series.ndjson': linesOf(series) })
  await writeImages(folder)
  const fixtures = ['films.ndjson', 'series.ndjson'].map((name) => join(folder, name))
  for (const images of [folder, undefined]) {
    const { get, post, send } = await openTests(t, { fixtures, ...(images !== undefined && { images }) })
    const check = async () => {
      assert.equal((await get('/3/movie/7')).body.genres[0].name, 'Drama')
      assert.equal((await get('/3/tv/8/season/1')).status, 200)
      assert.equal((await get('/3/movie/501')).status, 404)
      const found = await get('/3/search/multi?query=kept')
      assert.deepEqual(found.body.results.map(({ id }: { id: number }) => id).sort(), [7, 8])
      assert.equal((await get('/3/account/1/watchlist/movies')).body.total_results, 0)
    }
    await check()
    assert.equal(
      (await post('/3/account/1/watchlist', { media_type: 'movie', media_id: 7, watchlist: true })).status,
      200,
    )
    assert.equal((await get('/3/account/1/watchlist/movies')).body.total_results, 1)
    assert.equal((await send('POST', '/test/reset')).status, 200)
    await check()
    const rated = await get(`/3/guest_session/${secrets.guest_session_id}/rated/movies`)
    assert.deepEqual([rated.status, rated.body.total_results], [200, 0])
  }
})

test('a wrong line of a fixture is named with its file and number', async (t) => {
  const folder = await folderOf(t, {
    'fields.ndjson': '{"kind":"movie","id":7,"title":3}\n\n{"kind":"film","id":8}\nno JSON\n',
    'references.ndjson': '{"kind":"movie","id":7,"title":"A","belongs_to_collection":{"id":99}}\n',
    'unknown.ndjson': '{"kind":"movie","id":7,"title":"A","titel":"A"}\n',
    'many.ndjson': '{}\n'.repeat(30),
  })
  const failing = (name: string) =>
    openTests(t, { fixtures: [join(folder, name)] }).then(
      () => assert.fail(name),
      (error: Error) => error.message.replaceAll(`${folder}/`, ''),
    )
  const fields = await failing('fields.ndjson')
  assert.match(fields, /^The fixture has lines that cannot be taken in:\nfields\.ndjson:1: title has to be a text/)
  assert.match(fields, /\nfields\.ndjson:3: kind .*\nfields\.ndjson:4: the line is not JSON/)
  assert.match(
    await failing('references.ndjson'),
    /\nreferences\.ndjson:1: .* refers to the collection 99, which does not/,
  )
  assert.match(await failing('unknown.ndjson'), /\nNo kind of record has the field titel\.$/)
  const many = (await failing('many.ndjson')).split('\n')
  assert.deepEqual([many.length, many.at(-1)], [22, '… and 10 more.'])
  assert.match(await failing('missing.ndjson'), /^The fixture cannot be read: ENOENT/)
})
