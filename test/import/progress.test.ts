import assert from 'node:assert/strict'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { test } from 'node:test'
import { showProgress } from '#src/commands/progress.ts'
import { main } from '#src/main.ts'
import { folderOf } from '../support/foreign/import-format.ts'

/** A stream that says whether it is a terminal, and what was written to it since the last look. */
function streamOf(isTTY: boolean) {
  const written: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { stream: Object.assign(stream, { isTTY }), said: () => written.splice(0).join('') }
}

const line = '\r\u001b[K'

test('a terminal shows one changing line, which begins with each phase', () => {
  const { stream, said } = streamOf(true)
  let nowMs = 0
  const progress = showProgress(stream, 'lines', () => nowMs)
  progress.of(4_000)
  const show = (afterMs: number, phase: string, done: number, of?: number) => {
    nowMs += afterMs
    progress.show({ phase, done, of })
    return said()
  }
  assert.equal(show(0, 'reading', 0), `${line}reading 0 lines (0 %)`)
  progress.bytes(1_000)
  assert.equal(show(199, 'reading', 100), '', 'not so often')
  assert.equal(show(1_801, 'reading', 1_500), `${line}reading 1,500 lines (25 %), 750 a second, 6 s to go`)
  assert.equal(show(1, 'writing', 10, 1_500), `${line}writing 10 lines (0 %)`)
  assert.equal(show(3_000, 'writing', 300, 1_500), `${line}writing 300 lines (20 %), 100 a second, 13 s to go`)
  assert.equal(show(3_600_000, 'writing', 301, 1_500).replace(/^.*second, /s, ''), '3 h 59 min to go')
  progress.clear()
  assert.equal(said(), line)
})

test('a log gets a line from time to time', () => {
  const { stream, said } = streamOf(false)
  let nowMs = 0
  const progress = showProgress(stream, 'records', () => nowMs)
  for (const seconds of [0, 9, 10, 12, 20.5]) {
    nowMs = seconds * 1_000
    progress.show({ phase: 'writing', done: seconds * 10, of: 1_000 })
  }
  progress.clear()
  assert.equal(
    said(),
    'writing 100 records (10 %), 10 a second, 1 min 30 s to go\n' +
      'writing 205 records (20 %), 10 a second, 1 min 20 s to go\n',
  )
})

test('on a terminal an import names each of its phases, and leaves no half line behind', async (t) => {
  const folder = await folderOf(t, {
    'films/Das Moor.nfo': '<movie><title>Das Moor</title><year>2003</year></movie>',
    'films/broken.nfo': '<movie><title>',
  })
  const { stream, said } = streamOf(true)
  const [stdin, stdout] = [Readable.from([]), new PassThrough()]
  const words = ['import', '--from', 'nfo', join(folder, 'films'), '--data', join(folder, 'data')]
  const code = await main(words, { stdin, stdout, stderr: stream, env: {} })
  assert.equal(code, 1, 'one file is broken')
  const shown = said().split(line)
  const phases = shown.map((part) => /^[a-z]+ [\d,]+ records/.exec(part)?.[0]).filter(Boolean)
  assert.deepEqual(phases, ['reading 1 records', 'matching 1 records', 'checking 1 records', 'writing 1 records'])
  assert.ok(shown.some((part) => part.includes('broken.nfo') && part.endsWith('\n')))
  assert.equal(shown.at(-1), '')
})
