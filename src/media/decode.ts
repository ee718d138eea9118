import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { refuseFrames } from './frames.ts'
import { mainColourOf } from './main-colour.ts'
import { type Format, nameOf, type OriginalType, originalTypeOf } from './names.ts'
import { PictureError } from './refusals.ts'
import { type Box, boxOf, dimensionsAt, originalSize, widestSize } from './sizes.ts'

/** A picture from outside: what becomes of it is written to `output`. */
export type Taking = {
  task: 'take'
  input: string
  output: string
  gallery: string
  maxPixels: number
  /** A drawing of lines that is no logo is drawn instead of being refused. */
  drawsLines?: boolean
}
export type Taken = {
  name: string
  type: OriginalType
  width: number
  height: number
  bytes: number
  /** The main colour of the picture, as `#rrggbb`. */
  colour: string
}

/** One of our originals, to be written to `output` in a size and a format. */
export type Rendering = { task: 'render'; input: string; output: string; size: string; format: Format }
export type Rendered = { bytes: number }

/** A drawing of lines, with one of our originals on it where it has a place for one, to be written as a JPEG. */
export type Composing = { task: 'compose'; input: string; output: string; on?: Placed }
/** An original and its place, in pixels of the drawing: it fills the place, or is seen whole in it. */
export type Placed = Required<Box> & { original: string; left: number; top: number; fit: 'cover' | 'contain' }

/** Longest side: the limit of WebP. */
const maxSide = 16_383
/** Pixels of the thumbnail whose colours are counted. */
const COLOUR_PIXELS = 48
/** Pixels of the square that is kept of the picture of a person who has an account. */
const avatarSide = 512
/** Milliseconds of the processor that drawing a logo may take in the largest sizes in which it can be asked for. */
const maxDrawingMs = 4_000
/** Pixels per inch of a vector drawing. */
const DRAWING_DENSITY = 72

/** How each format is stored: close to what came. */
const encode = {
  jpg: (image: Sharp) => image.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }),
  png: (image: Sharp) => image.png({ compressionLevel: 9, adaptiveFiltering: true }),
}
/** How each format is sent: AVIF and WebP need fewer bytes for the same quality, and AVIF much more time. */
const sentAs: Record<Exclude<Format, 'svg'>, (image: Sharp) => Sharp> = {
  jpg: (image) => image.jpeg({ quality: 82 }),
  png: (image) => image.png(),
  webp: (image) => image.webp({ quality: 80 }),
  avif: (image) => image.avif({ quality: 55, effort: 2 }),
}
/** Transparent pictures get a white background in formats without transparency. */
const background = '#ffffff'

// A picture may only be read by the decoder for its type, one at a time: each takes much memory.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((type) => `VipsForeignLoad${type}Buffer`),
})

/**
 * Takes a picture from outside. Its bytes decide what it is, and it is encoded anew, so that nothing else in it
 * remains.
 */
export async function take({ input, output, gallery, maxPixels, drawsLines = false }: Taking): Promise<Taken> {
  const content = await readFile(input)
  if (content.length === 0) throw new PictureError('empty')
  const isLogo = gallery === 'logos'
  const isVector = isXml(content)
  if (!isVector && !isKnown(content)) throw new PictureError('unknown_type')
  if (isVector && !isLogo && !drawsLines) throw new PictureError('vector')
  const harmless = isVector ? await (await import('./vector.ts')).sanitised(content) : content
  const options = { limitInputPixels: maxPixels, failOn: 'error' } as const
  const about = await aboutOf(sharp(harmless, { limitInputPixels: false }))
  const { width, height } = about.autoOrient
  if (width * height > maxPixels || Math.max(width, height) > maxSide) throw new PictureError('too_many_pixels')
  if (!isVector) refuseFrames(content, about)
  const whole = sharp(harmless, options).autoOrient().toColourspace('srgb')
  const side = gallery === 'avatars' ? Math.min(avatarSide, width, height) : undefined
  const image = side === undefined ? whole : whole.resize(side, side, { fit: 'cover' })
  if (isVector) await refuseSlowDrawing(harmless)
  const original = isVector && isLogo ? harmless : await drawnAnew(image, isLogo, about)
  const colour = mainColourOf(await thumbnail(original))
  const type = originalTypeOf(original)
  await writeFile(output, original, { mode: 0o600 })
  return { name: nameOf(original), type, width: side ?? width, height: side ?? height, bytes: original.length, colour }
}

/**
 * Refuses a drawing that takes long to draw: few elements may need very much work, such as those with filters. Whoever
 * asks for it in a size that nobody has asked for yet has it drawn.
 */
async function refuseSlowDrawing(content: Buffer): Promise<void> {
  const before = process.cpuUsage()
  for (const size of [originalSize, widestSize]) {
    try {
      await (await drawing(content, size)).raw().toBuffer()
    } catch {
      // It is too large in this size, which is refused there as well.
    }
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1_000 > maxDrawingMs) throw new PictureError('too_slow')
  }
}

/** What a picture's header says, before any of it is decoded. */
async function aboutOf(image: Sharp): Promise<Metadata> {
  try {
    return await image.metadata()
  } catch {
    throw new PictureError('damaged')
  }
}

async function drawnAnew(image: Sharp, isLogo: boolean, { hasAlpha }: Metadata): Promise<Buffer> {
  try {
    // Only pictures that may be transparent are decoded to see whether they are.
    const isOpaque = !hasAlpha || (await image.clone().stats()).isOpaque
    return await (isOpaque && !isLogo ? encode.jpg(image.removeAlpha()) : encode.png(image)).toBuffer()
  } catch {
    throw new PictureError('damaged')
  }
}

/** The pixels of a thumbnail, three bytes each. A vector drawing is drawn here for the first time. */
async function thumbnail(original: Buffer): Promise<Buffer> {
  const box = { width: COLOUR_PIXELS, height: COLOUR_PIXELS, fit: 'inside' } as const
  try {
    return await sharp(original).resize(box).flatten({ background }).toColourspace('srgb').raw().toBuffer()
  } catch {
    throw new PictureError('damaged')
  }
}

/** Whether it is XML, after what may come before it. */
const isXml = (content: Buffer) => /^(\u00ef\u00bb\u00bf)?\s*</.test(content.toString('latin1', 0, 256))

/** Whether it begins like a JPEG, PNG, GIF, WebP or AVIF. */
function isKnown(content: Buffer): boolean {
  const start = content.toString('latin1', 0, 12)
  if (['\xff\xd8\xff', '\x89PNG', 'GIF87a', 'GIF89a'].some((beginning) => start.startsWith(beginning))) return true
  return /^RIFF.{4}WEBP$/s.test(start) || /^.{4}ftypavi[fs]$/s.test(start)
}

/** Writes an original in a size and a format. */
export async function render({ input, output, size, format }: Rendering): Promise<Rendered> {
  const content = await readFile(input)
  if (format === 'svg') throw new Error('A drawing of lines is sent as it is')
  const box = boxOf(size)
  const image = originalTypeOf(content) === 'svg' ? await drawing(content, size) : scaled(content, box)
  const whole = format === 'jpg' ? image.flatten({ background }) : image
  const sent = await sentAs[format](whole).toBuffer()
  await writeFile(output, sent, { mode: 0o600 })
  return { bytes: sent.length }
}

/** Draws a drawing with an original on it. */
export async function compose({ input, output, on }: Composing): Promise<Rendered> {
  const drawn = sharp(await readFile(input)).flatten({ background })
  const placed = on && [{ input: await placedPicture(on), left: on.left, top: on.top }]
  const sent = await sentAs.jpg(placed ? drawn.composite(placed) : drawn).toBuffer()
  await writeFile(output, sent, { mode: 0o600 })
  return { bytes: sent.length }
}

async function placedPicture({ original, width, height, fit }: Placed): Promise<Buffer> {
  const content = await readFile(original)
  const image = originalTypeOf(content) === 'svg' ? await drawing(content, `w${width}`) : sharp(content)
  const transparent = { r: 255, g: 255, b: 255, alpha: 0 }
  return image.resize({ width, height, fit, background: transparent }).toColourspace('srgb').png().toBuffer()
}

const scaled = (content: Buffer, box: Box) => sharp(content).resize({ ...box, withoutEnlargement: true })

/** Renders a vector drawing in the size itself, so that it is sharp. */
async function drawing(content: Buffer, size: string): Promise<Sharp> {
  const { width, height } = await sharp(content).metadata()
  const dimensions = dimensionsAt(size, width, height, true)
  const density = DRAWING_DENSITY * Math.max(dimensions.width / width, dimensions.height / height)
  return sharp(content, { density }).resize({ ...dimensions, fit: 'fill' })
}
