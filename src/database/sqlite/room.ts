import { statfsSync } from 'node:fs'
import { DiskFullError } from '../errors.ts'

/** Free space is looked up again after this long. */
const LOOK_MS = 1_000

/** Bytes that are free for this process on the disk with a folder. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Throws `DiskFullError` while less than `leastBytes` are free. */
export function keepRoom(leastBytes: number, freeBytes: () => number): () => void {
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let hasRoom = true
  return () => {
    const nowMs = performance.now()
    // Without room every write looks again, so that the first one after some was made succeeds.
    if (!hasRoom || nowMs - lookedAtMs >= LOOK_MS) {
      lookedAtMs = nowMs
      hasRoom = freeBytes() >= leastBytes
    }
    if (!hasRoom) throw new DiskFullError('The disk with the catalogue is nearly full')
  }
}
