import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxJsonDepth } from '#src/file-formats/json.ts'
import type { ReadLimits } from '#src/file-formats/limits.ts'
import { isRefused } from '#src/kept/kept-entry.ts'
import { copper, letterboxdFiles, profile, read, short, traktFiles } from '../support/kept/files.ts'
import { zipOf } from '../support/kept/zip.ts'

const films = (...rows: string[]) => ['Date,Name,Year,Letterboxd URI,Rating', ...rows].join('\n')
const row = (name: string) => `2022-01-01,${name},1987,https://b.example/a,4`

test('other encodings, line ends and separators', async (t) => {
  const text = films(row('Æble'), row('Öl'))
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
  const swapped = Buffer.from(wide).swap16()
  const contents = [
    Buffer.from(text),
    Buffer.from(`\ufeff${text}`),
    wide,
    swapped,
    Buffer.from(text, 'latin1'),
    text.replaceAll('\n', '\r\n'),
    text.replaceAll('\n', '\r'),
    text.replaceAll(',', ';'),
    text.replaceAll(',', '\t'),
    `\n${text}\n\n`,
  ]
  for (const [index, content] of contents.entries()) {
    const titles = (await read(t, 'ratings.csv', content)).map((each) => (isRefused(each) ? each : each.title))
    assert.deepEqual(titles, ['Æble', 'Öl'], `content ${index}`)
  }
})

const notes = (content: Buffer | string) => ({ path: 'ratings.csv', content })
const manyRows = films(...Array.from({ length: 400 }, (_, index) => row(`Film ${index}`)))
/** Text that hardly gets smaller, for archives that are packed as they usually are. */
const random = Array.from({ length: 4000 }, (_, index) => ((index * 2_654_435_761) % 4_294_967_296).toString(36)).join(
  ' ',
)

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const broken: Readonly<
  Record<string, [name: string, content: Buffer | string, expected: unknown[], limits?: Partial<ReadLimits>]>
> = {
  'an empty file': ['ratings.csv', '', [['ratings.csv:', 'is_empty']]],
  'another text': ['notes.csv', 'Dear diary,\ntoday I saw a film.', [['notes.csv:', 'unknown_format']]],
  'other JSON': ['notes.json', '[{"a": 1}]', [['notes.json:', 'unknown_json']]],
  'a page': ['ratings.csv', '<!doctype html><title>Sign in</title>', [['ratings.csv:', 'is_html']]],
  'bytes that are no text': ['ratings.csv', Buffer.from([1, 0, 2, 0, 3]), [['ratings.csv:', 'wrong_characters']]],
  'a column that nobody knows': [
    'ratings.csv',
    'Date,Name,Year,Letterboxd URI,Rating,Mood\n2022-01-01,Glad,1987,,4,good',
    [
      ['ratings.csv:1', 'unknown_column', 'Mood'],
      ['ratings.csv:2', 'rating', 'Glad', 1987],
    ],
  ],
  'a quotation mark that is never closed': [
    'ratings.csv',
    films(row('One'), row('"Two'), row('Three')),
    [
      ['ratings.csv:2', 'rating', 'One', 1987],
      ['ratings.csv:3', 'broken_line'],
      ['ratings.csv:4', 'rating', 'Three', 1987],
    ],
  ],
  'JSON as deep as it may be': ['notes.json', nested(maxJsonDepth), [['notes.json:', 'unknown_json']]],
  'JSON that is too deep': ['notes.json', nested(maxJsonDepth + 1), [['notes.json:', 'broken_json']]],
  'half of a file of JSON': [
    'ratings-movies.json',
    String(traktFiles[5]!.content).slice(0, -40),
    [
      ['ratings-movies.json:1', 'rating', 'The Copper Orchard', 1987],
      ['ratings-movies.json:', 'broken_json'],
    ],
  ],
  'half of an archive': ['a.zip', zipOf(letterboxdFiles).subarray(0, 900), [['a.zip:', 'broken_archive']]],
  'an archive of nothing': ['a.zip', zipOf([]), [['a.zip:', 'unknown_archive']]],
  'an archive with nothing that is known': ['a.zip', zipOf([profile]), [['a.zip:', 'unknown_archive']]],
  'an archive with a password': [
    'a.zip',
    zipOf([{ ...notes(films(row('One'))), isEncrypted: true }]),
    [['ratings.csv:', 'encrypted_archive']],
  ],
  'a file of an archive that is larger than stated': [
    'a.zip',
    zipOf([
      { ...notes(films(row('One'))), statedBytes: 20 },
      { path: 'watchlist.csv', content: letterboxdFiles[4]!.content },
    ]),
    [
      ['ratings.csv:', 'broken_archive'],
      ['watchlist.csv:2', 'watchlist', 'Harbour of Salt II', 2001],
    ],
  ],
  'paths that lead out of an archive': [
    'a.zip',
    zipOf([
      { path: '../../../etc/ratings.csv', content: films(row('One')) },
      { path: '/etc\\ratings.csv', content: films(row('Two')) },
    ]),
    [
      ['../../../etc/ratings.csv:2', 'rating', 'One', 1987],
      ['/etc/ratings.csv:2', 'rating', 'Two', 1987],
    ],
  ],
  'a file above the limit': ['ratings.csv', films(row('One')), [['ratings.csv:', 'file_too_large']], { fileBytes: 50 }],
  'more files than the limit': ['a.zip', zipOf(letterboxdFiles), [['a.zip:', 'too_many_files']], { archiveFiles: 9 }],
  'more bytes unpacked than the limit': [
    'a.zip',
    zipOf([notes(films(row('One'), random))]),
    [['ratings.csv:', 'unpacks_too_large']],
    { unpackedBytes: 20_000 },
  ],
  'bytes that are packed too tightly': [
    'a.zip',
    zipOf([notes(films(row('One'), row('x'.repeat(3_000_000))))]),
    [['ratings.csv:', 'packed_too_tightly']],
  ],
  'a line above the limit': [
    'ratings.csv',
    films(row('One'), row('x'.repeat(70_000)), row('Three')),
    [
      ['ratings.csv:3', 'line_too_long'],
      ['ratings.csv:2', 'rating', 'One', 1987],
      ['ratings.csv:4', 'rating', 'Three', 1987],
    ],
    { lineBytes: 1_000 },
  ],
  'an entry of JSON above the limit': [
    'ratings-movies.json',
    JSON.stringify([
      { rated_at: '2022-02-06T10:00:00.000Z', rating: 9, movie: copper, more: 'x'.repeat(1_000) },
      { rated_at: '2022-02-06T10:00:00.000Z', rating: 9, movie: copper },
    ]),
    [
      ['ratings-movies.json:1', 'line_too_long'],
      ['ratings-movies.json:2', 'rating', 'The Copper Orchard', 1987],
    ],
    { lineBytes: 1_000 },
  ],
}

for (const [title, [name, content, expected, limits]] of Object.entries(broken))
  test(`a broken file: ${title}`, async (t) => {
    assert.deepEqual((await read(t, name, content, limits)).map(short), expected)
  })

test('entries above the limit are not read', async (t) => {
  const found = await read(t, 'ratings.csv', manyRows, { entries: 300 })
  assert.equal(found.length, 301)
  assert.deepEqual(short(found.at(-1)!), ['ratings.csv:', 'too_many_entries'])
})

test('what stands in a file about the person is nowhere in what is read', async (t) => {
  for (const files of [letterboxdFiles, traktFiles])
    assert.doesNotMatch(JSON.stringify(await read(t, 'a.zip', zipOf(files))), /people\.example/)
  assert.deepEqual((await read(t, 'profile.csv', profile.content)).map(short), [
    ['profile.csv:', 'unknown_table', 'Date Joined, Username, Email Address'],
  ])
})
