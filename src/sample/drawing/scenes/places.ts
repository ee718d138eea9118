import { curveOf, mix, type Point, short, trace } from '../canvas.ts'
import { ground, lamp, type Scene, type Stage, sky } from './scene.ts'

/** A suspension bridge over water. */
export const bridge: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, light, accent } = palette
  sky(stage)
  const size = Math.min(width, height)
  lamp(stage, [width * random.between(0.3, 0.7), height * random.between(0.2, 0.34)], size * random.between(0.1, 0.17))
  const water = height * 0.7
  canvas.path(
    `${curveOf([
      [0, water - size * 0.12],
      [width * 0.3, water - size * 0.2],
      [width * 0.6, water - size * 0.09],
      [width, water - size * 0.17],
    ])}V${height}H0Z`,
    { fill: grounds[0] },
  )
  canvas.rect(0, water, width, height - water, {
    fill: canvas.gradient([
      [0, grounds[1]],
      [1, grounds[3]],
    ]),
  })
  const deck = height * 0.62
  const fill = random.chance(0.5) ? grounds[3] : mix(accent, grounds[3], 0.2)
  const rope = { fill: 'none', stroke: fill, width: size * 0.008 }
  const [one, other] = [width * 0.24, width * 0.76]
  const top = deck - size * 0.36
  const sag = (x: number) => {
    const middle = (one + other) / 2
    const share = Math.abs(x - middle) / ((other - one) / 2)
    return share <= 1
      ? top + (deck - top) * 0.86 * (1 - share * share)
      : top + (deck - top) * Math.min(1, (share - 1) / 0.92)
  }
  const points = Array.from({ length: 61 }, (_, step): Point => [(step / 60) * width, sag((step / 60) * width)])
  canvas.line(points, rope)
  for (let x = 0; x < width; x += size * 0.045)
    canvas.line(
      [
        [x, sag(x)],
        [x, deck],
      ],
      { ...rope, width: size * 0.003 },
    )
  canvas.rect(0, deck, width, size * 0.028, { fill })
  for (const tower of [one, other]) {
    for (const side of [-1, 1])
      canvas.rect(
        tower + side * size * 0.026 - size * 0.011,
        top - size * 0.02,
        size * 0.022,
        water - top + size * 0.06,
        { fill },
      )
    for (let beam = 0; beam < 4; beam++)
      canvas.rect(tower - size * 0.03, top + beam * size * 0.1, size * 0.06, size * 0.02, { fill })
  }
  for (let glint = 0; glint < 16; glint++) {
    const [x, y] = [random.between(0, width), random.between(water + size * 0.03, height)]
    canvas.rect(x, y, size * random.between(0.03, 0.12), size * 0.006, { fill: light, opacity: 0.3 }, 3)
  }
}

/** Balloons over a wide land. */
export const balloons: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  sky(stage)
  const size = Math.min(width, height)
  lamp(stage, [width * random.between(0.15, 0.85), height * random.between(0.1, 0.2)], size * 0.07)
  palette.grounds.forEach((colour, layer) => {
    const top = height * (0.72 + layer * 0.075)
    const points = [0, 0.25, 0.5, 0.75, 1].map((at): Point => [at * width, top + random.between(-0.04, 0.04) * size])
    canvas.path(`${curveOf(points)}V${height}H0Z`, { fill: ground(stage, colour, palette.low) })
  })
  const places = width > height ? [0.2, 0.42, 0.63, 0.84] : [0.3, 0.7, 0.5]
  places.forEach((at, index) => {
    const radius = size * random.between(0.08, 0.17) * (index === 0 ? 1.25 : 1)
    balloon(stage, [width * (at + random.between(-0.05, 0.05)), height * random.between(0.24, 0.56)], radius)
  })
}

function balloon({ canvas, palette, random }: Stage, [x, y]: Point, radius: number) {
  const { grounds, accent, light, paper, ink } = palette
  const [one, other] = random.pick([
    [accent, paper],
    [grounds[1], light],
    [paper, grounds[2]],
    [light, accent],
  ] as const)
  const shape = (wide: number) => {
    const [a, b] = [short(x - radius * wide), short(x + radius * wide)]
    const foot = short(y + radius * 1.24)
    const [narrow, neck] = [radius * 0.16 * wide, radius * 0.3 * wide]
    const [belly, waist] = [y + radius * 0.55, y + radius * 0.9]
    return trace`M${x - narrow} ${foot}C${x - neck} ${waist} ${a} ${belly} ${a} ${y}
      A${radius * wide} ${radius} 0 0 1 ${b} ${y}
      C${b} ${belly} ${x + neck} ${waist} ${x + narrow} ${foot}Z`
  }
  for (const [index, wide] of [1, 0.72, 0.42, 0.14].entries())
    canvas.path(shape(wide), { fill: index % 2 ? other : one })
  canvas.path(shape(1), {
    fill: canvas.gradient(
      [
        [0.4, ink, 0],
        [1, ink, 0.28],
      ],
      [0, 0],
      [1, 0],
    ),
  })
  const line = { stroke: ink, width: Math.max(1.5, radius * 0.02) }
  for (const side of [-1, 1])
    canvas.line(
      [
        [x + side * radius * 0.15, y + radius * 1.24],
        [x + side * radius * 0.11, y + radius * 1.5],
      ],
      line,
    )
  canvas.rect(x - radius * 0.15, y + radius * 1.5, radius * 0.3, radius * 0.22, { fill: ink }, radius * 0.04)
}

/** A road to the horizon between poles. */
export const road: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, paper, ink } = palette
  sky(stage)
  const size = Math.min(width, height)
  const horizon = height * random.between(0.5, 0.58)
  const aim = width * random.between(0.38, 0.62)
  lamp(stage, [aim + size * random.between(-0.14, 0.14), horizon - size * 0.1], size * random.between(0.12, 0.2))
  const far = [0, 0.2, 0.45, 0.7, 1].map((at): Point => [at * width, horizon - size * random.between(0.01, 0.1)])
  canvas.path(`${curveOf(far)}V${height}H0Z`, { fill: grounds[0] })
  canvas.rect(0, horizon, width, height - horizon, {
    fill: canvas.gradient([
      [0, grounds[1]],
      [1, grounds[2]],
    ]),
  })
  const half = width * random.between(0.3, 0.42)
  canvas.polygon(
    [
      [aim - size * 0.006, horizon],
      [aim + size * 0.006, horizon],
      [width / 2 + half, height],
      [width / 2 - half, height],
    ],
    { fill: grounds[3] },
  )
  for (let dash = 0; dash < 9; dash++) {
    const along = (share: number) => horizon + (height - horizon) * share ** 2
    const [from, to] = [dash / 9 + 0.03, dash / 9 + 0.075]
    const middle = (share: number) => aim + (width / 2 - aim) * share ** 2
    const wide = (share: number) => half * 0.045 * share ** 2
    canvas.polygon(
      [
        [middle(from) - wide(from), along(from)],
        [middle(from) + wide(from), along(from)],
        [middle(to) + wide(to), along(to)],
        [middle(to) - wide(to), along(to)],
      ],
      { fill: paper },
    )
  }
  const side = random.pick([-1, 1])
  let before: Point | undefined
  for (let pole = 1; pole <= 6; pole++) {
    const share = (pole / 6) ** 1.8
    const x = aim + side * (half * 1.32 * share + size * 0.03)
    const rise = size * (0.04 + 0.52 * share)
    const foot = horizon + (height - horizon) * share * 0.8
    canvas.rect(x - rise * 0.015, foot - rise, rise * 0.03, rise, { fill: ink })
    canvas.rect(x - rise * 0.12, foot - rise * 0.9, rise * 0.24, rise * 0.025, { fill: ink })
    const tip: Point = [x, foot - rise * 0.89]
    if (before)
      canvas.path(
        trace`M${before[0]} ${before[1]}
          Q${(before[0] + x) / 2} ${(before[1] + tip[1]) / 2 + rise * 0.1} ${x} ${tip[1]}`,
        { fill: 'none', stroke: ink, width: 2.4, opacity: 0.8 },
      )
    before = tip
  }
}
