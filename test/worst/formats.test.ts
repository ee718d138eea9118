import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { findFormat, formats } from '#src/import/formats/index.ts'
import { readKept } from '#src/kept-import/formats/read-kept.ts'
import { catalogueFiles } from '../support/worst/catalogue-files.ts'
import { assertCosts, watch } from '../support/worst/cost.ts'
import type { Files, WorstFiles } from '../support/worst/files.ts'
import { keptFiles } from '../support/worst/kept-files.ts'
import { fewWorstTexts } from '../support/worst/texts.ts'

/**
 * Every format of files that people import, with the worst texts in all of its fields, and with very many of what it
 * has. A format that is new belongs into one of the tables.
 */

const watched = watch(after)
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelcommons-worst-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Of a text, and of many things: enough to tell how a reader grows, and little enough to read all of it. */
const mostText = 8_192
const mostThings = 4_096
/** Files are read by processes and jobs of their own, which may take long. */
const loops = Number.POSITIVE_INFINITY

async function inFolder(files: Files, read: (path: string, names: readonly string[]) => Promise<void>) {
  const path = await mkdtemp(join(folder, 'files-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), content)
  }
  await read(path, Object.keys(files))
  await rm(path, { recursive: true })
}

async function drain(all: AsyncIterable<unknown>) {
  for await (const _ of all);
}

const readingsOf = (table: Readonly<Record<string, WorstFiles>>, read: (what: string, files: Files) => Promise<void>) =>
  Object.entries(table).flatMap(([what, { text, many }]) => [
    ...fewWorstTexts.map((worst) => ({
      name: `${what} ${worst.name}`,
      most: mostText,
      least: 4_096,
      loops,
      read: (size: number) => read(what, text(worst.of(size))),
    })),
    { name: `${what}, many`, most: mostThings, least: 2_048, loops, read: (size: number) => read(what, many(size)) },
  ])

const readCatalogue =
  (use: (all: AsyncIterable<unknown>) => Promise<void>) =>
  (what: string, files: Files): Promise<void> =>
    inFolder(files, async (path, names) => {
      const format = findFormat(what)
      assert.ok(format)
      const scratch = await mkdtemp(join(folder, 'scratch-'))
      const paths = format.takesFolders ? [path] : names.map((name) => join(path, name))
      await use(format.read(paths, { stdin: process.stdin, scratch, onBytes() {}, language: 'de' }))
      await rm(scratch, { recursive: true })
    })

const readKeptFiles =
  (use: (all: AsyncIterable<unknown>) => Promise<void>) =>
  (_what: string, files: Files): Promise<void> =>
    inFolder(files, async (path, names) => {
      for (const name of names) await use(readKept(join(path, name), name))
    })

test('formats of catalogues', () => {
  assert.deepEqual(Object.keys(catalogueFiles).sort(), formats.map(({ name }) => name).sort())
  return assertCosts(watched, readingsOf(catalogueFiles, readCatalogue(drain)))
})

test('files of what people keep elsewhere', () => assertCosts(watched, readingsOf(keptFiles, readKeptFiles(drain))))

/** Words that every object answers to, and beside each a word of the same form that none does. */
const wordsOfObjects = { constructor: 'structorcon', valueOf: 'ofValue', ['__proto__']: '__otorp__' }

/** What was read, without the word that was everywhere. */
async function readWithout(word: string, all: AsyncIterable<unknown>): Promise<string[]> {
  const found: string[] = []
  const shown = (_: string, value: unknown) => (typeof value === 'function' ? 'a function' : value)
  const bare = new RegExp(`_*${word.replaceAll('_', '')}_*`, 'gi')
  for await (const read of all)
    found.push(
      JSON.stringify(read, shown)
        .replace(bare, 'WORD')
        .replace(/files-\w+/g, ''),
    )
  return found
}

for (const [what, table, reader] of [
  ['catalogues', catalogueFiles, readCatalogue],
  ['what people keep', keptFiles, readKeptFiles],
] as const)
  for (const [format, { text }] of Object.entries(table))
    test(`words of every object are words like others in files of ${what}: ${format}`, async () => {
      const readingOf = async (word: string) => {
        let found: string[] = []
        await reader(async (all) => {
          found = [...found, ...(await readWithout(word, all))]
        })(format, text(word))
        return found
      }
      for (const [word, other] of Object.entries(wordsOfObjects))
        assert.deepEqual(await readingOf(word), await readingOf(other), word)
    })
