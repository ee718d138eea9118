import assert from 'node:assert/strict'
import { copyFile, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { sampleNote } from '#src/catalogue/edits/sample-note.ts'
import { maxTitlesListed } from '#src/commands/import-titles.ts'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import { type AnyLine, emptyCatalogue, importInto, sources } from '../../support/catalogue.ts'
import { sqliteEngine } from '../../support/engines.ts'
import { folderOf } from '../../support/foreign/import-format.ts'
import { library } from '../../support/foreign/library.ts'
import { plain } from '../../support/media/bytes.ts'
import { runCommand } from '../../support/run/command.ts'
import { withoutProgress } from '../../support/run/progress.ts'

const picture = (format: 'jpeg' | 'png', width = 60, height = 90) => plain(width, height)[format]().toBuffer()

async function run(folder: string, command: string, words: string[]) {
  const told = await runCommand([command, ...words, '--data', join(folder, 'data')])
  return { ...told, stderr: withoutProgress(told.stderr).replaceAll(`${folder}/`, '') }
}

async function recordsOf(folder: string, of: string): Promise<AnyLine[]> {
  const { stdout } = await run(folder, 'export', ['--kind', of])
  const lines = stdout.split('\n').slice(0, -1)
  return lines.map((line): AnyLine => JSON.parse(line)).filter(({ kind }) => kind === of)
}
const moviesOf = (folder: string) => recordsOf(folder, 'movie')

/** Of each gallery of a record, the widths of its pictures. */
const widthsOf = ({ images }: AnyLine = {}) =>
  Object.fromEntries(
    Object.entries((images ?? {}) as Record<string, AnyLine[]>).map(([gallery, all]) => [
      gallery,
      all.map(({ width }) => width),
    ]),
  )

const [films, show] = ['library/Films', 'library/Series/Harbour Street']

/** The library with pictures of all kinds, and lines about two of its people. */
const libraryWithPictures = async () => ({
  // Who is in the catalogue with a picture keeps it; who has none gets one.
  'people.ndjson': [
    { kind: 'source', id: 'low', name: 'Low', licence: 'CC0-1.0', rank: 1 },
    {
      kind: 'person',
      id: 1,
      name: 'Dora Sample',
      original_name: 'Dora Sample',
      profile_path: '/d.jpg',
      source: 'low',
    },
    { kind: 'person', id: 2, name: 'Hans Sample', original_name: 'Hans Sample', source: 'low' },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
  ...Object.fromEntries(Object.entries(library).map(([name, content]) => [`library/${name}`, content])),
  [`${films}/The Night Ferry (1978)/poster.jpg`]: await picture('jpeg'),
  [`${films}/The Night Ferry (1978)/The Night Ferry (1978)-fanart.jpg`]: await picture('png', 160, 90),
  [`${films}/The Night Ferry (1978)/fanart1.png`]: await picture('png', 320, 180),
  [`${films}/The Night Ferry (1978)/clearlogo.png`]: 'no picture',
  [`${films}/The Night Ferry (1978)/landscape.jpg`]: await picture('jpeg', 480, 270),
  [`${films}/The Night Ferry (1978)/.actors/Dora_Sample.jpg`]: await picture('jpeg'),
  [`${films}/The Night Ferry (1978)/.actors/Hans_Sample.png`]: await picture('png', 61),
  [`${show}/folder.jpg`]: await picture('jpeg', 62),
  [`${show}/landscape.jpg`]: await picture('jpeg', 640, 360),
  [`${show}/season01-poster.jpg`]: await picture('jpeg', 63),
  [`${show}/Season 01/Harbour Street - S01E01-E02-thumb.jpg`]: await picture('jpeg', 162, 91),
  [`${show}/Season 01/Harbour Street - S01E03 - The Pier-thumb.jpg`]: await picture('jpeg', 163, 91),
  [`${show}/.actors/Ida_Sample.jpg`]: await picture('jpeg', 64),
  'secret.jpg': await picture('jpeg', 70, 105),
  [`${films}/Das Moor (2003)/notes.txt`]: '',
})

test('pictures beside the films become images, and what is none is named', async (context) => {
  const folder = await folderOf(context, await libraryWithPictures())
  await symlink(join(folder, 'secret.jpg'), join(folder, films, 'Das Moor (2003)/poster.jpg'))
  assert.equal((await run(folder, 'import', [join(folder, 'people.ndjson')])).code, 0)
  const told = await run(folder, 'import', ['--from', 'nfo', join(folder, 'library')])
  assert.equal(told.code, 0, told.stderr)
  assert.match(told.stderr, /Films\/The Night Ferry \(1978\).*clearlogo|logos/)
  const [ferry, moor] = await moviesOf(folder)
  assert.deepEqual(
    [ferry?.images.posters.length, ferry?.images.backdrops.map(({ width }: AnyLine) => width), ferry?.images.logos],
    [1, [160, 320, 480], undefined],
  )
  const [series, season, ...rest] = [await recordsOf(folder, 'series'), await recordsOf(folder, 'season')].flat()
  assert.deepEqual(
    [widthsOf(series), widthsOf(season), rest],
    [{ posters: [62], backdrops: [640] }, { posters: [63] }, []],
  )
  assert.equal(season?.poster_path, season?.images.posters[0].file_path)
  const episodes = (await recordsOf(folder, 'episode')).map((one) => [one.episode_number, widthsOf(one)])
  assert.deepEqual(episodes, [
    [1, { stills: [162] }],
    [2, {}],
    [3, { stills: [163] }],
  ])
  const people = await recordsOf(folder, 'person')
  const pictured = people.map((one) => [one.name, widthsOf(one).profiles, one.profile_path?.length > 0])
  assert.deepEqual(
    pictured.filter(([, , isPictured]) => isPictured),
    [
      ['Dora Sample', undefined, true],
      ['Hans Sample', [61], true],
      ['Ida Sample', [64], true],
    ],
  )
  assert.equal(ferry?.poster_path, ferry?.images.posters[0].file_path)
  // Links are not followed out of the library.
  assert.equal(moor?.images, undefined)
  const stored = await readdir(join(folder, 'data/pictures/originals'), { recursive: true })
  assert.equal(stored.filter((name) => name.includes('/')).length, 11)
  const again = await run(folder, 'import', ['--from', 'nfo', join(folder, 'library')])
  assert.match(again.stdout, /^records: 0 created, 0 changed, 13 unchanged$/m)
})

test('each video file that is left out is named once, and all of them are counted', async (context) => {
  const folder = await folderOf(context, {
    'library/Known Nowhere (1988) - Uncut.mkv': '',
    'library/Known Nowhere (1988).mkv': '',
    'library/Known Nowhere (1988)-trailer.mkv': '',
    'library/New (2011)/movie.nfo': '<movie><title>New</title><year>2011</year></movie>',
    'library/New (2011)/New.mkv': '',
    'library/Show/tvshow.nfo': '<tvshow><title>Show</title></tvshow>',
    'library/Show/Lamp.mkv': '',
    'library/Lost/Lost S01E01.mkv': '',
    'library/Lost/Lost S01E02.mkv': '',
  })
  const { stdout, stderr } = await run(folder, 'import', ['--from', 'nfo', join(folder, 'library')])
  const named = stderr.split('\n').filter((line) => line.startsWith('library/'))
  assert.deepEqual(
    named.map((line) => line.replace(/(?<=: (?:refused|for you to decide)): .*/, '')),
    [
      'library/Show/Lamp.mkv: refused',
      'library/Known Nowhere (1988).mkv: left out: it is of the same film or series as ' +
        'library/Known Nowhere (1988) - Uncut.mkv',
      'library/Lost/Lost S01E02.mkv: left out: it is of the same film or series as library/Lost/Lost S01E01.mkv',
      'library/Known Nowhere (1988) - Uncut.mkv: for you to decide',
      'library/Lost/Lost S01E01.mkv: for you to decide',
    ],
  )
  assert.match(stdout, /^video files: 7, of these found: 0, new: 1, left out: 5, trailers and other extras: 1$/m)
})

/** A data folder whose catalogue has one film of the sample, under a number that is also another film's. */
async function withSample(context: TestContext) {
  const folder = await folderOf(context, { ...library, 'data/empty': '' })
  const made = await sqliteEngine(emptyCatalogue).clone()
  await copyFile(made, join(folder, 'data', catalogueFile))
  const db = await openDatabase(join(folder, 'data'), { writes: 'inline' })
  await importInto(db, [...sources, { kind: 'movie', id: 991_001, title: 'Of the sample', source: 'low' }], {
    note: sampleNote,
  })
  await db.close()
  return folder
}

test('an import asks about the sample, which goes or stays, and never stands in the way', async (context) => {
  const folder = await withSample(context)
  const films = join(folder, 'Films')
  const asked = await run(folder, 'import', ['--from', 'nfo', films])
  assert.deepEqual([asked.code, /Add --sample remove/.test(asked.stderr)], [2, true])
  const kept = await run(folder, 'import', ['--from', 'nfo', films, '--sample', 'keep'])
  assert.equal(kept.code, 0)
  assert.deepEqual(
    (await moviesOf(folder)).map(({ id, title }) => [id, title]),
    [
      [991_001, 'Of the sample'],
      [991_002, 'Das Moor'],
      [1_500_000_000, 'The Night Ferry'],
    ],
  )
  const removed = await run(folder, 'import', ['--from', 'nfo', films, '--sample', 'remove'])
  assert.deepEqual([removed.code, /1 records of the sample removed/.test(removed.stderr)], [0, true])
  assert.deepEqual(
    (await moviesOf(folder)).map(({ id }) => id),
    [991_002, 1_500_000_000],
  )
})

test('words that make no sense together are refused before anything is read', async (context) => {
  const folder = await folderOf(context, {})
  const refusals: readonly [words: string[], said: RegExp][] = [
    [['x', '--from', 'docx'], /--from has to be nfo, wikidata, /],
    [['x', '--from', 'nfo', '--map-ids'], /--map-ids is only for catalogue lines/],
    [['x', '--from', 'nfo', '--language', 'German'], /--language has to be a code such as de or de-DE, not "German"/],
    [['x', '--from', 'csv', '--create'], /--create is only for --from nfo or auto/],
    [['x', '--create'], /--create is only for --from nfo or auto/],
    [['x', '--from', 'nfo', '--all'], /--all is only for --dry-run with --from/],
    [['x', '--dry-run', '--all'], /--all is only for --dry-run with --from/],
    [['x', '--language', 'de'], /--language and --columns need --from/],
    [['/no/such/folder', '--from', 'nfo'], /There is no file or folder \/no\/such\/folder/],
  ]
  for (const [words, said] of refusals) {
    const { code, stderr } = await run(folder, 'import', words)
    assert.deepEqual([code, said.test(stderr)], [2, true], stderr)
  }
})

test('a dry run lists what would be made and found, the first of each or all', async (context) => {
  const films = Array.from({ length: maxTitlesListed + 2 }, (_, n) => `Boat ${String(n + 100)} (2001)`)
  const folder = await folderOf(context, {
    'people.ndjson': [
      { kind: 'source', id: 'low', name: 'Low', licence: 'CC0-1.0', rank: 1 },
      { kind: 'movie', id: 9, title: 'Das Moor', release_date: '2003-05-01', source: 'low' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
    ...Object.fromEntries(films.map((film) => [`library/${film}.mkv`, ''])),
    'library/Das "Moor" (2003).mkv': '',
  })
  assert.equal((await run(folder, 'import', [join(folder, 'people.ndjson')])).code, 0)
  const words = ['--from', 'nfo', join(folder, 'library'), '--dry-run']
  const listed = ({ stdout }: { stdout: string }) =>
    stdout
      .replaceAll(`${folder}/`, '')
      .split('\n')
      .filter((line) => / (new|found): (movie|series) |^and /.test(line))
  const found = 'library/Das "Moor" (2003).mkv: found: movie "Das \\"Moor\\"" (2003) is 9, "Das Moor"'
  assert.deepEqual(listed(await run(folder, 'import', words)), [found])
  const made = films.map((film) => `library/${film}.mkv: new: movie "${film.slice(0, -7)}" (2001)`)
  const some = await run(folder, 'import', [...words, '--create'])
  assert.deepEqual(listed(some), [
    ...made.slice(0, maxTitlesListed),
    found,
    'and 2 more new films and series: --all lists them',
  ])
  assert.match(some.stdout, /^records: 102 created, 0 changed/m)
  assert.deepEqual(listed(await run(folder, 'import', [...words, '--create', '--all'])), [...made, found])
  assert.deepEqual(listed(await run(folder, 'import', words.slice(0, -1))), [], 'an import itself lists nothing')
})
