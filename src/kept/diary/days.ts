import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'

/** Some days, the first and the last; absent: all entries, also those without a day. */
export type Span = { first: string; last: string } | undefined

/** The entries of an account, named `w`, within a span: an index has all that is asked of them. */
export const entriesIn = (account_id: number, span: Span, as: Sql = sql`w`): Sql =>
  span
    ? sql`watched ${as} where ${as}.account_id = ${account_id}
        and ${as}.watched_on >= ${span.first} and ${as}.watched_on <= ${span.last}`
    : sql`watched ${as} where ${as}.account_id = ${account_id} and ${as}.watched_on >= ''`

const Day = Type.Object({ day: nullable(Type.String()) })

/** The days with entries that are nearest to a span, before and after it; a diary begins and ends somewhere. */
export async function nearestDays(db: Reader, account_id: number, { first, last }: NonNullable<Span>) {
  const [before, after] = await Promise.all([
    db.one(
      Day,
      sql`
      select max(watched_on) as day from watched
      where account_id = ${account_id} and watched_on > '' and watched_on < ${first}`,
    ),
    db.one(
      Day,
      sql`select min(watched_on) as day from watched where account_id = ${account_id} and watched_on > ${last}`,
    ),
  ])
  return { before: before?.day ?? undefined, after: after?.day ?? undefined }
}

const Year = Type.Object({ year: Type.String() })

/** The years of a diary, the last one first. An index has the days of all entries. */
export async function yearsOf(db: Reader, account_id: number): Promise<string[]> {
  const found = await db.all(
    Year,
    sql`
    select distinct substr(w.watched_on, 1, 4) as year from watched w
    where w.account_id = ${account_id} and w.watched_on > '' order by year desc`,
  )
  return found.map(({ year }) => year)
}

const State = Type.Object({ entries: Type.Integer(), latest: nullable(Type.String()) })
const Rated = Type.Object({ ratings: Type.Integer(), points: nullable(Type.Number()), rated: nullable(Type.String()) })
type State = Static<typeof State>

/** What differs as soon as an entry of a span or a rating of the account changes. */
export async function stateOf(db: Reader, account_id: number, span: Span): Promise<string> {
  const [entries, ratings] = await Promise.all([
    db.one(State, sql`select count(*) as entries, max(w.created_at) as latest from ${entriesIn(account_id, span)}`),
    db.one(
      Rated,
      sql`
      select count(*) as ratings, sum(value) as points, max(updated_at) as rated from rating
      where account_id = ${account_id}`,
    ),
  ])
  const said = (state: State | Static<typeof Rated> | undefined) => Object.values(state ?? {}).join(' ')
  return `${said(entries)} ${said(ratings)}`
}
