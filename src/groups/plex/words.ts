import type { Kind } from '#src/catalogue/kinds.ts'
import { genres } from '#src/catalogue/parts/genres.ts'
import { recordTag } from '#src/contract/cache-tags.ts'
import { languagesOf, parseLocale } from '#src/contract/languages.ts'
import { countriesIn } from '#src/reference/country-names.ts'
import { isLanguage, texts } from '#src/texts/index.ts'
import { some } from './shapes.ts'
import type { Wish } from './wish.ts'

type Named = { id: number; name: string }

/** Words as tags. */
export const tagged = (names: readonly { name: string }[]) =>
  some(names.filter(({ name }) => name !== '').map(({ name }) => ({ tag: name })))

/** The genres of a title, with their English names if another language was requested. */
export async function genresOf({ context, language, tags }: Wish, of: Kind, id: number, shown: readonly Named[]) {
  for (const genre of shown) tags.add(recordTag('genre', genre.id))
  if (language.iso_639_1 === 'en' || shown.length === 0) return tagged(shown)
  const english = parseLocale('en') as NonNullable<ReturnType<typeof parseLocale>>
  const { genres: original } = await genres.load({ ...context, query: { language: english } }, of, id)
  const names = new Map(original.map((genre) => [genre.id, genre.name]))
  return some(
    shown.map(({ id, name }) => {
      const originalTag = names.get(id)
      return { tag: name, ...(originalTag !== undefined && originalTag !== name && { originalTag }) }
    }),
  )
}

const namesByNumber = ({ language: { iso_639_1: code } }: Wish) => texts[isLanguage(code) ? code : 'en'].catalogue

/** Everything needs a title: seasons and episodes without a name go by their number, as on pages. */
export const seasonTitle = (wish: Wish, name: string, number: number): string =>
  name || namesByNumber(wish).season(number)
export const episodeTitle = (wish: Wish, name: string, number: number): string =>
  name || namesByNumber(wish).episode(number)

/** Countries by their full names, in the requested language. */
export function countriesOf({ language }: Wish, countries: readonly { iso_3166_1: string; name: string }[]) {
  const names = new Map(countriesIn(languagesOf(language)).map((country) => [country.iso_3166_1, country]))
  const isEnglish = language.iso_639_1 === 'en'
  return tagged(
    countries.map(({ iso_3166_1, name }) => {
      const known = names.get(iso_3166_1)
      return { name: (isEnglish ? known?.english_name : known?.native_name) ?? name }
    }),
  )
}
