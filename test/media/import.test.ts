import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { create } from 'tar'
import { plain, svg } from '../support/media/bytes.ts'
import { runCommand } from '../support/run/command.ts'
import { withoutProgress } from '../support/run/progress.ts'

const source = { kind: 'source', id: 'club', name: 'Club', licence: 'CC0-1.0', rank: 20, redistributable: true }
const lines = (...all: object[]) => [source, ...all].map((line) => `${JSON.stringify(line)}\n`).join('')
const movie = (images: object, more: object = {}) => ({
  kind: 'movie',
  id: 1,
  title: 'A',
  source: 'club',
  images,
  ...more,
})

/** A folder with files in it, and commands that run on a data folder beside them. */
async function openFolder(context: TestContext, files: Record<string, string | Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-pictures-'))
  context.after(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const data = join(folder, 'data')
  async function run(command: string, ...words: string[]) {
    const { code, stdout, stderr } = await runCommand([command, ...words, '--data', data])
    return { code, out: stdout, err: withoutProgress(stderr).replaceAll(`${folder}/`, '') }
  }
  const exported = async () => {
    const { out } = await run('export', '--kind', 'movie')
    return out
      .split('\n')
      .filter((line) => line.includes('"movie"'))
      .map((line) => JSON.parse(line))
  }
  const originals = async () =>
    (await readdir(join(data, 'pictures/originals'), { recursive: true, withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  return { folder, at: (name: string) => join(folder, name), run, exported, originals }
}

const picture = () => plain(40, 60).jpeg().toBuffer()

test('pictures beside the lines are stored, and the line has their paths and sizes', async (context) => {
  const posters = [{ file: 'pictures/one.jpg', file_path: '/before.jpg', iso_639_1: 'fr', vote_average: 5 }]
  const { run, at, exported, originals } = await openFolder(context, {
    'lines/a.ndjson': lines(
      movie({ posters, logos: [{ file: 'logo.svg' }] }, { poster_path: '/before.jpg', backdrop_path: '/other.jpg' }),
    ),
    'lines/pictures/one.jpg': await picture(),
    // What a file is shows in its bytes.
    'lines/logo.svg': svg('<rect width="9" height="9"/>'),
  })
  const trial = await run('import', at('lines'), '--dry-run')
  assert.deepEqual([trial.code, trial.err], [0, ''])
  assert.deepEqual(await originals(), [])

  const told = await run('import', at('lines'))
  assert.deepEqual([told.code, told.err], [0, ''])
  const [line] = await exported()
  const [poster] = line.images.posters
  const [logo] = line.images.logos
  assert.match(poster.file_path, /^\/[0-9a-z]{31}\.jpg$/)
  assert.match(logo.file_path, /^\/[0-9a-z]{31}\.png$/)
  const { file_type, width, height, aspect_ratio, iso_639_1, file } = poster
  assert.deepEqual(
    { file_type, width, height, aspect_ratio, iso_639_1, file },
    { file_type: '.jpg', width: 40, height: 60, aspect_ratio: 0.667, iso_639_1: 'fr', file: undefined },
  )
  assert.equal(logo.file_type, '.svg')
  assert.equal(line.poster_path, poster.file_path)
  assert.equal(line.backdrop_path, '/other.jpg')
  assert.deepEqual((await originals()).sort(), [poster, logo].map(({ file_path }) => file_path.slice(1, -4)).sort())

  const again = await run('import', at('lines'))
  assert.match(again.out, /0 created, 0 changed, 1 unchanged/)
})

test('a line whose picture is not taken is refused with the reason', async (context) => {
  const cases: [images: object, field: string, reason: string][] = [
    [{ posters: [{ file: '../secret.jpg' }] }, 'posters.0.file', 'has to be a path inside the folder of the lines'],
    [
      { posters: [{ file: 'a/../../secret.jpg' }] },
      'posters.0.file',
      'has to be a path inside the folder of the lines',
    ],
    [{ posters: [{ file: '/etc/passwd' }] }, 'posters.0.file', 'has to be a path inside the folder of the lines'],
    [{ posters: [{ file: 'C:\\x.jpg' }] }, 'posters.0.file', 'has to be a path inside the folder of the lines'],
    [{ posters: [{ file: '' }] }, 'posters.0.file', 'has to be a path inside the folder of the lines'],
    [{ posters: [{ file: 'x\0.jpg' }] }, 'posters.0.file', 'has to be a path inside the folder of the lines'],
    [{ posters: [{ file: 'link.jpg' }] }, 'posters.0.file', 'leads outside the folder of the lines'],
    [{ posters: [{ file: 'elsewhere/secret.jpg' }] }, 'posters.0.file', 'leads outside the folder of the lines'],
    [{ posters: [{ file: 'none.jpg' }] }, 'posters.0.file', 'is not the path of a file'],
    [{ posters: [{ file: 'folder' }] }, 'posters.0.file', 'is not the path of a file'],
    [{ posters: [{ file: 5 }] }, 'posters.0.file', 'has to be a text'],
    [{ posters: [{ file: 'page.jpg' }] }, 'posters.0.file', 'is not a JPEG, PNG, WebP, AVIF, GIF or SVG picture'],
    [{ logos: [{ file_path: '/a.png' }, { file: 'half.jpg' }] }, 'logos.1.file', 'is damaged or incomplete'],
    [{ posters: [{ url: 'https://pictures.example/a.jpg' }] }, 'posters.0.url', 'is only downloaded with --fetch'],
  ]
  const { run, at, folder, exported } = await openFolder(context, {
    'lines/a.ndjson': lines(...cases.map(([images], index) => ({ ...movie(images), id: index + 1 }))),
    'lines/page.jpg': 'this is no picture',
    'lines/half.jpg': (await plain(400, 600).png().toBuffer()).subarray(0, 500),
    'lines/folder/x': '',
    'secret.jpg': await picture(),
    'private/secret.jpg': await picture(),
  })
  await symlink(join(folder, 'secret.jpg'), join(folder, 'lines/link.jpg'))
  await symlink(join(folder, 'private'), join(folder, 'lines/elsewhere'))
  const { code, err } = await run('import', at('lines'))
  assert.equal(code, 1)
  assert.deepEqual(
    err.split('\n').slice(0, -1),
    cases.map(([, field, reason], index) => `lines/a.ndjson:${index + 2}: refused: images.${field} ${reason}`),
  )
  assert.deepEqual(await exported(), [])
})

test('a tar file is read like a folder, and leaves nothing behind', async (context) => {
  const { run, at, folder, exported, originals } = await openFolder(context, {
    'lines/a.ndjson': lines(movie({ posters: [{ file: 'pictures/one.jpg' }] })),
    'lines/pictures/one.jpg': await picture(),
    'evil/a.ndjson': lines(movie({ posters: [{ file: 'link.jpg' }] })),
    'secret.jpg': await picture(),
  })
  await symlink(join(folder, 'secret.jpg'), join(folder, 'evil/link.jpg'))
  await create({ file: at('good.tar'), cwd: at('lines') }, ['.'])
  await create({ file: at('good.tgz'), cwd: at('lines'), gzip: true }, ['.'])
  await create({ file: at('evil.tar'), cwd: at('evil') }, ['.'])
  await create({ file: at('outside.tar'), cwd: at('lines'), preservePaths: true }, ['../secret.jpg'])
  await writeFile(at('good.tar.zst'), zstdCompressSync(await readFile(at('good.tar'))))

  for (const name of ['good.tar', 'good.tgz', 'good.tar.zst']) {
    const { code, err } = await run('import', at(name))
    assert.deepEqual([code, err], [0, ''], name)
  }
  assert.equal((await exported())[0].images.posters.length, 1)
  assert.equal((await originals()).length, 1)

  const evil = await run('import', at('evil.tar'))
  assert.equal(evil.code, 1)
  assert.match(evil.err, /images\.posters\.0\.file is not the path of a file/)
  const outside = await run('import', at('outside.tar'))
  assert.equal(outside.code, 1)
  assert.match(outside.err, /outside\.tar cannot be unpacked/)
  assert.equal((await readdir(at('data'))).includes('import.unpacked'), false)
})

test('doctor images finds what is missing, wrong and left over, and takes away what can go', async (context) => {
  const posters = [{ file: 'one.jpg' }, { file: 'two.png' }, { file_path: '/elsewhere.jpg' }]
  const { run, at, folder, exported, originals } = await openFolder(context, {
    'lines/a.ndjson': lines(movie({ posters })),
    'lines/one.jpg': await picture(),
    'lines/two.png': await plain(50, 60).png().toBuffer(),
  })
  await run('import', at('lines'))
  const well = await run('doctor', 'images')
  assert.deepEqual([well.code, well.err], [0, ''])
  assert.equal(
    well.out,
    '2 pictures stored, 2 in use, 1 paths that lead to no picture of this server\nNo problems found.\n',
  )

  const placeOf = (name: string) => join(folder, 'data/pictures/originals', name.slice(0, 2), name)
  const [line] = await exported()
  const names: string[] = line.images.posters.map(({ file_path }: { file_path: string }) => file_path.slice(1, -4))
  const [one = '', two = ''] = names.filter((name) => name.length === 31).sort()
  await rm(placeOf(one))
  await writeFile(placeOf(two), 'something else')
  const [orphan, fresh] = ['y'.repeat(31), 'x'.repeat(31)]
  for (const name of [orphan, fresh]) {
    await mkdir(dirname(placeOf(name)), { recursive: true })
    await writeFile(placeOf(name), 'left over')
  }
  await utimes(placeOf(orphan), 1, 1)

  const findings = [
    `missing: ${one} (movie 1, posters)`,
    `unused: ${orphan}`,
    `damaged: ${two} (movie 1, posters)`,
  ].sort()
  const shown = ({ out }: { out: string }) =>
    out
      .split('\n')
      .filter((text) => findings.includes(text))
      .sort()
  const ill = await run('doctor', 'images')
  assert.equal(ill.code, 1)
  assert.deepEqual(shown(ill), findings)
  assert.equal((await originals()).length, 3)

  const repaired = await run('doctor', 'images', '--repair')
  assert.equal(repaired.code, 1)
  assert.deepEqual(shown(repaired), findings)
  assert.deepEqual(await originals(), [fresh])

  // Whoever has the files brings them back.
  await run('import', at('lines'))
  assert.equal((await run('doctor', 'images')).code, 0)
  assert.equal((await run('doctor', 'teeth')).code, 2)
})
