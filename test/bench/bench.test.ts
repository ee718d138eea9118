import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'

/** That the benchmarks run, on a tiny catalogue and for moments; what they measure here means nothing. */

const folder = await mkdtemp(join(tmpdir(), 'reelcommons-bench-'))
after(() => rm(folder, { recursive: true, force: true }))

const document = join(folder, 'performance.md')
const skip = existsSync('/proc/self/stat') ? false : 'the benchmarks read /proc'

const bench = (...args: string[]) => benchWith({}, ...args)

const benchWith = (env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [join(packageRoot, 'bench/run.ts'), ...args, '--movies', '200', '--rounds', '1', '--seconds', '0.1'],
    { env: { ...process.env, BENCH_DATA: folder, ...env } },
  )

/** The rows of the first table behind a text, each with its cells. All have to have as many as the heading. */
function rowsOf(text: string, before: string): string[][] {
  const table =
    text
      .split(before)[1]
      ?.split(/\n\n(?=\|)/)[1]
      ?.split('\n\n', 1)[0] ?? ''
  const [titles = [], separator, ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
  assert.deepEqual(
    separator,
    titles.map(() => '---'),
  )
  for (const row of rows) assert.equal(row.length, titles.length, row.join())
  return rows.map((row) => row.map((cell) => cell.trim()))
}

test('a catalogue is made and measured, and the document tells what was measured and what was not', {
  skip,
}, async () => {
  await bench('lists', 'start', '--document', document)
  const text = await readFile(document, 'utf8')
  assert.match(text, /^# Performance\n/)
  assert.match(
    text,
    /Measured\son\s[\d-]+\sby\s`npm\srun\sbench\s--\slists\s--movies\s200`\swith\s1\sround\sof\s0.1\ss\sat\s/,
  )
  assert.match(text, /(ordinary\s)?priority(\s-?\d+)?,\swhich\sis\sa\stry/)
  assert.match(text, /^- processor: .+, \d+ cores?, /m)
  const rows = [...rowsOf(text, '\n## Lists\n'), ...rowsOf(text, '\n## Start\n')]
  const measured = (name: string) => rows.find(([what = '']) => what.startsWith(name))?.[2] ?? ''
  assert.match(measured('Series on the air'), /^[\d.]+ ms \(median of 1, [\d.]+ to [\d.]+\) \(note 1\)$/)
  assert.match(measured('TV changes'), /^[\d.]+ ms /)
  assert.match(measured('Start to first reply'), /^[\d.]+ s /)
  const [, unmeasured = ''] = text.split('\n## Not measured\n')
  assert.match(unmeasured, /^- Cold reads of one record: `npm run bench -- reads`$/m)
  assert.match(unmeasured, /^- Import/m)
  for (const line of text.split('\n').filter((line) => !line.startsWith('|'))) assert.ok(line.length <= 120, line)
})

test('one operation is tried, and nothing is written', { skip }, async () => {
  const before = await readFile(document, 'utf8')
  const { stdout } = await bench('reads', '--operation', 'movie.details')
  const [[operation, bytes, ours, bare] = []] = rowsOf(stdout, 'Operations that read one record')
  assert.equal(operation, '`movie.details`')
  for (const number of [bytes, ours, bare]) assert.match(number ?? '', /^[\d,.]+$/)
  assert.equal(await readFile(document, 'utf8'), before)
})

test('what needs a missing program is said at once, and left out', { skip }, async () => {
  const other = join(folder, 'without-tools.md')
  const { stderr } = await benchWith({ BENCH_TOOLS: folder }, 'log', '--only', '--document', other)
  const [first, next] = stderr.split('\n')
  assert.equal(first, 'bench: wrk is missing: apt-get install wrk. log goes on without the figures that need it')
  assert.equal(next, 'bench: Request log')
  const [[, , measured] = []] = rowsOf(await readFile(other, 'utf8'), '\n## Request log\n')
  assert.equal(measured, 'not measured: wrk is missing')
})

test('what people would take instead is left out where it cannot be installed', { skip }, async () => {
  const other = join(folder, 'without-npm.md')
  const { stderr } = await benchWith({ PATH: join(folder, 'empty') }, 'alternatives', '--only', '--document', other)
  for (const name of ['directus', 'json-server'])
    assert.match(stderr, new RegExp(`^bench: ${name}\nbench: Error: spawn npm ENOENT$`, 'm'))
  const rows = rowsOf(await readFile(other, 'utf8'), '\n## What people would take instead\n')
  assert.deepEqual(
    rows.map(([, , measured]) => measured),
    ['directus', 'json-server'].map((name) => `not measured: ${name} could not be installed or started here`),
  )
})

test('a benchmark that there is not is refused', { skip }, async () => {
  await assert.rejects(bench('nowhere'), (error: { code: number; stderr: string }) => {
    assert.equal(error.code, 2)
    assert.match(error.stderr, /^bench: nothing is called nowhere\n/)
    return true
  })
})
