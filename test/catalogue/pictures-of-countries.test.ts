import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importLines } from '#src/import/import.ts'
import { forEachEngine } from '../support/engines.ts'
import { commonRequest } from '../support/expected.ts'
import { openPlex } from '../support/plex/open.ts'
import { type Server, send, startInterface } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

/** Pictures by their tag; the later ones have the better votes. */
const gallery = (name: string, tags: readonly string[]) =>
  tags.map((tag, place) => {
    const [iso_639_1, iso_3166_1] = tag === '' ? [] : tag.split('-')
    return { file_path: `/${name}-${tag}.jpg`, iso_639_1, iso_3166_1, vote_average: place, vote_count: 1 }
  })

const tags = ['pt-BR', 'de', 'de-CH', 'de-AT', 'pt', 'pt-PT', 'ja', 'en', 'en-GB', '']
const of = (name: string) => ({
  source: 'atlas',
  images: { posters: gallery(name, tags), ...(name !== 'season' && { backdrops: gallery(name, ['pt', 'pt-BR', '']) }) },
})
const title = { original_language: 'ja', credits: { cast: [{ id: 301, character: 'Lamp', order: 0 }] } }
const lines = [
  { kind: 'collection', id: 480, name: 'Sorted', original_language: 'ja', ...of('collection') },
  {
    kind: 'movie',
    id: 580,
    title: 'Sorted',
    ...title,
    ...of('movie'),
    images: { ...of('movie').images, logos: gallery('movie', ['pt', 'pt-PT', 'pt-BR', 'pt-AO']) },
    belongs_to_collection: { id: 480 },
    release_date: '1931-05-05',
  },
  { kind: 'series', id: 680, name: 'Sorted', ...title, ...of('series'), first_air_date: '1931-05-05' },
  { kind: 'season', id: 6800, series_id: 680, season_number: 1, name: 'Sorted', ...of('season') },
]

/** A request, and the tag of each poster in its reply that belongs to these records. */
const firstOf: Record<string, string> = {
  'pt-BR': 'pt-BR',
  'pt-PT': 'pt-PT',
  // The home country of a language.
  pt: 'pt-BR',
  // Of no country before those of others.
  'pt-AO': 'pt',
  'de-DE': 'de',
  'en-US': 'en',
  'en-GB': 'en-GB',
  // A chain: a language is looked for in all its countries before the next one, in the named ones first.
  'fr,pt-AO,pt-PT,de-AT': 'pt-PT',
  'de-CH,pt-BR': 'de-CH',
  'it,fr-CA': 'ja',
}
const reads: Record<string, string[]> = {
  'GET /3/movie/580': ['movie', 'collection'],
  'GET /3/tv/680': ['series', 'season'],
  'GET /3/tv/680/season/1': ['season'],
  'GET /3/collection/480': ['collection', 'movie'],
  'GET /3/discover/movie?primary_release_year=1931': ['movie'],
  'GET /3/discover/tv?first_air_date_year=1931': ['series'],
  'GET /3/person/301/combined_credits': ['movie', 'series'],
  'GET /3/person/301?append_to_response=movie_credits,tv_credits': ['movie', 'series'],
}

/** The order of all pictures of a language, behind it that of their votes. */
const orders: [query: string, posters: string[]][] = [
  ['language=pt-BR', ['pt-BR', 'pt', 'pt-PT']],
  ['language=pt-PT', ['pt-PT', 'pt', 'pt-BR']],
  ['language=de-DE', ['de', 'de-AT', 'de-CH']],
  ['language=pt-BR&include_image_language=null,de', ['pt-BR', 'pt', 'pt-PT', '', 'de-AT', 'de-CH', 'de']],
  ['include_image_language=pt-BR', ['pt-BR', 'pt', 'pt-PT']],
  ['include_image_language=null,pt_BR', ['pt-BR', 'pt', 'pt-PT', '']],
  ['include_image_language=null,pt', ['', 'pt-PT', 'pt', 'pt-BR']],
  ['language=de&include_image_language=pt-BR', ['de', 'de-AT', 'de-CH', 'pt-BR', 'pt', 'pt-PT']],
  ['language=it,de-CH,pt', ['de-CH', 'de', 'de-AT']],
  ['language=de-CH,de-AT', ['de-CH', 'de-AT', 'de']],
  ['', [...tags].reverse()],
]

forEachEngine(loadWorld, (engine) => {
  for (const dialect of ['neutral', 'common'] as const) {
    test(`pictures of a language's country come first, ${dialect}`, async (t) => {
      const server = await startInterface(engine, dialect)
      t.after(() => server.close())
      const refused: unknown[] = []
      await importLines(server.db, lines, { now: () => new Date(testDay), onRefused: (one) => refused.push(one) })
      assert.deepEqual(refused, [])
      for (const [request, names] of Object.entries(reads)) {
        for (const [language, tag] of Object.entries(firstOf)) {
          const asked = `${request}${request.includes('?') ? '&' : '?'}language=${language}`
          assert.deepEqual(
            [...new Set(await postersOf(server, asked))].filter((path) => /-/.test(path)).sort(),
            names.map((name) => `/${name}-${tag}.jpg`).sort(),
            asked,
          )
        }
      }
      for (const [query, tags] of orders) {
        for (const [path, name] of [
          ['movie/580', 'movie'],
          ['tv/680', 'series'],
          ['tv/680/season/1', 'season'],
          ['collection/480', 'collection'],
        ]) {
          const { posters } = await bodyOf(server, `GET /3/${path}/images?${query}`)
          assert.deepEqual(
            pathsIn(posters),
            tags.map((tag) => `/${name}-${tag}.jpg`),
            `${path} ${query}`,
          )
        }
      }
      const { logos, backdrops } = await bodyOf(
        server,
        'GET /3/movie/580/images?language=pt-BR&include_image_language=null',
      )
      assert.deepEqual(
        pathsIn(logos),
        ['pt-BR', 'pt', 'pt-AO', 'pt-PT'].map((tag) => `/movie-${tag}.jpg`),
      )
      // Backdrops without a language fit any.
      assert.deepEqual(
        pathsIn(backdrops),
        ['', 'pt-BR', 'pt'].map((tag) => `/movie-${tag}.jpg`),
      )
      for (const [language, poster, logo] of [
        ['pt-BR', 'pt-BR', 'pt-BR'],
        ['pt-AO', 'pt', 'pt-AO'],
        ['de', 'de', 'pt-AO'],
      ] as const) {
        const { movies } = await openPlex(server, { 'x-plex-language': language })
        const { Image } = await movies.item('/library/metadata/movie-580')
        const paths = (Image as { type: string; url: string }[]).map(
          ({ type, url }) => `${type} ${url.split('/').at(-1)}`,
        )
        assert.deepEqual(
          paths.filter((path) => /^(coverPoster|clearLogo)/.test(path)),
          [`coverPoster movie-${poster}.jpg`, `clearLogo movie-${logo}.jpg`],
        )
      }
    })
  }
})

async function bodyOf({ app, dialect }: Server, request: string) {
  const reply = await send(app, dialect === 'common' ? commonRequest(request) : request)
  assert.equal(reply.statusCode, 200, request)
  return JSON.parse(reply.body)
}

const pathsIn = (images: { file_path: string }[]) => images.map(({ file_path }) => file_path)

/** All posters in a reply. */
async function postersOf(server: Server, request: string): Promise<string[]> {
  const found: string[] = []
  JSON.stringify(await bodyOf(server, request), (key, value) => {
    if (key === 'poster_path' && typeof value === 'string') found.push(value)
    return value
  })
  return found.filter((path) => /^\/(movie|series|season|collection)-/.test(path))
}
