import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js'
import { largest } from '#src/reference/extremes.ts'
import { short } from './canvas.ts'

/** The packaged fonts; all are under the SIL Open Font License. Each consists of several files for parts of Unicode. */
const faces = {
  tall: ['oswald', 600, ['latin', 'latin-ext', 'cyrillic']],
  serif: ['playfair-display', 800, ['latin', 'latin-ext', 'cyrillic']],
  poster: ['bebas-neue', 400, ['latin', 'latin-ext']],
  round: ['righteous', 400, ['latin', 'latin-ext']],
} as const
export type Face = keyof typeof faces

const { resolve } = createRequire(import.meta.url)
const opened = new Map<Face, readonly Font[]>()

/** A font is read when the first text is set in it. */
function fontsOf(face: Face): readonly Font[] {
  let fonts = opened.get(face)
  if (!fonts) {
    const [name, weight, parts] = faces[face]
    fonts = parts.map((part) => {
      const file = readFileSync(resolve(`@fontsource/${name}/files/${name}-${part}-${weight}-normal.woff`))
      return opentype.parse(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength))
    })
    opened.set(face, fonts)
  }
  return fonts
}

type Letter = { glyph: Glyph; font: Font /** How far it stands from the beginning, in ems. */; at: number }
type Line = { letters: readonly Letter[] /** In ems. */; width: number }

/** The face itself, or another one that has all letters of the text; undefined if none has. */
const faceFor = (text: string, wanted: Face): Face | undefined =>
  ([wanted, 'tall', 'serif'] as const).find((face) => [...text].every((letter) => fontOf(letter, face)))

const fontOf = (letter: string, face: Face): Font | undefined =>
  fontsOf(face).find((font) => font.charToGlyphIndex(letter) > 0)

/** One line of letters. `spacing` is the gap between them, in ems. Every letter is in the face. */
function lineOf(text: string, face: Face, spacing: number): Line {
  const letters: Letter[] = []
  let at = 0
  for (const letter of text) {
    const font = fontOf(letter, face) as Font
    const glyph = font.charToGlyph(letter)
    const before = letters.at(-1)
    if (before) at += spacing + (before.font === font ? kerningOf(font, before.glyph, glyph) : 0)
    letters.push({ glyph, font, at })
    at += (glyph.advanceWidth ?? 0) / font.unitsPerEm
  }
  return { letters, width: at }
}

/** The library fails on tables of an unknown kind; such letters get no kerning. */
function kerningOf(font: Font, one: Glyph, other: Glyph): number {
  try {
    return font.getKerningValue(one, other) / font.unitsPerEm
  } catch {
    return 0
  }
}

/** The outlines of a line whose baseline begins at a point. */
export const outlinesOf = ({ letters }: Line, x: number, y: number, size: number): string =>
  letters.flatMap(({ glyph, at }) => glyph.getPath(x + at * size, y, size).commands.map(segment)).join('')

/** The library's own path writer leaves out blanks that some readers need. */
function segment(command: PathCommand): string {
  if (command.type === 'Z') return 'Z'
  const end = `${short(command.x)} ${short(command.y)}`
  if (command.type === 'Q') return `Q${short(command.x1)} ${short(command.y1)} ${end}`
  if (command.type !== 'C') return `${command.type}${end}`
  return `C${short(command.x1)} ${short(command.y1)} ${short(command.x2)} ${short(command.y2)} ${end}`
}

/** The height of capital letters in ems. */
function capitalsOf(face: Face): number {
  const [font] = fontsOf(face) as [Font]
  return (font.tables.os2?.sCapHeight || font.charToGlyph('H').getBoundingBox().y2) / font.unitsPerEm
}

type Setting = { face: Face; maxWidth: number; maxHeight: number; maxSize: number; maxLines: number }
export type Block = { lines: readonly Line[]; size: number /** From one baseline to the next. */; step: number }

/** Words of a text that are set; the time to break lines grows with their third power. */
const maxWords = 16
/** Letters of a text that are set: each takes time, and more are too small to be read. */
export const maxLetters = 120

/** The text in the number of lines that makes it largest; undefined if no face has its letters. */
export function setText(
  text: string,
  { face: wanted, maxWidth, maxHeight, maxSize, maxLines }: Setting,
  spacing = 0,
  leading = 1.28,
): (Block & { face: Face; capitals: number }) | undefined {
  const cut = text.length > maxLetters ? `${text.slice(0, maxLetters).toWellFormed()}…` : text
  const all = cut.split(/\s+/).filter(Boolean)
  const words = all.length > maxWords ? [...all.slice(0, maxWords), '…'] : all
  const face = words.length > 0 ? faceFor(words.join(''), wanted) : undefined
  if (!face || !fontOf(' ', face)) return undefined
  const capitals = capitalsOf(face)
  let best: Block | undefined
  for (let count = 1; count <= Math.min(maxLines, words.length); count++) {
    const lines = broken(words, count).map((line) => lineOf(line, face, spacing))
    const widest = largest(lines.map(({ width }) => width))
    const height = capitals * (1 + (count - 1) * leading)
    const size = Math.min(maxSize, maxWidth / widest, maxHeight / height)
    if (!best || size > best.size * 1.08) best = { lines, size, step: capitals * leading * size }
  }
  return best && { ...best, face, capitals: capitals * best.size }
}

/** Words in a number of lines, with the longest line as short as possible. */
function broken(words: readonly string[], count: number): string[] {
  if (count === 1) return [words.join(' ')]
  let best: string[] = []
  for (let first = 1; first <= words.length - count + 1; first++) {
    const lines = [words.slice(0, first).join(' '), ...broken(words.slice(first), count - 1)]
    if (best.length === 0 || longest(lines) < longest(best)) best = lines
  }
  return best
}

const longest = (lines: readonly string[]) => largest(lines.map(({ length }) => length))
