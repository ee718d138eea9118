import { curveOf, mix, type Point, short, trace } from '../canvas.ts'
import { lamp, type Scene, sky } from './scene.ts'
import { figure } from './shapes.ts'

/** Flowing bands. */
export const ribbons: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  sky(stage)
  const size = Math.min(width, height)
  lamp(
    stage,
    [width * random.between(0.25, 0.75), height * random.between(0.18, 0.3)],
    size * random.between(0.08, 0.15),
  )
  const tones = [
    palette.grounds[0],
    palette.accent,
    palette.grounds[1],
    palette.light,
    palette.grounds[2],
    palette.grounds[3],
  ]
  const knots = [0, 0.26, 0.52, 0.78, 1.04]
  const base = knots.map((_, knot) => random.between(-0.12, 0.12) * height * (knot % 2 ? 1 : -1))
  tones.forEach((fill, band) => {
    const top = height * (0.36 + band * 0.1)
    const points = knots.map(
      (at, knot): Point => [at * width - 0.02 * width, top + (base[knot] as number) * (1 - band * 0.1)],
    )
    canvas.path(trace`${curveOf(points)}V${height}H${-0.02 * width}Z`, { fill })
  })
}

/** Overlapping circles that colour each other. */
export const circles: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  canvas.rect(0, 0, width, height, {
    fill: canvas.gradient([
      [0, palette.paper],
      [1, mix(palette.paper, palette.low, 0.5)],
    ]),
  })
  const size = Math.min(width, height)
  const tones = [...palette.grounds.slice(0, 3), palette.accent, palette.high]
  const count = random.whole(4, 6)
  for (let circle = 0; circle < count; circle++) {
    const angle = (circle / count) * 2 * Math.PI + random.between(-0.3, 0.3)
    const reach = size * random.between(0.12, 0.26)
    const spread = width > height ? 2.2 : 1
    const place: Point = [width / 2 + reach * spread * Math.cos(angle), height * 0.42 + reach * 1.2 * Math.sin(angle)]
    canvas.circle(place, size * random.between(0.16, 0.3), {
      fill: tones[circle % tones.length] as string,
      opacity: 0.82,
    })
  }
  canvas.circle([width / 2, height * 0.42], size * random.between(0.05, 0.09), { fill: palette.paper })
  for (let ring = 0; ring < 3; ring++) {
    canvas.circle([width / 2, height * 0.42], size * (0.36 + ring * 0.04), {
      fill: 'none',
      stroke: palette.ink,
      width: 2,
      opacity: 0.35,
    })
  }
}

/** A stage with its curtain open, and light on a figure. */
export const curtain: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, accent, light, ink, low } = palette
  const size = Math.min(width, height)
  canvas.rect(0, 0, width, height, {
    fill: canvas.gradient([
      [0, grounds[3]],
      [1, grounds[1]],
    ]),
  })
  const centre = width * random.between(0.44, 0.56)
  const floor = height * 0.78
  canvas.rect(0, floor, width, height - floor, {
    fill: canvas.gradient([
      [0, grounds[2]],
      [1, ink],
    ]),
  })
  canvas.polygon(
    [
      [centre - size * 0.03, 0],
      [centre + size * 0.03, 0],
      [centre + size * 0.27, floor + size * 0.06],
      [centre - size * 0.27, floor + size * 0.06],
    ],
    {
      fill: canvas.gradient([
        [0, light, 0.75],
        [1, light, 0.22],
      ]),
    },
  )
  canvas.ellipse([centre, floor + size * 0.06], size * 0.27, size * 0.055, { fill: light, opacity: 0.75 })
  figure(stage, [centre, floor + size * 0.07], size * random.between(0.3, 0.4), accent)
  const folds = 6
  for (const side of [-1, 1]) {
    for (let fold = 0; fold < folds; fold++) {
      const wide = (width * 0.32) / folds
      const outer = side < 0 ? fold * wide : width - (fold + 1) * wide
      const drop = floor + size * 0.02 - fold * size * 0.01
      const tone = mix(accent, ink, fold % 2 ? 0.45 : 0.12 + fold * 0.03)
      canvas.path(trace`M${outer} 0h${wide + 1}V${drop - wide * 0.4}a${wide / 2} ${wide / 2} 0 0 1 ${-wide - 1} 0z`, {
        fill: tone,
      })
    }
  }
  const swags = 5
  for (let swag = 0; swag < swags; swag++) {
    const wide = width / swags
    const [x, r] = [swag * wide, short(wide / 2)]
    canvas.path(trace`M${x} 0h${wide}v${wide * 0.12}a${r} ${wide * 0.3} 0 0 1 ${-wide} 0z`, {
      fill: mix(accent, swag % 2 ? low : ink, 0.22),
    })
  }
}

/** Stairs up to a door or a moon. */
export const stairs: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, light, accent, paper } = palette
  sky(stage)
  const size = Math.min(width, height)
  const isRising = random.chance(0.5)
  const steps = random.whole(7, 10)
  lamp(stage, [width * (isRising ? 0.72 : 0.28), height * random.between(0.2, 0.26)], size * random.between(0.13, 0.19))
  for (let flight = 0; flight < 3; flight++) {
    const offset = height * 0.17 * flight
    const fill = grounds[flight + 1] as string
    const points: Point[] = []
    for (let step = 0; step <= steps; step++) {
      const at = isRising ? step / steps : 1 - step / steps
      const x = (step / steps) * width
      const y = height * 0.82 + offset - at * height * (0.44 - flight * 0.07)
      const before = points.at(-1)
      if (before) points.push([x, before[1]])
      points.push([x, y])
    }
    canvas.polygon([...points, [width, height], [0, height]], { fill })
    canvas.line(points, { stroke: flight === 0 ? light : mix(fill, paper, 0.3), width: 3, opacity: 0.6 })
  }
  const at = isRising ? 0.62 : 0.38
  const level = height * 0.82 - (isRising ? at : 1 - at) * height * 0.44
  figure(stage, [width * at, level + size * 0.02], size * 0.17, accent)
}

/** Umbrellas, seen from above. */
export const umbrellas: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, accent, light, paper, low, ink } = palette
  canvas.rect(0, 0, width, height, {
    fill: canvas.gradient([
      [0, grounds[2]],
      [1, grounds[3]],
    ]),
  })
  const size = Math.min(width, height)
  const side = size * random.between(0.27, 0.34)
  const tones = [grounds[0], low, paper, grounds[1]]
  const chosen = random.whole(4, 9)
  let count = 0
  for (let row = 0; row * side * 0.88 < height + side; row++) {
    for (let column = 0; column * side < width + side; column++) {
      const place: Point = [
        column * side + (row % 2 ? side / 2 : 0) + random.between(-0.06, 0.06) * side,
        row * side * 0.88,
      ]
      const colour = ++count === chosen ? accent : random.pick(tones)
      const radius = side * random.between(0.4, 0.5)
      const turn = random.between(0, 0.8)
      canvas.circle([place[0] + 6, place[1] + 9], radius * 0.96, { fill: ink, opacity: 0.3 })
      for (let rib = 0; rib < 8; rib++) {
        const [from, to] = [rib, rib + 1].map((part) => turn + (part / 8) * 2 * Math.PI) as [number, number]
        const tip = (angle: number): Point => [place[0] + radius * Math.cos(angle), place[1] + radius * Math.sin(angle)]
        canvas.polygon([place, tip(from), tip(to)], { fill: rib % 2 ? colour : mix(colour, ink, 0.16) })
      }
      canvas.circle(place, radius * 0.06, { fill: light })
    }
  }
}
