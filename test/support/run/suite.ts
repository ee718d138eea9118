import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { packageRoot } from '#src/package-root.ts'
import { readTexts } from '../../tidy/texts.ts'
import { globalSetup, globalTeardown } from '../postgres.ts'
import { apart } from './apart.ts'
import { changedSince, reached } from './changed.ts'

/**
 * Runs all tests (`npm test`), those whose files the arguments name, or with `--changed [commit]` those that what has
 * changed since a commit can reach. Each process loads some two thousand modules before its first test begins, so files
 * share processes, but for those that need one of their own. TEST_TIMES names a file for a table of times.
 */

/** On two processors, too: many tests wait for a browser, a database or a server that they have started. */
const processesAtOnce = 4
/** Files that share a process: fewer processes load less, more of them are spread better over the processors. */
const filesAtOnce = 20
/** Files that share a process and a browser, whose start takes as long as many a test. */
const browserFilesAtOnce = 8
const patterns = ['src/**/*.test.ts', 'test/**/*.test.ts']

function filesOf([first, ...rest]: readonly string[]): string[] {
  if (first !== '--changed') return globSync(first ? [first, ...rest] : patterns, { cwd: packageRoot }).sort()
  const changed = changedSince(rest[0] ?? 'HEAD', packageRoot)
  const files = reached(changed, readTexts(packageRoot, ['src', 'test']))
  console.log(`${changed.length} files have changed, and ${files.length} files of tests can notice`)
  return files
}

/** Writes a file that defines the tests of several, which then share a process. */
function together(name: string, files: readonly string[]): string {
  const path = join(process.env.TMPDIR as string, 'groups', `${name}.test.ts`)
  const module = JSON.stringify(join(packageRoot, 'test/support/run/together.ts'))
  writeFileSync(path, `import { together } from ${module}\ntogether(${JSON.stringify(files, null, 2)})\n`)
  return path
}

/** Groups of about so many files. Neighbours are not put together, because they often take equally long. */
function inGroups(name: string, files: readonly string[], size: number): string[] {
  const groups = Math.ceil(files.length / size)
  return Array.from({ length: groups }, (_, at) =>
    together(
      `${name}-${String(at).padStart(2, '0')}`,
      files.filter((_, index) => index % groups === at),
    ),
  )
}

const usesBrowser = (file: string) => readFileSync(join(packageRoot, file), 'utf8').includes('browserSkip')

/** What takes longest begins first, so that nothing is alone at the end. */
function processesOf(files: readonly string[]): string[] {
  mkdirSync(join(process.env.TMPDIR as string, 'groups'))
  const [alone = [], shared = []] = parted(files, (file) => file in apart)
  const [withBrowser = [], others = []] = parted(shared, usesBrowser)
  return [
    ...inGroups('browser', withBrowser, browserFilesAtOnce),
    ...alone.map((file) => together(file.replaceAll('/', '-'), [file])),
    ...inGroups('group', others, filesAtOnce),
  ]
}

function parted<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): Item[][] {
  const { true: first = [], false: second = [] } = Object.groupBy(items, (item) => `${isFirst(item)}` as const)
  return [first, second]
}

await globalSetup()
const tests = run({
  files: processesOf(filesOf(process.argv.slice(2))),
  concurrency: processesAtOnce,
  cwd: packageRoot,
  // Young objects have room: what tests make is thrown away, and looking for it took a tenth of the processor.
  execArgv: ['--max-semi-space-size=64', '--import', join(packageRoot, 'test/support/run/deadline.ts')],
})
const times: [seconds: number, name: string][] = []
tests.on('test:complete', ({ name, nesting, details }) => {
  if (nesting === 0 && name.endsWith('.test.ts')) times.push([details.duration_ms / 1_000, name])
})
tests.on('test:fail', ({ name, details, file }) => {
  process.exitCode = 1
  // The reporter shows a failure at the end; whoever waits for twenty minutes wants to know it now.
  if (details.error.cause instanceof Error && details.type !== 'suite')
    console.error(`failed: ${name} (${file})\n${details.error.cause.stack}`)
})
tests.once('end', async () => {
  const table = process.env.TEST_TIMES
  const rows = times.sort(([one], [other]) => other - one).map(([seconds, name]) => `${seconds.toFixed(2)}\t${name}\n`)
  if (table) writeFileSync(table, rows.join(''))
  await globalTeardown()
})
tests.compose(spec).pipe(process.stdout)
