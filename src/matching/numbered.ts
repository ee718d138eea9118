import { Type } from 'typebox'
import { ordersOf } from '#src/catalogue/parts/episode-groups.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { smallest } from '#src/reference/extremes.ts'
import { normalName } from '#src/search/words.ts'
import { type Guess, type Match, ownId, type Wanted, type WantedPlace } from './wanted-title.ts'

const Season = Type.Object({ place: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const Episode = Type.Object({ ...Season.properties, episode_number: Type.Integer() })
const Titled = Type.Object({ place: Type.Integer(), series_id: Type.Integer() })
const Found = Type.Object({ place: Type.Integer(), series_id: Type.Integer(), id: Type.Integer() })
const FoundByName = Type.Object({ ...Found.properties, name: Type.String() })

/** Seasons of larger numbers are years. */
const firstYear = 1900

type Kind = 'season' | 'episode'
type Numbered = { place: number; series_id: number; id: number; kind: Kind }

/** An episode with its numbers. */
type Numbers = { id: number; season: number; episode: number }
/** Episodes of a series that will be stored, and count as if they were. */
type UnstoredOf = (place: number) => readonly Numbers[]

/**
 * The seasons and episodes of series that were matched: by their numbers, and episodes without numbers by their titles.
 * They are as certain as their series.
 */
export async function withinSeries(
  db: Reader,
  wanted: readonly Wanted[],
  series: readonly (Match | undefined)[],
  unstored: UnstoredOf = () => [],
): Promise<Guess[][]> {
  const guesses = series.map((match): Guess[] =>
    match?.record ? [{ record: match.record, certainty: match.certainty }, ...match.others] : [],
  )
  const asked = guesses.flatMap((some, place) =>
    some.map(({ record }) => ({ place, series_id: record.id, want: wanted[place] as Wanted })),
  )
  const found = [
    ...(await seasons(db, asked)),
    ...(await episodesByNumber(db, asked)),
    ...(await episodesByDay(db, asked)),
    ...(await episodesCounted(db, asked, unstored)),
    ...(await episodesByTitle(db, asked)),
  ]
  const byPlace = Map.groupBy(found, ({ place }) => place)
  return guesses.map((some, place) =>
    some.flatMap(({ record, certainty }) => {
      const ofSeries = (byPlace.get(place) ?? []).filter(({ series_id }) => series_id === record.id)
      // Two episodes of one name are as likely as each other.
      const share = ofSeries.length > 1 ? 1 / ofSeries.length : 1
      return ofSeries.map(({ id, kind }) => ({ record: { kind, id }, certainty: certainty * share }))
    }),
  )
}

const ById = Type.Object({ id: Type.Integer(), name: Type.String() })

/**
 * Episodes of which nothing but their own id is known, as in the file of somebody's own data, and whose title agrees;
 * they are not in the index of names.
 */
export async function episodesByOwnId(db: Reader, wanted: readonly Wanted[]): Promise<Guess[][]> {
  const ids = wanted.flatMap(({ kinds, ownId }) => (kinds.includes('episode') && ownId !== undefined ? [ownId] : []))
  if (ids.length === 0) return wanted.map(() => [])
  const rows = await db.all(ById, sql`select id, name from episode where ${db.engine.anyOf(sql`id`, ids)}`)
  const names = new Map(rows.map(({ id, name }) => [id, normalName(name)]))
  return wanted.map(({ kinds, ownId: id, titles }): Guess[] => {
    const name = id === undefined || !kinds.includes('episode') ? undefined : names.get(id)
    if (id === undefined || name === undefined) return []
    const certainty = titles.some((title) => normalName(title) === name)
      ? ownId.agreed
      : titles.length > 0
        ? 0
        : ownId.alone
    return certainty > 0 ? [{ record: { kind: 'episode', id }, certainty }] : []
  })
}

/** Whether a place says by itself which episode it is. */
const isPlaced = ({ episode, date, absolute }: WantedPlace) => (episode ?? date ?? absolute) !== undefined

type Asked = { place: number; series_id: number; want: Wanted }

async function seasons(db: Reader, asked: readonly Asked[]): Promise<Numbered[]> {
  const rows = asked.flatMap(({ place, series_id, want: { kinds, within } }) =>
    kinds.includes('season') && within?.season !== undefined
      ? [{ place, series_id, season_number: within.season }]
      : [],
  )
  if (rows.length === 0) return []
  const found = await db.all(
    Found,
    sql`
    select a.place, a.series_id, s.id from ${db.engine.rows(Season, rows)} as a
    cross join season s where s.series_id = a.series_id and s.season_number = a.season_number`,
  )
  return found.map((row) => ({ ...row, kind: 'season' }))
}

async function episodesByNumber(db: Reader, asked: readonly Asked[]): Promise<Numbered[]> {
  const rows = asked.flatMap(({ place, series_id, want: { kinds, within } }) =>
    kinds.includes('episode') && within?.season !== undefined && within.episode !== undefined
      ? [{ place, series_id, season_number: within.season, episode_number: within.episode }]
      : [],
  )
  if (rows.length === 0) return []
  const found = await db.all(
    Found,
    sql`
    select a.place, a.series_id, e.id from ${db.engine.rows(Episode, rows)} as a
    cross join episode e
    where e.series_id = a.series_id and e.season_number = a.season_number and e.episode_number = a.episode_number`,
  )
  return found.map((row) => ({ ...row, kind: 'episode' }))
}

const Dated = Type.Object({ ...Titled.properties, air_date: Type.String() })

async function episodesByDay(db: Reader, asked: readonly Asked[]): Promise<Numbered[]> {
  const rows = asked.flatMap(({ place, series_id, want: { kinds, within } }) =>
    kinds.includes('episode') && within?.episode === undefined && within?.date !== undefined
      ? [{ place, series_id, air_date: within.date }]
      : [],
  )
  if (rows.length === 0) return []
  const found = await db.all(
    Found,
    sql`
    select a.place, a.series_id, e.id from ${db.engine.rows(Dated, rows)} as a
    cross join episode e where e.series_id = a.series_id and e.air_date = a.air_date order by e.id`,
  )
  return found.map((row) => ({ ...row, kind: 'episode' }))
}

/** Orders that count all episodes. */
const absoluteOrder = 2

async function episodesCounted(db: Reader, asked: readonly Asked[], unstored: UnstoredOf): Promise<Numbered[]> {
  const found: Numbered[] = []
  const counted = new Map<number, CountedEpisodes>()
  for (const { place, series_id, want } of asked) {
    const { absolute, episode, date } = want.within ?? {}
    if (!want.kinds.includes('episode') || absolute === undefined || episode !== undefined || date !== undefined)
      continue
    let id = await inAbsoluteOrder(db, series_id, absolute)
    if (id === undefined) {
      const episodes = counted.get(series_id) ?? (await countedEpisodes(db, series_id, unstored(place)))
      counted.set(series_id, episodes)
      id = numberOf(episodes, absolute)
    }
    if (id !== undefined) found.push({ place, series_id, id, kind: 'episode' })
  }
  return found
}

/** The episode of a number in an order that somebody has made to count all of them; its specials stand in front. */
async function inAbsoluteOrder(db: Reader, series_id: number, absolute: number): Promise<number | undefined> {
  const orders = await ordersOf(db, sql`entity_id = ${series_id}`)
  const groups = orders.find(({ order }) => order.type === absoluteOrder)?.order.groups ?? []
  const counted = groups.filter(({ order }) => order > 0 || groups.length === 1)
  return counted.toSorted((one, other) => one.order - other.order).flatMap(({ episodes }) => episodes)[absolute - 1]
}

const Counted = Type.Object({ id: Type.Integer(), season: Type.Integer(), episode: Type.Integer() })

/** The seasons in their order, each with its episodes by their numbers, of which the first ones follow each other. */
type CountedEpisodes = readonly { season: number; first: number; inRow: number; ids: ReadonlyMap<number, number> }[]

async function countedEpisodes(db: Reader, series_id: number, more: readonly Numbers[]): Promise<CountedEpisodes> {
  const stored = await db.all(
    Counted,
    sql`
    select id, season_number as season, episode_number as episode from episode
    where series_id = ${series_id} and season_number > 0`,
  )
  const seasons = new Map<number, Map<number, number>>()
  for (const { id, season, episode } of [...more.filter(({ season }) => season > 0), ...stored]) {
    const episodes = seasons.get(season) ?? new Map<number, number>()
    seasons.set(season, episodes.set(episode, id))
  }
  const counted = [...seasons].map(([season, ids]) => {
    const first = smallest([...ids.keys()])
    let inRow = 1
    while (ids.has(first + inRow)) inRow++
    return { season, first, inRow, ids }
  })
  return counted.sort((one, other) => one.season - other.season)
}

/**
 * The episode of a number, counted over all seasons without specials: where one is missing before it, nobody can tell
 * which one is meant.
 */
function numberOf(seasons: CountedEpisodes, absolute: number): number | undefined {
  let before = 0
  const firstSeason = seasons[0]?.season ?? 0
  let [expected, lastNumber] = [firstSeason > firstYear ? firstSeason : 1, 0]
  for (const { season, first, inRow, ids } of seasons) {
    // Some series go on counting in the next season.
    if (season !== expected || (first !== 1 && first !== lastNumber + 1)) return undefined
    if (absolute <= before + inRow) return ids.get(first + absolute - before - 1)
    if (inRow < ids.size) return undefined
    before += inRow
    expected++
    lastNumber = first + inRow - 1
  }
  return undefined
}

async function episodesByTitle(db: Reader, asked: readonly Asked[]): Promise<Numbered[]> {
  const untold = asked.filter(
    ({ want: { kinds, within, titles } }) =>
      kinds.includes('episode') && within && !isPlaced(within) && titles.length > 0,
  )
  if (untold.length === 0) return []
  const rows = untold.map(({ place, series_id }) => ({ place, series_id }))
  const found = await db.all(
    FoundByName,
    sql`
    select a.place, a.series_id, e.id, e.name from ${db.engine.rows(Titled, rows)} as a
    cross join episode e where e.series_id = a.series_id`,
  )
  const names = new Map(untold.map(({ place, want }) => [place, new Set(want.titles.map(normalName))]))
  const named = found.filter(({ place, name }) => name !== '' && names.get(place)?.has(normalName(name)))
  return named.sort((a, b) => a.id - b.id).map(({ name: _, ...row }) => ({ ...row, kind: 'episode' }))
}
