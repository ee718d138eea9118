import { largest } from '#src/reference/extremes.ts'
import { brightness, Canvas, mix, type Point, short, trace } from './canvas.ts'
import { type Block, type Face, outlinesOf, setText } from './lettering.ts'
import { palettes } from './palettes.ts'
import { type Random, randomOf } from './random.ts'
import type { Recipe } from './recipe.ts'

const height = 240
const side = 200

type Ink = { canvas: Canvas; random: Random; one: string; other: string; paper: string }
type Sign = (ink: Ink, x: number, y: number, size: number) => void

/** Parts of names that a logo leaves out. */
const inBrackets = / ?\([^()]*\)/g
const legalForm = /,? (inc|ltd|llc|gmbh|corp|corporation|co|company|s\.?a|plc|limited)\b\.?/giu
const withoutFormalities = (name: string) =>
  name.replace(/\s+/g, ' ').replace(inBrackets, '').replace(legalForm, '').trim()

/**
 * A symbol beside the name, or the name on a plate. The colours are neither light nor dark, because logos are shown on
 * both.
 */
export function logo(recipe: Recipe): Canvas {
  const random = randomOf(`logo ${recipe.seed}`)
  const palette = random.pick(Object.values(palettes).flat())
  const tones = [...palette.grounds, palette.accent, palette.high].filter((tone) => {
    const light = brightness(tone)
    return light > 0.3 && light < 0.62
  })
  const one = random.pick(tones.length > 0 ? tones : [palette.accent])
  const other = palette.accent === one ? mix(one, palette.light, 0.45) : palette.accent
  const name = withoutFormalities(recipe.title) || recipe.title
  const face = random.pick(['tall', 'poster', 'round', 'serif'] as const)
  const lettering = face === 'poster' || random.chance(0.3) ? name.toLocaleUpperCase('en') : name
  const isPlate = random.chance(0.3)
  const block = setText(
    lettering,
    { face, maxWidth: 900, maxHeight: isPlate ? 130 : 150, maxSize: 150, maxLines: 2 },
    face === 'tall' ? 0.02 : 0,
  )
  const ink = { random, one, other, paper: palette.paper }
  if (!block) return alone(ink)
  return isPlate ? plate(ink, block) : iconAndName(ink, block)
}

type Text = Block & { face: Face; capitals: number }

const widthOf = ({ lines, size }: Text) => largest(lines.map(({ width }) => width)) * size

/** Writes a block of lines with its middle at `y`. */
function write(canvas: Canvas, block: Text, x: number, y: number, fill: string, align = 0) {
  const { lines, size, step, capitals } = block
  const first = y + capitals / 2 - ((lines.length - 1) * step) / 2
  const data = lines.map((line, index) => outlinesOf(line, x - align * line.width * size, first + index * step, size))
  canvas.path(data.join(''), { fill })
}

function alone(ink: Omit<Ink, 'canvas'>): Canvas {
  const canvas = new Canvas(height, height)
  ink.random.pick(signs)({ ...ink, canvas }, (height - side) / 2, (height - side) / 2, side)
  return canvas
}

function iconAndName(ink: Omit<Ink, 'canvas'>, block: Text): Canvas {
  const gap = 44
  const canvas = new Canvas(Math.ceil(side + gap + widthOf(block) + 24), height)
  ink.random.pick(signs)({ ...ink, canvas }, 8, (height - side) / 2, side)
  write(canvas, block, side + gap + 8, height / 2, ink.one)
  return canvas
}

function plate(ink: Omit<Ink, 'canvas'>, block: Text): Canvas {
  const { random, one, other, paper } = ink
  const wide = Math.ceil(widthOf(block) + 130)
  const canvas = new Canvas(wide, height)
  const shape = random.whole(0, 3)
  if (shape === 0) canvas.rect(4, 14, wide - 8, height - 28, { fill: one }, 106)
  if (shape === 1) {
    canvas.rect(4, 14, wide - 8, height - 28, { fill: one }, 18)
    canvas.rect(4, height - 44, wide - 8, 30, { fill: other }, 15)
  }
  if (shape === 2)
    canvas.polygon(
      [
        [40, 14],
        [wide - 4, 14],
        [wide - 40, height - 14],
        [4, height - 14],
      ],
      { fill: one },
    )
  if (shape === 3) {
    canvas.rect(4, 14, wide - 8, height - 28, { fill: one })
    canvas.rect(18, 28, wide - 36, height - 56, { fill: 'none', stroke: paper, width: 5 })
  }
  write(canvas, block, wide / 2, height / 2 - (shape === 1 ? 8 : 0), paper, 0.5)
  return canvas
}

const ringed = (x: number, y: number, radius: number, count: number, turn = 0): Point[] =>
  Array.from({ length: count }, (_, corner): Point => {
    const angle = turn + (corner / count) * 2 * Math.PI
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })

const signs: readonly Sign[] = [
  ({ canvas, one, other }, x, y, s) => {
    canvas.circle([x + s / 2, y + s / 2], s / 2, { fill: one })
    canvas.circle([x + s * 0.62, y + s * 0.38], s * 0.22, { fill: other })
  },
  ({ canvas, one, other, random }, x, y, s) => {
    const petals = random.pick([5, 6, 8])
    for (const [px, py] of ringed(x + s / 2, y + s / 2, s * 0.3, petals, -Math.PI / 2))
      canvas.circle([px, py], s * 0.19, { fill: one, opacity: 0.85 })
    canvas.circle([x + s / 2, y + s / 2], s * 0.15, { fill: other })
  },
  ({ canvas, one, other }, x, y, s) => {
    canvas.polygon(
      [
        [x + s / 2, y + s * 0.04],
        [x + s, y + s * 0.94],
        [x, y + s * 0.94],
      ],
      { fill: one },
    )
    canvas.polygon(
      [
        [x + s / 2, y + s * 0.44],
        [x + s * 0.75, y + s * 0.94],
        [x + s * 0.25, y + s * 0.94],
      ],
      { fill: other },
    )
  },
  ({ canvas, one, other }, x, y, s) => {
    for (const [bar, share] of [0.45, 0.8, 1, 0.62].entries()) {
      const rise = s * share
      canvas.rect(x + bar * s * 0.26, y + s - rise, s * 0.19, rise, { fill: bar === 2 ? other : one }, s * 0.09)
    }
  },
  ({ canvas, one, other }, x, y, s) => {
    const [left, top, r, h] = [short(x), short(y), short(s), short(s / 2)]
    canvas.path(`M${left} ${top}h${r}a${r} ${r} 0 0 1 -${r} ${r}z`, { fill: one })
    canvas.path(`M${left} ${top}h${h}a${h} ${h} 0 0 1 -${h} ${h}z`, { fill: other })
  },
  ({ canvas, one, other }, x, y, s) => {
    canvas.circle([x + s / 2, y + s / 2], s * 0.42, { fill: 'none', stroke: one, width: s * 0.14 })
    canvas.polygon(
      [
        [x + s * 0.42, y + s * 0.33],
        [x + s * 0.7, y + s / 2],
        [x + s * 0.42, y + s * 0.67],
      ],
      { fill: other },
    )
  },
  ({ canvas, one, other, random }, x, y, s) => {
    const spikes = random.pick([8, 10, 12])
    const points = ringed(x + s / 2, y + s / 2, s / 2, spikes * 2, -Math.PI / 2).map(
      ([px, py], index): Point =>
        index % 2 ? [x + s / 2 + (px - x - s / 2) * 0.62, y + s / 2 + (py - y - s / 2) * 0.62] : [px, py],
    )
    canvas.polygon(points, { fill: one })
    canvas.circle([x + s / 2, y + s / 2], s * 0.17, { fill: other })
  },
  ({ canvas, one, other }, x, y, s) => {
    const half = s / 2
    canvas.path(trace`M${x} ${y + half}a${half} ${half} 0 0 1 ${s} 0z`, { fill: one })
    for (let wave = 0; wave < 3; wave++)
      canvas.rect(
        x + wave * s * 0.08,
        y + half + s * (0.06 + wave * 0.15),
        s * (1 - wave * 0.16),
        s * 0.08,
        { fill: other },
        s * 0.04,
      )
  },
  ({ canvas, one, other }, x, y, s) => {
    canvas.polygon(ringed(x + s / 2, y + s / 2, s * 0.52, 6, Math.PI / 6), { fill: one })
    canvas.polygon(
      [
        [x + s / 2, y + s * 0.5],
        [x + s * 0.94, y + s * 0.26],
        [x + s * 0.94, y + s * 0.74],
        [x + s / 2, y + s],
      ],
      { fill: other },
    )
  },
  ({ canvas, one, other }, x, y, s) => {
    canvas.circle([x + s * 0.36, y + s / 2], s * 0.34, { fill: one })
    canvas.circle([x + s * 0.66, y + s / 2], s * 0.34, { fill: other, opacity: 0.8 })
  },
]
