import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { entryId } from '../entry-id.ts'
import type { Kind, PartName } from '../kinds.ts'
import type { Store } from '../part.ts'
import { parts } from './index.ts'
import { translationLines } from './translations.ts'

const storeOf = (name: PartName) => parts.find((part) => part.name === name)?.store as Store

const schemaOf = (lines: Record<string, object>) =>
  Compile(Type.Object(Object.fromEntries(Object.entries(lines).map(([name, schema]) => [name, Type.Optional(schema)]))))

const image = {
  gallery: 'posters',
  id: entryId('images', 'movie', 1, ['/a.jpg']),
  file_path: '/a.jpg',
  file_type: '.jpg',
  aspect_ratio: 0,
  width: 0,
  height: 0,
  iso_639_1: null,
  iso_3166_1: null,
  licence: '',
  stated_average: 0,
  stated_count: 0,
  position: 0,
}
const video = {
  iso_639_1: '',
  iso_3166_1: '',
  name: '',
  key: 'k',
  site: 'VideoSite1',
  size: 0,
  type: '',
  official: false,
  published_at: '',
  id: entryId('videos', 'movie', 1, ['VideoSite1', 'k']),
}
const release = {
  iso_3166_1: 'DE',
  certification: '',
  descriptors: [],
  iso_639_1: '',
  note: '',
  release_date: '2021-07-01T00:00:00.000Z',
  type: 3,
}
const review = {
  id: entryId('reviews', 'movie', 1, ['ann', '2021-07-02T00:00:00.000Z']),
  content: 'Good.',
  iso_639_1: '',
  created_at: '2021-07-02T00:00:00.000Z',
  updated_at: '2021-07-02T00:00:00.000Z',
  username: 'ann',
  name: '',
  avatar_path: null,
  rating: null,
}
const releaseDates = (...release_dates: object[]) => ({
  release_dates: { results: [{ iso_3166_1: 'DE', release_dates }] },
})

/** What a line says and how it is kept, as movie 1 unless a kind is named; undefined where it says nothing. */
const read: [title: string, part: PartName, line: object, entries: object[] | undefined, of?: Kind][] = [
  ['nothing', 'images', { title: 'A' }, undefined],
  ['no images at all', 'images', { images: {} }, []],
  ['the least of an image', 'images', { images: { posters: [{ file_path: '/a.jpg' }] } }, [image]],
  [
    'an image with the ratio of its sides and empty codes',
    'images',
    { images: { posters: [{ file_path: '/a.jpg', width: 500, height: 750, iso_639_1: '', iso_3166_1: null }] } },
    [{ ...image, width: 500, height: 750, aspect_ratio: 0.667 }],
  ],
  [
    'images in order, of which one names its place',
    'images',
    { images: { posters: [{ file_path: '/a.jpg', position: 7 }, { file_path: '/b.jpg' }] } },
    [
      { ...image, position: 7 },
      { ...image, id: entryId('images', 'movie', 1, ['/b.jpg']), file_path: '/b.jpg', position: 1 },
    ],
  ],
  ['a gallery that the kind has not', 'images', { images: { profiles: [{ file_path: '/a.jpg' }] } }, []],
  [
    'an image of another source',
    'images',
    { images: { posters: [{ file_path: '/a.jpg', source: 'atlas', unknown: 1 }] } },
    [{ ...image, source_id: 'atlas' }],
  ],
  ['the least of a video', 'videos', { videos: { results: [{ key: 'k', site: 'VideoSite1' }] } }, [video]],
  [
    'a moment without milliseconds',
    'videos',
    { videos: { results: [{ key: 'k', site: 'VideoSite1', published_at: '2021-07-01T12:30:00Z' }] } },
    [{ ...video, published_at: '2021-07-01T12:30:00.000Z' }],
  ],
  ['a release on a day', 'release_dates', releaseDates({ release_date: '2021-07-01', type: 3 }), [release]],
  [
    'a release at a moment finer than milliseconds',
    'release_dates',
    releaseDates({ release_date: '2021-07-01T01:02:03.4567Z', type: 3, note: null }),
    [{ ...release, release_date: '2021-07-01T01:02:03.456Z' }],
  ],
  [
    'a review with the least that it needs',
    'reviews',
    { reviews: { results: [{ author_details: { username: 'ann' }, content: 'Good.', created_at: '2021-07-02' }] } },
    [review],
  ],
  [
    'ids: numbers as text, and what is empty left out',
    'external_ids',
    { external_ids: { filmdb_id: 'tt0000001', tvdata_id: '0012', tvguide_id: null, kb2_id: '', unknown_id: 'x' } },
    [
      { external_source: 'filmdb_id', value: 'tt0000001' },
      { external_source: 'tvdata_id', value: '12' },
    ],
  ],
  [
    'the id in the details of a movie',
    'external_ids',
    { filmdb_id: 'tt1' },
    [{ external_source: 'filmdb_id', value: 'tt1' }],
  ],
  ['an empty id in the details', 'external_ids', { filmdb_id: null }, undefined],
  ['the id in the details of a series, which shows none', 'external_ids', { filmdb_id: 'tt1' }, undefined, 'series'],
  [
    'ids beside the one in the details',
    'external_ids',
    { filmdb_id: 'tt1', external_ids: { kb2_id: 'Q1', filmdb_id: 'tt2', sources: { kb2_id: 'atlas' } } },
    [
      { external_source: 'filmdb_id', value: 'tt2' },
      { external_source: 'kb2_id', value: 'Q1', source_id: 'atlas' },
    ],
  ],
  [
    'a keyword with a name, and one without',
    'keywords',
    { keywords: { results: [{ id: 2, name: 'sea', source: 'atlas' }, { id: 1 }] } },
    [
      { keyword_id: 2, name: 'sea', source_id: 'atlas' },
      { keyword_id: 1, name: '' },
    ],
    'series',
  ],
  [
    'a title of no country',
    'alternative_titles',
    { alternative_titles: { results: [{ title: 'A' }] } },
    [{ iso_3166_1: '', title: 'A', type: '' }],
    'series',
  ],
]

for (const [title, part, line, entries, of = 'movie'] of read) {
  test(`a line says: ${title}`, () => {
    const store = storeOf(part)
    const schema = schemaOf(store.lines(of))
    assert.deepEqual(schema.Errors(line), [])
    assert.deepEqual(store.read(line, of, 1)?.entries, entries)
  })
}

test('only the whole object of ids says that there are no others', () => {
  const isComplete = (line: object) => storeOf('external_ids').read(line, 'movie', 1)?.isComplete
  assert.deepEqual([{ filmdb_id: 'tt1' }, { external_ids: {} }].map(isComplete), [false, true])
})

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `name ${index}` }))

/** Lines that are refused, each for one reason. */
const refused: [title: string, part: PartName, line: object, of?: Kind][] = [
  ['a path that does not begin with a slash', 'images', { images: { posters: [{ file_path: 'a.jpg' }] } }],
  ['a language of three letters', 'images', { images: { posters: [{ file_path: '/a.jpg', iso_639_1: 'deu' }] } }],
  ['an id that is no 24-hex one', 'images', { images: { posters: [{ file_path: '/a.jpg', id: 'x' }] } }],
  ['an empty title', 'alternative_titles', { alternative_titles: { titles: [{ title: '' }] } }],
  ['a title with a line break', 'alternative_titles', { alternative_titles: { titles: [{ title: 'a\nb' }] } }],
  ['a title that is too long', 'alternative_titles', { alternative_titles: { titles: [{ title: 'a'.repeat(501) }] } }],
  ['a list under a name of another kind', 'alternative_titles', { alternative_titles: { results: [] } }],
  ['an unknown type of release', 'release_dates', releaseDates({ release_date: '2021-07-01', type: 7 })],
  ['a month that is none', 'release_dates', releaseDates({ release_date: '2021-13-01', type: 3 })],
  ['an hour that is none', 'release_dates', releaseDates({ release_date: '2021-07-01T24:00:00Z', type: 3 })],
  ['a time without a zone', 'release_dates', releaseDates({ release_date: '2021-07-01T12:00:00', type: 3 })],
  [
    'a rating without a country',
    'content_ratings',
    { content_ratings: { results: [{ iso_3166_1: '', rating: 'A' }] } },
    'series',
  ],
  ['a word for a number', 'external_ids', { external_ids: { tvdata_id: 'twelve' } }],
  ['a number for a word', 'external_ids', { external_ids: { kb2_id: 12 } }],
  ['a keyword without an id', 'keywords', { keywords: { keywords: [{ name: 'sea' }] } }],
  [
    'a review by nobody',
    'reviews',
    { reviews: { results: [{ author_details: {}, content: '', created_at: '2021-07-02' }] } },
  ],
  ['too many entries', 'alternative_names', { alternative_names: { results: many(5_001) } }, 'company'],
]

for (const [title, part, line, of = 'movie'] of refused) {
  test(`a line is refused: ${title}`, () => {
    assert.equal(schemaOf(storeOf(part).lines(of)).Check(line), false)
  })
}

test('as much as there may be', () => {
  const schema = schemaOf(storeOf('alternative_names').lines('company'))
  const longest = { name: '\u{1f4a1}'.repeat(250), type: 'a'.repeat(100) }
  const answers = [many(5_000), [longest]].map((results) => schema.Check({ alternative_names: { results } }))
  assert.deepEqual(answers, [true, true])
})

test('translations: texts of the kind, and nothing else of a wrong type', () => {
  const accepts = (of: Kind, data: object, codes = { iso_639_1: 'de', iso_3166_1: 'DE' }) =>
    schemaOf(translationLines(of)).Check({ translations: { translations: [{ ...codes, data }] } })
  const answers = [
    accepts('movie', { title: 'A', runtime: 90 }),
    accepts('movie', { title: null, overview: '' }),
    accepts('movie', { runtime: '90' }),
    accepts('movie', { title: 'A' }, { iso_639_1: 'deu', iso_3166_1: 'DE' }),
    accepts('movie', { title: 'A' }, { iso_639_1: 'de', iso_3166_1: '' }),
    accepts('person', { biography: 'A', name: 'B' }),
    accepts('person', { biography: 1 }),
  ]
  assert.deepEqual(answers, [true, true, false, false, false, true, false])
})

/** Export is the inverse of reading: what is written says the same as what was read. */
const written: [part: PartName, of: Kind, line: object][] = [
  [
    'images',
    'movie',
    {
      images: {
        posters: [{ file_path: '/a.jpg', source: 'x' }, { file_path: '/b.jpg' }, { file_path: '/c.jpg', position: 9 }],
        logos: [{ file_path: '/b.png' }],
      },
    },
  ],
  [
    'tagged_people',
    'movie',
    { images: { posters: [{ id: 'a'.repeat(24), file_path: '/a.jpg', people: [{ id: 2, source: 'x' }, { id: 1 }] }] } },
  ],
  ['videos', 'movie', { videos: { results: [{ key: 'k', site: 's', source: 'x' }] } }],
  ['alternative_titles', 'movie', { alternative_titles: { titles: [{ title: 'A', type: 't', source: 'x' }] } }],
  ['alternative_titles', 'series', { alternative_titles: { results: [{ title: 'A', iso_3166_1: 'DE' }] } }],
  ['alternative_names', 'network', { alternative_names: { results: [{ name: 'A', source: 'x' }] } }],
  ['keywords', 'movie', { keywords: { keywords: [{ id: 1, name: 'sea', source: 'x' }] } }],
  ['keywords', 'series', { keywords: { results: [{ id: 1, name: '' }] } }],
  ['external_ids', 'company', { external_ids: { kb2_id: 'Q1', tvdata_id: 12, sources: { kb2_id: 'x' } } }],
  ['release_dates', 'movie', releaseDates({ release_date: '2021-07-01', type: 3, descriptors: ['a'], source: 'x' })],
  ['content_ratings', 'series', { content_ratings: { results: [{ iso_3166_1: 'DE', rating: '12', source: 'x' }] } }],
  [
    'reviews',
    'series',
    {
      reviews: {
        results: [
          { author_details: { username: 'ann', rating: 7.5 }, content: '', created_at: '2021-07-02', source: 'x' },
        ],
      },
    },
  ],
]

/** The images of a line before the people on them are written. */
const images = { posters: [{ id: 'a'.repeat(24), file_path: '/a.jpg' }] }

for (const [part, of, line] of written) {
  test(`written and read again: ${part} of a ${of}`, () => {
    const store = storeOf(part)
    const { entries } = store.read(line, of, 1) ?? { entries: [] }
    const kept = entries.map(({ source_id, ...entry }) => (source_id ? { ...entry, source: source_id } : entry))
    const again = store.write(kept, of, { images })
    assert.deepEqual(schemaOf(store.lines(of)).Errors(again), [])
    assert.deepEqual(store.read(again, of, 1)?.entries, entries)
    assert.deepEqual(store.write([], of, {}), {})
  })
}
