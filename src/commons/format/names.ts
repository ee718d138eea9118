import { recordKindNames } from '#src/catalogue/record-kinds.ts'
import { packetsOfIndex } from './limits.ts'

/** Below which path of a server, and of an address that is followed, the files are. */
export const dumpPath = '/commons/dump/'
/** Where a server that publishes sends changes as they happen. */
export const livePath = '/commons/live'
export const manifestName = 'manifest.json'
export const signatureName = 'manifest.sig'

/** The kinds of lines, in the order in which an import needs them. */
export const publishedKinds = ['source', ...recordKindNames, 'gone'] as const
export type PublishedKind = (typeof publishedKinds)[number]

const number9 = (number: number) => String(number).padStart(9, '0')
const folderOf = (number: number) => `changes/${number9(number).slice(0, 3)}/${number9(number).slice(3, 6)}`

export const packetPath = (number: number): string => `${folderOf(number)}/${number9(number).slice(6)}.ndjson.zst`
/** The index of all packets whose numbers begin like this one. */
export const indexPath = (number: number): string => `${folderOf(number)}/index.json`
export const firstOfIndex = (number: number): number => number - (number % packetsOfIndex)

/** `folder` is the position of the dump; one that was made again at the same position has a dash and a digest, too. */
export const partPath = (folder: string, kind: PublishedKind, number: number): string =>
  `whole/${folder}/${kind}-${String(number).padStart(3, '0')}.ndjson.zst`

/** `digest` is the SHA-256 of the bytes, in hexadecimal digits. */
export const picturePath = (digest: string, extension: string): string =>
  `pictures/${digest.slice(0, 2)}/${digest.slice(2, 4)}/${digest}.${extension}`

const kinds = publishedKinds.join('|')
export const packetPathPattern = '^changes/[0-9]{3}/[0-9]{3}/[0-9]{3}[.]ndjson[.]zst$'
export const indexPathPattern = '^changes/[0-9]{3}/[0-9]{3}/index[.]json$'
export const partPathPattern = `^whole/[0-9]{1,16}(-[0-9a-f]{8})?/(${kinds})-[0-9]{3,5}[.]ndjson[.]zst$`
const picturePathPattern = '^pictures/[0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f]{64}[.](jpg|png|svg|webp|avif|gif)$'

const immutable = [packetPathPattern, indexPathPattern, partPathPattern, picturePathPattern].map(
  (pattern) => new RegExp(pattern),
)
const longestPath = 200

/** Whether a path is that of a file which never changes. */
export const isImmutable = (path: string): boolean =>
  path.length <= longestPath && immutable.some((pattern) => pattern.test(path))

/** Whether a path is that of anything that is published: nothing else in a folder is handed out. */
export const isPublishedPath = (path: string): boolean =>
  path === manifestName || path === signatureName || isImmutable(path)
