import type { Language } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import type { Airing } from '#src/kept/airing.ts'
import { framed, pictureOf } from '../components/picture.ts'
import type { Html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { episodeAddress, movieAddress, seriesAddress } from '../records/addresses.ts'
import { episodeName } from '../records/translated-words.ts'
import { titlesById } from '../titles-by-id.ts'

type AiringName = { address: string; name: string; note: string; picture: Html }

/** Addresses, names and posters of what airs in a language, and what it is: a release, or an episode. */
export async function namesOfAiring(
  db: Reader,
  { texts }: Pick<RenderContext, 'texts'>,
  language: Language,
  airing: readonly Airing[],
): Promise<Map<Airing, AiringName>> {
  const titles = await titlesById(db, language, {
    movies: airing.map(({ kind, id }) => (kind === 'movie' ? id : null)),
    series: airing.map(({ series_id }) => series_id),
  })
  return new Map(
    airing.map((each) => {
      const movie = each.kind === 'movie' ? titles.movies.get(each.id) : undefined
      if (movie) {
        const picture = posterOf('movie', movie.id, movie.title, movie.poster_path)
        return [each, { address: movieAddress(movie), name: movie.title, note: texts.library.release, picture }]
      }
      const { series_id, name } = each
      const [season_number, episode_number] = [each.season_number ?? 0, each.episode_number ?? 0]
      const found = titles.series.get(series_id ?? 0)
      const place = found ? seriesAddress(found) : `/tv/${series_id}`
      const number = texts.catalogue.episodeOfSeason(season_number, episode_number)
      const note = name ? `${number}, ${episodeName({ texts }, name, episode_number)}` : number
      const address = episodeAddress(place, season_number, episode_number)
      const shown = found?.name ?? name
      return [
        each,
        { address, name: shown, note, picture: posterOf('series', series_id ?? 0, shown, found?.poster_path) },
      ]
    }),
  )
}

function posterOf(kind: 'movie' | 'series', id: number, name: string, file_path: string | null | undefined): Html {
  const drawn = { kind, id }
  return framed(id, name, 'upright', pictureOf({ gallery: 'posters', file_path, width: 'listed', drawn }))
}
