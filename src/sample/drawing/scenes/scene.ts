import type { Canvas, Point } from '../canvas.ts'
import { mix, trace } from '../canvas.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'

/**
 * What a scene is drawn with. The canvas may be larger than the scene, which is drawn from 0 to `width` and `height`.
 */
export type Stage = { canvas: Canvas; palette: Palette; random: Random; width: number; height: number }
export type Scene = (stage: Stage) => void

export function sky({ canvas, palette: { high, low }, width, height }: Stage): void {
  canvas.rect(0, 0, width, height, {
    fill: canvas.gradient([
      [0, high],
      [0.75, low],
    ]),
  })
}

/** Sun or moon with light around it. */
export function lamp({ canvas, palette: { light } }: Stage, place: Point, radius: number): void {
  const halo = canvas.glow([
    [0.3, light, 0.5],
    [1, light, 0],
  ])
  canvas.circle(place, radius * 2.6, { fill: halo })
  canvas.circle(place, radius, { fill: light })
}

export function stars({ canvas, palette: { paper }, random, width }: Stage, count: number, depth: number): void {
  for (let star = 0; star < count; star++) {
    const place = [random.between(0, width), random.between(0, depth)] as const
    canvas.circle(place, random.between(0.8, 2.6), { fill: paper, opacity: random.between(0.35, 0.95) })
  }
}

/** A ground that is lighter at its upper edge. */
export const ground = ({ canvas }: Stage, colour: string, towards: string): string =>
  canvas.gradient([
    [0, mix(colour, towards, 0.28)],
    [0.7, colour],
  ])

/** Birds in the distance. */
export function birds({ canvas, palette: { ink }, random, width, height }: Stage): void {
  const [x, y] = [random.between(0.2, 0.7) * width, random.between(0.16, 0.3) * height]
  for (let bird = random.whole(3, 6); bird > 0; bird--) {
    const [left, top] = [x + random.between(-0.12, 0.16) * width, y + random.between(-0.04, 0.05) * height]
    const span = random.between(9, 17)
    const [half, rise] = [span / 2, span / 1.6]
    canvas.path(
      trace`M${left - span} ${top}q${half} ${-rise} ${span} 0
        M${left} ${top}q${half} ${-rise} ${span} 0`,
      { fill: 'none', stroke: ink, width: 3, opacity: 0.7 },
    )
  }
}
