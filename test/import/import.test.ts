import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#src/database/database.ts'
import { type AnyLine, emptyCatalogue, importInto, linesOf, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { episode, idOf, movie, person, season, series, video, videos } from '../support/import-lines.ts'

/** Imports, one after the other, and the lines of the export that comes of them. */
type Rule = { imports: AnyLine[][]; lines: AnyLine[]; unresolved?: string[]; refused?: string[] }

const rules: Record<string, Rule> = {
  'lines may come in any order, and refer to records that come later': {
    imports: [
      [
        episode(1, 5, 1, 2, { name: 'E' }),
        season(1, 5, 1),
        movie({ belongs_to_collection: { id: 3 }, credits: { cast: [{ id: 9, credit_id: idOf('c') }] } }),
        { kind: 'company', id: 1, name: 'Child', parent_company: { id: 2 }, source: 'middle' },
        series(5),
        person(9),
        { kind: 'company', id: 2, name: 'Parent', source: 'middle' },
        { kind: 'collection', id: 3, name: 'C', source: 'middle' },
        ...sources,
      ],
    ],
    lines: [
      { kind: 'company', id: 1, name: 'Child', parent_company: { id: 2 }, source: 'middle' },
      { kind: 'company', id: 2, name: 'Parent', source: 'middle' },
      person(9),
      { kind: 'collection', id: 3, name: 'C', source: 'middle' },
      movie({
        belongs_to_collection: { id: 3 },
        credits: { cast: [{ id: 9, character: '', order: 0, credit_id: idOf('c') }], crew: [] },
      }),
      series(5),
      season(1, 5, 1),
      episode(1, 5, 1, 2, { name: 'E' }),
    ],
  },
  'of an embedded record only the id is read': {
    imports: [
      [
        { kind: 'network', id: 4, name: 'N', source: 'middle' },
        series(5, {
          genres: [{ id: 18, name: 'another name' }],
          networks: [{ id: 4, name: 'another name', logo_path: '/x.png', origin_country: 'FR' }],
        }),
      ],
    ],
    lines: [
      { kind: 'network', id: 4, name: 'N', source: 'middle' },
      series(5, { genres: [{ id: 18 }], networks: [{ id: 4 }] }),
    ],
  },
  'the texts of a line are those of en-US, and an entry in translations wins': {
    imports: [
      [
        movie({
          overview: 'of the line',
          translations: {
            translations: [
              { iso_639_1: 'en', iso_3166_1: 'US', data: { title: 'Won', overview: '', tagline: 'T' } },
              { iso_639_1: 'de', iso_3166_1: 'DE', data: { title: 'Eins' } },
            ],
          },
        }),
      ],
    ],
    lines: [
      movie({
        title: 'Won',
        overview: 'of the line',
        tagline: 'T',
        translations: { translations: [{ iso_3166_1: 'DE', iso_639_1: 'de', data: { title: 'Eins' } }] },
      }),
    ],
  },
  'a missing id of an entry follows from its key columns': {
    imports: [[movie({ videos: { results: [{ key: 'a', site: 'VideoSite1' }] } })]],
    lines: [movie({ videos: { results: [video('a', { id: '0a8b7093ab8787cef0709b85' })] } })],
  },
  'a field that is left out stays as it is, an empty one takes back what its source gave': {
    imports: [
      [movie({ tagline: 'T', overview: 'O', runtime: 90, poster_path: '/p.jpg', origin_country: ['FR'], budget: 5 })],
      [movie({ tagline: '', poster_path: null, origin_country: [], budget: 0 })],
    ],
    lines: [movie({ overview: 'O', runtime: 90, budget: 0 })],
  },
  'an empty value counts as left out where another source gave the value': {
    imports: [
      [movie({ tagline: 'T', external_ids: { kb2_id: 'Q1' } })],
      [movie({ source: 'high', title: '', tagline: '', runtime: 7, external_ids: { kb2_id: 'Q1' } })],
    ],
    lines: [movie({ tagline: 'T', runtime: 7, external_ids: { kb2_id: 'Q1', sources: { kb2_id: 'high' } } })],
  },
  'a part that is present is all that its source says of it': {
    imports: [
      [movie({ videos: videos('a', 'b'), external_ids: { kb2_id: 'Q1' } })],
      [movie({ source: 'low', videos: videos('c'), external_ids: { kb2_id: 'Q1' } })],
      [movie({ videos: videos('b') })],
    ],
    lines: [
      movie({ videos: { results: [video('b'), video('c', { source: 'low' })] }, external_ids: { kb2_id: 'Q1' } }),
    ],
  },
  'a part that is empty or null takes back what its source gave': {
    imports: [
      [movie({ videos: videos('a'), genres: [{ id: 18 }], external_ids: { kb2_id: 'Q1' } })],
      [movie({ videos: null, genres: [], external_ids: {} })],
    ],
    lines: [movie()],
  },
  'a lower source never changes a value of a higher one, and of equal ones the newer wins': {
    imports: [
      [movie({ overview: 'middle', tagline: 'middle', external_ids: { kb2_id: 'Q1' } })],
      [movie({ source: 'low', overview: 'low', homepage: 'https://low.example', external_ids: { kb2_id: 'Q1' } })],
      [movie({ source: 'twin', tagline: 'twin', external_ids: { kb2_id: 'Q1' } })],
    ],
    lines: [
      movie({ overview: 'middle', tagline: 'twin', homepage: 'https://low.example', external_ids: { kb2_id: 'Q1' } }),
    ],
  },
  'lines of one record in one import are told apart by rank, then by source and place': {
    imports: [
      [
        movie({ source: 'low', overview: 'low', tagline: 'low', external_ids: { kb2_id: 'Q1' } }),
        movie({ source: 'twin', overview: 'twin', title: 'twin', external_ids: { kb2_id: 'Q1' } }),
        movie({ overview: 'middle, first', external_ids: { kb2_id: 'Q1' } }),
        movie({ overview: 'middle, second', homepage: 'https://middle.example', external_ids: { kb2_id: 'Q1' } }),
      ],
    ],
    lines: [
      movie({
        overview: 'twin',
        title: 'twin',
        tagline: 'low',
        homepage: 'https://middle.example',
        external_ids: { kb2_id: 'Q1' },
      }),
    ],
  },
  'a reference to a record that is nowhere is left out and reported': {
    imports: [
      [
        movie({
          belongs_to_collection: { id: 8 },
          credits: { cast: [{ id: 9 }], crew: [{ id: 10, department: 'Directing', job: 'Director' }] },
          genres: [{ id: 18 }, { id: 999 }],
        }),
        { kind: 'company', id: 1, name: 'Child', parent_company: { id: 2 }, source: 'middle' },
      ],
    ],
    lines: [{ kind: 'company', id: 1, name: 'Child', source: 'middle' }, movie({ genres: [{ id: 18 }] })],
    unresolved: [
      '5 belongs_to_collection: collection 8',
      '5 credits: person 9',
      '5 credits: person 10',
      '5 genres: genre 999',
      '6 parent_company: company 2',
    ],
  },
  'a keyword that comes with a name is made, one without is a reference': {
    imports: [
      [
        { kind: 'keyword', id: 1, name: 'sea', source: 'high' },
        { kind: 'genre', id: 999, name: 'Tale', source: 'low' },
        movie({ keywords: { keywords: [{ id: 1, name: 'x' }, { id: 2, name: 'storm' }, { id: 3 }] } }),
      ],
    ],
    lines: [
      { kind: 'genre', id: 999, name: 'Tale', source: 'low' },
      { kind: 'keyword', id: 1, name: 'sea', source: 'high' },
      { kind: 'keyword', id: 2, name: 'storm', source: 'middle' },
      movie({ keywords: { keywords: [{ id: 1 }, { id: 2 }] } }),
    ],
    unresolved: ['7 keywords: keyword 3'],
  },
  'a keyword may be made by a line that comes later': {
    imports: [
      [
        movie({ keywords: { keywords: [{ id: 2 }] } }),
        series(5, { keywords: { results: [{ id: 2, name: 'storm' }] } }),
      ],
    ],
    lines: [
      { kind: 'keyword', id: 2, name: 'storm', source: 'middle' },
      movie({ keywords: { keywords: [{ id: 2 }] } }),
      series(5, { keywords: { results: [{ id: 2 }] } }),
    ],
  },
  'what one line gives and the next one takes away goes, also where its keyword comes later': {
    imports: [
      [
        movie({
          source: 'high',
          external_ids: { kb2_id: 'Q1' },
          keywords: { keywords: [{ id: 2, source: 'middle' }, { id: 3 }] },
        }),
        movie({ keywords: { keywords: [] }, external_ids: { kb2_id: 'Q1' } }),
        series(5, { keywords: { results: [{ id: 2, name: 'storm' }] } }),
        series(6, { keywords: { results: [{ id: 3, name: 'sea' }] } }),
      ],
    ],
    lines: [
      { kind: 'keyword', id: 2, name: 'storm', source: 'middle' },
      { kind: 'keyword', id: 3, name: 'sea', source: 'middle' },
      movie({ source: 'high', external_ids: { kb2_id: 'Q1' }, keywords: { keywords: [{ id: 3 }] } }),
      series(5, { keywords: { results: [{ id: 2 }] } }),
      series(6, { keywords: { results: [{ id: 3 }] } }),
    ],
  },
  'genres of the reference lists keep their names': {
    imports: [[{ kind: 'genre', id: 18, name: 'Mine', source: 'high' }]],
    lines: [],
  },
  'an entry names its own source; one that does not exist is reported, and the entry counts as the line’s': {
    imports: [
      [
        movie({
          alternative_titles: {
            titles: [
              { iso_3166_1: 'DE', title: 'Eins', type: '', source: 'low' },
              { iso_3166_1: 'FR', title: 'Un', type: '', source: 'nobody' },
            ],
          },
        }),
      ],
    ],
    lines: [
      movie({
        alternative_titles: {
          titles: [
            { iso_3166_1: 'DE', title: 'Eins', type: '', source: 'low' },
            { iso_3166_1: 'FR', title: 'Un', type: '' },
          ],
        },
      }),
    ],
    unresolved: ['5 alternative_titles: source nobody'],
  },
  'seasons and episodes need a parent': {
    imports: [[series(5), season(1, 5, 1), season(2, 6, 1), episode(1, 5, 1, 1), episode(2, 5, 2, 1)]],
    lines: [series(5), season(1, 5, 1), episode(1, 5, 1, 1)],
    refused: [
      '7 series_id: refers to a series that does not exist',
      '9 season_number: refers to a season that does not exist',
    ],
  },
  'numbers that another id has are taken': {
    imports: [
      [series(5), season(1, 5, 1), episode(1, 5, 1, 1)],
      [season(2, 5, 1), episode(2, 5, 1, 1), episode(4, 5, 1, 2), episode(3, 5, 1, 2), episode(1, 5, 1, 7)],
    ],
    lines: [series(5), season(1, 5, 1), episode(1, 5, 1, 1), episode(3, 5, 1, 2)],
    refused: [
      '1 season_number: is taken by another id',
      '5 id: belongs to a record with other numbers',
      '2 episode_number: is taken by another id',
      '3 episode_number: is taken by another id',
    ],
  },
}

async function play(db: Database, { imports, lines, unresolved = [], refused = [] }: Rule) {
  const told: Awaited<ReturnType<typeof importInto>>[] = []
  const first = imports[0] ?? []
  const withSources = first.some(({ kind }) => kind === 'source') ? first : [...sources, ...first]
  for (const each of [withSources, ...imports.slice(1)]) told.push(await importInto(db, each))
  assert.deepEqual(await linesOf(db), lines)
  assert.deepEqual(
    told.flatMap((one) => one.unresolved),
    unresolved,
  )
  assert.deepEqual(
    told.flatMap((one) => one.refused),
    refused,
  )
}

forEachEngine(emptyCatalogue, (engine) => {
  for (const [name, rule] of Object.entries(rules)) {
    test(name, async (context) => play(await openFor(context, engine), rule))
  }

  test('lines of a record are found together, however many lie between them', async (context) => {
    const db = await openFor(context, engine)
    const ids = Array.from({ length: 900 }, (_, index) => index + 1)
    const texts = [{ title: 'T' }, { tagline: 'G' }, { overview: 'O' }, { homepage: 'http://h.example' }]
    const facts = [...texts, { status: 'S' }, { runtime: 1 }, { budget: 2 }]
    const lines = facts.flatMap((fact) => ids.map((id) => ({ kind: 'movie', id, ...fact, source: 'low' })))
    const { records } = await importInto(db, [...sources, ...lines])
    assert.deepEqual(records, { created: 900, changed: 0, unchanged: 0 })
    const all = Object.assign({}, ...facts)
    assert.deepEqual(
      await linesOf(db),
      ids.map((id) => ({ kind: 'movie', id, ...all, source: 'low' })),
    )
  })
})
