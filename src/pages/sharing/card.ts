import { hash } from 'node:crypto'
import type { Composition } from '#src/media/media.ts'
import { nameIn } from '#src/media/names.ts'
import { atFirstUse } from '#src/package-root.ts'
import type { Canvas } from '#src/sample/drawing/canvas.ts'
import type { Face } from '#src/sample/drawing/lettering.ts'
import { maxPosterTitle } from '#src/sample/record-posters.ts'
import { initialsOf } from '#src/texts/initials.ts'
import { cardSize } from './metadata.ts'

const anyAscii = atFirstUse<typeof import('any-ascii')>('any-ascii')

/** What the card of a page is drawn from. */
export type CardFacts = {
  /** The beginning of its address: `/card/movie/501`. */
  path: string
  /** What makes it look like the posters of its record: as in a recipe of a drawing. */
  family: string
  genre: number
  /** Above the title: the series of an episode. */
  above?: string
  title: string
  /** The same in other letters, where no font has those of the title. */
  otherTitle?: string
  /** Below it. */
  line: string
  picture?: { file_path: string | null; shape: 'upright' | 'wide' | 'logo' }
  /** What stands there where nobody has added a picture, as on pages: a drawn poster, or initials. */
  drawn?: { seed: string; note: string } | 'initials'
}

/** Increased when cards look different: then they have other addresses. */
const version = 2
const DIGEST_LENGTH = 20

/** The name of a card says all that it shows. */
export const cardName = (facts: CardFacts): string =>
  hash('sha256', JSON.stringify([version, facts])).slice(0, DIGEST_LENGTH)

/** The address of a card: others keep what is behind it for good, because it changes with the card. */
export const cardAddress = (facts: CardFacts): string => `${facts.path}.jpg?v=${cardName(facts)}`

const { width, height } = cardSize
const margin = 64
/** Where a picture stands, by its shape. */
const places = {
  upright: { left: margin, top: 57, width: 344, height: 516, fit: 'cover' },
  wide: { left: margin, top: 160, width: 480, height: 270, fit: 'cover' },
  logo: { left: margin + 40, top: 215, width: 320, height: 200, fit: 'contain' },
} as const

/** Draws a card: a scene in the colours of its title, the picture, and who and what it is about. */
export async function composeCard(facts: CardFacts, siteName: string): Promise<Composition> {
  // Most requests need no drawing, and none needs the fonts before the first one.
  const [{ Canvas: Drawing, mix }, { faceOf, paletteOf, sceneOf }, { randomOf }, { outlinesOf, setText }] =
    await Promise.all([
      import('#src/sample/drawing/canvas.ts'),
      import('#src/sample/drawing/poster.ts'),
      import('#src/sample/drawing/random.ts'),
      import('#src/sample/drawing/lettering.ts'),
    ])
  const { picture } = facts
  const name = picture?.file_path ? nameIn(picture.file_path) : undefined
  const place = picture && (name !== undefined || facts.drawn) ? places[picture.shape] : undefined
  const canvas = new Drawing(width, height)
  const random = randomOf(`card ${facts.path}`)
  const palette = paletteOf(facts)
  sceneOf(facts, random)({ canvas, random, palette, width, height })
  const dark = mix(palette.ink, palette.grounds[3], 0.25)
  const veil = [
    [0, dark, 0.93],
    [0.6, dark, 0.86],
    [1, dark, place ? 0.74 : 0.5],
  ] as const
  canvas.rect(0, 0, width, height, { fill: canvas.gradient(veil, [0, 0], [1, 0]) })
  if (place && picture?.shape === 'logo') canvas.rect(margin, 175, 400, 280, { fill: '#ffffff' }, 18)
  else if (place)
    canvas.rect(place.left - 6, place.top - 6, place.width + 12, place.height + 12, { fill: palette.paper })
  if (place && name === undefined && facts.drawn) await standIn(canvas, facts, facts.drawn)
  const x = place ? (picture?.shape === 'logo' ? margin + 400 : place.left + place.width) + 56 : margin
  const maxWidth = width - x - margin

  type Written = { y: number; size: number; most: number; face: Face; fill: string; from: 'above' | 'below' }
  /** Writes a text whose first baseline, or whose last one, is at `y`; says where its last one is. */
  const write = (text: string, { y, size, most, face, fill, from }: Written): number => {
    const block = setText(text, { face, maxWidth, maxHeight: most, maxSize: size, maxLines: 3 })
    if (!block) return y
    const first = from === 'above' ? y + block.capitals : y - (block.lines.length - 1) * block.step
    const data = block.lines.map((line, at) => outlinesOf(line, x, first + at * block.step, block.size))
    canvas.path(data.join(''), { fill })
    return first + (block.lines.length - 1) * block.step
  }

  const face = faceOf(facts)
  const readable = (text: string) => setText(text, { face, maxWidth, maxHeight: 300, maxSize: 40, maxLines: 3 })
  const [title = anyAscii().default(facts.title)] = [facts.title, facts.otherTitle ?? ''].filter(
    (text) => text && readable(text),
  )
  if (facts.above)
    write(latin(facts.above), { y: 150, size: 44, most: 44, face: 'tall', fill: palette.paper, from: 'below' })
  const upper = face === 'poster' || face === 'tall' ? title.toLocaleUpperCase('en') : title
  const end = write(upper, { y: 190, size: 110, most: 220, face, fill: palette.paper, from: 'above' })
  canvas.rect(x, end + 34, 96, 8, { fill: palette.accent })
  const soft = mix(palette.paper, dark, 0.15)
  write(latin(facts.line), { y: end + 74, size: 34, most: 76, face: 'tall', fill: soft, from: 'above' })
  write(siteName, { y: height - 60, size: 32, most: 32, face: 'round', fill: palette.paper, from: 'below' })
  return { drawing: canvas.document(), ...(place && name !== undefined && { on: { ...place, name } }) }

  /** In letters that there is a font for. */
  function latin(text: string): string {
    return setText(text, { face: 'tall', maxWidth, maxHeight: 100, maxSize: 40, maxLines: 3 })
      ? text
      : anyAscii().default(text)
  }
}

/** What stands on a card where there is no picture. */
async function standIn(canvas: Canvas, facts: CardFacts, drawn: NonNullable<CardFacts['drawn']>) {
  const [{ paletteOf, poster }, { outlinesOf, setText }] = await Promise.all([
    import('#src/sample/drawing/poster.ts'),
    import('#src/sample/drawing/lettering.ts'),
  ])
  const { left, top, width: wide, height: high } = places.upright
  const { family, genre, title } = facts
  if (drawn !== 'initials') {
    const recipe = { gallery: 'posters', ...drawn, family, genre, title: title.slice(0, maxPosterTitle) } as const
    canvas.put(poster(recipe, ''), { left, top, wide, high })
    return
  }
  const palette = paletteOf(facts)
  canvas.rect(left, top, wide, high, { fill: palette.accent })
  const letters = { face: 'round', maxWidth: wide - 80, maxHeight: 220, maxSize: 200, maxLines: 1 } as const
  const initials = setText(initialsOf(title), letters)
  const line = initials?.lines[0]
  if (!initials || !line) return
  const from = left + (wide - line.width * initials.size) / 2
  canvas.path(outlinesOf(line, from, top + (high + initials.capitals) / 2, initials.size), { fill: palette.ink })
}
