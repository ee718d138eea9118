import { crc32, deflateSync } from 'node:zlib'

/** The width of a picture whose size names none. */
const USUAL_WIDTH = 500
const MOST_PIXELS = 4_000
const pngBegin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const picturePath = /^\/t\/p\/(original|[wh]\d{2,4}(?:_and_h\d{2,4}\w{0,40})?)\/[\w.-]{1,100}$/

/**
 * The picture at an address: a grey area of the width or height that was asked for, upright as a poster. Pictures are
 * drawn and stored in files, and a server for tests has none. Undefined where there is no picture.
 */
export function pictureAt(path: string): Buffer | undefined {
  const [, size = ''] = picturePath.exec(path) ?? []
  if (size === '') return undefined
  const [, side, number, second] = /^([wh])(\d+)(?:_and_h(\d+))?/.exec(size) ?? []
  const given = Math.min(MOST_PIXELS, Number(number ?? USUAL_WIDTH))
  if (second !== undefined) return grey(given, Math.min(MOST_PIXELS, Number(second)))
  return side === 'h' ? grey(Math.round((given * 2) / 3), given) : grey(given, Math.round((given * 3) / 2))
}

/** A PNG of one bit for each pixel, all of them the one colour of its palette. */
function grey(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // One bit, with a palette.
  head[8] = 1
  head[9] = 3
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)))
  return Buffer.concat([
    pngBegin,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from([0x80, 0x80, 0x80])),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(content.length, 0)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}
