import assert from 'node:assert/strict'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { AnyLine } from '../../support/catalogue.ts'
import { folderOf } from '../../support/foreign/import-format.ts'
import { library } from '../../support/foreign/library.ts'
import { plain } from '../../support/media/bytes.ts'
import { runCommand } from '../../support/run/command.ts'
import { withoutProgress } from '../../support/run/progress.ts'

const poster = 'Films/The Night Ferry (1978)/poster.jpg'

/** A folder with a library, a catalogue that it was imported into, and the same library with its videos alone. */
async function open(context: TestContext) {
  const folder = await folderOf(context, {
    ...Object.fromEntries(Object.entries(library).map(([name, content]) => [`library/${name}`, content])),
    [`library/${poster}`]: await plain(60, 90).jpeg().toBuffer(),
    ...Object.fromEntries(
      Object.keys(library).flatMap((name) => (/\.(mkv|mp4)$/.test(name) ? [[`bare/${name}`, '']] : [])),
    ),
  })
  const run = async (command: string, words: string[], data = 'data') => {
    const { code, stdout, stderr } = await runCommand([command, ...words, '--data', join(folder, data)])
    return { code, stdout, stderr: withoutProgress(stderr).replaceAll(`${folder}/`, '') }
  }
  const linesOf = async (data?: string): Promise<AnyLine[]> => {
    const { stdout } = await run('export', [], data)
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  }
  const imported = await run('import', ['--from', 'nfo', join(folder, 'library')])
  assert.equal(imported.code, 0, imported.stderr)
  const write = (...words: string[]) => run('export', ['--to', 'nfo', join(folder, 'bare'), ...words])
  return { folder, run, write, linesOf, at: (name: string) => join(folder, 'bare', name) }
}

/** What NFO files say of a catalogue; ids of our own and of entries depend on the order of an import. */
function factsOf(lines: readonly AnyLine[]) {
  const names = new Map(lines.map(({ kind, id, name, title }) => [`${kind} ${id}`, name ?? title]))
  return lines
    .filter(({ kind }) => kind === 'movie' || kind === 'series' || kind === 'episode')
    .map(
      ({
        kind,
        title,
        name,
        original_title,
        overview,
        runtime,
        release_date,
        air_date,
        external_ids,
        credits,
        genres,
      }) => ({
        ...{
          kind,
          name: title ?? name,
          original_title,
          overview,
          runtime,
          date: release_date ?? air_date,
          external_ids,
          genres,
        },
        cast: credits?.cast.map(({ id, character }: AnyLine) => [names.get(`person ${id}`), character]),
        crew: credits?.crew.map(({ id, job }: AnyLine) => [names.get(`person ${id}`), job]),
      }),
    )
    .sort((one, other) => (`${one.kind} ${one.name}` < `${other.kind} ${other.name}` ? -1 : 1))
}

test('NFO files and pictures are written beside films, and say what the catalogue says', async (context) => {
  const { folder, run, write, linesOf, at } = await open(context)
  const dry = await write('--dry-run')
  assert.match(dry.stdout, /^found: 2 films, 1 series, 3 episodes$/m)
  assert.deepEqual(await readdir(at('Films/Das Moor (2003)')), ['Das Moor.mp4'])
  const told = await write()
  assert.deepEqual([told.stderr, told.stdout], ['', dry.stdout])
  assert.deepEqual(
    (await readdir(at('Films/The Night Ferry (1978)'))).filter((name) => !name.endsWith('.mkv')).sort(),
    [...['.reelcommons.json', 'The Night Ferry (1978)-poster.jpg', 'The Night Ferry (1978).nfo']],
  )
  // For the catalogue that they come from they say nothing, and another one learns all of it.
  const before = await linesOf()
  const back = await run('import', ['--from', 'nfo', join(folder, 'bare')])
  assert.match(back.stdout, /^records: 0 created, 0 changed/m)
  assert.deepEqual(await linesOf(), before)
  await cp(join(folder, 'bare'), join(folder, 'copy'), { recursive: true })
  for (const name of await readdir(join(folder, 'copy'), { recursive: true }))
    if (name.endsWith('.reelcommons.json')) await rm(join(folder, 'copy', name))
  await run('import', ['--from', 'nfo', join(folder, 'copy')], 'other')
  assert.deepEqual(factsOf(await linesOf('other')), factsOf(before))
})

test('the NFO file of a disc lies in the folder of the film', async (context) => {
  const { write, at } = await open(context)
  const film = at('Films/Das Moor (2003)')
  await rm(join(film, 'Das Moor.mp4'))
  await mkdir(join(film, 'BDMV', 'STREAM'), { recursive: true })
  await writeFile(join(film, 'BDMV', 'STREAM', '00001.m2ts'), '')
  const told = await write()
  assert.match(told.stdout, /^found: 2 films, 1 series, 3 episodes$/m)
  assert.deepEqual((await readdir(film)).sort(), ['.reelcommons.json', 'BDMV', 'movie.nfo'])
  assert.match(await readFile(join(film, 'movie.nfo'), 'utf8'), /<title>Das Moor<\/title>/)
})

test('a file that was not written here, or was changed since, is kept unless it is forced', async (context) => {
  const { write, at } = await open(context)
  const [ferry, moor] = [
    at('Films/The Night Ferry (1978)/The Night Ferry (1978).nfo'),
    at('Films/Das Moor (2003)/Das Moor.nfo'),
  ]
  await writeFile(ferry, '<movie><title>Mine</title></movie>')
  const first = await write()
  assert.match(first.stderr, /^bare\/Films\/The Night Ferry \(1978\)\/The Night Ferry \(1978\).nfo: kept, because/m)
  const again = await write()
  assert.match(again.stdout, /^files: 0 written, \d+ unchanged, 1 kept$/m)
  const ours = await readFile(moor, 'utf8')
  await writeFile(moor, ours.replace('Das Moor', 'Mein Moor'))
  const changed = await write()
  assert.match(changed.stdout, /^files: 0 written, \d+ unchanged, 2 kept$/m)
  assert.match(await readFile(moor, 'utf8'), /Mein Moor/)
  const forced = await write('--force')
  assert.match(forced.stdout, /^files: 2 written, \d+ unchanged, 0 kept$/m)
  assert.equal(await readFile(moor, 'utf8'), ours)
})

test('a table of the catalogue can be imported again', async (context) => {
  const { folder, run, linesOf } = await open(context)
  // A spreadsheet would calculate them, from the beginning or behind a semicolon.
  const hostile = ['=HYPERLINK("https://evil.example")', '-2+3', ' @SUM(A1)', 'Ferry; =1+1', "'=quoted"]
  const overview = 'A\tnight;=1+1\r\n+2'
  const texts = { source: 'nfo', original_title: 'None', overview }
  const added = hostile.map((title, at) => ({ kind: 'movie', id: 991_900 + at, title, ...texts }))
  await writeFile(join(folder, 'hostile.ndjson'), added.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const brought = await run('import', [join(folder, 'hostile.ndjson')])
  assert.equal(brought.code, 0, brought.stderr)
  const { stdout } = await run('export', ['--to', 'csv'])
  assert.match(stdout, /^991900,movie,"'=HYPERLINK\(""https:/m)
  assert.doesNotMatch(stdout, /(^|[,;\t\r\n])["\s]*[=+@-]/)
  assert.match(stdout, /^id,kind,title,original title,date,year,/)
  assert.match(stdout, /^991001,movie,The Night Ferry,Die Nachtfähre,1978-10-24,1978,91,"?Drama; Science Fiction/m)
  await writeFile(join(folder, 'table.csv'), stdout)
  const back = await run('import', ['--from', 'csv', join(folder, 'table.csv')], 'other')
  assert.equal(back.code, 0, back.stderr)
  const shown = (lines: readonly AnyLine[]) =>
    lines
      .filter(({ kind }) => kind === 'movie')
      .map(({ title, original_title, release_date, runtime, overview, genres }) => [
        ...[title?.trim(), original_title?.trim(), release_date, runtime, overview],
        genres,
      ])
      .sort()
  assert.deepEqual(shown(await linesOf('other')), shown(await linesOf()))
})
