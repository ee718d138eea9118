import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dumpPath, manifestName } from '../../format/names.ts'
import { FollowProblem } from '../problems.ts'
import { openAddress, refusalOf } from './address-place.ts'
import type { Connecting } from './connecting.ts'
import { openFolder } from './folder-place.ts'

/** A file of a publisher from some byte on. */
type OpenedFile = {
  /** Where the bytes begin: not every server knows how to begin in the middle. */
  begins: number
  chunks: AsyncIterable<Buffer>
}

/** A manifest with its signature, and a text by which it is known whether there is a newer one. */
export type FoundManifest = { bytes: Buffer; signature: Buffer; etag: string }

/** Where the files of a publisher are. */
export type Place = {
  /** What is kept of it: an address, or the path of a folder. */
  name: string
  /** The manifest; undefined if it is still the one of this tag. */
  manifest(etag: string): Promise<FoundManifest | undefined>
  /** A file of so many bytes, from one of them on. */
  open(path: string, at: { from: number; bytes: number }): Promise<OpenedFile>
}

/** The place that was found before. */
export const openPlace = (name: string, connecting: Connecting): Place =>
  /^https?:/i.test(name) ? openAddress(name, connecting) : openFolder(name)

/** The place that somebody names: the address of a server, or of the folder with the files, or a path. */
export async function findPlace(named: string, connecting: Connecting): Promise<Place> {
  if (/^https?:/i.test(named)) return findAddress(named, connecting)
  const path = /^file:/i.test(named) ? pathOf(named) : named
  if (!isAbsolute(path) || path.includes('\0'))
    throw new FollowProblem('unreachable', 'the address begins with https://, and a path of a folder with a slash')
  for (const folder of [path, join(path, dumpPath)]) {
    const found = await stat(join(folder, manifestName)).catch(() => undefined)
    if (found?.isFile()) return openFolder(await realpath(folder))
  }
  throw new FollowProblem('refused', `there is no ${manifestName} in ${path}`)
}

function pathOf(address: string): string {
  try {
    return fileURLToPath(address)
  } catch {
    throw new FollowProblem('unreachable', 'the address of a folder begins with file:///')
  }
}

/** An address with one slash at its end. */
function asFolder(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end--
  return `${address.slice(0, end)}/`
}

/** Servers have the files below a path of their own; a file host has them wherever somebody has put them. */
async function findAddress(named: string, connecting: Connecting): Promise<Place> {
  const url = URL.parse(named)
  if (!url) throw new FollowProblem('unreachable', 'the address is none')
  const refusal = refusalOf(url, [], connecting)
  if (refusal !== undefined) throw new FollowProblem('unreachable', `the address ${refusal}`)
  url.search = ''
  url.hash = ''
  const folder = asFolder(url.href).slice(0, maxAddressLength)
  const isNamed = folder.endsWith(dumpPath)
  const below = openAddress(isNamed ? folder : `${folder.slice(0, -1)}${dumpPath}`, connecting)
  try {
    await below.manifest('')
    return below
  } catch (error) {
    const isElsewhere = error instanceof FollowProblem && error.problem.is === 'refused' && !isNamed
    if (!isElsewhere) throw error
    const itself = openAddress(folder, connecting)
    try {
      await itself.manifest('')
    } catch {
      throw error
    }
    return itself
  }
}

/** The longest address that is kept. */
const maxAddressLength = 2_000
