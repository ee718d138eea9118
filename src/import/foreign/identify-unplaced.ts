import { Type } from 'typebox'
import { raw, sql } from '#src/database/sql.ts'
import { withinSeries } from '#src/matching/numbered.ts'
import type { Match, Wanted } from '#src/matching/wanted-title.ts'
import { normalName } from '#src/search/words.ts'
import type { Known, Placed } from './foreign-staging.ts'
import type { Identifying, Settled } from './identify.ts'
import { openSeries } from './identify-numbered.ts'

export const isUnplaced = ({ season, air_date, absolute }: Known): boolean =>
  season === null && (air_date !== null || absolute !== null)

const Found = Type.Object({
  id: Type.Integer(),
  season: Type.Integer(),
  episode: Type.Integer(),
  name: Type.String(),
})

/**
 * Finds episodes of which only the day is known, or the number among all, in the catalogue and among those that the
 * files place. What is found is not remembered: next year the same number may be another one.
 */
export async function identifyUnplaced(
  options: Identifying,
  records: readonly Known[],
  placed: PlacedEpisodes,
): Promise<Settled[]> {
  // A series may go on in the next batch; those of the batch before are done.
  const keys = new Set(records.map(({ series }) => series ?? ''))
  for (const key of placed.keys()) if (!keys.has(key)) placed.delete(key)
  const seriesOf = await openSeries(options, records)
  const found = await candidatesOf(options, records, { seriesOf, placed })
  return records.map((known, place): Settled => {
    const [only, ...others] = found[place] ?? []
    if (only && others.length === 0) {
      const { id, season, episode } = only
      const within = { series: known.series as string, season, episode }
      return { known, identity: { id, isNew: false, within }, isRemembered: true }
    }
    // Where its series is left out, that is named already.
    if (seriesOf(known) !== null) options.onUnplaced(known, unplacedReason(known, others.length > 0))
    return { known, identity: { id: null, isNew: false }, isRemembered: true }
  })
}

/** The episodes that the files place, by their ids and the key of their series. */
export type PlacedEpisodes = Map<string, ReadonlyMap<number, Placed>>

/** The episodes that each may be; of several on one day that of its title. */
async function candidatesOf(
  { db, staging }: Identifying,
  records: readonly Known[],
  { seriesOf, placed }: { seriesOf: (known: Known) => number | null; placed: PlacedEpisodes },
): Promise<Placed[][]> {
  const wanted = records.map(
    ({ air_date, absolute }): Wanted => ({
      kinds: ['episode'],
      titles: [],
      within: {
        series: { titles: [] },
        ...(air_date === null ? { absolute: absolute ?? undefined } : { date: air_date }),
      },
    }),
  )
  const series = records.map((known): Match | undefined => {
    const id = seriesOf(known)
    return id === null ? undefined : { record: { kind: 'series', id }, certainty: 1, others: [], isIndexed: true }
  })
  const placedWith = (key: string | null) => {
    const known = placed.get(key ?? '') ?? new Map(staging.placedIn(key ?? '').map((one) => [one.id, one]))
    placed.set(key ?? '', known)
    return known
  }
  // What the files place counts as it will in the next import of them.
  const unstored = (place: number) => [...placedWith(records[place]?.series ?? null).values()]
  const guesses = await withinSeries(db, wanted, series, unstored)
  const ids = guesses.flat().map(({ record }) => record.id)
  const rows =
    ids.length === 0
      ? []
      : await db.all(
          Found,
          sql`
          select id, season_number as season, episode_number as episode, name from episode
          where ${db.engine.anyOf(raw('id'), ids)}`,
        )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return records.map(({ series: key, air_date, titles: [title = ''] }, place) => {
    const ofGuesses = (guesses[place] ?? []).map(({ record }) => record.id)
    const stored = ofGuesses.flatMap((id) => byId.get(id) ?? [])
    const named = stored.filter(({ name }) => normalName(name) === normalName(title))
    const counted = () => ofGuesses.flatMap((id) => (byId.has(id) ? [] : (placedWith(key).get(id) ?? [])))
    const staged = key === null ? [] : air_date === null ? counted() : staging.airedOn(key, air_date)
    const all = named.length === 1 ? named : [...stored, ...staged]
    return [...new Map(all.map((one) => [one.id, one])).values()]
  })
}

function unplacedReason({ air_date, absolute }: Known, isOneOfSeveral: boolean): string {
  const said =
    air_date === null
      ? `only the number ${absolute} among all episodes in its name, and it cannot be told which one that is`
      : `only the day ${air_date} in its name, and ${isOneOfSeveral ? 'several episodes' : 'no episode'} of that day ` +
        `${isOneOfSeveral ? 'are' : 'is'} known`
  return `has ${said}: say the season and the episode there (S01E02) or in a file beside it`
}
