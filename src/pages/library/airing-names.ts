import type { Language } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import type { Airing } from '#src/kept/airing.ts'
import type { RenderContext } from '../page.ts'
import { episodeAddress, movieAddress, seriesAddress } from '../records/addresses.ts'
import { episodeName } from '../records/translated-words.ts'
import { titlesById } from '../titles-by-id.ts'

type AiringName = { address: string; name: string; note: string }

/** Addresses and names of what airs in a language, and what it is: a release, or an episode. */
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
      if (movie) return [each, { address: movieAddress(movie), name: movie.title, note: texts.library.release }]
      const { series_id, name } = each
      const [season_number, episode_number] = [each.season_number ?? 0, each.episode_number ?? 0]
      const found = titles.series.get(series_id ?? 0)
      const place = found ? seriesAddress(found) : `/tv/${series_id}`
      const number = texts.catalogue.episodeOfSeason(season_number, episode_number)
      const note = name ? `${number}, ${episodeName({ texts }, name, episode_number)}` : number
      const address = episodeAddress(place, season_number, episode_number)
      return [each, { address, name: found?.name ?? name, note }]
    }),
  )
}
