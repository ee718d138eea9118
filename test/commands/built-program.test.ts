import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type TestContext, test } from 'node:test'

type Build = (folder: string) => void
type BuiltProgram = { builtProgram(root: string, build: Build): string; MOST_BUILT: number }
const { builtProgram, MOST_BUILT } = createRequire(import.meta.url)('../../bin/built-program.js') as BuiltProgram

/** A checkout of one source, and how often it was built. */
async function checkout(t: TestContext) {
  const root = await mkdtemp(join(tmpdir(), 'reelcommons-built-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  for (const folder of ['src/inner', 'scripts', 'node_modules']) await mkdir(join(root, folder), { recursive: true })
  const write = (name: string, text: string) => writeFile(join(root, name), text)
  for (const name of ['scripts/build-program.ts', 'scripts/later-packages.ts', 'node_modules/.package-lock.json'])
    await write(name, '')
  await write('src/inner/a.ts', '1')
  const folders: string[] = []
  const build: Build = (folder) => {
    folders.push(folder)
    mkdirSync(folder)
    writeFileSync(join(folder, 'main.js'), '')
  }
  return { root, write, folders, run: (how = build) => builtProgram(root, how) }
}

const builtIn = (root: string) => readdir(join(root, '.built'))

test('a state of the sources is built once', async (t) => {
  const { root, folders, run } = await checkout(t)
  const folder = run()
  assert.equal(run(), folder)
  assert.equal(folders.length, 1)
  assert.deepEqual(await builtIn(root), [basename(folder)])
  assert.deepEqual(await readdir(folder), ['main.js'])
})

test('a source that was changed, added, moved or removed is another state', async (t) => {
  const { root, write, run } = await checkout(t)
  const states = [run()]
  const changes = [
    () => write('src/inner/a.ts', '12'),
    () => write('src/b.ts', ''),
    () => write('node_modules/.package-lock.json', '{}'),
    () => write('scripts/later-packages.ts', '[]'),
    () => rm(join(root, 'src/b.ts')),
  ]
  for (const change of changes) {
    await change()
    states.push(run())
  }
  assert.equal(new Set(states).size, states.length)
})

test('starts at the same time build the same program, and one of them stays', async (t) => {
  const { root, run } = await checkout(t)
  let other = ''
  const folder = run((draft) => {
    other = run()
    mkdirSync(draft)
    writeFileSync(join(draft, 'main.js'), 'later')
  })
  assert.equal(folder, other)
  assert.deepEqual(await builtIn(root), [basename(folder)])
  assert.equal(await readFile(join(folder, 'main.js'), 'utf8'), '')
})

test('what could not be built leaves nothing, and is built the next time', async (t) => {
  const { root, run } = await checkout(t)
  const failing: Build = (folder) => {
    mkdirSync(folder)
    throw new Error('no room')
  }
  assert.throws(() => run(failing), /no room/)
  assert.deepEqual(await builtIn(root), [])
  run()
  assert.equal((await builtIn(root)).length, 1)
})

test('programs that were used last stay', async (t) => {
  const { root, write, run } = await checkout(t)
  let last = ''
  for (let state = 0; state <= MOST_BUILT; state++) {
    await write('src/inner/a.ts', 'x'.repeat(state))
    last = run()
  }
  const stayed = await builtIn(root)
  assert.equal(stayed.length, MOST_BUILT)
  assert.ok(stayed.includes(basename(last)))
})
