import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import process, { stderr, stdout } from 'node:process'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import { packageRoot } from '#src/package-root.ts'
import { catalogueLines, type Line } from './generator/lines.ts'
import { revisionLines } from './generator/revision.ts'
import { defaultSeed, worldOf } from './generator/world.ts'

const usage = `npm run bench:generate -- --movies N [--output FILE|-] [--seed N] [--revision]

Writes the lines of an invented catalogue of N movies, and of series, episodes and people in proportion: the same ones
for the same seed on every machine. A name that ends in .zst or .gz is packed; - is standard output.
--revision writes lines that change one series of a hundred in such a catalogue.
`

/** Ids of episodes are whole numbers of 31 bits. */
const mostMovies = 100_000_000
/** Characters of lines that are handed on together. */
const batchLength = 1 << 20
const zstdLevel = 3
const gzipLevel = 3

function* batches(lines: Iterable<Line>): Generator<Buffer> {
  let batch = ''
  for (const line of lines) {
    batch += JSON.stringify(line) + '\n'
    if (batch.length < batchLength) continue
    yield Buffer.from(batch)
    batch = ''
  }
  yield Buffer.from(batch)
}

function packerFor(path: string) {
  if (path.endsWith('.zst')) return [createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } })]
  return path.endsWith('.gz') ? [createGzip({ level: gzipLevel })] : []
}

async function write(lines: Iterable<Line>, path: string) {
  const from = Readable.from(batches(lines), { highWaterMark: 2 })
  if (path === '-') return pipeline(from, stdout, { end: false })
  await mkdir(dirname(path), { recursive: true })
  const to: Writable = createWriteStream(path)
  return pipeline([from, ...packerFor(path), to])
}

function readOptions() {
  const options = {
    movies: { type: 'string' },
    output: { type: 'string' },
    seed: { type: 'string' },
    revision: { type: 'boolean' },
  } as const
  const { movies: moviesText = '', output: path, seed: seedText, revision: isRevision } = parseArgs({ options }).values
  const movies = Number(moviesText)
  const seed = seedText === undefined ? defaultSeed : Number(seedText)
  if (!Number.isInteger(movies) || movies < 1 || movies > mostMovies)
    throw new Error(`--movies is from 1 to ${mostMovies}`)
  if (!Number.isInteger(seed)) throw new Error('--seed is a whole number')
  const name = `${isRevision ? 'revision' : 'lines'}.ndjson.zst`
  return { movies, seed, isRevision, output: path ?? join(packageRoot, 'bench/data', `${movies}`, name) }
}

try {
  const { movies, seed, output, isRevision } = readOptions()
  const world = worldOf(movies, seed)
  await write(isRevision ? revisionLines(world) : catalogueLines(world), output)
} catch (error) {
  stderr.write(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 1
}
