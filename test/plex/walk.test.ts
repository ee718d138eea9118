import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { plexOperations } from '#src/interface.ts'
import { packageRoot } from '#src/package-root.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { walk } from '../support/plex/media-server.ts'
import { openPlex } from '../support/plex/open.ts'
import { startInterface } from '../support/scenarios.ts'
import { loadWorld } from '../support/world.ts'

/** Whole replies to the walk over one movie in German, as `{ request, body }`. */
const movieWalk = JSON.parse(readFileSync(join(packageRoot, 'test/plex/movie-walk.json'), 'utf8'))
/** What each engine answered. */
const answers: Record<string, string[]> = {}

/** Walks movies and television in several languages, as the media server does when it looks at a new library. */
async function walkAll(engine: TestEngine, dialect: 'neutral' | 'common') {
  const server = await startInterface(engine, dialect)
  const german = await openPlex(server, { 'x-plex-language': 'de-DE' })
  const french = await openPlex(server, { 'x-plex-language': 'fr', 'x-plex-country': 'US' })
  const plain = await openPlex(server)
  const found = await walk(german.movies, { type: 1, title: 'The Glass Lantern', year: 2021 })
  for (const { movies, television } of [french, plain]) {
    found.push(...(await walk(movies, { type: 1, title: 'Das zweite Glimmen' })))
    found.push(...(await walk(movies, { type: 18, title: 'The Glimmer Collection' })))
    found.push(...(await walk(television, { type: 2, title: 'Tidewater Signals', year: 2024 })))
  }
  for (const { ratingKey, key, guid, type, title } of found)
    for (const needed of [ratingKey, key, guid, type, title]) assert.ok(needed, `${ratingKey} lacks something`)
  const unnamed = await german.television.item('/library/metadata/episode-60212')
  assert.equal(unnamed.title, 'Folge 2')
  await server.close()
  const asked = [german, french, plain].flatMap(({ movies, television }) => [...movies.asked, ...television.asked])
  return { movie: german.movies.asked, all: asked.map(({ request, body }) => `${request} ${body}`) }
}

forEachEngine(loadWorld, (engine) => {
  test('a media server finds its way from the root to everything', async () => {
    const { movie, all } = await walkAll(engine, 'neutral')
    if (process.env.SHOW_REPLIES !== undefined)
      process.stderr.write(
        `${JSON.stringify(
          movie.map(({ request, body }) => ({ request, body: read(body) })),
          null,
          1,
        )}\n`,
      )
    assert.deepEqual(
      movie.map(({ request, body }) => ({ request, body: read(body) })),
      movieWalk,
    )
    answers[engine.name] = all
  })
})

/** The status and the content of a reply. */
const read = (body: string) => [Number(body.slice(0, 3)), JSON.parse(body.slice(4))]

test('both engines answer byte for byte the same', (context) => {
  const { SQLite: one, PostgreSQL: other } = answers
  if (!one || !other) return context.skip('only one engine was there to answer')
  assert.ok(one.length > 100, `${one.length} requests`)
  assert.deepEqual(other, one)
})

test('the walk asks every operation', () => {
  const asked = Object.values(answers)[0] ?? []
  const unasked = plexOperations.filter(({ method, path }) => {
    const [, own = ''] = /^\/plex\/\w+(.*)$/.exec(path) ?? []
    const pattern = new RegExp(`^${method} ${own.replace('{rating_key}', '[\\w-]+')}(\\?\\S*)? `)
    return !asked.some((request) => pattern.test(request))
  })
  assert.deepEqual(unasked, [])
})
