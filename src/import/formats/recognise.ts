import { opendir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { isVideo } from '#src/matching/file-names.ts'
import { fileAt, plainChunks, standardInput } from '../files/read-files.ts'
import type { Format } from '../foreign/foreign-record.ts'
import { isShowReply } from './tvmaze/tvmaze.ts'

/** How much of a folder, and of a file, is looked at. */
const maxLookedAt = 20_000
const maxDepth = 8
const startBytes = 65_536

/** The name of the format that files at a path are of; undefined if that cannot be told. */
export async function recognise(path: string): Promise<string | undefined> {
  if (!(await stat(path)).isDirectory()) return ofFile(path)
  const seen = { entries: 0 }
  const votes = new Map<string, string>()
  for await (const file of filesBelow(path, 0, seen)) {
    const name = file.toLowerCase()
    if (extname(name) === '.nfo' || isVideo(name)) return 'nfo'
    if (!votes.has(extname(name.replace(/\.(gz|zst)$/, '')))) votes.set(extname(name.replace(/\.(gz|zst)$/, '')), file)
  }
  for (const file of votes.values()) {
    const format = await ofFile(file)
    if (format) return format
  }
  return undefined
}

/** Files in a folder and below it, without hidden ones; links are not followed. */
async function* filesBelow(path: string, depth = 0, seen = { entries: 0 }): AsyncGenerator<string> {
  for await (const entry of await opendir(path)) {
    if (++seen.entries > maxLookedAt) return
    if (entry.name.startsWith('.') || entry.name === '__MACOSX') continue
    const inside = join(path, entry.name)
    if (entry.isFile()) yield inside
    else if (entry.isDirectory() && depth < maxDepth) yield* filesBelow(inside, depth + 1, seen)
  }
}

/** The paths as a format reads them: one that takes no folders gets the files in them. */
export async function pathsFor({ takesFolders = false }: Format, paths: readonly string[]): Promise<string[]> {
  const all: string[] = []
  for (const path of paths) {
    if (takesFolders || path === standardInput || !(await stat(path)).isDirectory()) all.push(path)
    else for (const each of (await Array.fromAsync(filesBelow(path))).sort()) all.push(each)
  }
  return all
}

async function ofFile(path: string): Promise<string | undefined> {
  const start = await startOf(path)
  const text = start.trimStart()
  if (/^(tconst|nconst|titleId)\t/.test(text)) return 'imdb'
  if (/^[[{]/.test(text)) {
    if (isShowReply(path) || /"(_embedded|premiered|webChannel|externals)"\s*:/.test(text)) return 'tvmaze'
    return /"(claims|entities|item)"\s*:|"id"\s*:\s*"Q\d/.test(text) ? 'wikidata' : undefined
  }
  const [header = ''] = text.split('\n')
  return /[,;\t]/.test(header) && !text.startsWith('<') && !text.includes('\0') ? 'csv' : undefined
}

async function startOf(path: string): Promise<string> {
  const file = await fileAt(path, process.stdin)
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of plainChunks(file, () => {})) {
      parts.push(chunk)
      bytes += chunk.length
      if (bytes >= startBytes) break
    }
  } catch {
    // What can be read says enough, or else nothing does.
  }
  return Buffer.concat(parts).toString('utf8', 0, startBytes)
}
