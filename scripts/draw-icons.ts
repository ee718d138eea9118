import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { packageRoot } from '#src/package-root.ts'

// Draws the icons of the site from icon.svg: `node scripts/draw-icons.ts`, after that drawing has changed.

const folder = join(packageRoot, 'src/pages/assets')
const drawing = await readFile(join(folder, 'icon.svg'), 'utf8')
/** The same without its round ground: phones cut icons to a shape of their own. */
const whole = drawing
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace('<circle cx="16" cy="16" r="14" fill="#2b5d8c"/>', '<path fill="#2b5d8c" d="M-4-4h40v40H-4z"/>')

const drawn = (svg: string, size: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** An ICO file of PNGs: a directory, then the pictures. */
function iconFile(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await drawn(drawing, size) })))
await writeFile(join(folder, 'favicon.ico'), iconFile(small))
for (const [name, svg, size] of [
  ['icon-180.png', whole, 180],
  ['icon-192.png', drawing, 192],
  ['icon-512.png', drawing, 512],
  ['icon-512-whole.png', whole, 512],
] as const)
  await writeFile(join(folder, name), await drawn(svg, size))
