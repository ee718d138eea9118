import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { maxXmlDepth, maxXmlValues } from '#src/file-formats/xml.ts'
import { read, short } from '../support/kept/files.ts'
import { zipOf } from '../support/kept/zip.ts'

/** Files that are none, and those that are made to hurt. */

const spreadsheet = zipOf([{ path: 'xl/workbook.xml', content: '<workbook/>' }])
const seeming: Readonly<Record<string, [name: string, content: Buffer | string, reason: string, value?: string]>> = {
  'a table that nobody knows': ['a.csv', 'Colour,Size\nred,7', 'unknown_table', 'Colour, Size'],
  'many columns': [
    'a.csv',
    `${Array.from({ length: 30 }, (_, at) => `c${at}`).join(',')}\n1`,
    'unknown_table',
    'c0, c1, c2, c3, c4, c5, c6, c7',
  ],
  'a table without names of columns': ['a.csv', 'red,someone@people.example,7', 'unknown_table', 'red, 7'],
  'a text': ['a.txt', 'Dear diary', 'unknown_format'],
  'other JSON': ['a.json', '{"a":[{"b":1}]}', 'unknown_json'],
  'other XML': ['a.xml', '<?xml version="1.0"?><opml><body/></opml>', 'unknown_xml', '<opml>'],
  'a page': ['a.html', '<html><body>Sign in</body></html>', 'is_html'],
  'a page of XML': ['a.html', '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html></html>', 'is_html'],
  'a spreadsheet': ['a.xlsx', spreadsheet, 'is_spreadsheet'],
  'an old spreadsheet': ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is_spreadsheet'],
  'a document': ['a.pdf', '%PDF-1.7', 'is_document'],
  'a document of an archive': ['a.docx', zipOf([{ path: 'word/document.xml', content: '<w/>' }]), 'is_document'],
  'a picture': ['a.png', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'is_picture'],
  'a database': ['MyVideos.db', 'SQLite format 3\0\0\0', 'is_database'],
  'another archive': ['a.7z', Buffer.from('377abcaf271c0004', 'hex'), 'is_other_archive'],
  'an archive of nothing known': ['a.zip', zipOf([{ path: 'a.txt', content: 'a' }]), 'unknown_archive'],
}

for (const [what, [name, content, reason, value]] of Object.entries(seeming))
  test(`what a file seems to be: ${what}`, async (t) => {
    assert.deepEqual((await read(t, name, content)).map(short), [
      [`${name}:`, reason, ...(value === undefined ? [] : [value])],
    ])
  })

const plays = '<title>Lamp</title><playcount>1</playcount>'
/** So many elements inside of each other. */
const within = (count: number) => '<a>'.repeat(count) + '</a>'.repeat(count)
const hostile: Readonly<Record<string, [content: Buffer | string, expected: unknown[], limits?: object]>> = {
  'elements inside of each other': [`<videodb>${'<a>'.repeat(100_000)}`, [['videodb.xml:', 'broken_xml']]],
  'as many elements as are read': [
    `<videodb><movie>${plays}${within(maxXmlDepth - 2)}</movie></videodb>`,
    [['videodb.xml:1', 'watched', 'Lamp', undefined]],
  ],
  'one element more': [
    `<videodb><movie>${plays}${within(maxXmlDepth - 1)}</movie></videodb>`,
    [['videodb.xml:', 'broken_xml']],
  ],
  'a document type that declares entities': [
    '<!DOCTYPE videodb [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]><videodb><movie></movie></videodb>',
    [['videodb.xml:', 'broken_xml']],
  ],
  'a text that never ends': [
    `<videodb><movie><title>${'x'.repeat(5_000)}`,
    [['videodb.xml:', 'broken_xml']],
    { lineBytes: 1_000 },
  ],
  'a file that ends in the middle': [
    `<videodb><movie>${plays}</movie><movie>`,
    [
      ['videodb.xml:1', 'watched', 'Lamp', undefined],
      ['videodb.xml:', 'broken_xml'],
    ],
  ],
  'a record that is too long': [
    `<videodb><movie><title>${'x'.repeat(900)}</title><originaltitle>${'x'.repeat(900)}</originaltitle></movie>\n` +
      `<movie>${plays}</movie></videodb>`,
    [
      ['videodb.xml:1', 'line_too_long'],
      ['videodb.xml:2', 'watched', 'Lamp', undefined],
    ],
    { lineBytes: 1_000 },
  ],
  'more values of a name than are read': [
    `<videodb><movie>${'<uniqueid type="x">1</uniqueid>'.repeat(maxXmlValues)}<uniqueid type="imdb">tt9900001` +
      `</uniqueid>${plays}</movie></videodb>`,
    [['videodb.xml:1', 'watched', 'Lamp', undefined]],
  ],
  'more entries than are read': [
    `<videodb>${`<movie>${plays}</movie>`.repeat(5)}</videodb>`,
    [
      ['videodb.xml:1', 'watched', 'Lamp', undefined],
      ['videodb.xml:1', 'watched', 'Lamp', undefined],
      ['videodb.xml:', 'too_many_entries'],
    ],
    { entries: 2 },
  ],
  'a packed file that unpacks into much more': [
    gzipSync('x'.repeat(3_000_000)),
    [['videodb.xml:', 'packed_too_tightly']],
  ],
  'a packed file above the limit': [
    gzipSync(Array.from({ length: 5_000 }, (_, at) => (at * 2_654_435_761).toString(36)).join(' ')),
    [['videodb.xml:', 'unpacks_too_large']],
    { unpackedBytes: 2_000 },
  ],
  'half of a packed file': [gzipSync(`<videodb>${plays}`).subarray(0, 30), [['videodb.xml:', 'broken_archive']]],
  'the Metadata of a list in too many objects': [
    JSON.stringify({ a: { data: [{ type: 'movie', title: 'Lamp', viewCount: 1, guid: 'x' }] } }),
    [['videodb.xml:', 'unknown_json']],
  ],
}

for (const [what, [content, expected, limits]] of Object.entries(hostile))
  test(`a hostile file: ${what}`, async (t) => {
    assert.deepEqual((await read(t, 'videodb.xml', content, limits)).map(short), expected)
  })
