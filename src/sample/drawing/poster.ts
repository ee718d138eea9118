import { Canvas, mix } from './canvas.ts'
import { type Face, outlinesOf, setText } from './lettering.ts'
import { type Mood, moodOf, type Palette, palettes } from './palettes.ts'
import { type Random, randomOf } from './random.ts'
import type { Recipe } from './recipe.ts'
import { scenes } from './scenes/index.ts'
import type { Scene } from './scenes/scene.ts'

export const posterSize = { width: 1000, height: 1500 }
const { width, height } = posterSize
const margin = 80

const faces: Readonly<Record<Mood, readonly Face[]>> = {
  drama: ['serif', 'tall', 'serif'],
  comedy: ['round', 'poster', 'round'],
  crime: ['poster', 'tall'],
  horror: ['poster', 'serif', 'tall'],
  romance: ['serif', 'serif', 'round'],
  future: ['round', 'tall'],
  fantasy: ['serif', 'round'],
  action: ['poster', 'tall'],
  history: ['serif', 'tall'],
  documentary: ['tall', 'round'],
  music: ['round', 'poster'],
  western: ['poster', 'serif'],
  family: ['round', 'round', 'serif'],
}

type Sheet = { canvas: Canvas; palette: Palette; random: Random; scene: Scene; face: Face; title: string; foot: string }

/** Where a text is: `x` is its left end, its middle or its right end. */
type Place = { x: number; align: 0 | 0.5 | 1; maxWidth: number; maxHeight: number; maxSize?: number }

/** The palette of a title, which its seasons, episodes and pictures share. */
export const paletteOf = ({ family, genre }: Pick<Recipe, 'family' | 'genre'>): Palette =>
  randomOf(`palette ${family}`).pick(palettes[moodOf(genre)])

export const sceneOf = ({ genre }: Pick<Recipe, 'genre'>, random: Random): Scene => random.pick(scenes[moodOf(genre)])

/** The letters of a title, which its family shares. */
export const faceOf = ({ family, genre }: Pick<Recipe, 'family' | 'genre'>): Face =>
  randomOf(`face ${family}`).pick(faces[moodOf(genre)])

/** `signature` stands at the foot, behind the year. */
export function poster(recipe: Recipe, signature: string): Canvas {
  const random = randomOf(`poster ${recipe.seed}`)
  const canvas = new Canvas(width, height)
  const face = faceOf(recipe)
  const foot = [recipe.note, signature].filter(Boolean).join('   ·   ')
  const sheet = {
    canvas,
    random,
    face,
    foot,
    title: recipe.title,
    palette: paletteOf(recipe),
    scene: sceneOf(recipe, random),
  }
  random.pick([full, full, framed, circled, headed, striped, banded])(sheet)
  return canvas
}

/** The scene everywhere, the title at the bottom. */
function full(sheet: Sheet) {
  const { canvas, palette, random } = sheet
  paint(sheet, 0, 0, width, height)
  const dark = mix(palette.ink, palette.grounds[3], 0.3)
  canvas.rect(0, height * 0.55, width, height * 0.45, {
    fill: canvas.gradient([
      [0, dark, 0],
      [0.55, dark, 0.82],
      [1, dark, 0.96],
    ]),
  })
  const align = random.pick([0, 0.5] as const)
  const x = align === 0 ? margin : width / 2
  write(sheet, 1360, palette.paper, { x, align, maxWidth: width - 2 * margin, maxHeight: 330 })
  footLine(sheet, palette.paper, x, align)
}

/** The scene in a frame, the title below it like a label. */
function framed(sheet: Sheet) {
  const { canvas, palette, random } = sheet
  canvas.rect(0, 0, width, height, { fill: palette.paper })
  const frame = random.pick([0, 60])
  const deep = 1060
  paint(sheet, frame, frame, width - 2 * frame, deep - frame)
  const x = Math.max(frame, margin)
  canvas.rect(x, deep + 40, 120, 12, { fill: palette.accent })
  const tall = { x, align: 0, maxWidth: width - 2 * x, maxHeight: 205, maxSize: 200 } as const
  write(sheet, 1376, palette.ink, tall)
  footLine(sheet, mix(palette.ink, palette.paper, 0.3), x, 0)
}

/** The scene through a round window. */
function circled(sheet: Sheet) {
  const { canvas, palette, random } = sheet
  const isDark = random.chance(0.55)
  const back = isDark ? palette.ink : mix(palette.paper, palette.low, 0.25)
  const front = isDark ? palette.paper : palette.ink
  canvas.rect(0, 0, width, height, { fill: back })
  const radius = 420
  const top = 90
  canvas.circle([width / 2, top + radius], radius + 22, { fill: 'none', stroke: palette.accent, width: 6 })
  const cut = `<circle cx="${width / 2}" cy="${top + radius}" r="${radius}"/>`
  paint(sheet, width / 2 - radius, top, radius * 2, radius * 2, cut)
  write(sheet, 1350, front, { x: width / 2, align: 0.5, maxWidth: width - 2 * margin, maxHeight: 300, maxSize: 230 })
  footLine(sheet, mix(front, back, 0.25), width / 2, 0.5)
}

/** The title above the scene, on a ground of its own. */
function headed(sheet: Sheet) {
  const { canvas, palette } = sheet
  const back = palette.grounds[3]
  canvas.rect(0, 0, width, height, { fill: back })
  const top = 470
  paint(sheet, 0, top, width, height - top)
  canvas.rect(0, top - 14, width, 14, { fill: palette.accent })
  write(sheet, top - 90, palette.paper, { x: margin, align: 0, maxWidth: width - 2 * margin, maxHeight: 300 })
  canvas.rect(0, height - 100, width, 100, { fill: palette.ink, opacity: 0.72 })
  footLine(sheet, palette.paper, margin, 0)
}

/** The title in a stripe at the side. */
function striped(sheet: Sheet) {
  const { canvas, palette } = sheet
  const stripe = 240
  paint(sheet, stripe, 0, width - stripe, height)
  canvas.rect(0, 0, stripe, height, { fill: palette.ink })
  canvas.rect(stripe - 12, 0, 12, height, { fill: palette.accent })
  canvas.group(
    () => {
      const place = { x: 70, align: 0, maxWidth: height - 150, maxHeight: 128, maxSize: 200 } as const
      const isWritten = write(sheet, 178, palette.paper, place)
      if (!isWritten) footLine(sheet, palette.paper, 70, 0, 120)
    },
    { transform: `translate(0 ${height}) rotate(-90)` },
  )
  canvas.rect(stripe, height - 84, width - stripe, 84, { fill: palette.ink, opacity: 0.6 })
  footLine(sheet, palette.paper, width - margin, 1, height - 34)
}

/** A band with the title below the scene. */
function banded(sheet: Sheet) {
  const { canvas, palette, random } = sheet
  const fill = random.pick([palette.paper, palette.ink])
  const front = fill === palette.ink ? palette.paper : palette.ink
  const deep = 390
  const top = random.pick([1000, 1060])
  paint(sheet, 0, 0, width, top + 20)
  canvas.rect(0, top, width, height - top, { fill: palette.grounds[3] })
  canvas.rect(0, top, width, deep, { fill })
  canvas.rect(0, top + deep, width, 12, { fill: palette.accent })
  const place = { x: width / 2, align: 0.5, maxWidth: width - 2 * margin, maxHeight: 210, maxSize: 250 } as const
  write(sheet, top + 60, front, place, 'from the top')
  footLine(sheet, front, width / 2, 0.5, top + deep - 40)
}

/** Draws the scene into a part of the sheet. */
function paint(
  { canvas, palette, random, scene }: Sheet,
  x: number,
  y: number,
  wide: number,
  high: number,
  cut?: string,
) {
  const stage = { canvas, palette, random, width: wide, height: high }
  const clip = cut ?? `<rect x="${x}" y="${y}" width="${wide}" height="${high}"/>`
  canvas.group(() => canvas.group(() => scene(stage), { transform: `translate(${x} ${y})` }), { cut: clip })
}

/** Writes the title; its last baseline, or its upper end, is at `y`. False if no font has its letters. */
function write(
  sheet: Sheet,
  y: number,
  fill: string,
  place: Place,
  from: 'the bottom' | 'from the top' = 'the bottom',
) {
  const { canvas, face, title } = sheet
  const { x, align, maxWidth, maxHeight, maxSize = 250 } = place
  const lettering = face === 'poster' || face === 'tall' ? title.toLocaleUpperCase('en') : title
  const block = setText(lettering, { face, maxWidth, maxHeight, maxSize, maxLines: 4 }, face === 'tall' ? 0.01 : 0)
  if (!block) return false
  const { lines, size, step, capitals } = block
  const first =
    from === 'the bottom'
      ? y - (lines.length - 1) * step
      : y + capitals + (maxHeight - capitals - (lines.length - 1) * step) / 2
  const data = lines.map((line, index) => outlinesOf(line, x - align * line.width * size, first + index * step, size))
  canvas.path(data.join(''), { fill })
  return true
}

function footLine({ canvas, foot }: Sheet, fill: string, x: number, align: 0 | 0.5 | 1, y = 1448) {
  const block = setText(
    foot,
    { face: 'tall', maxWidth: width - 2 * margin, maxHeight: 30, maxSize: 27, maxLines: 1 },
    0.14,
  )
  const line = block?.lines[0]
  if (block && line)
    canvas.path(outlinesOf(line, x - align * line.width * block.size, y, block.size), { fill, opacity: 0.85 })
}
