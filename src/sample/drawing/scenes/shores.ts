import { mix, type Point, trace } from '../canvas.ts'
import { birds, lamp, type Scene, type Stage, sky, stars } from './scene.ts'

/** A lighthouse whose beam crosses the sea. */
export const lighthouse: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, light, paper } = palette
  sky(stage)
  stars(stage, 40, height * 0.4)
  const size = Math.min(width, height)
  const side = random.pick([-1, 1])
  const x = width * (side > 0 ? 0.3 : 0.7)
  const foot = height * 0.74
  const rise = size * random.between(0.42, 0.52)
  const lantern = foot - rise
  const reach = width * 1.1 * side
  canvas.polygon(
    [
      [x, lantern],
      [x + reach, lantern - size * 0.2],
      [x + reach, lantern + size * 0.13],
    ],
    {
      fill: canvas.gradient(
        [
          [0, light, 0.85],
          [1, light, 0],
        ],
        side > 0 ? [0, 0] : [1, 0],
        side > 0 ? [1, 0] : [0, 0],
      ),
    },
  )
  canvas.rect(0, height * 0.68, width, height, {
    fill: canvas.gradient([
      [0, grounds[1]],
      [1, grounds[3]],
    ]),
  })
  const cliff: Point[] = [
    [x - side * width, foot - size * 0.05],
    [x - side * size * 0.1, foot - size * 0.03],
    [x + side * size * 0.12, foot],
    [x + side * size * 0.2, foot + size * 0.1],
    [x + side * size * 0.3, height],
    [x - side * width, height],
  ]
  canvas.polygon(cliff, { fill: grounds[3] })
  tower(stage, [x, foot], rise)
  for (let wave = 0; wave < 12; wave++) {
    const y = height * random.between(0.72, 0.98)
    const from = side > 0 ? x + size * 0.32 : 0
    canvas.rect(
      from + random.between(0, width * 0.6),
      y,
      size * random.between(0.05, 0.16),
      size * 0.006,
      { fill: paper, opacity: 0.3 },
      3,
    )
  }
}

function tower({ canvas, palette, width, height }: Stage, [x, foot]: Point, rise: number) {
  const { light, accent, paper, ink } = palette
  const size = Math.min(width, height)
  const lantern = foot - rise
  const at = (share: number, half: number): [Point, Point] => [
    [x - half, foot - rise * share],
    [x + half, foot - rise * share],
  ]
  const half = (share: number) => size * (0.062 - 0.026 * share)
  for (let band = 0; band < 5; band++) {
    const [low, high] = [band * 0.18, (band + 1) * 0.18]
    const [a, b] = at(low - 0.02, half(low))
    const [c, d] = at(high, half(high))
    canvas.polygon([a, b, d, c], { fill: band % 2 ? paper : accent })
  }
  canvas.rect(x - size * 0.048, lantern + rise * 0.085, size * 0.096, size * 0.014, { fill: ink })
  canvas.rect(x - size * 0.026, lantern - size * 0.026, size * 0.052, rise * 0.085 + size * 0.026, { fill: light })
  canvas.path(
    trace`M${x - size * 0.036} ${lantern - size * 0.026}a${size * 0.036} ${size * 0.036} 0 0 1 ${size * 0.072} 0z`,
    { fill: ink },
  )
}

/** Large leaves in front of the sun. */
export const leaves: Scene = (stage) => {
  const { palette, random, width, height } = stage
  sky(stage)
  const size = Math.min(width, height)
  lamp(
    stage,
    [width * random.between(0.35, 0.65), height * random.between(0.3, 0.42)],
    size * random.between(0.18, 0.26),
  )
  if (random.chance(0.6)) birds(stage)
  const across = width > height ? 9 : 5
  palette.grounds.forEach((colour, layer) => {
    for (let leaf = 0; leaf <= across; leaf++) {
      const foot: Point = [(width * (leaf + random.between(-0.3, 0.3))) / across, height * (0.9 + layer * 0.08)]
      const length = size * random.between(0.36, 0.62) * (1.1 - layer * 0.12)
      const lean = ((foot[0] / width - 0.5) * 70 + random.between(-18, 18)) * 1.1
      blade(stage, foot, length, lean, layer === 1 && random.chance(0.25) ? palette.accent : colour)
    }
  })
}

function blade(
  { canvas, palette: { ink, paper } }: Stage,
  [x, y]: Point,
  length: number,
  lean: number,
  colour: string,
) {
  const half = length * 0.17
  canvas.group(
    () => {
      canvas.path(trace`M0 0C${-half * 1.5} ${-length * 0.35} ${-half} ${-length * 0.75} 0 ${-length}V0Z`, {
        fill: colour,
      })
      canvas.path(trace`M0 0C${half * 1.5} ${-length * 0.35} ${half} ${-length * 0.75} 0 ${-length}V0Z`, {
        fill: mix(colour, ink, 0.16),
      })
      for (let vein = 1; vein < 6; vein++) {
        const level = -length * (0.12 + vein * 0.13)
        const reach = half * (1.05 - vein * 0.13)
        canvas.line(
          [
            [-reach, level - half * 0.4],
            [0, level],
            [reach, level - half * 0.4],
          ],
          { stroke: paper, width: 2, opacity: 0.22 },
        )
      }
    },
    { transform: trace`translate(${x} ${y}) rotate(${lean})` },
  )
}
