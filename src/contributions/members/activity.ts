import { type Static, Type } from 'typebox'
import { isPublic } from '#src/catalogue/summaries/lists.ts'
import type { Reader } from '#src/database/database.ts'
import { empty, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { dayAfter } from '#src/reference/days.ts'
import { lastAdded } from './last-added.ts'
import { seenAmong, type Whose } from './members.ts'
import { isBehind, type PlaceInActivity, recordTie } from './place-in-activity.ts'

/** The most that is shown of what members did: a page of it has so many entries at most. */
export const activityShown = 40

const Watched = Type.Object({
  account_id: Type.Integer(),
  kind: Type.Unsafe<'movie' | 'episode'>({ type: 'string' }),
  entity_id: Type.Integer(),
  at: Type.String(),
})
const Rated = Type.Object({
  account_id: Type.Integer(),
  kind: Type.Unsafe<'movie' | 'series' | 'episode'>({ type: 'string' }),
  entity_id: Type.Integer(),
  at: Type.String(),
  value: Type.Number(),
})
const Reviewed = Type.Object({
  account_id: Type.Integer(),
  kind: Type.Unsafe<'movie' | 'series'>({ type: 'string' }),
  entity_id: Type.Integer(),
  at: Type.String(),
  id: Type.String(),
})
const Listed = Type.Object({ account_id: Type.Integer(), at: Type.String(), id: Type.Integer(), name: Type.String() })

/** Something that a member did, and when. */
export type Act =
  | ({ what: 'watched' } & Static<typeof Watched>)
  | ({ what: 'rated' } & Static<typeof Rated>)
  | ({ what: 'reviewed' } & Static<typeof Reviewed>)
  | ({ what: 'listed' } & Static<typeof Listed>)
  | ({ what: 'added'; count: number } & Static<typeof Listed>)

/** The place of an act among all. */
export const placeOfAct = (act: Act): PlaceInActivity => {
  const { at, what, account_id } = act
  if (what === 'listed' || what === 'added') return { at, what, account_id, kind: '', id: act.id }
  return { at, what, account_id, kind: act.kind, id: what === 'reviewed' ? act.id : act.entity_id }
}

/**
 * The last things that some members did, as far as their profiles show them, the latest first, and behind a place where
 * one is given. Of each member and each thing the index says when the last one was; only of the members with the latest
 * ones more is read, and no more than is shown. So it costs the same however much they keep.
 */
export async function activityOf(
  db: Reader,
  whose: Whose,
  most = activityShown,
  before?: PlaceInActivity,
): Promise<Act[]> {
  const members = seenAmong(db, whose)
  const [watched, rated, reviewed, listed, added] = await Promise.all([
    lastWatched(db, members, most, before),
    lastRated(db, members, most, before),
    lastReviewed(db, members, most, before),
    lastListed(db, members, most, before),
    lastAdded(db, members, most, before),
  ])
  // In the order in which those of one moment stand, which sorting keeps.
  const all: Act[] = [
    ...watched.map((act) => ({ what: 'watched' as const, ...act })),
    ...rated.map((act) => ({ what: 'rated' as const, ...act })),
    ...reviewed.map((act) => ({ what: 'reviewed' as const, ...act })),
    ...listed.map((act) => ({ what: 'listed' as const, ...act })),
    ...added.map((act) => ({ what: 'added' as const, ...act })),
  ]
  return all.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)).slice(0, most)
}

/** In the text of a statement, as limits are. */
const nth = (most: number): Sql => raw(`limit 1 offset ${most - 1}`)

/**
 * Rows of `each` as `n`, those whose `last` is the latest, with `since`: that of the entry with which the last ones of
 * a member begin, of all `entries`. The limits keep `last` from being looked for twice, and `since` for each entry.
 */
const latest = (each: Sql, entries: Sql, none: Sql, most: number, order = sql`n.id`): Sql => sql`
  (select n.*, coalesce((${entries} ${nth(most)}), ${none}) as since
    from (select n.* from (${each}) as n order by n.last desc nulls last, ${order} ${limit(most)}) as n
    where n.last is not null order by n.last desc, ${order} ${limit(most)}) as n`

const noText = sql`''`

/** Days of diaries are those where people are: up to the day after a place. */
const daysUpTo = (place: PlaceInActivity | undefined, day: Sql): Sql =>
  place ? sql`and ${day} <= ${dayAfter(place.at.slice(0, 10), 1)}` : empty

function lastWatched(db: Reader, members: Sql, most: number, before?: PlaceInActivity) {
  const behind = (of: Sql) =>
    sql`${daysUpTo(before, sql`${of}.watched_on`)} ${isBehind(before, 'watched', sql`${of}.watched_at`, recordTie(of))}`
  return db.all(
    Watched,
    sql`
    select w.account_id, w.kind, w.entity_id, w.watched_at as at
    from ${latest(
      sql`
      select m.id, (
        select w.watched_at from watched w
        where w.account_id = m.id and w.watched_on > '' ${behind(sql`w`)}
        order by w.watched_on desc, w.watched_at desc limit 1
      ) as last
      from (${members}) as m where m.shows_diary`,
      sql`
      select x.watched_on from watched x where x.account_id = n.id and x.watched_on > '' ${behind(sql`x`)}
      order by x.watched_on desc`,
      noText,
      most,
    )} join watched w on w.account_id = n.id and w.watched_on >= n.since and w.watched_on > ''
      ${behind(sql`w`)}
    order by w.watched_at desc, w.account_id, w.kind, w.entity_id ${limit(most)}`,
  )
}

/** The last entries in the diaries of some members. */
export const watchedBy = (db: Reader, whose: Whose, most: number) => lastWatched(db, seenAmong(db, whose), most)

/** What some members watched last: of each, all of the latest moment. */
export const lastWatchedOf = (db: Reader, ids: readonly number[]) =>
  db.all(
    Watched,
    sql`
    select w.account_id, w.kind, w.entity_id, w.watched_at as at
    from (
      select d.id, d.day, (
        select max(w.watched_at) from watched w where w.account_id = d.id and w.watched_on = d.day) as last
      from (
        select m.id, (select max(w.watched_on) from watched w where w.account_id = m.id and w.watched_on > '') as day
        from (${seenAmong(db, { ids })}) as m where m.shows_diary) as d) as n
    join watched w on w.account_id = n.id and w.watched_on = n.day and w.watched_at = n.last
    order by w.account_id, w.kind, w.entity_id`,
  )

function lastRated(db: Reader, members: Sql, most: number, before?: PlaceInActivity) {
  const behind = (of: Sql) => isBehind(before, 'rated', sql`${of}.created_at`, recordTie(of))
  return db.all(
    Rated,
    sql`
    select s.account_id, s.kind, s.entity_id, s.created_at as at, r.value
    from (
      select r.account_id, r.kind, r.entity_id, r.created_at
      from ${latest(
        sql`
        select m.id, k.kind, (
          select max(r.created_at) from rating r
          where r.account_id = m.id and r.kind = k.kind ${behind(sql`r`)}) as last
        from (${members}) as m
        cross join (select 'movie' as kind union all select 'series' union all select 'episode') as k
        where m.shows_ratings`,
        sql`
        select x.created_at from rating x where x.account_id = n.id and x.kind = n.kind ${behind(sql`x`)}
        order by x.created_at desc`,
        noText,
        most,
        sql`n.id, n.kind`,
      )} join rating r on r.account_id = n.id and r.kind = n.kind and r.created_at >= n.since ${behind(sql`r`)}
      order by r.created_at desc, r.account_id, r.kind, r.entity_id ${limit(most)}) as s
    join rating r on r.account_id = s.account_id and r.kind = s.kind and r.entity_id = s.entity_id
    order by s.created_at desc, s.account_id, s.kind, s.entity_id`,
  )
}

function lastReviewed(db: Reader, members: Sql, most: number, before?: PlaceInActivity) {
  const behind = (of: Sql) =>
    isBehind(
      before,
      'reviewed',
      sql`${of}.created_at`,
      ({ account_id, id }) => sql`(${of}.account_id, ${of}.id) > (${account_id}, ${id})`,
    )
  return db.all(
    Reviewed,
    sql`
    select v.account_id, v.kind, v.entity_id, v.created_at as at, v.id
    from ${latest(
      sql`
      select m.id, (
        select max(v.created_at) from review v where v.account_id = m.id ${behind(sql`v`)}) as last
      from (${members}) as m`,
      sql`select x.created_at from review x where x.account_id = n.id ${behind(sql`x`)} order by x.created_at desc`,
      noText,
      most,
    )} join review v on v.account_id = n.id and v.created_at >= n.since ${behind(sql`v`)}
    order by v.created_at desc, v.account_id, v.id ${limit(most)}`,
  )
}

/** Lists are in the order of their ids, as they were made. */
function lastListed(db: Reader, members: Sql, most: number, before?: PlaceInActivity) {
  const behind = isBehind(before, 'listed', sql`l.created_at`, ({ id }) => sql`l.id < ${id}`)
  return db.all(
    Listed,
    sql`
    select l.account_id, l.created_at as at, l.id, case when l.hidden is null then l.name else '' end as name
    from ${latest(
      sql`
      select m.id, (select max(l.id) from user_list l where l.account_id = m.id and ${isPublic} ${behind}) as last
      from (${members}) as m`,
      sql`select l.id from user_list l where l.account_id = n.id and ${isPublic} ${behind}
      order by l.id desc`,
      sql`0`,
      most,
    )} join user_list l on l.account_id = n.id and l.id >= n.since and ${isPublic} ${behind}
    order by l.id desc ${limit(most)}`,
  )
}
