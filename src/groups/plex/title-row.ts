import { yearOf } from './facts.ts'
import { addressOf, imageOf } from './pictures.ts'
import { some, told } from './shapes.ts'
import type { Wish } from './wish.ts'

/** The title in its original language, where another one is shown. */
export const originalTitleOf = (title: string, original: string): string | undefined =>
  original === title ? undefined : told(original)

/** A movie or a series as lists have it; `day` is the first one. */
type Listed = {
  title: string
  original: string
  day: string
  overview: string
  adult: boolean
  poster_path: string | null
  backdrop_path: string | null
}

/** What a list says about a title, after what identifies it. */
export function titleRow(wish: Wish, { title, original, day, ...row }: Listed, guids: readonly { id: string }[]) {
  return {
    title,
    originalTitle: originalTitleOf(title, original),
    year: yearOf(day),
    originallyAvailableAt: told(day),
    summary: told(row.overview),
    isAdult: row.adult,
    thumb: addressOf(wish, row.poster_path),
    art: addressOf(wish, row.backdrop_path),
    Image: some([
      ...imageOf(wish, 'coverPoster', row.poster_path, title),
      ...imageOf(wish, 'background', row.backdrop_path, title),
    ]),
    Guid: some(guids),
  }
}
