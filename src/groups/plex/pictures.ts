import type { Gallery } from '#src/catalogue/kinds.ts'
import { images } from '#src/catalogue/parts/images.ts'
import { countriesByLanguage, languagesOf } from '#src/contract/languages.ts'
import type { PlexKind } from './rating-keys.ts'
import { type Image, some } from './shapes.ts'
import type { Wish } from './wish.ts'

/** What the media server calls the galleries. */
const imageTypes: Readonly<Partial<Record<Gallery, string>>> = {
  posters: 'coverPoster',
  backdrops: 'background',
  logos: 'clearLogo',
  stills: 'snapshot',
}
/** Images of one type in a reply about images. */
const maxImagesOfType = 100

/** The address of a picture at the site that was asked. */
export const addressOf = ({ context: { site } }: Wish, path: string | null | undefined, size = 'original') =>
  path ? `${site}/t/p/${size}${path}` : undefined

/** One image of a kind that a summary names. */
export const imageOf = (wish: Wish, type: string, path: string | null, alt: string): Image[] => {
  const url = addressOf(wish, path)
  return url === undefined ? [] : [{ type, url, alt }]
}

type Stored = { file_path: string; iso_639_1: string | null; iso_3166_1: string | null }
type Galleries = readonly (readonly [type: string, images: readonly Stored[]])[]

/** Whose pictures: a record, its title, its original language, and the images that stand in for empty galleries. */
export type Depicted = {
  of: PlexKind
  id: number
  title: string
  original_language: string
  poster_path?: string | null | undefined
  backdrop_path?: string | null | undefined
  still_path?: string | null | undefined
}

/**
 * The galleries of a record, the best first: posters and logos in the requested languages (of their countries, then of
 * none, then of others), then in the original one, then all others; backdrops without words first.
 */
async function galleriesOf({ context: { db }, language }: Wish, { of, id, ...record }: Depicted): Promise<Galleries> {
  const found = (await images.load({ db, query: {} } as never, of, id)) as Partial<Record<Gallery, Stored[]>>
  const rank = rankIn(countriesByLanguage(languagesOf(language)), record.original_language)
  const rankOfBackdrop = ({ iso_639_1 }: Stored) => (iso_639_1 === null ? 0 : 1)
  const named = { posters: record.poster_path, backdrops: record.backdrop_path, stills: record.still_path }
  return Object.entries(imageTypes).map(([gallery, type]) => {
    const all = found[gallery as Gallery] ?? []
    const rankOf = gallery === 'backdrops' ? rankOfBackdrop : rank
    const path = named[gallery as keyof typeof named]
    const own = all.length === 0 && path ? [{ file_path: path, iso_639_1: null, iso_3166_1: null }] : []
    return [type, [...all.toSorted((one, other) => rankOf(one) - rankOf(other)), ...own]] as const
  })
}

/** The place of an image by its language, and among those of a requested language by its country. */
function rankIn(asked: ReadonlyMap<string, readonly string[]>, original: string) {
  const codes = [...asked.keys(), original]
  return ({ iso_639_1, iso_3166_1 }: Stored): number => {
    const place = codes.indexOf(iso_639_1 ?? '')
    if (place < 0) return codes.length
    const countries = asked.get(codes[place] as string)
    if (!countries) return place
    const places = [...countries, null].indexOf(iso_3166_1)
    return place + (places < 0 ? countries.length + 1 : places) / (countries.length + 2)
  }
}

/** The best image of each type, and those in the original language if another one was requested. */
export async function picturesOf(wish: Wish, record: Depicted) {
  const galleries = await galleriesOf(wish, record)
  const firstOf = (wanted: (image: Stored) => boolean) =>
    galleries.flatMap(([type, all]) => imageOf(wish, type, all.find(wanted)?.file_path ?? null, record.title))
  const { iso_639_1 } = wish.language
  const original = record.original_language
  const shown = firstOf(() => true)
  const urlOf = (type: string) => shown.find((image) => image.type === type)?.url
  return {
    thumb: urlOf('coverPoster') ?? urlOf('snapshot'),
    art: urlOf('background'),
    Image: some(shown),
    OriginalImage:
      original === '' || original === iso_639_1 ? undefined : some(firstOf((image) => image.iso_639_1 === original)),
  }
}

/** All images of a record, by type. */
export async function allPicturesOf(wish: Wish, record: Depicted): Promise<Image[]> {
  const galleries = await galleriesOf(wish, record)
  return galleries.flatMap(([type, all]) =>
    all.slice(0, maxImagesOfType).flatMap(({ file_path }) => imageOf(wish, type, file_path, record.title)),
  )
}
