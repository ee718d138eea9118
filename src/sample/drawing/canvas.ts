/** A point, in pixels from the upper left corner. */
export type Point = readonly [x: number, y: number]

type Paint = { fill?: string; opacity?: number; stroke?: string; width?: number }
type Stops = readonly (readonly [at: number, colour: string, opacity?: number])[]

/** One decimal is finer than any screen, and keeps documents short. */
export const short = (number: number): string => String(Math.round(number * 10) / 10)

/** The data of a path; numbers are rounded, and it may span several lines. */
export const trace = (texts: TemplateStringsArray, ...values: readonly (number | string)[]): string =>
  texts
    .map((text, index) => {
      const value = values[index] ?? ''
      return `${text.replace(/\n\s*/g, '')}${typeof value === 'number' ? short(value) : value}`
    })
    .join('')

/** An SVG document that is composed from back to front. It contains shapes only: no text, no script, no address. */
export class Canvas {
  readonly width: number
  readonly height: number
  private readonly shapes: string[] = []
  private readonly definitions: string[] = []

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  rect(x: number, y: number, width: number, height: number, paint: Paint, radius = 0): void {
    const round = radius > 0 ? ` rx="${short(radius)}"` : ''
    const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`
    this.shapes.push(`<rect ${place}${round}${painted(paint)}/>`)
  }

  circle([x, y]: Point, radius: number, paint: Paint): void {
    this.shapes.push(`<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"${painted(paint)}/>`)
  }

  ellipse([x, y]: Point, rx: number, ry: number, paint: Paint, turned = 0): void {
    const turn = turned ? ` transform="rotate(${short(turned)} ${short(x)} ${short(y)})"` : ''
    const radii = `rx="${short(rx)}" ry="${short(ry)}"`
    this.shapes.push(`<ellipse cx="${short(x)}" cy="${short(y)}" ${radii}${painted(paint)}${turn}/>`)
  }

  path(data: string, paint: Paint): void {
    this.shapes.push(`<path d="${data}"${painted(paint)}/>`)
  }

  polygon(points: readonly Point[], paint: Paint): void {
    this.path(`${lineOf(points)}Z`, paint)
  }

  line(points: readonly Point[], paint: Paint): void {
    this.path(lineOf(points), { fill: 'none', ...paint })
  }

  /** Moves, scales and rotates what `draw` draws as one, clipped by `cut` if given. */
  group(draw: () => void, { transform, opacity, cut }: { transform?: string; opacity?: number; cut?: string }): void {
    const clip = cut ? ` clip-path="url(#${this.define('clipPath', '', cut)})"` : ''
    const opacityAttribute = opacity === undefined ? '' : ` opacity="${opacity}"`
    this.shapes.push(`<g${transform ? ` transform="${transform}"` : ''}${clip}${opacityAttribute}>`)
    draw()
    this.shapes.push('</g>')
  }

  /** A linear gradient between `from` and `to`, which are fractions of the shape. */
  gradient(stops: Stops, from: Point = [0, 0], to: Point = [0, 1]): string {
    const place = `x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}"`
    return `url(#${this.define('linearGradient', place, stopsOf(stops))})`
  }

  /** A radial gradient from the middle of the shape to its edge. */
  glow(stops: Stops, [x, y]: Point = [0.5, 0.5], radius = 0.5): string {
    return `url(#${this.define('radialGradient', `cx="${x}" cy="${y}" r="${radius}"`, stopsOf(stops))})`
  }

  /** Puts another drawing into a place of this one, which it fills. */
  put(other: Canvas, { left, top, wide, high }: { left: number; top: number; wide: number; high: number }): void {
    // Each drawing counts its definitions from 0.
    const mark = `p${this.definitions.length}`
    const apart = (text: string) => text.replace(/ id="d/g, ` id="${mark}`).replace(/url\(#d/g, `url(#${mark}`)
    for (const each of other.definitions) this.definitions.push(apart(each))
    const scale = Math.max(wide / other.width, high / other.height)
    const cut = `<path d="M0 0H${short(wide / scale)}V${short(high / scale)}H0Z"/>`
    const transform = `translate(${short(left)} ${short(top)}) scale(${scale})`
    const putShapes = () => {
      for (const each of other.shapes) this.shapes.push(apart(each))
    }
    this.group(putShapes, { transform, cut })
  }

  document(): string {
    const { width, height } = this
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
    const definitions = this.definitions.length > 0 ? `<defs>${this.definitions.join('')}</defs>` : ''
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${definitions}${this.shapes.join('')}</svg>`
  }

  private define(element: string, attributes: string, content: string): string {
    const id = `d${this.definitions.length}`
    this.definitions.push(`<${element} id="${id}"${attributes && ` ${attributes}`}>${content}</${element}>`)
    return id
  }
}

const stopsOf = (stops: Stops): string =>
  stops
    .map(([at, colour, opacity]) => {
      const opacityAttribute = opacity === undefined ? '' : ` stop-opacity="${opacity}"`
      return `<stop offset="${short(at * 100)}%" stop-color="${colour}"${opacityAttribute}/>`
    })
    .join('')

function painted({ fill, opacity, stroke, width = 1 }: Paint): string {
  const filled = fill ? ` fill="${fill}"` : ''
  const lined = stroke ? ` stroke="${stroke}" stroke-width="${short(width)}"` : ''
  const opacityAttribute = opacity === undefined ? '' : ` opacity="${Math.round(opacity * 100) / 100}"`
  return filled + lined + opacityAttribute
}

const lineOf = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')

/** A smooth curve through points from left to right. */
export function curveOf(points: readonly Point[]): string {
  const first = points[0] as Point
  let data = `M${short(first[0])} ${short(first[1])}`
  for (let index = 1; index < points.length; index++) {
    const [x, y] = points[index] as Point
    const [before, level] = points[index - 1] as Point
    const middle = (before + x) / 2
    data += `C${short(middle)} ${short(level)} ${short(middle)} ${short(y)} ${short(x)} ${short(y)}`
  }
  return data
}

/** A mixture of two colours, both as `#rrggbb`. */
export function mix(one: string, other: string, share: number): string {
  const channel = (at: number) => {
    const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number]
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** How bright a colour looks, from 0 to 1. */
export function brightness(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return 0.299 * (red as number) + 0.587 * (green as number) + 0.114 * (blue as number)
}
