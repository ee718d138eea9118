import { mix, type Point, short, trace } from '../canvas.ts'
import { lamp, type Scene, type Stage, stars } from './scene.ts'

/** The colours of a palette that shapes are picked from. */
const colours = ({ palette }: Stage) => [...palette.grounds, palette.accent, palette.light, palette.low, palette.paper]

/** Quarters, halves and wholes of circles in a grid. */
export const tiles: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  canvas.rect(0, 0, width, height, { fill: palette.paper })
  const across = width > height ? random.pick([8, 10]) : random.pick([4, 5])
  const side = width / across
  const field = colours(stage)
  for (let row = 0; row * side < height; row++) {
    for (let column = 0; column < across; column++) {
      const back = random.pick(field)
      const front = random.pick(field.filter((colour) => colour !== back))
      tile(stage, [column * side, row * side], side, back, front)
    }
  }
}

function tile({ canvas, random, palette }: Stage, [x, y]: Point, side: number, back: string, fill: string) {
  canvas.rect(x, y, side + 0.5, side + 0.5, { fill: back })
  const half = side / 2
  const turn = trace`rotate(${90 * random.whole(0, 3)} ${x + half} ${y + half})`
  const [left, top, r] = [short(x), short(y), short(side)]
  const kind = random.whole(0, 6)
  canvas.group(
    () => {
      if (kind === 0) canvas.path(`M${left} ${top}h${r}a${r} ${r} 0 0 1 -${r} ${r}z`, { fill })
      if (kind === 1) canvas.path(trace`M${left} ${top}a${half} ${half} 0 0 0 ${r} 0z`, { fill })
      if (kind === 2) canvas.circle([x + half, y + half], half * 0.62, { fill })
      if (kind === 3)
        canvas.polygon(
          [
            [x, y],
            [x + side, y],
            [x, y + side],
          ],
          { fill },
        )
      if (kind === 4) {
        canvas.path(`M${left} ${top}h${r}a${r} ${r} 0 0 1 -${r} ${r}z`, { fill })
        canvas.path(trace`M${left} ${top}h${half}a${half} ${half} 0 0 1 -${half} ${half}z`, { fill: palette.paper })
      }
      if (kind === 5)
        for (const at of [0.125, 0.375, 0.625, 0.875])
          canvas.rect(x, y + side * (at - 0.0625), side, side * 0.125, { fill })
      if (kind === 6) {
        canvas.path(trace`M${left} ${y + half}a${half} ${half} 0 0 1 ${r} 0z`, { fill })
        canvas.path(trace`M${left} ${y + side}a${half} ${half} 0 0 1 ${r} 0z`, { fill })
      }
    },
    { transform: turn },
  )
}

/** Beams from one point, with a disc in front. */
export const rays: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { high, low, grounds, light } = palette
  canvas.rect(0, 0, width, height, { fill: low })
  const centre: Point = [width * random.between(0.35, 0.65), height * random.between(0.5, 0.64)]
  const beams = random.whole(11, 17)
  const reach = width + height
  const turn = random.between(0, 1)
  for (let beam = 0; beam < beams; beam++) {
    const [from, to] = [beam, beam + 0.5].map((part) => ((part + turn) / beams) * 2 * Math.PI) as [number, number]
    canvas.polygon(
      [
        centre,
        [centre[0] + reach * Math.cos(from), centre[1] + reach * Math.sin(from)],
        [centre[0] + reach * Math.cos(to), centre[1] + reach * Math.sin(to)],
      ],
      {
        fill: beam % 2 ? grounds[0] : mix(grounds[0], high, 0.45),
      },
    )
  }
  const size = Math.min(width, height)
  const radius = size * random.between(0.2, 0.28)
  canvas.circle(centre, radius * 1.24, { fill: palette.paper })
  canvas.circle(centre, radius, { fill: light === palette.paper ? palette.accent : light })
  canvas.circle(centre, radius * 0.76, { fill: palette.accent })
  const floor = centre[1] + radius * random.between(0.15, 0.6)
  canvas.path(
    trace`M0 ${floor + size * 0.06}Q${width / 2} ${floor - size * 0.06} ${width} ${floor + size * 0.06}V${height}H0Z`,
    { fill: grounds[2] },
  )
  canvas.path(
    trace`M0 ${floor + size * 0.22}Q${width / 2} ${floor + size * 0.06} ${width} ${floor + size * 0.2}V${height}H0Z`,
    { fill: grounds[3] },
  )
}

/** Planets with and without rings, orbiting a star. */
export const orbits: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, light, accent, paper, ink } = palette
  canvas.rect(0, 0, width, height, {
    fill: canvas.gradient([
      [0, ink],
      [0.5, grounds[3]],
      [1, grounds[1]],
    ]),
  })
  stars(stage, Math.round((width * height) / 14_000), height)
  const size = Math.min(width, height)
  const centre: Point = [width * random.between(0.15, 0.85), height * random.between(0.3, 0.5)]
  for (let way = 1; way <= 5; way++) {
    const radius = size * (0.16 + way * 0.15)
    canvas.circle(centre, radius, { fill: 'none', stroke: paper, width: 1.6, opacity: 0.28 })
    const angle = random.between(0, 2 * Math.PI)
    const place: Point = [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)]
    planet(stage, place, size * random.between(0.018, 0.05), random.pick([...grounds.slice(0, 2), accent, light]))
  }
  lamp(stage, centre, size * random.between(0.08, 0.13))
  const big: Point = [width * random.between(0.2, 0.8), height * random.between(0.95, 1.1)]
  const radius = size * random.between(0.42, 0.6)
  planet(stage, big, radius, grounds[1])
  if (random.chance(0.7)) {
    const turned = random.between(-24, 24)
    canvas.ellipse(
      big,
      radius * 1.5,
      radius * 0.3,
      { fill: 'none', stroke: accent, width: size * 0.02, opacity: 0.85 },
      turned,
    )
    canvas.ellipse(
      big,
      radius * 1.7,
      radius * 0.36,
      { fill: 'none', stroke: light, width: size * 0.007, opacity: 0.7 },
      turned,
    )
  }
}

function planet({ canvas, palette: { ink } }: Stage, place: Point, radius: number, colour: string) {
  const shaded = canvas.glow(
    [
      [0, mix(colour, '#ffffff', 0.25)],
      [0.6, colour],
      [1, mix(colour, ink, 0.55)],
    ],
    [0.34, 0.3],
    0.75,
  )
  canvas.circle(place, radius, { fill: shaded })
}

/** Gates behind gates, with steps towards the light. */
export const arches: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, light, high, low, accent } = palette
  canvas.rect(0, 0, width, height, {
    fill: canvas.gradient([
      [0, grounds[3]],
      [1, grounds[2]],
    ]),
  })
  const centre = width * random.between(0.42, 0.58)
  const size = Math.min(width, height)
  const floor = height * 0.8
  const layers = [grounds[2], grounds[1], grounds[0], mix(grounds[0], low, 0.5), low]
  layers.forEach((colour, layer) => {
    const half = size * (0.5 - layer * 0.085)
    const top = floor - half * 2.1
    const [left, right, r] = [short(centre - half), short(centre + half), short(half)]
    canvas.path(trace`M${left} ${floor}V${top + half}A${r} ${r} 0 0 1 ${right} ${top + half}V${floor}Z`, {
      fill: colour,
    })
  })
  const half = size * 0.115
  const shine = canvas.glow([
    [0, light, 0.95],
    [1, high, 0],
  ])
  canvas.circle([centre, floor - half * 1.4], half * 2.4, { fill: shine })
  lamp(stage, [centre, floor - half * random.between(1.2, 2.2)], half * 0.55)
  for (let step = 0; step < 6; step++) {
    const y = floor + ((height - floor) * step) / 6
    const wide = half * (1.1 + step * 0.75)
    canvas.rect(centre - wide, y, wide * 2, (height - floor) / 6 + 1, { fill: mix(low, grounds[2], (step + 1) / 6) })
  }
  if (random.chance(0.8))
    figure(stage, [centre + half * random.between(-0.4, 0.4), floor + (height - floor) * 0.18], half * 0.9, accent)
}

/** A standing figure. */
export function figure({ canvas, palette: { ink } }: Stage, [x, y]: Point, rise: number, scarf: string): void {
  canvas.path(
    trace`M${x - rise * 0.17} ${y}L${x - rise * 0.11} ${y - rise * 0.72}
      Q${x} ${y - rise * 0.86} ${x + rise * 0.11} ${y - rise * 0.72}
      L${x + rise * 0.19} ${y}Z`,
    { fill: ink },
  )
  canvas.circle([x, y - rise * 0.88], rise * 0.105, { fill: ink })
  canvas.rect(x - rise * 0.1, y - rise * 0.78, rise * 0.2, rise * 0.06, { fill: scarf }, rise * 0.03)
}

/** Light through blinds into a room with a figure. */
export const blinds: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, light, accent, ink } = palette
  const size = Math.min(width, height)
  canvas.rect(0, 0, width, height, {
    fill: canvas.gradient(
      [
        [0, grounds[1]],
        [1, ink],
      ],
      [0, 0],
      [1, 1],
    ),
  })
  const slant = random.between(0.25, 0.5) * (random.chance(0.5) ? 1 : -1) * height
  const [left, wide] = [width * random.between(0.1, 0.35), width * random.between(0.4, 0.55)]
  const slats = random.whole(7, 10)
  for (let slat = 0; slat < slats; slat++) {
    const top = height * 0.1 + (slat * height * 0.62) / slats
    const thick = ((height * 0.62) / slats) * 0.52
    canvas.polygon(
      [
        [left, top],
        [left + wide, top + slant * 0.22],
        [left + wide, top + slant * 0.22 + thick],
        [left, top + thick],
      ],
      { fill: light, opacity: 0.82 - slat * 0.05 },
    )
  }
  canvas.rect(0, height * 0.82, width, height * 0.18, { fill: ink, opacity: 0.75 })
  const x = left + wide * random.between(0.3, 0.75)
  const rise = size * random.between(0.5, 0.62)
  const foot = height * 0.9
  hatted(stage, [x, foot], rise)
  const glowing: Point = [x + rise * 0.1, foot - rise * 0.72]
  if (random.chance(0.5)) canvas.circle(glowing, size * 0.008, { fill: accent })
}

function hatted({ canvas, palette: { ink, accent } }: Stage, [x, y]: Point, rise: number) {
  const p = (dx: number, dy: number) => trace`${x + dx * rise} ${y - dy * rise}`
  canvas.path(
    trace`M${p(-0.2, 0)}L${p(-0.19, 0.5)}Q${p(-0.18, 0.66)} ${p(-0.05, 0.69)}L${p(0.05, 0.69)}
      Q${p(0.18, 0.66)} ${p(0.19, 0.5)}L${p(0.2, 0)}Z`,
    { fill: ink },
  )
  canvas.ellipse([x, y - rise * 0.775], rise * 0.062, rise * 0.085, { fill: ink })
  canvas.ellipse([x, y - rise * 0.825], rise * 0.15, rise * 0.022, { fill: ink })
  canvas.path(`M${p(-0.082, 0.825)}L${p(-0.066, 0.92)}Q${p(0, 0.95)} ${p(0.066, 0.92)}L${p(0.082, 0.825)}Z`, {
    fill: ink,
  })
  canvas.rect(x - rise * 0.08, y - rise * 0.853, rise * 0.16, rise * 0.018, { fill: accent })
}

/** Squares rotated inside one another. */
export const spiral: Scene = (stage) => {
  const { canvas, palette, random, width, height } = stage
  const { grounds, accent, light, ink } = palette
  const tones = [grounds[3], grounds[1], grounds[2], grounds[0]]
  canvas.rect(0, 0, width, height, { fill: grounds[3] })
  const centre: Point = [width * random.between(0.4, 0.6), height * random.between(0.36, 0.5)]
  const step = random.between(5, 11) * (random.chance(0.5) ? 1 : -1)
  const corners = random.pick([3, 4, 4, 6])
  const start = Math.max(width, height) * 0.95
  const rings = 18
  for (let ring = 0; ring < rings; ring++) {
    const radius = start * 0.84 ** ring
    const turn = ((ring * step) / 180) * Math.PI
    const points = Array.from({ length: corners }, (_, corner): Point => {
      const angle = turn + (corner / corners) * 2 * Math.PI
      return [centre[0] + radius * Math.cos(angle), centre[1] + radius * Math.sin(angle)]
    })
    canvas.polygon(points, { fill: ring === rings - 1 ? light : (tones[ring % tones.length] as string) })
  }
  if (random.chance(0.7))
    figure(stage, [centre[0], centre[1] + Math.min(width, height) * 0.3], Math.min(width, height) * 0.26, accent)
  else canvas.circle(centre, Math.min(width, height) * 0.05, { fill: ink })
}
