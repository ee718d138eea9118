import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  copyNew,
  digestOfFile,
  isDraft,
  putLasting,
  putWhole,
  removeAbandoned,
  withDraft,
  writeLasting,
} from './lasting.ts'

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-lasting-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** SHA-256 of `some content`. */
const digest = '290f493c44f5d63d06b374d0a5abd292fae38b92cab2fae5efefe1b0e9347f56'

test('a file has its content and its rights at once, and takes the place of an earlier one', async (t) => {
  const folder = await openFolder(t)
  const place = join(folder, 'a')
  await writeLasting(place, 'before')
  async function* pieces() {
    yield Buffer.from('some ')
    assert.equal(await readFile(place, 'utf8'), 'before')
    yield Buffer.from('content')
  }
  await writeLasting(place, pieces(), 0o644)
  assert.deepEqual([await readFile(place, 'utf8'), (await stat(place)).mode & 0o777], ['some content', 0o644])
  assert.equal(await digestOfFile(place), digest)
  assert.equal(await copyNew(place, join(folder, 'b')), digest)
  assert.deepEqual([await readFile(join(folder, 'b'), 'utf8'), await readdir(folder)], ['some content', ['a', 'b']])
})

test('of what fails nothing is left, and what was there stays', async (t) => {
  const folder = await openFolder(t)
  const place = join(folder, 'a')
  await writeLasting(place, 'before')
  const fault = new Error('It ends here')
  async function* broken() {
    yield Buffer.from('half')
    throw fault
  }
  await assert.rejects(writeLasting(place, broken()), fault)
  for (const put of [putWhole, putLasting, withDraft])
    await assert.rejects(
      put(place, async (draft) => {
        await mkdir(draft)
        await writeFile(join(draft, 'b'), 'half')
        throw fault
      }),
      fault,
    )
  assert.deepEqual([await readFile(place, 'utf8'), await readdir(folder)], ['before', ['a']])
})

test('drafts that nobody writes any more are removed, and nothing else', async (t) => {
  const folder = await openFolder(t)
  const names: string[] = []
  for (const age of ['old', 'new', 'future', 'busy'])
    await withDraft(join(folder, 'x'), async (draft) => names.push(draft.replace(/^.*\//, '')) && age)
  const [old, recent, future, busy] = names as [string, string, string, string]
  assert.deepEqual(names.map(isDraft), [true, true, true, true])
  for (const name of [old, 'a.reelcommons-draft', '.0-1.reelcommons-draft']) await writeFile(join(folder, name), '')
  for (const name of [recent, future, busy]) {
    await mkdir(join(folder, name, 'pictures'), { recursive: true })
    await writeFile(join(folder, name, 'pictures', 'one'), '')
  }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const age = (hours: number, ...path: string[]) => utimes(join(folder, ...path), hoursAgo(hours), hoursAgo(hours))
  for (const name of [old, 'a.reelcommons-draft', '.0-1.reelcommons-draft']) await age(2, name)
  // The clock was set back since.
  for (const inside of [['pictures', 'one'], ['pictures'], []]) await age(-2, future, ...inside)
  // A large file is written while its folders stay as they are.
  for (const inside of [['pictures'], []]) await age(2, busy, ...inside)
  await removeAbandoned(folder)
  assert.deepEqual(
    (await readdir(folder)).sort(),
    [recent, busy, 'a.reelcommons-draft', '.0-1.reelcommons-draft'].sort(),
  )
  await removeAbandoned(join(folder, 'nowhere'))
})
