import type { Kind } from '#src/catalogue/kinds.ts'
import { companiesById, networksById, peopleOnlyById } from '#src/catalogue/summaries/by-id.ts'
import { languageOf } from '../components/languages.ts'
import { framed, pictureOf } from '../components/picture.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { yearOf } from '../records/cards.ts'
import { titlesById } from '../titles-by-id.ts'

/** What tells records of one name apart: a picture, and of titles the first year. */
type Look = { picture: Html; year: string }

/** What some records of a kind look like, by their ids. */
export async function looksOf(
  context: PageContext,
  kind: Kind,
  records: readonly { id: number; name: string }[],
): Promise<ReadonlyMap<number, Look>> {
  const { db } = context
  const language = languageOf(context)
  const ids = records.map(({ id }) => id)
  const names = new Map(records.map(({ id, name }) => [id, name]))
  const nameOf = (id: number) => names.get(id) ?? ''
  if (kind === 'movie' || kind === 'series') {
    const { movies, series } = await titlesById(db, language, {
      movies: kind === 'movie' ? ids : [],
      series: kind === 'series' ? ids : [],
    })
    const poster = (id: number, file_path: string | null) =>
      framed(
        id,
        nameOf(id),
        'upright',
        pictureOf({ gallery: 'posters', file_path, width: 'listed', drawn: { kind, id } }),
      )
    return new Map([
      ...[...movies.values()].map(({ id, poster_path, release_date }): [number, Look] => [
        id,
        { picture: poster(id, poster_path), year: yearOf(release_date) },
      ]),
      ...[...series.values()].map(({ id, poster_path, first_air_date }): [number, Look] => [
        id,
        { picture: poster(id, poster_path), year: yearOf(first_air_date) },
      ]),
    ])
  }
  if (kind === 'person') {
    const people = await peopleOnlyById(db, ids, language)
    return new Map(
      people.map(({ id, profile_path }) => {
        const portrait = pictureOf({ gallery: 'profiles', file_path: profile_path, width: 'listed' })
        return [id, { picture: framed(id, nameOf(id), 'round', portrait), year: '' }]
      }),
    )
  }
  if (kind !== 'company' && kind !== 'network') return new Map()
  const found = kind === 'company' ? await companiesById(db, ids) : await networksById(db, ids)
  return new Map(
    found.map(({ id, logo_path }) => {
      const logo = pictureOf({ gallery: 'logos', file_path: logo_path, width: 'listed' })
      return [id, { picture: framed(id, nameOf(id), 'wide', logo), year: '' }]
    }),
  )
}
