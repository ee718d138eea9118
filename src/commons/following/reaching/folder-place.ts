import { createReadStream } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { maxManifestBytes, signatureBytes } from '../../format/limits.ts'
import { isPublishedPath, manifestName, signatureName } from '../../format/names.ts'
import { digestOf } from '../../format/read.ts'
import { FollowProblem } from '../problems.ts'
import type { Place } from './place.ts'

/** The files of a publisher in a folder: nothing outside of it is read, not even through links. */
export function openFolder(folder: string): Place {
  async function fileAt(path: string, most: number): Promise<string> {
    if (!isPublishedPath(path)) throw new FollowProblem('format', `${path} is no file of a publisher`)
    const [root, place] = await Promise.all([realpath(folder), realpath(join(folder, path))]).catch(() => {
      throw new FollowProblem('refused', `there is no ${path} in ${folder}`)
    })
    if (!place.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
      throw new FollowProblem('refused', `${path} leads out of ${folder}`)
    const found = await stat(place)
    if (!found.isFile()) throw new FollowProblem('refused', `${path} is no file`)
    if (found.size > most) throw new FollowProblem('bounds', `${path} has more than ${most} bytes`)
    return place
  }
  return {
    name: folder,
    async manifest(etag) {
      const bytes = await readFile(await fileAt(manifestName, maxManifestBytes))
      const known = digestOf(bytes)
      if (known === etag) return undefined
      return { bytes, signature: await readFile(await fileAt(signatureName, signatureBytes)), etag: known }
    },
    async open(path, { from, bytes }) {
      return { begins: from, chunks: createReadStream(await fileAt(path, bytes), { start: from }) }
    },
  }
}
