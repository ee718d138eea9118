import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { FollowProblem } from '#src/commons/following/problems.ts'
import { checkBounds, publishedLines } from '#src/commons/following/published-lines.ts'
import { openFolder } from '#src/commons/following/reaching/folder-place.ts'
import {
  maxManifestBytes,
  maxPacketBytes,
  maxPacketLines,
  maxPacketUnpackedBytes,
  maxPublishedLineBytes,
} from '#src/commons/format/limits.ts'
import { packetPath } from '#src/commons/format/names.ts'

const MiB = 1_048_576
/** What is unpacked at once: nothing is seen before that much is there. */
const chunkBytes = 65_536
const path = packetPath(1)
const bounds = { path, unpacked: maxPacketUnpackedBytes, lines: maxPacketLines + 1 }

/** Frames that unpack to the same bytes again and again. */
async function fileOf(context: TestContext, unit: Buffer, times: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-bomb-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const frame = zstdCompressSync(unit)
  const file = join(folder, 'bomb')
  await writeFile(file, Buffer.concat(Array.from({ length: times }, () => frame)))
  return file
}

/** Reads a file until it is refused; how much was handed out before, and how much memory had to be there for it. */
async function readUntilRefused(file: string) {
  let [lines, bytes, largest] = [0, 0, 0]
  try {
    for await (const batch of publishedLines(file, bounds)) {
      const inBatch = batch.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0)
      lines += batch.length
      bytes += inBatch
      largest = Math.max(largest, inBatch)
    }
  } catch (error) {
    assert.ok(error instanceof FollowProblem)
    return { is: error.problem.is, detail: error.problem.detail, lines, bytes, largest }
  }
  return assert.fail('it was not refused')
}

test('a few hundred kilobytes that unpack to 10 GB are given up at the first gigabyte', async (context) => {
  const line = Buffer.alloc(8 * MiB, ' ')
  line[line.length - 1] = 10
  const file = await fileOf(context, line, 1_280)
  assert.ok((await stat(file)).size < MiB)
  const { is, detail, lines, bytes, largest } = await readUntilRefused(file)
  assert.deepEqual([is, detail], ['bounds', `${path} unpacks to more than ${maxPacketUnpackedBytes} bytes`])
  assert.equal(lines, maxPacketUnpackedBytes / line.length)
  assert.ok(bytes <= maxPacketUnpackedBytes + chunkBytes)
  assert.ok(largest <= line.length + chunkBytes)
})

test('a line without an end is given up at the longest that one may be', async (context) => {
  const file = await fileOf(context, Buffer.alloc(MiB, 'x'), 100)
  const { is, detail, bytes } = await readUntilRefused(file)
  assert.deepEqual([is, detail], ['bounds', `line 1 of ${path} has more than ${maxPublishedLineBytes} bytes`])
  assert.equal(bytes, 0)
})

test('tiny lines are counted while they are unpacked', async (context) => {
  const file = await fileOf(context, Buffer.from('\n'.repeat(MiB)), 32)
  const { is, lines, largest } = await readUntilRefused(file)
  assert.equal(is, 'bounds')
  assert.ok(lines <= maxPacketLines + 1)
  assert.ok(largest <= chunkBytes)
  await assert.rejects(checkBounds(file, { ...bounds, lines: 1_000_000 }), /more than 1000000 lines/)
})

test('files of a folder are looked at before they are read', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-folder-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  const place = openFolder(folder)
  // A file with a hole takes no room, and would take all of the memory.
  await writeFile(join(folder, 'manifest.json'), '')
  await truncate(join(folder, 'manifest.json'), maxManifestBytes + 1)
  await assert.rejects(place.manifest(''), /manifest\.json has more than/)
  await mkdir(join(folder, 'changes/000/000'), { recursive: true })
  await writeFile(join(folder, path), '')
  await truncate(join(folder, path), 2 ** 36)
  await assert.rejects(place.open(path, { from: 0, bytes: maxPacketBytes }), /has more than 67108864 bytes/)
})
