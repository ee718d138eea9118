import { episodesById } from '#src/catalogue/summaries/by-id.ts'
import { languageOf } from '../components/languages.ts'
import type { PageContext } from '../page.ts'
import { episodeAddress, movieAddress, seriesAddress } from '../records/addresses.ts'
import { titlesById } from '../titles-by-id.ts'

type Record = { kind: string | null; entity_id: number | null }
/** A title of the catalogue as it stands in a line. */
export type TitleLine = { name: string; year: string; address: string }

const keyOf = ({ kind, entity_id }: Record) => `${kind} ${entity_id}`
const yearOf = (date: string | null) => (date ?? '').slice(0, 4)

/** The names and addresses of records, in the language of the page. */
export async function titleLines(
  context: PageContext,
  records: readonly Record[],
): Promise<(record: Record) => TitleLine | undefined> {
  const { db, texts } = context
  const language = languageOf(context)
  const idsOf = (kind: string) => [
    ...new Set(records.flatMap((of) => (of.kind === kind && of.entity_id !== null ? [of.entity_id] : []))),
  ]
  const episodes = await episodesById(db, idsOf('episode'), language)
  const { movies, series } = await titlesById(db, language, {
    movies: idsOf('movie'),
    series: [...idsOf('series'), ...episodes.map(({ show_id }) => show_id)],
  })
  const lines = new Map<string, TitleLine>()
  for (const movie of movies.values())
    lines.set(`movie ${movie.id}`, {
      ...{ name: movie.title, year: yearOf(movie.release_date), address: movieAddress(movie) },
    })
  for (const one of series.values())
    lines.set(`series ${one.id}`, {
      ...{ name: one.name, year: yearOf(one.first_air_date), address: seriesAddress(one) },
    })
  for (const { id, show_id, season_number, episode_number, name, air_date } of episodes) {
    const of = series.get(show_id)
    if (!of) continue
    const place = texts.keptImport.episode(season_number, episode_number)
    lines.set(`episode ${id}`, {
      name: `${of.name} · ${place} · ${name}`,
      year: yearOf(air_date),
      address: episodeAddress(seriesAddress(of), season_number, episode_number),
    })
  }
  return (record) => lines.get(keyOf(record))
}
