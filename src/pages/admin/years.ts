import { languageOf } from '../components/languages.ts'
import type { PageContext } from '../page.ts'
import { yearOf } from '../records/cards.ts'
import { titlesById } from '../titles-by-id.ts'

type Named = { kind: string; id: number }

/** What tells titles of the same name apart, by `kind id`: their years, each ready to follow a name. */
export async function yearsOf(context: PageContext, named: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (of: string) => named.filter(({ kind }) => kind === of).map(({ id }) => id)
  const titles = await titlesById(context.db, languageOf(context), { movies: idsOf('movie'), series: idsOf('series') })
  const days = [
    ...[...titles.movies].map(([id, { release_date }]) => [`movie ${id}`, release_date] as const),
    ...[...titles.series].map(([id, { first_air_date }]) => [`series ${id}`, first_air_date] as const),
  ]
  return new Map(days.flatMap(([key, day]) => (yearOf(day) === '' ? [] : [[key, ` (${yearOf(day)})`] as const])))
}
