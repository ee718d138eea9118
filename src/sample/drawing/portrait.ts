import { initialsOf } from '#src/texts/initials.ts'
import { Canvas, mix } from './canvas.ts'
import { outlinesOf, setText } from './lettering.ts'
import { type Palette, palettes } from './palettes.ts'
import { type Random, randomOf } from './random.ts'
import type { Recipe } from './recipe.ts'

export const portraitSize = { width: 800, height: 1200 }
const { width, height } = portraitSize

/** The middle of what is left when a page cuts a circle out of a portrait. */
const middle = 530

/** Moods whose colours are calm enough to stand behind a name. */
const calm = ['drama', 'history', 'crime', 'fantasy'] as const

/**
 * The initials of a person on a calm ground. It shows no face, because it stands for people who exist; where no font
 * has the letters of the name, it is a head and shoulders in one colour.
 */
export function portrait(recipe: Recipe): Canvas {
  const { random, palette, back } = settingOf(recipe)
  const canvas = new Canvas(width, height)
  canvas.rect(0, 0, width, height, {
    fill: canvas.gradient([
      [0, mix(back, palette.low, 0.22)],
      [1, mix(back, palette.ink, 0.25)],
    ]),
  })
  canvas.circle([random.between(120, 680), random.between(60, 360)], random.between(340, 520), {
    fill: palette.low,
    opacity: 0.1,
  })
  const front = palette.paper
  const face = random.pick(['serif', 'tall', 'round'] as const)
  const setting = { face, maxWidth: 460, maxHeight: 250, maxSize: 330, maxLines: 1 }
  const block = setText(initialsOf(recipe.title), setting, 0.03)
  const line = block?.lines[0]
  if (block && line) {
    const x = width / 2 - (line.width * block.size) / 2
    canvas.path(outlinesOf(line, x, middle + block.capitals / 2, block.size), { fill: front, opacity: 0.92 })
  } else silhouette(canvas, mix(back, front, 0.3))
  return canvas
}

function silhouette(canvas: Canvas, fill: string) {
  canvas.ellipse([400, 430], 165, 195, { fill })
  canvas.path('M90 1200C90 860 220 720 400 720S710 860 710 1200Z', { fill })
}

function settingOf({ seed }: Recipe): { random: Random; palette: Palette; back: string } {
  const random = randomOf(`portrait ${seed}`)
  const palette = random.pick(calm.flatMap((mood) => palettes[mood]))
  return { random, palette, back: mix(random.pick([palette.grounds[2], palette.grounds[3]]), palette.ink, 0.2) }
}

/** The main colour of a portrait. */
export const groundOf = (recipe: Recipe): string => settingOf(recipe).back
