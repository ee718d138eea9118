import { curveOf, mix, type Point, trace } from '../canvas.ts'
import { birds, ground, lamp, type Scene, type Stage, sky, stars } from './scene.ts'

/** Four grounds behind one another, the farthest first; `shape` gives the upper edge of each, from left to right. */
function grounds(stage: Stage, from: number, edge: (top: number, layer: number) => string) {
  const { canvas, palette, width, height } = stage
  const { grounds: colours, low } = palette
  colours.forEach((colour, layer) => {
    const top = height * (from + ((1 - from) * layer) / 4.4)
    const data = `${edge(top, layer)}L${width} ${height}L0 ${height}Z`
    canvas.path(data, { fill: ground(stage, colour, low) })
  })
}

export const hills: Scene = (stage) => {
  const { random, width, height } = stage
  sky(stage)
  const size = Math.min(width, height)
  lamp(
    stage,
    [random.between(0.25, 0.75) * width, random.between(0.26, 0.44) * height],
    size * random.between(0.1, 0.2),
  )
  if (random.chance(0.6)) birds(stage)
  grounds(stage, 0.5, (top) => {
    const steps = random.whole(3, 5)
    const points = Array.from({ length: steps + 1 }, (_, step): Point => {
      const swing = random.between(0.02, 0.07) * size * (step % 2 ? 1 : -1)
      return [(step * width) / steps, top + swing]
    })
    return curveOf(points)
  })
}

export const peaks: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  sky(stage)
  const size = Math.min(width, height)
  lamp(stage, [random.between(0.2, 0.8) * width, random.between(0.16, 0.3) * height], size * random.between(0.06, 0.12))
  palette.grounds.forEach((colour, layer) => {
    const top = height * (0.4 + 0.15 * layer)
    const count = Math.max(2, Math.round((width / size) * random.between(2, 3.4)))
    for (let peak = 0; peak <= count; peak++) {
      const x = (width * (peak + random.between(-0.3, 0.3))) / count
      const rise = size * random.between(0.1, 0.32) * (1 - layer * 0.14)
      const reach = rise * random.between(1, 1.5)
      const tip = [x, top - rise * 0.6] as const
      const foot = top + height * 0.4
      const spread = (reach * (foot - tip[1])) / rise
      canvas.polygon([tip, [x + spread, foot], [x - spread, foot]], { fill: colour })
      const fold = x + spread * random.between(-0.1, 0.12)
      canvas.polygon([tip, [x + spread, foot], [fold, foot]], { fill: mix(colour, palette.ink, 0.22) })
      if (layer < 2) snow(stage, tip, spread / (foot - tip[1]), rise * 0.28)
    }
    canvas.rect(0, top + height * 0.22, width, height, { fill: colour, opacity: 0.35 })
  })
}

function snow({ canvas, palette: { paper } }: Stage, [x, y]: Point, slope: number, depth: number) {
  const [left, right] = [x - slope * depth, x + slope * depth]
  const teeth: Point[] = [
    [right, y + depth],
    [x + slope * depth * 0.45, y + depth * 0.7],
    [x + slope * depth * 0.1, y + depth * 1.1],
    [x - slope * depth * 0.4, y + depth * 0.72],
    [left, y + depth],
  ]
  canvas.polygon([[x, y], ...teeth], { fill: paper, opacity: 0.75 })
}

export const sea: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds: colours, light, paper, accent } = palette
  sky(stage)
  const size = Math.min(width, height)
  const horizon = height * random.between(0.46, 0.58)
  const x = width * random.between(0.3, 0.7)
  const radius = size * random.between(0.13, 0.22)
  lamp(stage, [x, horizon - radius * random.between(0, 0.7)], radius)
  canvas.rect(0, horizon, width, height - horizon, {
    fill: canvas.gradient([
      [0, colours[1]],
      [1, colours[3]],
    ]),
  })
  for (let stripe = 0; stripe < 9; stripe++) {
    const y = horizon + size * (0.012 + stripe * 0.03 + stripe * stripe * 0.0016)
    const half = radius * (1.05 - stripe * 0.08) * random.between(0.75, 1.1)
    const thick = size * (0.005 + stripe * 0.0012)
    canvas.rect(x - half, y, half * 2, thick, { fill: light, opacity: 0.75 - stripe * 0.06 }, thick / 2)
  }
  if (random.chance(0.75))
    boat(stage, [width * random.between(0.18, 0.82), horizon + size * 0.08], size * random.between(0.09, 0.15))
  for (let row = 0; row < 3; row++) {
    const y = height * (0.78 + row * 0.085)
    const wave = size * random.between(0.1, 0.16)
    let data = trace`M${-wave} ${y}`
    for (let at = -wave; at < width + wave; at += wave) data += trace`q${wave / 2} ${-wave * 0.3} ${wave} 0`
    canvas.path(trace`${data}V${height}H${-wave}Z`, { fill: mix(colours[2], colours[3], row / 2) })
    canvas.path(data, { fill: 'none', stroke: row === 0 ? paper : accent, width: 2.5, opacity: 0.35 })
  }
}

function boat({ canvas, palette: { ink, paper, accent } }: Stage, [x, y]: Point, size: number) {
  canvas.polygon(
    [
      [x, y - size],
      [x, y - size * 0.12],
      [x - size * 0.46, y - size * 0.12],
    ],
    { fill: paper },
  )
  canvas.polygon(
    [
      [x + size * 0.05, y - size * 0.82],
      [x + size * 0.05, y - size * 0.12],
      [x + size * 0.36, y - size * 0.12],
    ],
    {
      fill: accent,
    },
  )
  canvas.polygon(
    [
      [x - size * 0.5, y],
      [x + size * 0.5, y],
      [x + size * 0.32, y + size * 0.15],
      [x - size * 0.34, y + size * 0.15],
    ],
    {
      fill: ink,
    },
  )
}

export const forest: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  sky(stage)
  const size = Math.min(width, height)
  lamp(
    stage,
    [random.between(0.25, 0.75) * width, random.between(0.2, 0.36) * height],
    size * random.between(0.09, 0.16),
  )
  palette.grounds.forEach((colour, layer) => {
    const foot = height * (0.6 + layer * 0.13)
    const tall = size * (0.24 + layer * 0.07)
    for (let x = -tall * 0.2; x < width + tall * 0.2; x += tall * random.between(0.14, 0.34)) {
      const rise = tall * random.between(0.65, 1.2)
      fir(stage, [x, foot + size * 0.02], rise, colour)
    }
    canvas.rect(0, foot, width, height - foot, { fill: colour })
    const fog = canvas.gradient([
      [0, palette.low, 0],
      [1, palette.low, 0.5 - layer * 0.14],
    ])
    canvas.rect(0, foot - tall * 0.55, width, tall * 0.6, { fill: fog })
  })
}

function fir({ canvas }: Stage, [x, y]: Point, rise: number, fill: string) {
  const points: Point[] = [[x, y - rise]]
  for (let tier = 1; tier <= 3; tier++)
    points.push(
      [x + rise * 0.085 * tier, y - rise * (1 - tier / 3.2)],
      [x + rise * 0.05 * tier, y - rise * (1 - tier / 3.2)],
    )
  const left = points.slice(1).map(([at, level]): Point => [2 * x - at, level])
  canvas.polygon([...points, [x + rise * 0.03, y], [x - rise * 0.03, y], ...left.toReversed()], { fill })
}

export const desert: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds: colours } = palette
  sky(stage)
  const size = Math.min(width, height)
  const sun = size * random.between(0.16, 0.26)
  lamp(stage, [random.between(0.3, 0.7) * width, height * 0.42], sun)
  const floor = height * 0.62
  for (const [layer, base] of [0.5, 0.58].entries()) {
    for (let mesa = random.whole(1, 3); mesa > 0; mesa--) {
      const [x, half] = [random.between(0, 1) * width, size * random.between(0.06, 0.2)]
      const top = height * base - size * random.between(0.04, 0.16)
      const [a, b] = [half * 0.72, half * 0.86]
      canvas.polygon(
        [
          [x - a, top],
          [x + a, top],
          [x + b, top + size * 0.06],
          [x + half * 1.2, floor + 20],
          [x - half * 1.2, floor + 20],
          [x - b, top + size * 0.06],
        ],
        {
          fill: ground(stage, colours[layer] as string, palette.low),
        },
      )
    }
  }
  canvas.rect(0, floor, width, height - floor, { fill: ground(stage, colours[1], palette.low) })
  for (let dune = 0; dune < 2; dune++) {
    const top = height * (0.72 + dune * 0.12)
    const points: Point[] = [0, 0.3, 0.7, 1].map((at) => [at * width, top + random.between(-0.03, 0.03) * height])
    canvas.path(`${curveOf(points)}V${height}H0Z`, { fill: colours[2 + dune] as string })
  }
  for (let cactus = random.whole(1, 2); cactus > 0; cactus--) {
    const rise = size * random.between(0.16, 0.28)
    saguaro(stage, [width * random.between(0.12, 0.88), height * random.between(0.76, 0.84)], rise)
  }
}

function saguaro({ canvas, palette: { ink } }: Stage, [x, y]: Point, rise: number) {
  const thick = rise * 0.15
  canvas.rect(x - thick / 2, y - rise, thick, rise, { fill: ink }, thick / 2)
  for (const side of [-1, 1]) {
    const level = y - rise * (side < 0 ? 0.45 : 0.6)
    const reach = x + side * rise * 0.24
    const arm = trace`M${x} ${level}H${reach}V${level - rise * 0.24}`
    canvas.path(`${arm}`, { fill: 'none', stroke: ink, width: thick * 0.75 })
    canvas.circle([reach, level - rise * 0.24], thick * 0.375, { fill: ink })
    canvas.circle([reach, level], thick * 0.375, { fill: ink })
  }
}

export const night: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  sky(stage)
  stars(stage, 60, height * 0.5)
  const size = Math.min(width, height)
  const moon = [random.between(0.2, 0.8) * width, random.between(0.16, 0.3) * height] as const
  lamp(stage, moon, size * random.between(0.07, 0.12))
  palette.grounds.slice(1).forEach((colour, layer) => {
    const foot = height
    for (let x = -20; x < width; ) {
      const wide = size * random.between(0.07, 0.17)
      const top = height * (0.46 + layer * 0.14) + size * random.between(-0.14, 0.1)
      canvas.rect(x, top, wide + 1, foot - top, { fill: colour })
      if (random.chance(0.2))
        canvas.rect(x + wide * 0.45, top - size * 0.07, size * 0.008, size * 0.07, { fill: colour })
      if (random.chance(0.2))
        canvas.polygon(
          [
            [x, top],
            [x + wide, top],
            [x + wide / 2, top - wide * 0.5],
          ],
          { fill: colour },
        )
      windows(stage, x, top, wide, layer)
      x += wide
    }
  })
}

function windows(
  { canvas, palette: { light, accent }, random, width, height }: Stage,
  x: number,
  top: number,
  wide: number,
  layer: number,
) {
  const step = Math.min(width, height) * 0.026
  const columns = Math.floor(wide / step) - 1
  for (let row = 1; row < 12; row++) {
    for (let column = 1; column <= columns; column++) {
      if (!random.chance(0.17 + layer * 0.06)) continue
      const fill = random.chance(0.85) ? light : accent
      canvas.rect(x + column * step, top + row * step * 1.3, step * 0.46, step * 0.66, {
        fill,
        opacity: 0.55 + layer * 0.15,
      })
    }
  }
}
