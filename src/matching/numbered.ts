import { Type } from 'typebox'
import { findRecord } from '#src/catalogue/part.ts'
import { ordersOf } from '#src/catalogue/parts/episode-groups.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
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

/**
 * The seasons and episodes of series that were matched: by their numbers, and episodes without numbers by their titles.
 * They are as certain as their series.
 */
export async function withinSeries(
  db: Reader,
  wanted: readonly Wanted[],
  series: readonly (Match | undefined)[],
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
    ...(await episodesCounted(db, asked)),
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

async function episodesCounted(db: Reader, asked: readonly Asked[]): Promise<Numbered[]> {
  const found: Numbered[] = []
  for (const { place, series_id, want } of asked) {
    const { absolute, episode, date } = want.within ?? {}
    if (!want.kinds.includes('episode') || absolute === undefined || episode !== undefined || date !== undefined)
      continue
    const id = (await inAbsoluteOrder(db, series_id, absolute)) ?? (await countedOver(db, series_id, absolute))
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

const Counted = Type.Object({
  season_number: Type.Integer(),
  episodes: Type.Integer(),
  first: Type.Integer(),
  last: Type.Integer(),
})

/**
 * The episode of a number, counted over all seasons without specials: where one is missing before it, nobody can tell
 * which one is meant.
 */
async function countedOver(db: Reader, series_id: number, absolute: number): Promise<number | undefined> {
  const seasons = await db.all(
    Counted,
    sql`
    select season_number, count(*) as episodes, min(episode_number) as first, max(episode_number) as last
    from episode where series_id = ${series_id} and season_number > 0
    group by season_number order by season_number`,
  )
  let before = 0
  let [expected, lastNumber] = [seasons[0] && seasons[0].season_number > firstYear ? seasons[0].season_number : 1, 0]
  for (const { season_number, episodes, first, last } of seasons) {
    // Some series go on counting in the next season.
    const isWhole = last - first + 1 === episodes && (first === 1 || first === lastNumber + 1)
    if (!isWhole || season_number !== expected) return undefined
    if (absolute <= before + episodes) {
      const episode_number = first + absolute - before - 1
      return findRecord(db, 'episode', { series_id, season_number, episode_number })
    }
    before += episodes
    expected++
    lastNumber = last
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
