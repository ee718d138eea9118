import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { digestOf, readManifest } from '#src/commons/format/read.ts'
import type { Manifest } from '#src/commons/format/schemas.ts'
import { filesOf } from '#src/commons/publishing/manifests.ts'
import { publish } from '#src/commons/publishing/publish.ts'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { AnyLine } from '../catalogue.ts'

type Options = { data: string; folder: string; at?: string; database?: string; settings?: Record<string, string> }

/** Publishes a catalogue as the command does. */
export async function publishInto(db: Database, { data, folder, at, database = '', settings = {} }: Options) {
  const { config } = readConfig({ data, database, site: 'https://films.example', ...settings }, {})
  const errors: unknown[] = []
  const published = await publish({
    ...{ db, config, folder, signal: new AbortController().signal },
    clock: () => new Date(at ?? '2026-03-10T12:00:00.000Z'),
    onError: (error) => errors.push(error),
  })
  assert.deepEqual(errors, [])
  return published
}

export const linesIn = (bytes: Buffer): AnyLine[] =>
  zstdDecompressSync(bytes)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** The manifest of a folder, whose signature is right and whose files are all there as it says. */
export async function publishedIn(folder: string): Promise<Manifest> {
  const read = (path: string) => readFile(join(folder, path))
  const manifest = readManifest(await read('manifest.json'), await read('manifest.sig'))
  for (const { path, bytes, sha256 } of filesOf(manifest)) {
    const content = await read(path)
    assert.deepEqual([content.length, digestOf(content)], [bytes, sha256], path)
  }
  return manifest
}

/** The lines of the whole dump, in their order. */
export async function wholeIn(folder: string): Promise<AnyLine[]> {
  const { whole } = await publishedIn(folder)
  const lines: AnyLine[] = []
  for (const { path, lines: count } of whole?.parts ?? []) {
    const some = linesIn(await readFile(join(folder, path)))
    assert.equal(some.length, count)
    for (const line of some) lines.push(line)
  }
  return lines
}

export async function packetIn(folder: string, number: number): Promise<AnyLine[]> {
  const { packets } = await publishedIn(folder)
  const found = packets.newest.find((packet) => packet.number === number)
  assert.ok(found, `packet ${number}`)
  return linesIn(await readFile(join(folder, found.path)))
}
