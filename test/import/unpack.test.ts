import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { create } from 'tar'
import { isPacked, type UnpackLimits, unpack, unpackLimits } from '#src/import/files/unpack.ts'
import { recognise } from '#src/import/formats/recognise.ts'
import { sevenFiles } from '../support/foreign/imdb.ts'
import { folderOf } from '../support/foreign/import-format.ts'
import { library } from '../support/foreign/library.ts'
import { tables } from '../support/foreign/tables.ts'
import { repliesInOne, repliesOfTheirOwn } from '../support/foreign/tvmaze.ts'
import { dump, queryResult, savedEntities } from '../support/foreign/wikidata.ts'
import { type ZipFile, zipOf } from '../support/kept/zip.ts'
import { runCommand } from '../support/run/command.ts'

const small: UnpackLimits = { entries: 3, depth: 3, bytes: 3 * 2 ** 20, ratio: 10 }
const zeros = Buffer.alloc(2 * 2 ** 20)
const noise = randomBytes(2 ** 20 + 5_000)

const bombs: readonly [what: string, files: readonly ZipFile[], said: RegExp][] = [
  ['too many files', ['a', 'b', 'c', 'd'].map((path) => ({ path, content: '' })), /more than 3 files|too many files/],
  [
    'folders that nobody sees',
    ['a/b/x', 'c/d/x'].map((path) => ({ path, content: '' })),
    /has more than 3 files or folders/,
  ],
  ['folders inside of each other', [{ path: 'a/b/c/d/x', content: '' }], /lies in more than 3 folders/],
  ...['ä'.repeat(128), `${'ä'.repeat(128)}/a`].map((path): (typeof bombs)[number] => [
    `a long name: ${path.slice(-3)}`,
    [{ path, content: 'x' }],
    /has a file or folder with a name of more than 255 bytes\.$/,
  ]),
  ['too tightly packed', [{ path: 'a', content: zeros }], /is packed too tightly: unpacked it has more than 10 times/],
  [
    'tight in pieces',
    ['a', 'b'].map((path) => ({ path, content: zeros.subarray(0, 2 ** 20) })),
    /is packed too tightly/,
  ],
  ['too many bytes', ['a', 'b', 'c'].map((path) => ({ path, content: noise })), /unpacks to more than 3145728 bytes/],
  ['a size that is a lie', [{ path: 'a', content: zeros, statedBytes: 10 }], /packed too tightly|damaged/],
  ['encrypted', [{ path: 'a', content: 'x', isEncrypted: true }], /cannot be unpacked: it is encrypted/],
  ...[
    ['a', 'a'],
    ['x/a', 'x/a'],
    ['a', 'a/b'],
    ['a/b', 'a'],
  ].map((paths): (typeof bombs)[number] => [
    `a name that is taken: ${paths.join(' ')}`,
    paths.map((path) => ({ path, content: 'x' })),
    new RegExp(`a\\.zip has several files of which only one can be at ${paths[1]}\\.$`),
  ]),
  ...['../a', 'x/../../a', '/a', 'C:/a', 'x\\..\\..\\a'].map((path): (typeof bombs)[number] => [
    `outside: ${path}`,
    [{ path, content: 'x' }],
    /would lie outside of its folder/,
  ]),
]

for (const [what, files, said] of bombs)
  test(`an archive is refused whatever it says, and leaves nothing: ${what}`, async (context) => {
    const folder = await folderOf(context, { 'a.zip': zipOf(files) })
    await assert.rejects(unpack(join(folder, 'a.zip'), join(folder, 'out'), small), {
      name: 'ArchiveError',
      message: said,
    })
    assert.deepEqual(await readdir(join(folder, 'out')), [])
    assert.deepEqual((await readdir(folder)).sort(), ['a.zip', 'out'])
  })

/** A tar file made of a folder. */
async function tarOf(
  context: TestContext,
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  prefix = '',
) {
  const folder = await folderOf(context, {})
  await mkdir(join(folder, 'in'))
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, 'in', path), content)
  await symlink('/etc/passwd', join(folder, 'in', 'link'))
  await create({ file: join(folder, name), cwd: join(folder, 'in'), gzip: name.endsWith('gz'), prefix }, ['.'])
  return folder
}

test('tar files have the same limits, and no links', async (context) => {
  const at = async (name: string, files: Readonly<Record<string, string | Uint8Array>>, limits = small) => {
    const folder = await tarOf(context, name, files)
    return unpack(join(folder, name), join(folder, 'out'), limits)
  }
  await assert.rejects(at('a.tar', { a: '', b: '', c: '' }), /has more than 3 files/)
  await assert.rejects(at('a.tgz', { a: zeros }), /packed too tightly/)
  await assert.rejects(at('a.tar', { a: zeros, b: zeros }, { ...small, entries: 10 }), /unpacks to more than 3145728/)
  for (const [prefix, said] of [
    ['a/b/c/d', /lies in more than 3 folders/],
    ['b/c/d', /has more than 2 files or folders/],
    ['ä'.repeat(128), /name of more than 255 bytes/],
  ] as const) {
    const folder = await tarOf(context, 'a.tar.gz', {}, prefix)
    await assert.rejects(unpack(join(folder, 'a.tar.gz'), join(folder, 'out'), { ...small, entries: 2 }), said)
    assert.deepEqual(await readdir(join(folder, 'out')), [])
  }
  const made = await at('a.tar.gz', { a: 'one' })
  assert.deepEqual(await readdir(made), ['a'])
  assert.equal(await readFile(join(made, 'a'), 'utf8'), 'one')
  await assert.rejects(
    at('a.tar', {}).then((folder) => stat(join(folder, 'link'))),
    /ENOENT/,
  )
  assert.deepEqual(unpackLimits, { entries: 1_000_000, depth: 50, bytes: 64 * 2 ** 30, ratio: 200 })
})

test('what follows the files of a tar file counts as they do', async (context) => {
  const folder = await folderOf(context, { 'in/x.csv': 'imdb_id\ntt0000001\n' })
  const path = join(folder, 'a.tar')
  await create({ cwd: join(folder, 'in'), file: path }, ['x.csv'])
  const tail = gzipSync(Buffer.alloc(4 * 2 ** 20))
  await writeFile(`${path}.gz`, Buffer.concat([gzipSync(await readFile(path)), tail]))
  await assert.rejects(
    unpack(`${path}.gz`, join(folder, 'out'), small),
    /a\.tar\.gz unpacks to more|packed too tightly/,
  )
  assert.deepEqual(await readdir(join(folder, 'out')), [])
})

test('spreadsheets are no archives, and damaged archives say so', async (context) => {
  const cut = zipOf([{ path: 'a', content: 'x' }]).subarray(0, -5)
  const folder = await folderOf(context, { 'a.zip': cut, 'a.xlsx': zipOf([{ path: 'a', content: 'x' }]), 'a.csv': 'x' })
  assert.deepEqual(
    [
      await isPacked(join(folder, 'a.zip')),
      await isPacked(join(folder, 'a.xlsx')),
      await isPacked(join(folder, 'a.csv')),
    ],
    [true, false, false],
  )
  await assert.rejects(unpack(join(folder, 'a.zip'), folder), /cannot be unpacked: it is damaged or incomplete/)
})

type Files = Readonly<Record<string, string | Uint8Array>>
const kinds: readonly [format: string | undefined, files: Files][] = [
  ['nfo', library],
  ['nfo', { 'Films/Das Moor (2003).mkv': '' }],
  ['imdb', sevenFiles],
  ['imdb', { 'ratings.tsv': 'tconst\taverageRating\tnumVotes\n' }],
  ['csv', tables],
  ['tvmaze', repliesInOne],
  ['tvmaze', repliesOfTheirOwn],
  ['wikidata', { 'dump.json.gz': gzipSync(dump) }],
  ['wikidata', { 'entities.json': savedEntities }],
  ['wikidata', { 'query.json': queryResult }],
  [undefined, { 'notes.txt': 'nothing in particular' }],
  [undefined, { 'page.html': '<html>a, b</html>' }],
  [undefined, {}],
]

test('formats are told by what files hold', async (context) => {
  for (const [format, files] of kinds) {
    const folder = await folderOf(context, files)
    assert.equal(await recognise(folder), format, Object.keys(files).join())
    const [only, ...more] = Object.keys(files)
    if (only && more.length === 0 && format !== 'nfo') assert.equal(await recognise(join(folder, only)), format, only)
  }
})

test('an archive is imported as the folder is that is in it, and its files are called by its name', async (context) => {
  const files = Object.entries(library).map(([path, content]) => ({ path, content: content as string | Buffer }))
  const folder = await folderOf(context, { 'films.zip': zipOf(files), ...library })
  const run = (data: string, ...words: string[]) => runCommand(['import', ...words, '--data', join(folder, data)])
  const packed = await run('one', '--from', 'auto', join(folder, 'films.zip'))
  const plain = await run('two', '--from', 'nfo', join(folder, 'Films'), join(folder, 'Series'))
  assert.equal(packed.code, plain.code)
  const lines = async (data: string) =>
    (await runCommand(['export', '--data', join(folder, data)])).stdout.split('\n').sort()
  assert.deepEqual(await lines('one'), await lines('two'))
  assert.deepEqual(
    (await readdir(join(folder, 'one'))).filter((name) => name.includes('unpacked')),
    [],
  )
  const nothing = await run('one', '--from', 'auto', join(folder, 'one'))
  assert.deepEqual([nothing.code, /The format of .*one is not/.test(nothing.stderr)], [2, true])
})

test('tables in an archive are named with it where they are refused', async (context) => {
  const files = Object.entries(tables).map(([path, content]) => ({ path, content }))
  const folder = await folderOf(context, { 'club.zip': zipOf(files) })
  const { stderr } = await runCommand([
    'import',
    '--from',
    'csv',
    join(folder, 'club.zip'),
    '--data',
    join(folder, 'data'),
  ])
  assert.match(stderr, /\/club\.zip\/club\.csv:6: refused: title is empty/)
})
