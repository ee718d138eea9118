import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { followRatings } from '#src/catalogue/rated-titles.ts'
import { nullable } from '#src/contract/schema.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { setRatings } from '#src/kept/ratings.ts'
import { addWatched } from '#src/kept/watched.ts'
import { dayAfter, dayMs } from '#src/reference/days.ts'
import { catalogueTime } from '../support/catalogues.ts'

/** What the account that is measured keeps: ratings, what was watched, lists with items, and one list that is long. */
export const kept = { ratings: 10_000, watched: 5_000, lists: 50, items: 500, longList: 5_000 } as const

const at = catalogueTime
/** Old enough for the most ratings in an hour. */
const joined = new Date(Date.parse(catalogueTime) - 400 * dayMs).toISOString()
const ratedAtOnce = 500

const Id = Type.Object({ id: Type.Integer() })
const Watched = Type.Object({ id: Type.Integer(), series_id: nullable(Type.Integer()) })
const daysOfYear = 365
/** The year of which somebody has 5,000 entries. */
export const yearOfEntries = Number(catalogueTime.slice(0, 4)) - 1
const yearBegins = `${yearOfEntries}-01-01`
const Record = Type.Object({
  kind: Type.Unsafe<'movie' | 'series' | 'episode'>({ type: 'string' }),
  entity_id: Type.Integer(),
})
type Person = { id: number; session: string }
/** Entries of the year that is looked at. */
const yearly = { movies: 1_000, episodes: 4_000 } as const

/** A person with a session of the first key. */
export async function makePerson(db: Database): Promise<Person> {
  const username = `bench${randomBytes(6).toString('hex')}`
  const session = randomBytes(20).toString('hex')
  await db.run(sql`
    insert into account (username, folded_username, email_verified_at, created_at)
    values (${username}, ${username}, ${joined}, ${joined})`)
  const { id } = (await db.one(Id, sql`select id from account where folded_username = ${username}`)) as { id: number }
  await db.run(sql`
    insert into session (digest, account_id, key_id, created_at, last_used_on)
    select ${digestOf(session)}, ${id}, min(id), ${at}, ${at.slice(0, 10)} from api_key`)
  return { id, session }
}

/** The person who keeps much; the id of the long list is returned, too. */
export async function makeKeeper(db: Database): Promise<Person & { longList: number; rated: number }> {
  const person = await makePerson(db)
  const records = await db.all(
    Record,
    sql`
    select kind, id as entity_id from record where kind in ('movie', 'series', 'episode')
    order by id % 7, kind, id ${limit(kept.ratings)}`,
  )
  for (let first = 0; first < records.length; first += ratedAtOnce) {
    const some = records.slice(first, first + ratedAtOnce)
    const given = some.map((record, index) => ({ ...record, value: 0.5 * (1 + (index % 20)), at }))
    await setRatings(db, { account_id: person.id }, given)
  }
  await followRatings(db)
  await db.run(sql`
    insert into favorite (account_id, kind, entity_id, created_at)
    select account_id, kind, entity_id, created_at from rating
    where account_id = ${person.id} and kind <> 'episode' and value > 8`)
  await db.run(sql`
    insert into watched (account_id, kind, entity_id, watched_at, watched_on, series_id, created_at)
    select ${person.id}, r.kind, r.id, ${at}, ${at.slice(0, 10)}, e.series_id, ${at}
    from record r left join episode e on r.kind = 'episode' and e.id = r.id where r.kind in ('movie', 'episode')
    order by r.id % 11, r.kind, r.id ${limit(kept.watched)}`)
  for (const [kind, many] of [
    ['movie', yearly.movies],
    ['episode', yearly.episodes],
  ] as const)
    await watchInYear(db, person.id, kind, many)
  for (let number = 0; number < kept.lists; number++) await makeList(db, person.id, kept.items)
  return { ...person, longList: await makeList(db, person.id, kept.longList), rated: records.length }
}

/** Something on nearly every day of the year before the catalogue's, as somebody who watches very much keeps it. */
async function watchInYear(db: Database, account_id: number, kind: 'movie' | 'episode', many: number) {
  const records = await db.all(
    Watched,
    sql`
    select r.id, e.series_id from record r left join episode e on r.kind = 'episode' and e.id = r.id
    where r.kind = ${kind} order by r.id ${limit(many)}`,
  )
  const entries = records.map(({ id, series_id }, at) => {
    const watched_on = dayAfter(yearBegins, at % daysOfYear)
    return { kind, entity_id: id, series_id, watched_on, watched_at: `${watched_on}T20:00:00.000Z` }
  })
  await addWatched(db, account_id, entries, new Date(catalogueTime))
}

/** A list, seen by its owner alone unless it is public. */
export async function makeList(
  db: Database,
  account_id: number,
  items: number,
  visibility: 'private' | 'public' = 'private',
): Promise<number> {
  await db.run(sql`update user_list_number set last = last + 1`)
  const { id } = (await db.one(Id, sql`select last as id from user_list_number`)) as { id: number }
  await db.run(sql`
    insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
    values (${id}, ${account_id}, 'Evenings', '', 'en', ${visibility}, 'position.asc', ${at}, ${at})`)
  await db.run(sql`
    insert into list_item (list_id, kind, entity_id, position, created_at)
    select ${id}, kind, id, row_number() over (order by (id * 7919 + ${id}) % 10007, kind, id), ${at}
    from record where kind in ('movie', 'series')
    order by (id * 7919 + ${id}) % 10007, kind, id ${limit(items)}`)
  return id
}
