import { Canvas, mix } from './canvas.ts'
import { logo } from './logo.ts'
import { groundOf, portrait, portraitSize } from './portrait.ts'
import { paletteOf, poster, posterSize, sceneOf } from './poster.ts'
import { randomOf } from './random.ts'
import type { Recipe } from './recipe.ts'

/** Pixels of the pictures whose size does not depend on what is drawn. */
const sizes = {
  posters: posterSize,
  backdrops: { width: 1920, height: 1080 },
  stills: { width: 1280, height: 720 },
  profiles: portraitSize,
} as const

/** Draws the picture of a recipe; `signature` stands at the foot of a poster. */
export function draw(recipe: Recipe, signature = 'REELCOMMONS SAMPLE'): Canvas {
  if (recipe.gallery === 'posters') return poster(recipe, signature)
  if (recipe.gallery === 'profiles') return portrait(recipe)
  if (recipe.gallery === 'logos') return logo(recipe)
  return wide(recipe, sizes[recipe.gallery])
}

/** A scene without words. */
function wide(recipe: Recipe, { width, height }: { width: number; height: number }): Canvas {
  const canvas = new Canvas(width, height)
  const random = randomOf(`${recipe.gallery} ${recipe.seed}`)
  sceneOf(recipe, random)({ canvas, random, palette: paletteOf(recipe), width, height })
  return canvas
}

/**
 * The size of a picture, and a colour to show in its place, which logos do not have. A logo has to be drawn to know its
 * size.
 */
export function outlineOf(recipe: Recipe): { width: number; height: number; colour: string } {
  if (recipe.gallery === 'logos') {
    const { width, height } = logo(recipe)
    return { width, height, colour: '' }
  }
  if (recipe.gallery === 'profiles') return { ...sizes.profiles, colour: groundOf(recipe) }
  const { grounds, low } = paletteOf(recipe)
  return { ...sizes[recipe.gallery], colour: mix(grounds[1], low, 0.25) }
}
