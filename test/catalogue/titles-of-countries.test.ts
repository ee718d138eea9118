import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importLines } from '#src/import/import.ts'
import { forEachEngine } from '../support/engines.ts'
import { commonRequest } from '../support/expected.ts'
import { type Server, send, startInterface } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const elsewhere = [
  { iso_3166_1: 'AT', title: 'Marillen', type: '' },
  { iso_3166_1: 'AT', title: 'A working title', type: 'working title' },
  { iso_3166_1: 'FR', title: 'Abricots', type: '' },
  { iso_3166_1: 'JP', title: 'Anzu', type: '' },
  { iso_3166_1: 'PL', title: 'Morele', type: 'short title' },
  { iso_3166_1: 'US', title: 'Apricots', type: '' },
  { iso_3166_1: 'US', title: 'Apricots Again', type: '' },
]
const french = (data: object) => ({ translations: { translations: [{ iso_639_1: 'fr', iso_3166_1: 'CA', data }] } })
const common = {
  source: 'atlas',
  original_language: 'ja',
  credits: { cast: [{ id: 301, character: 'Tree', order: 0 }] },
}
const lines = [
  {
    kind: 'movie',
    id: 580,
    ...common,
    original_title: '杏',
    release_date: '1931-05-05',
    alternative_titles: { titles: elsewhere },
    ...french({ title: 'Abricots du Canada' }),
  },
  {
    kind: 'series',
    id: 680,
    ...common,
    original_name: '杏',
    first_air_date: '1931-05-05',
    alternative_titles: { results: elsewhere },
    ...french({ name: 'Abricots du Canada' }),
  },
]

const titles: Record<string, [title: string, language: string | null]> = {
  'de-AT': ['Marillen', null],
  // No other country, and no title of another sort.
  'de-DE': ['杏', 'ja'],
  'pl-PL': ['杏', 'ja'],
  'fr-FR': ['Abricots', null],
  'fr-CA': ['Abricots du Canada', 'fr-CA'],
  // The original title is the one in its language.
  'ja-JP': ['杏', 'ja'],
  'en-US': ['Apricots', null],
  // Behind all languages of a chain.
  'de-AT,fr-CA': ['Abricots du Canada', 'fr-CA'],
  'pl,fr-FR,de-AT': ['Abricots', null],
  'de-AT,ja': ['杏', 'ja'],
  'pl,es': ['杏', 'ja'],
}
const reads = [
  'GET /3/movie/580',
  'GET /3/tv/680',
  'GET /3/discover/movie?primary_release_year=1931',
  'GET /3/discover/tv?first_air_date_year=1931',
  'GET /3/person/301/combined_credits',
]

forEachEngine(loadWorld, (engine) => {
  for (const dialect of ['neutral', 'common'] as const) {
    test(`a title that the country has stands in for a translation, ${dialect}`, async (t) => {
      const server = await startInterface(engine, dialect)
      t.after(() => server.close())
      const refused: unknown[] = []
      await importLines(server.db, lines, { now: () => new Date(testDay), onRefused: (one) => refused.push(one) })
      assert.deepEqual(refused, [])
      for (const request of reads) {
        for (const [language, [title, written]] of Object.entries(titles)) {
          const asked = `${request}${request.includes('?') ? '&' : '?'}language=${language}`
          const [plain, named] = [asked, `${asked}&include_text_languages=true`]
          for (const row of await rowsOf(server, plain)) assert.equal(row.title ?? row.name, title, plain)
          for (const { text_languages, ...row } of await rowsOf(server, named)) {
            assert.equal(row.title ?? row.name, title, named)
            assert.equal(text_languages?.title ?? text_languages?.name ?? null, written, named)
          }
        }
      }
    })
  }
})

type Row = { id: number; title?: string; name?: string; text_languages?: Record<string, string | null> }

/** The rows of these records in a reply, or what it is about. */
async function rowsOf({ app, dialect }: Server, request: string): Promise<Row[]> {
  const reply = await send(app, dialect === 'common' ? commonRequest(request) : request)
  assert.equal(reply.statusCode, 200, request)
  const body = JSON.parse(reply.body)
  const rows = [body, ...(body.results ?? []), ...(body.cast ?? [])].filter(({ id }) => id === 580 || id === 680)
  assert.ok(rows.length > 0, request)
  return rows
}
