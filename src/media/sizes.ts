import type { Gallery } from '#src/catalogue/kinds.ts'
import { imageSizes } from '#src/reference/reference.ts'

const byGallery: Readonly<Record<Gallery, readonly string[]>> = {
  backdrops: imageSizes.backdrop_sizes,
  logos: imageSizes.logo_sizes,
  posters: imageSizes.poster_sizes,
  profiles: imageSizes.profile_sizes,
  stills: imageSizes.still_sizes,
}

export const originalSize = 'original'
const allSizes: ReadonlySet<string> = new Set(Object.values(byGallery).flat())

/** The size with the greatest width. */
export const widestSize = [...allSizes].reduce((widest, size) =>
  (boxOf(size).width ?? 0) > (boxOf(widest).width ?? 0) ? size : widest,
)

const widths = [...allSizes].flatMap((size) => (size.startsWith('w') ? Number(size.slice(1)) : []))
/** Shapes to which a picture is cropped for programs that ask for one, width by height. */
const shapes = ['1x1', '2x3', '3x4', '4x3', '3x2', '16x9', '12x5', '3x1'] as const
const ratioOf = (shape: string) => Number(shape.split('x')[0]) / Number(shape.split('x')[1])

/** Every size that a picture is ever made in, for whoever asks in whichever words: so many files, and no more. */
export const madeSizes: readonly string[] = [
  ...allSizes,
  ...widths.flatMap((width) => shapes.map((shape) => `w${width}-${shape}`)),
]

/** `w300`, `h632`, `w300_and_h450_face`, each with or without a filter behind it. Filters are passed over. */
const askedSize =
  /^(?:w(\d{1,5})|h(\d{1,5})|w(\d{1,5})_and_h(\d{1,5})(?:_[a-z0-9]{1,20}){0,3})(?:_filter\([a-z0-9,]{0,40}\))?$/
/** A height alone is that of a poster. */
const ofPosters = 2 / 3

/**
 * The size that serves a word of an address; undefined if it is none. Every size serves every picture: an address does
 * not say which gallery its picture is in. Programs also write sizes that no configuration has: they get the nearest
 * one by width, cropped to the nearest shape where they ask for one.
 */
export function sizeFor(word: string): string | undefined {
  if (allSizes.has(word)) return word
  const [, width, height, shapeWidth, shapeHeight] = askedSize.exec(word) ?? []
  if (shapeWidth && shapeHeight) {
    const ratio = Math.max(1, Number(shapeWidth)) / Math.max(1, Number(shapeHeight))
    const shape = nearest(shapes, (each) => Math.log(ratioOf(each)), Math.log(ratio))
    return `w${nearest(widths, Number, Number(shapeWidth))}-${shape}`
  }
  const wanted = width ? Number(width) : height ? Number(height) * ofPosters : undefined
  return wanted === undefined ? undefined : `w${nearest(widths, Number, wanted)}`
}

function nearest<Each>(all: readonly Each[], measure: (each: Each) => number, wanted: number): Each {
  const distance = (each: Each) => Math.abs(measure(each) - wanted)
  return all.reduce((best, each) => (distance(each) < distance(best) ? each : best))
}

/** What a size means: a width or a height in pixels, and the other one follows; or both, and what is beyond is cut. */
export type Box = { width?: number; height?: number }

export function boxOf(size: string): Box {
  if (size === originalSize) return {}
  const [side = '', shape] = size.split('-')
  const pixels = Number(side.slice(1))
  if (shape) return { width: pixels, height: Math.round(pixels / ratioOf(shape)) }
  return side.startsWith('h') ? { height: pixels } : { width: pixels }
}

/**
 * Width and height of a picture in a size. A picture smaller than the size stays as it is; a vector drawing is rendered
 * in the size itself.
 */
export function dimensionsAt(size: string, width: number, height: number, isDrawing = false) {
  const box = boxOf(size)
  const wanted = box.width ? box.width / width : box.height ? box.height / height : 1
  const scale = isDrawing ? wanted : Math.min(1, wanted)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
