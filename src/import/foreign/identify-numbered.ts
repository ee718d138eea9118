import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { keyedAmong } from './distinct.ts'
import type { Known } from './foreign-staging.ts'
import type { Identifying, Settled } from './identify.ts'
import type { NewIds } from './new-ids.ts'
import { knownKeys } from './source-keys.ts'

const Asked = Type.Object({
  place: Type.Integer(),
  series_id: Type.Integer(),
  season_number: Type.Integer(),
  episode_number: Type.Integer(),
})
const Found = Type.Object({ place: Type.Integer(), id: Type.Integer() })

/** Finds seasons and episodes by their series and numbers; those of a series that is left out are left out, too. */
export async function identifyNumbered(
  options: Identifying,
  of: 'season' | 'episode',
  records: readonly Known[],
  { ids, keyed }: { ids: NewIds; keyed: Set<number> },
): Promise<Settled[]> {
  const { db, staging, source_id, areDistinct = false } = options
  const seriesOf = await openSeries(options, records)
  const asked = records.flatMap((record, place) => {
    const series_id = seriesOf(record)
    if (series_id === null) return []
    return [{ place, series_id, season_number: record.season as number, episode_number: record.episode ?? 0 }]
  })
  const there = new Map((await numbered(db, of, asked)).map(({ place, id }) => [place, id]))
  // A place in which the source has another one is about to be free.
  const others = areDistinct ? await keyedAmong(db, source_id, of, [...there.values()]) : new Set()
  const found = new Map([...there].filter(([, id]) => !others.has(id)))
  const taken = await ids.taken(records)
  const settled: Settled[] = []
  for (const [place, known] of records.entries()) {
    const series_id = seriesOf(known)
    const words = [`of ${series_id} ${known.season} ${known.episode ?? ''}`]
    const claimed = areDistinct ? undefined : staging.claims(of, words).get(words[0] as string)?.id
    const id = series_id === null ? null : (found.get(place) ?? claimed ?? (await ids.next(known, taken)))
    const identity = { id, isNew: id !== null && !found.has(place) }
    if (!areDistinct) staging.claim(of, identity, words)
    else if (id !== null) keyed.add(id)
    if (id !== null && id === known.number) taken.add(id)
    settled.push({ known, identity, isRemembered: false })
  }
  return settled
}

/** The series of seasons and episodes in the catalogue, those of earlier imports included; null if it is left out. */
export async function openSeries({ db, staging, source_id }: Identifying, records: readonly Known[]) {
  const keys = [...new Set(records.flatMap(({ series }) => series ?? []))]
  const staged = staging.identities('series', keys)
  const others = await knownKeys(
    db,
    source_id,
    'series',
    keys.filter((key) => !staged.has(key)),
  )
  return ({ series }: Known): number | null =>
    series === null ? null : (staged.get(series)?.id ?? others.get(series)?.entity_id ?? null)
}

function numbered(db: Database, of: 'season' | 'episode', asked: readonly Static<typeof Asked>[]) {
  if (asked.length === 0) return Promise.resolve([])
  const rows = db.engine.rows(Asked, asked)
  return db.all(
    Found,
    of === 'season'
      ? sql`
        select a.place, s.id from ${rows} as a
        cross join season s where s.series_id = a.series_id and s.season_number = a.season_number`
      : sql`
        select a.place, e.id from ${rows} as a
        cross join episode e where e.series_id = a.series_id and e.season_number = a.season_number
          and e.episode_number = a.episode_number`,
  )
}
