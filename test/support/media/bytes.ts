import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

type Colour = { r: number; g: number; b: number; alpha?: number }
const brown = { r: 122, g: 74, b: 32 }

/** A picture of one colour. */
export const plain = (width: number, height: number, background: Colour = brown) =>
  sharp({ create: { width, height, channels: background.alpha === undefined ? 3 : 4, background } })

/** A picture that does not get small, the same each time. */
export function noise(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 1
  for (let at = 0; at < pixels.length; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = 96 + ((seed >>> 24) & 63)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export const moving = (format: 'gif' | 'webp', frames: number): Promise<Buffer> => {
  const pictures = Array.from({ length: frames }, (_, frame) => ({
    create: { width: 16, height: 16, channels: 3 as const, background: { r: frame * 40, g: 0, b: 0 } },
  }))
  return Promise.all(pictures.map((picture) => sharp(picture).png().toBuffer())).then((pages) =>
    sharp(pages, { join: { animated: true } })
      [format]()
      .toBuffer(),
  )
}

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A grey PNG of any size that says it has, with as many lines as `lines`. */
export const png = (width: number, height: number, lines: number, extra: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([numbers(width, height), Buffer.from([8, 0, 0, 0, 0])])),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.alloc(lines * (width + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** A PNG of so many frames. */
export const movingPng = (frames: number): Buffer => png(8, 8, 8, [chunk('acTL', numbers(frames, 0))])

export function gifHeader(width: number, height: number): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  const frame = Buffer.from(',\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0;', 'latin1')
  frame.writeUInt16LE(width, 5)
  frame.writeUInt16LE(height, 7)
  return Buffer.concat([header, frame])
}

export const svg = (inner: string, attributes = 'viewBox="0 0 200 80"', before = ''): Buffer =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`)
