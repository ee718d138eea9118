import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { vocabularyNames } from '#src/catalogue/vocabularies.ts'
import { raw } from '#src/database/sql.ts'
import { openStaging } from '#src/import/staging.ts'
import { main } from '#src/main.ts'
import { sources } from '../support/catalogue.ts'
import { runCommand } from '../support/run/command.ts'
import { withoutProgress } from '../support/run/progress.ts'
import { program } from '../support/running.ts'

const movie = (id: number, more: object = {}) => ({ kind: 'movie', id, title: `Film ${id}`, source: 'low', ...more })
const lineText = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const movies = (...ids: number[]) => lineText(...sources, ...ids.map((id) => movie(id)))

/** A folder with files, and commands that run in it. */
async function openFolder(context: TestContext, files: Record<string, string | Uint8Array> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-import-'))
  context.after(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  async function run(command: string, words: string[], stdin: Iterable<Uint8Array> = []) {
    const place = ['--data', join(folder, 'data')]
    const { code, stdout, stderr } = await runCommand([command, ...words, ...place], Readable.from(stdin))
    return { code, out: stdout, err: withoutProgress(stderr).replaceAll(`${folder}/`, '') }
  }
  const titles = async () => {
    const { out } = await run('export', ['--kind', 'movie'])
    const lines = out.split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line)).flatMap(({ kind, title }) => (kind === 'movie' ? [title] : []))
  }
  return { folder, run, titles, at: (name: string) => join(folder, name) }
}

const summaryOf = (out: string) =>
  out
    .replace(/ in [\d.]+ s$/m, '')
    .split('\n')
    .slice(0, -1)
const whole = (read: string, records: string) => [
  ...[`read ${read} lines`, `records: ${records}`, 'lines refused: 0', 'references left out: 0'],
  ...['unknown fields: none', 'computed fields: none'],
]

test('files are read plain and packed, folders file by file, and standard input', async (context) => {
  const packed = zstdCompressSync(movies(3))
  const { run, titles, at } = await openFolder(context, {
    'one.ndjson': `\ufeff\n${movies(1).replaceAll('\n', '\r\n')}\n  \n`,
    'two.ndjson.gz': gzipSync(movies(2)),
    'folder/three.ndjson.zst': packed,
    'folder/below/four.jsonl': movies(4).trimEnd(),
    'folder/NOTICE.txt': 'no lines',
    // What a file is shows in its first bytes.
    'five.ndjson': gzipSync(movies(5)),
    'none.ndjson': '',
  })
  const paths = ['one.ndjson', 'two.ndjson.gz', 'folder', 'five.ndjson', 'none.ndjson'].map(at)
  const told = await run('import', paths)
  assert.deepEqual(
    { ...told, out: summaryOf(told.out) },
    {
      code: 0,
      err: '',
      out: whole('25', '5 created, 0 changed, 0 unchanged'),
    },
  )
  assert.deepEqual(await titles(), ['Film 1', 'Film 2', 'Film 3', 'Film 4', 'Film 5'])

  const input = zstdCompressSync(movies(6, 7))
  // One byte at a time, as a slow pipe may bring it.
  const bytes = Array.from(input, (byte) => Uint8Array.of(byte))
  assert.deepEqual(summaryOf((await run('import', ['-'], bytes)).out), whole('6', '2 created, 0 changed, 0 unchanged'))
  assert.deepEqual((await titles()).slice(5), ['Film 6', 'Film 7'])
})

test('refused lines and what is left out are named, and the exit code tells of refusals', async (context) => {
  const bad = Buffer.concat([Buffer.from(movies(1)), Buffer.from('{"kind":"movie","id":2,"title":"\xff"}\n', 'latin1')])
  const { run, at } = await openFolder(context, {
    'bad.ndjson': bad,
    'cut.ndjson.gz': gzipSync(movies(3)).subarray(0, 60),
    'left.ndjson': lineText(movie(4, { belongs_to_collection: { id: 9 }, colour: 'red', similar: {} })),
  })
  const told = await run('import', ['bad.ndjson', 'cut.ndjson.gz', 'left.ndjson'].map(at))
  assert.deepEqual(told.code, 1)
  assert.deepEqual(told.err.split('\n'), [
    'bad.ndjson:6: refused: the line is not UTF-8',
    'cut.ndjson.gz:1: refused: the line cannot be read any further: unexpected end of file',
    'left.ndjson:1: left out: belongs_to_collection refers to the collection 9, which does not exist',
    '',
  ])
  assert.deepEqual(summaryOf(told.out), [
    ...['read 8 lines', 'records: 2 created, 0 changed, 0 unchanged', 'lines refused: 2', 'references left out: 1'],
    ...['unknown fields: colour (1)', 'computed fields: similar (1)'],
  ])
})

test('strict and dry runs say that nothing was written', async (context) => {
  const { run, titles, at } = await openFolder(context, { 'good.ndjson': movies(1), 'bad.ndjson': '{' })
  const tried = await run('import', [at('good.ndjson'), '--dry-run'])
  assert.deepEqual(
    [tried.code, summaryOf(tried.out)],
    [0, ['This was a dry run. Nothing was written.', ...whole('5', '1 created, 0 changed, 0 unchanged')]],
  )
  const strict = await run('import', [at('good.ndjson'), at('bad.ndjson'), '--strict'])
  assert.deepEqual(
    [strict.code, summaryOf(strict.out)[0]],
    [1, 'Stopped at the first refused line. Nothing was written.'],
  )
  assert.deepEqual(await titles(), [])
})

test('a source for lines that name none', async (context) => {
  const { run, at } = await openFolder(context, { 'one.ndjson': lineText({ kind: 'movie', id: 1, title: 'One' }) })
  const path = at('one.ndjson')
  assert.equal((await run('import', [path])).err, 'one.ndjson:1: refused: source is missing\n')
  assert.equal((await run('import', [path, '--source', 'mine', '--licence', 'CC0-1.0', '--rank', '5'])).code, 0)
  // From now on the source is known.
  assert.equal((await run('import', [path, '--source', 'mine'])).code, 0)
  const source = {
    kind: 'source',
    id: 'mine',
    name: 'mine',
    licence: 'CC0-1.0',
    url: '',
    rank: 5,
    redistributable: false,
  }
  const line = { kind: 'movie', id: 1, title: 'One', source: 'mine' }
  assert.equal((await run('export', [])).out, lineText(source, line))
})

const wrongWords: [words: string[], message: string][] = [
  [[], 'import needs a path, or - for standard input.'],
  [['nowhere.ndjson'], 'There is no file or folder nowhere.ndjson.'],
  [['-', '--licence', 'L'], '--licence and --rank need --source.'],
  [
    ['-', '--source', 'a b'],
    '--source takes up to 100 letters, digits, dots, hyphens and underscores, beginning with a letter or a ' +
      'digit, not "a b".',
  ],
  [
    ['-', '--source', 'new'],
    'new is a new source: neither the catalogue knows it, nor does a line of the files declare it. ' +
      'So it needs --licence and --rank.',
  ],
  [
    ['-', '--source', 'new', '--licence', 'L', '--rank', '1001'],
    '--rank has to be a whole number from 0 to 1000, not "1001".',
  ],
  [
    ['-', '--source', 'new', '--licence', 'L', '--rank', 'x'],
    '--rank has to be a whole number from 0 to 1000, not "x".',
  ],
]

test('wrong words are answered with the usage', async (context) => {
  const { run } = await openFolder(context)
  for (const [words, message] of wrongWords) {
    const { code, err } = await run('import', words)
    assert.deepEqual([code, err.split('\n')[0]], [2, `reelcommons import: ${message}`])
  }
  const { code, err } = await run('export', ['--kind', 'film'])
  assert.equal(code, 2)
  const first = ['source', ...vocabularyNames].join(', ')
  assert.match(err, new RegExp(`^reelcommons export: --kind has to be ${first}, company.* or .*, not "film"\\.`))
})

test('only one import works on a data folder, and leaves nothing behind', async (context) => {
  const { run, at } = await openFolder(context, { 'one.ndjson': movies(1) })
  await mkdir(at('data'))
  const other = await openStaging(at('data/import.staging.sqlite'))
  // In a write-ahead log of gigabytes every look-up would go through the whole log.
  assert.deepEqual(other.connection.one(raw('pragma journal_mode')), { journal_mode: 'memory' })
  const { code, err } = await run('import', [at('one.ndjson')])
  assert.deepEqual(
    [code, err],
    [1, 'reelcommons import: Another import with this data folder is running. Try again when it has finished.\n'],
  )
  await other.close()
  // What a killed import leaves is thrown away, whatever state it is in.
  await writeFile(at('data/import.staging.sqlite'), 'half of something')
  assert.equal((await run('import', [at('one.ndjson')])).code, 0)
  const left = (await readdir(at('data'))).filter((name) => name.startsWith('import'))
  assert.deepEqual(left, ['import.lock', 'import.staging.sqlite.lock'])
})

const reads = 'import reads lines of JSON, one for each record, plain or compressed'
const otherFiles: [name: string, content: string | Uint8Array, what: string, remedy?: string][] = [
  ['poster.png', Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64'), 'a PNG picture'],
  ['packed.png.gz', gzipSync(Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB', 'base64')), 'a PNG picture'],
  ['lines.zip', 'PK\x03\x04 and more', 'a ZIP file'],
  ['picture', Buffer.from('ffd8ffe000104a464946', 'hex'), 'a JPEG picture'],
  ['catalogue.sqlite', 'SQLite format 3\0', 'an SQLite database'],
  ['lines.bz2', 'BZh91AY&SY', 'a file compressed with bzip2'],
  ['utf-16.ndjson', Buffer.from(`\ufeff${movies(1)}`, 'utf16le'), 'text in UTF-16'],
  ['bytes', Buffer.from('0102000304', 'hex'), 'binary data'],
  ['renamed', Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar\0')]), 'a tar file', '; name it .tar'],
  ['page.html', '\n<!doctype html>\n<title>Films</title>\n', 'HTML or XML'],
  ['list.json', JSON.stringify([movie(1), movie(2)]), 'one JSON list', '; `jq -c .[] FILE` turns it into lines'],
  ['long.json', JSON.stringify([movie(1)], null, 2), 'one JSON list', '; `jq -c .[] FILE` turns it into lines'],
  [
    'one.json',
    JSON.stringify(movie(1), null, 2),
    'JSON that is spread over several lines',
    '; `jq -c . FILE` puts each record on one line',
  ],
  ['films.csv', 'id,title\n1,One\n'.repeat(10_000), 'text that is not JSON'],
  ['latin.txt', Buffer.from('Amélie\n', 'latin1'), 'text that is not UTF-8'],
]

test('a file that holds no lines is refused in one sentence', async (context) => {
  const { run, at } = await openFolder(context, Object.fromEntries(otherFiles))
  for (const [name, , what, remedy = ''] of otherFiles) {
    const { code, err } = await run('import', [at(name)])
    assert.deepEqual([code, err], [1, `${name}: refused: it looks like ${what}; ${reads}${remedy}\n`])
  }
})

test('a file with other lines at its start is read, and so is one line with a mistake', async (context) => {
  const { run, at } = await openFolder(context, {
    'some.ndjson': `# films\n[]\n${movies(1)}`,
    'cut.ndjson': '{"kind":',
  })
  const { err, out } = await run('import', ['some.ndjson', 'cut.ndjson'].map(at))
  assert.deepEqual(err.split('\n'), [
    'some.ndjson:1: refused: the line is not JSON',
    'some.ndjson:2: refused: the line is not an object',
    'cut.ndjson:1: refused: the line is not JSON',
    '',
  ])
  assert.equal(summaryOf(out)[1], 'records: 1 created, 0 changed, 0 unchanged')
})

test('an import that finds no line says so', async (context) => {
  const { run, at } = await openFolder(context, { 'none.ndjson': '\n' })
  const { code, err } = await run('import', [at('none.ndjson')])
  assert.deepEqual([code, err], [1, 'There are no lines in none.ndjson.\n'])
})

const nothingWritten = 'Interrupted: nothing was written. Run the same import again.\n'

test('an import that is interrupted ends in order, and says what is in', async (context) => {
  const german = { iso_639_1: 'de', iso_3166_1: 'DE' }
  const lines = [
    ...sources,
    { kind: 'person', id: 1, name: 'First', source: 'low' },
    movie(1, { translations: { translations: [{ ...german, source: 'nobody', data: { title: 'Eins' } }] } }),
    { kind: 'series', id: 1, name: 'Later', source: 'low' },
  ]
  const { at, run } = await openFolder(context, { 'lines.ndjson': lineText(...lines) })
  const words = ['import', at('lines.ndjson'), '--data', at('data')]
  // While the first movies are written, which is told by a reference that is left out.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    let told = ''
    const stderr = new Writable({
      write(chunk, _encoding, done) {
        told += chunk
        if (String(chunk).includes('left out')) process.kill(process.pid, signal)
        done()
      },
    })
    const io = { stdin: Readable.from([]), stdout: new PassThrough(), stderr, env: {} }
    assert.equal(await main(words, io), code)
    assert.equal(
      withoutProgress(told).replaceAll(`${at('')}/`, ''),
      'lines.ndjson:6: left out: translations refers to the source nobody, which does not exist\n' +
        'Interrupted: 2 of 3 lines are in the catalogue. ' +
        'Run the same import again to complete it.\n',
    )
  }
  const completed = summaryOf((await run('import', [at('lines.ndjson')])).out)[1]
  assert.equal(completed, 'records: 1 created, 0 changed, 2 unchanged')
})

test('an import whose input does not end is interrupted while it reads', async (context) => {
  const { at } = await openFolder(context)
  const child = spawn(process.execPath, [program, 'import', '-', '--data', at('data')])
  const err = text(child.stderr)
  child.stdin.write(movies(1))
  // The file of its lines is there as soon as it waits for more.
  while (!existsSync(at('data/import.staging.sqlite'))) await sleep(5)
  child.kill('SIGINT')
  assert.deepEqual([...(await once(child, 'close')), await err], [130, null, nothingWritten])
})
