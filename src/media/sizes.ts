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
export const allSizes: ReadonlySet<string> = new Set(Object.values(byGallery).flat())

/** The size with the greatest width. */
export const widestSize = [...allSizes].reduce((widest, size) =>
  (boxOf(size).width ?? 0) > (boxOf(widest).width ?? 0) ? size : widest,
)

/** Every size serves every picture: an address does not say which gallery its picture is in. */
export const isSize = (word: string): boolean => allSizes.has(word)

/** What a size means: a width or a height in pixels; the other one follows. */
export type Box = { width?: number; height?: number }

export function boxOf(size: string): Box {
  if (size === originalSize) return {}
  const pixels = Number(size.slice(1))
  return size.startsWith('h') ? { height: pixels } : { width: pixels }
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
