import type { KeptEntry, KeptIds } from '#src/kept/kept-entry.ts'
import type { MatchedKind, OutsideId, Wanted, WantedTitle } from './wanted-title.ts'

const kinds: Readonly<Record<KeptEntry['kind'], MatchedKind>> = {
  movie: 'movie',
  tv: 'series',
  season: 'season',
  episode: 'episode',
}

/** What an entry of a file that people have says about its title; `source` names the kind of file. */
export function wantedOf(entry: KeptEntry, source: string): Wanted {
  const { kind, isKindGuessed, title, originalTitle, year, series, season, episode, people } = entry
  const within =
    (kind === 'season' || kind === 'episode') && series
      ? { series: titleOf(series.ids, [series.title], series.year), season, episode }
      : undefined
  return {
    // The numbers of movies at that system are others than those of series.
    ...titleOf(kind === 'movie' ? { ...entry.ids, tvdb: undefined } : entry.ids, [title, originalTitle], year),
    kinds:
      isKindGuessed && kind === 'movie' ? ['movie', 'series'] : isKindGuessed ? ['series', 'movie'] : [kinds[kind]],
    people,
    within,
    from: { source, id: entry.ids.imdb },
  }
}

type Ids = { [Name in keyof KeptIds]?: KeptIds[Name] | undefined }

const titleOf = (ids: Ids, titles: readonly (string | undefined)[], year: number | undefined): WantedTitle => ({
  ids: outsideIds(ids),
  ownId: ids.own ?? ids.tmdb,
  titles: titles.filter((title): title is string => title !== undefined && title !== ''),
  year,
})

function outsideIds({ imdb, tvdb }: Ids): OutsideId[] {
  return [
    ...(imdb === undefined ? [] : [{ source: 'filmdb_id' as const, value: imdb }]),
    ...(tvdb === undefined ? [] : [{ source: 'tvdata_id' as const, value: String(tvdb) }]),
  ]
}
