import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { maxWordLength } from '#src/catalogue/fields.ts'
import { emptyCatalogue, linesOf, openFor } from '../../support/catalogue.ts'
import { sqliteEngine } from '../../support/engines.ts'
import { assertExport } from '../../support/foreign/expected.ts'
import { sevenFiles } from '../../support/foreign/imdb.ts'
import { folderOf, importFormat } from '../../support/foreign/import-format.ts'
import { tables } from '../../support/foreign/tables.ts'
import { repliesInOne, repliesOfTheirOwn } from '../../support/foreign/tvmaze.ts'
import { dump, queryResult, savedEntities } from '../../support/foreign/wikidata.ts'

const engine = sqliteEngine(emptyCatalogue)

type Files = Readonly<Record<string, string | Uint8Array>>

/** Files of each format, what the catalogue is afterwards, and what is refused. */
const imports: readonly [what: string, format: string, files: Files, expected: string, refused: string[]][] = [
  ['tables', 'csv', tables, 'csv', ['club.csv:6: title is empty']],
  ['a show with what is embedded in it', 'tvmaze', repliesInOne, 'tvmaze', []],
  ['replies about a show', 'tvmaze', repliesOfTheirOwn, 'tvmaze', []],
  ['a dump of Wikidata', 'wikidata', { 'dump.json': dump }, 'wikidata', []],
  ['a packed dump', 'wikidata', { 'dump.json.zst': zstdCompressSync(dump) }, 'wikidata', []],
  ['saved entities', 'wikidata', { 'entities.json': savedEntities }, 'wikidata', []],
  ['the seven files of IMDb', 'imdb', sevenFiles, 'imdb', ['title.basics.tsv.gz:7: it has 3 columns and not 9']],
  ['the result of a query', 'wikidata', { 'query.json': queryResult }, 'wikidata-query', []],
]

for (const [what, format, files, expected, refused] of imports)
  test(`${what} can be imported, and the second time changes nothing`, async (context) => {
    const db = await openFor(context, engine)
    const folder = await folderOf(context, files)
    const paths = format === 'tvmaze' || format === 'imdb' ? [''] : Object.keys(files)
    const told = await importFormat(db, format, folder, paths)
    assert.deepEqual([told.refused, told.unresolved, told.reviews], [refused, [], []])
    await assertExport(db, expected)
    const again = await importFormat(db, format, folder, paths)
    assert.deepEqual([again.edit_id, again.records.unchanged], [undefined, told.records.created])
  })

const packed = gzipSync(dump)

const broken: readonly [what: string, format: string, files: Files, refused: RegExp[], created: number][] = [
  [
    'a dump that was cut off',
    'wikidata',
    { 'a.gz': packed.subarray(0, -9) },
    [/:\d+: it cannot be read any further/],
    8,
  ],
  [
    'a list of something else',
    'wikidata',
    { 'a.json': 'one\n{"a":1}\n{"id":"Q5","P31":"Q5\n' },
    [/:1: it is not an entity/, /:3: it is not JSON/],
    0,
  ],
  ['a reply of something else', 'wikidata', { 'a.json': '{"success":1}' }, [/:0: it has no entity of Wikidata/], 0],
  ['a reply that was cut off', 'wikidata', { 'a.json': savedEntities.slice(0, -9) }, [/:0: it is not JSON/], 0],
  [
    'a show that was cut off',
    'tvmaze',
    { 'a.json': repliesInOne['show.json'].slice(0, -9) },
    [/:0: it is not complete JSON/],
    0,
  ],
  ['a reply about nothing', 'tvmaze', { 'a.json': '[{"name":"x"}]' }, [/:0: it has nothing of a show/], 0],
  ['a table without titles', 'csv', { 'a.csv': 'x,year\n1,1999\n' }, [/:1: it names no column with titles/], 0],
  ['some other table', 'imdb', { 'title.other.tsv': 'a\tb\n' }, [/:0: it is none of title.basics.tsv.gz, /], 0],
  ['other columns', 'imdb', { 'title.crew.tsv': 'a\tb\n' }, [/:1: it has other columns than tconst, directors/], 0],
  [
    'a file of IMDb that was cut off',
    'imdb',
    { 'name.basics.tsv.gz': sevenFiles['name.basics.tsv.gz'].subarray(0, -9) },
    [/:\d+: it cannot be read any further/],
    0,
  ],
  [
    'a table with an open quotation mark',
    'csv',
    { 'a.csv': 'title,year\n"One,1999\nTwo,2001\n' },
    [/:2: it breaks the table/],
    1,
  ],
]

for (const [what, format, files, refused, created] of broken)
  test(`${what} is named, with its line, and what can be read is imported`, async (context) => {
    const db = await openFor(context, engine)
    const folder = await folderOf(context, files)
    const told = await importFormat(db, format, folder, Object.keys(files))
    assert.equal(told.refused.length, refused.length, told.refused.join('\n'))
    for (const [at, pattern] of refused.entries()) assert.match(told.refused[at] ?? '', pattern)
    assert.equal(told.records.created, created)
  })

test('a dump and a table may come from standard input', async (context) => {
  const db = await openFor(context, engine)
  const { records } = await importFormat(db, 'wikidata', '/', ['-'], { stdin: [Buffer.from(dump)] })
  assert.equal(records.created, 8)
  const table = 'title,year\nOne,1999\n"Two,2001\nThree,2003\n'
  const told = await importFormat(db, 'csv', '/', ['-'], { stdin: [Buffer.from(table)] })
  assert.deepEqual([told.refused, told.records.created], [['standard input:3: it breaks the table'], 2])
})

/** More than a name may have. */
const endless = 'x'.repeat(maxWordLength + 1)
const longTitle = [sevenFiles['title.basics.tsv.gz'], sevenFiles['name.basics.tsv.gz']].map((packed, at) =>
  gunzipSync(packed)
    .toString()
    .replace(['Die Nachtfähre', 'Dora Sample'][at] as string, endless),
) as [string, string]

const show = repliesOfTheirOwn['shows/99100.json']

/** Files with something that the catalogue does not take, and where that stands. */
const refusedLater: readonly [format: string, files: Files, refused: string[]][] = [
  [
    'nfo',
    {
      'One (1999)/movie.nfo': `\n<?xml version="1.0"\n encoding="UTF-8"?>\n\n<movie><title>${endless}</title></movie>`,
      'Two (1999)/movie.nfo': `<movie><title>Two</title><actor>
<name>A</name></actor>
<actor><name>${endless}</name></actor></movie>`,
      'Three (1999)/movie.nfo': `<movie><title>Three</title>\n<studio>${endless}</studio></movie>`,
    },
    ['One (1999)/movie.nfo:5: title', 'Three (1999)/movie.nfo:0: name', 'Two (1999)/movie.nfo:3: name'],
  ],
  [
    'imdb',
    { ...sevenFiles, 'title.basics.tsv.gz': gzipSync(longTitle[0]), 'name.basics.tsv.gz': gzipSync(longTitle[1]) },
    ['name.basics.tsv.gz:3: name', 'title.basics.tsv.gz:2: original_title'],
  ],
  [
    'tvmaze',
    {
      'shows.json': `[\n${show},\n\n${show
        .replace('{', '{\n')
        .replaceAll('99100', '99108')
        .replaceAll(/(?<="name":")Harb[^"]*/g, endless)}]`,
    },
    ['shows.json:4: name'],
  ],
  ['csv', { 'a.csv': `title,year,regie\n\nOne,1999,A\n${endless},2001,B\n` }, ['a.csv:4: title']],
  [
    'wikidata',
    { 'dump.json': dump.replace('Die Nachtfähre', endless) },
    ['dump.json:2: translations.translations.1.data.title'],
  ],
]

for (const [format, files, places] of refusedLater)
  test(`what the catalogue does not take of ${format} is named with its own line`, async (context) => {
    const db = await openFor(context, engine)
    const folder = await folderOf(context, files)
    const { refused } = await importFormat(
      db,
      format,
      folder,
      format === 'csv' || format === 'wikidata' ? Object.keys(files) : [''],
    )
    const long = refused.filter((text) => text.endsWith(` is longer than ${maxWordLength} characters`))
    assert.deepEqual(long.map((text) => text.split(' is ')[0]).sort(), places)
  })

test('columns of a table can be named, and nothing that is wrong with that is passed over', async (context) => {
  const db = await openFor(context, engine)
  const folder = await folderOf(context, { 'a.csv': 'Name,When,Who\nDas Moor,2003,Carl Sample\n' })
  const columns = (text: string) => importFormat(db, 'csv', folder, ['a.csv'], { columns: text, language: 'de' })
  assert.match((await columns('titel=Name')).refused[0] ?? '', /^a.csv:1: it --columns names "titel", which is none of/)
  assert.deepEqual((await columns('year=Jahr')).refused, ['a.csv:1: it has no column "Jahr", which --columns names'])
  assert.deepEqual((await columns('title=Name, year=When, directors=Who')).refused, [])
  const movies = (await linesOf(db)).filter(({ kind }) => kind === 'movie')
  assert.deepEqual(
    movies.map(({ original_title, release_date, release_date_precision, credits }) => [
      ...[original_title, release_date, release_date_precision],
      credits.crew.length,
    ]),
    [['Das Moor', '2003-01-01', 'year', 1]],
  )
})

test('cells of a table are read as people write them', async (context) => {
  const db = await openFor(context, engine)
  const rows = [
    'id;title;year;date;country;director',
    'a;One;(2001);;Deutschland/Schweden;"Ada Lund, Bo Kern"',
    'b;Two;2002-2003;;Germany;"Lund, Ada; Kern, Bo"',
    'c;Three;;24/10/2001;DE;"Lund, Jr.; Kern, Bo"',
    'd;Four;1999;03/02/1999;DE;Bo Kern',
    'e;Five;;3.2.1999;DE;Bo Kern',
    'f;Six;1978;24.10.78;DE;Bo Kern',
    'g;Seven;1978;31.02.1978;DE;Bo Kern',
  ]
  const folder = await folderOf(context, { 'a.csv': rows.join('\n') })
  const told = await importFormat(db, 'csv', folder, ['a.csv'])
  assert.deepEqual(told.refused, [
    'a.csv:5: date may have its day or its month first',
    'a.csv:7: date is no day of a year with four digits',
    'a.csv:8: date is no day of a year with four digits',
  ])
  const lines = await linesOf(db)
  const nameOf = new Map(lines.filter(({ kind }) => kind === 'person').map(({ id, name }) => [id, name]))
  assert.deepEqual(
    lines
      .filter(({ kind }) => kind === 'movie')
      .map(({ title, release_date, release_date_precision, origin_country, credits }) => [
        ...[title, release_date, release_date_precision, origin_country],
        credits.crew.map(({ id }: { id: number }) => nameOf.get(id)),
      ]),
    [
      ['One', '2001-01-01', 'year', ['DE', 'SE'], ['Ada Lund', 'Bo Kern']],
      ['Two', '2002-01-01', 'year', ['DE'], ['Ada Lund', 'Bo Kern']],
      ['Three', '2001-10-24', 'day', ['DE'], ['Lund, Jr.', 'Bo Kern']],
      ['Four', '1999-01-01', 'year', ['DE'], ['Bo Kern']],
      ['Five', '1999-02-03', 'day', ['DE'], ['Bo Kern']],
      ['Six', '1978-01-01', 'year', ['DE'], ['Bo Kern']],
      ['Seven', '1978-01-01', 'year', ['DE'], ['Bo Kern']],
    ],
  )
})
