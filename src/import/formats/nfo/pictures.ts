import type { Gallery } from '#src/catalogue/kinds.ts'

const picture = /\.(jpe?g|png|webp)$/i

/** Pictures beside the files of a folder, by the name without its ending and in lower case. */
export type PicturesOf = ReadonlyMap<string, string>

/** Names that pictures have, best first; `*` stands for what the film or the episode is called. */
const namesOf = {
  movie: {
    posters: ['*-poster', 'poster', 'folder', 'cover', 'movie', '*'],
    backdrops: ['*-fanart', 'fanart', 'backdrop', '*-backdrop', 'background', '*-landscape', 'landscape', 'thumb'],
    logos: ['*-clearlogo', 'clearlogo', '*-logo', 'logo'],
  },
  series: {
    posters: ['poster', 'folder', 'cover', 'show'],
    backdrops: ['fanart', 'backdrop', 'background', 'landscape', 'thumb'],
    logos: ['clearlogo', 'logo'],
  },
  season: { posters: ['*-poster', '*'] },
  episode: { stills: ['*-thumb', '*'] },
} as const satisfies Record<string, Partial<Record<Gallery, readonly string[]>>>

/** What pictures of a season are called beside those of its series. */
export const seasonName = (season: number): string =>
  season === 0 ? 'season-specials' : `season${String(season).padStart(2, '0')}`

/** The most backdrops of one record: programs number further ones. */
const maxBackdrops = 20

const paths: Partial<Record<Gallery, string>> = {
  posters: 'poster_path',
  backdrops: 'backdrop_path',
  stills: 'still_path',
  profiles: 'profile_path',
}

export function picturesIn(names: readonly string[]): PicturesOf {
  const found = new Map<string, string>()
  for (const name of names) if (picture.test(name)) found.set(name.replace(picture, '').toLowerCase(), name)
  return found
}

/** What a line says about the pictures of a record: its images, and which of them stand for it. */
export function imagesLine(of: keyof typeof namesOf, pictures: PicturesOf, name: string, within = '') {
  const images: Partial<Record<Gallery, Record<string, unknown>[]>> = {}
  const chosen: Record<string, string> = {}
  for (const [gallery, names] of Object.entries(namesOf[of]) as [Gallery, readonly string[]][]) {
    const files = filesOf(names, pictures, name.toLowerCase(), gallery === 'backdrops' ? maxBackdrops : 1)
    if (files.length === 0) continue
    images[gallery] = files.map((file) => entry(within + file))
    const path = paths[gallery]
    if (path) chosen[path] = placeOf(within + (files[0] as string))
  }
  return Object.keys(images).length === 0 ? {} : { images, ...chosen }
}

export const profileLine = (file: string) => ({ images: { profiles: [entry(file)] }, profile_path: placeOf(file) })

/** The picture is stored under another name; what names it by this one follows. */
const placeOf = (file: string) => `/${file}`
const entry = (file: string) => ({ file, file_path: placeOf(file) })

function filesOf(names: readonly string[], pictures: PicturesOf, name: string, most: number): string[] {
  const files: string[] = []
  for (const pattern of names) {
    const base = pattern.replace('*', () => name)
    const file = pictures.get(base)
    if (file !== undefined) files.push(file)
    if (most > 1)
      for (let number = 1; files.length < most; number++) {
        const further = pictures.get(`${base}${number}`) ?? pictures.get(`${base}-${number}`)
        if (further === undefined) break
        files.push(further)
      }
    if (files.length >= most) break
  }
  return [...new Set(files)].slice(0, most)
}
