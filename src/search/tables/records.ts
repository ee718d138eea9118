import { type Static, Type } from 'typebox'
import { isKind, kind, type PartName } from '#src/catalogue/kinds.ts'
import { recordKind } from '#src/catalogue/record-kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { join, raw, type Sql, sql } from '#src/database/sql.ts'
import { indexedNames, type NameSort, nameLines, type StatedName } from '../names.ts'
import { type SearchedKind, searched } from '../searched-kinds.ts'

/** What the index keeps of a record. */
export const IndexedRecord = Type.Object({
  entity_id: Type.Integer(),
  adult: Type.Boolean(),
  year: Type.Integer(),
  years: Type.String(),
  popularity: Type.Number(),
  votes: Type.Integer(),
  names: Type.String(),
})
export type IndexedRecord = Static<typeof IndexedRecord>

const Base = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  original: Type.String(),
  adult: Type.Boolean(),
  day: Type.String(),
  popularity: Type.Number(),
  votes: Type.Integer(),
})
const Name = Type.Object({
  entity_id: Type.Integer(),
  sort: Type.String(),
  language: Type.String(),
  name: Type.String(),
})
const OtherNames = Type.Object({ entity_id: Type.Integer(), names: Type.Array(Type.String()) })
const Year = Type.Object({ entity_id: Type.Integer(), year: Type.String() })

/** The records of a kind with some ids, as the index keeps them; those that are gone are left out. */
export async function indexedRecords(db: Reader, of: SearchedKind, ids: readonly number[]): Promise<IndexedRecord[]> {
  const [bases, names, others, years] = await Promise.all([
    basesOf(db, of, ids),
    otherNames(db, of, ids),
    alsoKnownAs(db, of, ids),
    yearsOf(db, of, ids),
  ])
  const namesById = Map.groupBy([...names, ...others], ({ entity_id }) => entity_id)
  const yearsById = Map.groupBy(years, ({ entity_id }) => entity_id)
  return bases.map(({ id, title, original, adult, day, popularity, votes }) => {
    const more = (namesById.get(id) ?? []).map(
      ({ name, sort, language }): StatedName => ({ text: name, sort: sort as NameSort, language }),
    )
    const stated: StatedName[] = [
      { text: title, sort: 't', language: '' },
      { text: original, sort: 'o', language: '' },
      ...more,
    ]
    const year = yearIn(day)
    const all = new Set([year, ...(yearsById.get(id) ?? []).map((row) => yearIn(row.year))])
    all.delete(0)
    return {
      entity_id: id,
      adult,
      year,
      years: [...all].sort((one, other) => one - other).join(','),
      popularity,
      votes,
      names: nameLines(indexedNames(stated)),
    }
  })
}

const yearIn = (day: string) => Number(/^\d{4}/.exec(day)?.[0] ?? 0)

function basesOf(db: Reader, of: SearchedKind, ids: readonly number[]) {
  const { adult, day, popularity, votes } = searched[of]
  const title = recordKind(of).title
  const original = isKind(of) ? kind(of).original : title
  return db.all(
    Base,
    sql`
    select id, ${raw(title)} as title, ${raw(original)} as original, ${raw(adult)} as adult, ${raw(day)} as day,
      ${raw(popularity)} as popularity, ${raw(votes)} as votes
    from ${raw(of)} where ${db.engine.anyOf(raw('id'), ids)} order by id`,
  )
}

/** Translated and alternative names. */
async function otherNames(db: Reader, of: SearchedKind, ids: readonly number[]) {
  if (!isKind(of)) return []
  const { texts, operationParts } = kind(of)
  const translated = texts.find((text) => text === 'title' || text === 'name')
  const belonging = sql`where kind = ${raw(`'${of}'`)} and ${db.engine.anyOf(raw('entity_id'), ids)}`
  const has = (part: PartName) => operationParts.includes(part)
  const selects: Sql[] = [
    ...(translated
      ? [
          sql`select entity_id, 'l' as sort, iso_639_1 as language, ${raw(translated)} as name
             from translation ${belonging}`,
        ]
      : []),
    ...(has('alternative_titles')
      ? [sql`select entity_id, 'a' as sort, '' as language, title as name from alternative_title ${belonging}`]
      : []),
    ...(has('alternative_names')
      ? [sql`select entity_id, 'a' as sort, '' as language, name from alternative_name ${belonging}`]
      : []),
  ]
  return selects.length === 0 ? [] : db.all(Name, join(selects, ' union all '))
}

/** Other names of people; for other kinds they are parts. */
async function alsoKnownAs(db: Reader, of: SearchedKind, ids: readonly number[]): Promise<Static<typeof Name>[]> {
  if (of !== 'person') return []
  const rows = await db.all(
    OtherNames,
    sql`select id as entity_id, also_known_as as names from person where ${db.engine.anyOf(raw('id'), ids)}`,
  )
  return rows.flatMap(({ entity_id, names }) => names.map((name) => ({ entity_id, sort: 'a', language: '', name })))
}

/** The years of all releases of movies, and of all episodes of series. */
async function yearsOf(db: Reader, of: SearchedKind, ids: readonly number[]) {
  if (of === 'movie')
    return db.all(
      Year,
      sql`
      select distinct entity_id, substr(release_date, 1, 4) as year from release_date
      where kind = 'movie' and ${db.engine.anyOf(raw('entity_id'), ids)}`,
    )
  if (of === 'series')
    return db.all(
      Year,
      sql`
      select distinct series_id as entity_id, substr(air_date, 1, 4) as year from episode
      where ${db.engine.anyOf(raw('series_id'), ids)} and air_date is not null`,
    )
  return []
}
