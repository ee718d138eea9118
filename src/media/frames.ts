import type { Metadata } from 'sharp'
import { PictureError } from './refusals.ts'

/** Pictures are still; showing only the first frame would silently drop something. */
const maxFrames = 1

/** Refuses moving pictures. The decoder counts frames except those of PNG, of which it shows the first. */
export function refuseFrames(content: Buffer, { format, pages = 1 }: Metadata) {
  if ((format === 'png' ? framesOfPng(content) : pages) > maxFrames) throw new PictureError('too_many_frames')
}

const SIGNATURE_BYTES = 8
/** Length, type and check sum around the data of a chunk. */
const CHUNK_BYTES = 12

/** An animated PNG says so in a chunk before the first one with pixels. */
function framesOfPng(content: Buffer): number {
  for (let at = SIGNATURE_BYTES; at + CHUNK_BYTES <= content.length; ) {
    const type = content.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return content.readUInt32BE(at + 8)
    if (type === 'IDAT') return 1
    at += CHUNK_BYTES + content.readUInt32BE(at)
  }
  return 1
}
