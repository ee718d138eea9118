import { statfsSync } from 'node:fs'
import { DiskFullError } from '../errors.ts'

/** Free space is looked up again after this long. */
const LOOK_MS = 1_000
const MEBIBYTE = 1_048_576

/** Bytes that are free for this process on the disk with a folder. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Says how much room there is, and how much is wanted. */
const diskFull = (freeBytes: number, wantedBytes: number): DiskFullError => {
  const [free, wanted] = [Math.floor(freeBytes / MEBIBYTE), Math.ceil(wantedBytes / MEBIBYTE)]
  return new DiskFullError(`The disk with the catalogue has ${free} MiB free, and ${wanted} MiB are needed.`)
}

/** Throws `DiskFullError` while less than `leastBytes` are free. */
export function keepRoom(leastBytes: number, freeBytes: () => number): () => void {
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let free = Number.POSITIVE_INFINITY
  return () => {
    const nowMs = performance.now()
    // Without room every write looks again, so that the first one after some was made succeeds.
    if (free < leastBytes || nowMs - lookedAtMs >= LOOK_MS) {
      lookedAtMs = nowMs
      free = freeBytes()
    }
    if (free < leastBytes) throw diskFull(free, leastBytes)
  }
}
