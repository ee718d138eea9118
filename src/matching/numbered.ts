import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { normalName } from '#src/search/words.ts'
import { type Guess, type Match, ownId, type Wanted, type WantedPlace } from './wanted.ts'

const Season = Type.Object({ place: Type.Integer(), series_id: Type.Integer(), season_number: Type.Integer() })
const Episode = Type.Object({ ...Season.properties, episode_number: Type.Integer() })
const Titled = Type.Object({ place: Type.Integer(), series_id: Type.Integer() })
const Found = Type.Object({ place: Type.Integer(), series_id: Type.Integer(), id: Type.Integer() })
const FoundByName = Type.Object({ ...Found.properties, name: Type.String() })

type Kind = 'season' | 'episode'
type Numbered = { place: number; series_id: number; id: number; kind: Kind }

/**
 * The seasons and episodes of series that were matched: by their numbers, and episodes without numbers by their titles.
 * They are as certain as their series.
 */
export async function withinSeries(
  db: Database,
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
export async function episodesByOwnId(db: Database, wanted: readonly Wanted[]): Promise<Guess[][]> {
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

async function seasons(db: Database, asked: readonly Asked[]): Promise<Numbered[]> {
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

async function episodesByNumber(db: Database, asked: readonly Asked[]): Promise<Numbered[]> {
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

async function episodesByDay(db: Database, asked: readonly Asked[]): Promise<Numbered[]> {
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

const Counted = Type.Object({ id: Type.Integer() })

/** Specials are not counted. */
async function episodesCounted(db: Database, asked: readonly Asked[]): Promise<Numbered[]> {
  const found: Numbered[] = []
  for (const { place, series_id, want } of asked) {
    const { absolute, episode, date } = want.within ?? {}
    if (!want.kinds.includes('episode') || absolute === undefined || episode !== undefined || date !== undefined)
      continue
    const row = await db.one(
      Counted,
      sql`
      select id from episode where series_id = ${series_id} and season_number > 0
      order by season_number, episode_number ${limit(1)} offset ${Math.max(0, absolute - 1)}`,
    )
    if (row) found.push({ place, series_id, id: row.id, kind: 'episode' })
  }
  return found
}

async function episodesByTitle(db: Database, asked: readonly Asked[]): Promise<Numbered[]> {
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
