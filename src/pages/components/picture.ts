import type { Gallery } from '#src/catalogue/kinds.ts'
import { nameIn } from '#src/media/names.ts'
import { initialsOf } from '#src/texts/initials.ts'
import { type Html, html, nothing } from '../html.ts'

/** Colours of drawn placeholders; the style sheet has the same number. */
const hues = 6

/** A portrait is upright; it and a round picture are of people, whose initials stand in for it. */
export type Shape = 'upright' | 'portrait' | 'round' | 'wide'

/** The address of a picture in a size. */
export const pictureAddress = (size: string, file_path: string): string => `/t/p/${size}${file_path}`

/** A record whose poster is drawn if nobody has added one. */
export type DrawnFor = { kind: 'movie' | 'series' | 'season' | 'collection'; id: number }

const drawnAddress = ({ kind, id }: DrawnFor): string => `/t/drawn/${kind}-${id}.svg`

type Sizes = {
  /** The size for browsers that choose none, with its width at the usual shape of such pictures. */
  usual: readonly [size: string, width: number, height: number]
  /** Sizes to choose from, with their widths. */
  all: readonly (readonly [size: string, width: number])[]
}

/** A portrait usually has a ratio of 2 to 3, so that one 632 high is about 421 wide. */
const sizes: Readonly<Record<Gallery, Sizes>> = {
  posters: {
    usual: ['w185', 185, 278],
    all: [
      ['w185', 185],
      ['w342', 342],
      ['w500', 500],
      ['w780', 780],
    ],
  },
  backdrops: {
    usual: ['w300', 300, 169],
    all: [
      ['w300', 300],
      ['w780', 780],
      ['w1280', 1280],
    ],
  },
  stills: {
    usual: ['w300', 300, 169],
    all: [
      ['w185', 185],
      ['w300', 300],
      ['w780', 780],
      ['w1280', 1280],
    ],
  },
  profiles: {
    usual: ['w185', 185, 278],
    all: [
      ['w185', 185],
      ['h632', 421],
    ],
  },
  logos: {
    usual: ['w300', 300, 120],
    all: [
      ['w154', 154],
      ['w300', 300],
      ['w500', 500],
    ],
  },
}

/** How wide pictures are shown, by which browsers choose a size; the style sheet must agree. */
const widths = {
  card: '(max-width: 40rem) 30vw, 11rem',
  head: '(max-width: 40rem) 27vw, 15rem',
  headStill: '(max-width: 40rem) 92vw, 24rem',
  thumbnail: '(max-width: 40rem) 44vw, 9rem',
  wideThumbnail: '(max-width: 40rem) 92vw, 14rem',
  listed: '9rem',
  whole: '(max-width: 70rem) 100vw, 70rem',
}
type Width = keyof typeof widths

type Picture = {
  gallery: Gallery
  file_path: string | null | undefined
  width: Width
  /** What it shows; empty if the text beside it says the same. */
  alt?: string
  /** It is visible at once, so it is loaded without waiting. */
  isFirst?: boolean
  /** Pixels of the original, if known. */
  original?: { width: number; height: number } | undefined
  /** For posters: the record for which one is drawn if there is none. A drawing says no more than the title. */
  drawn?: DrawnFor
}

/**
 * A picture of this server in a fitting size, or a drawn poster; nothing if there is none, or if it is stored
 * elsewhere. Its space is reserved before it is loaded.
 */
export function pictureOf({ gallery, file_path, width, alt = '', isFirst = false, original, drawn }: Picture): Html {
  const { usual, all } = sizes[gallery]
  const [size, wide, high] = usual
  const urgency = isFirst ? html`fetchpriority="high"` : html`loading="lazy"`
  if (typeof file_path !== 'string' || nameIn(file_path) === undefined)
    return drawn
      ? html`<img src="${drawnAddress(drawn)}" width="${wide}" height="${high}" alt="" ${urgency} decoding="async">`
      : nothing
  const height = original ? Math.round((wide * original.height) / original.width) : high
  const choices = all.map(([name, pixels]) => `${pictureAddress(name, file_path)} ${pixels}w`).join(', ')
  const source = html`src="${pictureAddress(size, file_path)}" srcset="${choices}" sizes="${widths[width]}"`
  return html`<img ${source} width="${wide}" height="${height}" alt="${alt}" ${urgency} decoding="async">`
}

/** Sizes for pictures as wide as a thumb. */
const smallSizes: Readonly<Record<Gallery, string>> = {
  posters: 'w92',
  backdrops: 'w300',
  stills: 'w92',
  profiles: 'w185',
  logos: 'w92',
}

/** The address of a small picture of this server, or of a drawn poster; undefined if there is none. */
export function smallPictureAddress({ gallery, file_path, drawn }: Pick<Picture, 'gallery' | 'file_path' | 'drawn'>) {
  if (file_path && nameIn(file_path) !== undefined) return pictureAddress(smallSizes[gallery], file_path)
  return drawn && drawnAddress(drawn)
}

/** Steps of red, green and blue in the colours that stand in for pictures; the style sheet has all combinations. */
const toneSteps = 4

/** The class of the colour nearest to `#rrggbb`. The exact colour would need an inline style. */
export function toneOf(colour: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return ''
  const step = (at: number) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * (toneSteps - 1))
  return `tone-${step(1)}${step(3)}${step(5)}`
}

/**
 * The frame of a picture: the picture, and behind it, until it is loaded, a colour with the first letters of a name. A
 * placeholder says nothing that the name beside it does not.
 */
export function framed(id: number, name: string, shape: Shape, picture: Html = nothing, colour = ''): Html {
  const tone = toneOf(colour) || `hue-${id % hues}`
  const hidden = picture === nothing && html` aria-hidden="true"`
  const letter = shape === 'round' || shape === 'portrait' ? initialsOf(name) : firstLetter(name)
  return html`<span class="picture ${shape} ${tone}" data-letter="${letter}"${hidden}>${picture}</span>`
}

/** Of the name without its article, because half of all titles begin with one. */
export function firstLetter(name: string): string {
  const [, letter] = /^(?:(?:the|an?|der|die|das) )?[^\p{L}\p{N}]*(\d{1,3}$|[\p{L}\p{N}])/iu.exec(name) ?? []
  return letter?.toUpperCase() ?? '·'
}
