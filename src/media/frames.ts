import type { Metadata } from 'sharp'
import { PictureError } from './refusals.ts'

/** A picture stands still; showing only the first of its frames would take something away without a word. */
const maxFrames = 1

/** Refuses what moves. The decoder counts frames but those of PNG, of which it shows the first. */
export function refuseFrames(content: Buffer, { format, pages = 1 }: Metadata) {
  if ((format === 'png' ? framesOfPng(content) : pages) > maxFrames) throw new PictureError('too_many_frames')
}

const SIGNATURE_BYTES = 8
/** Length, type and check sum around the data of a chunk. */
const CHUNK_BYTES = 12

/** A moving PNG says so in a chunk before the first one with pixels. */
function framesOfPng(content: Buffer): number {
  for (let at = SIGNATURE_BYTES; at + CHUNK_BYTES <= content.length; ) {
    const type = content.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return content.readUInt32BE(at + 8)
    if (type === 'IDAT') return 1
    at += CHUNK_BYTES + content.readUInt32BE(at)
  }
  return 1
}
