import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import type { MarkList } from '#src/kept/marks.ts'
import { factorData } from '../factors/personal.ts'
import { backgroundData } from './background-data.ts'
import { loggedData } from './logged-data.ts'

/**
 * Everything that is stored about a person, as they can download it. Of secrets only digests are stored, which say
 * nothing.
 */

const Account = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  name: Type.String(),
  email: Type.String(),
  email_verified_at: nullable(Type.String()),
  role: Type.String(),
  trusted_at: nullable(Type.String()),
  iso_639_1: Type.String(),
  iso_3166_1: Type.String(),
  include_adult: Type.Boolean(),
  avatar_path: nullable(Type.String()),
  created_at: Type.String(),
  has_public_profile: Type.Boolean(),
  shows_ratings: Type.Boolean(),
  is_indexed: Type.Boolean(),
  profile_hidden_at: nullable(Type.String()),
  profile_hidden_reason: Type.String(),
  digest_at: nullable(Type.String()),
})

const Browser = Type.Object({ browser: Type.String(), created_at: Type.String(), last_used_at: Type.String() })
const Place = Type.Object({ place: Type.String(), first_at: Type.String(), last_at: Type.String() })
const Application = Type.Object({
  application: Type.String(),
  created_at: Type.String(),
  last_used_on: Type.String(),
})
const Key = Type.Object({
  name: Type.String(),
  plan: Type.String(),
  /** Null until a server writes its setting. */
  dialect: nullable(Type.String()),
  languages: Type.String(),
  last_four: Type.String(),
  application_address: Type.String(),
  kind_of_use: Type.String(),
  summary: Type.String(),
  contact: Type.String(),
  terms_accepted_at: nullable(Type.String()),
  created_at: Type.String(),
  last_used_at: nullable(Type.String()),
  suspended_at: nullable(Type.String()),
  ends_at: nullable(Type.String()),
  revoked_at: nullable(Type.String()),
})
const AccessToken = Type.Object({
  name: Type.String(),
  last_four: Type.String(),
  key: Type.String(),
  scopes: Type.String(),
  created_at: Type.String(),
  ends_at: nullable(Type.String()),
  last_used_on: nullable(Type.String()),
})
const CalendarAddress = Type.Object({ created_at: Type.String() })
const Notification = Type.Object({
  at: Type.String(),
  what: Type.String(),
  about: Type.Record(Type.String(), Type.Unknown()),
  read_at: nullable(Type.String()),
})

const about = { kind: Type.String(), entity_id: Type.Integer(), title: Type.String() }
const Marked = Type.Object({ ...about, created_at: Type.String() })
const Rating = Type.Object({ ...about, value: Type.Number(), created_at: Type.String(), updated_at: Type.String() })
const Watched = Type.Object({ ...about, watched_at: Type.String(), watched_on: Type.String() })
const Review = Type.Object({
  ...about,
  id: Type.String(),
  rating: nullable(Type.Number()),
  iso_639_1: Type.String(),
  content: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
const List = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  iso_639_1: Type.String(),
  visibility: Type.String(),
  sort_by: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
  hidden: nullable(Type.String()),
  hidden_reason: Type.String(),
})
const ListItem = Type.Object({ list_id: Type.Integer(), ...about, created_at: Type.String() })
const ImageVote = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  gallery: Type.String(),
  image_id: Type.String(),
  value: Type.Integer(),
  at: Type.String(),
})
const MatchDecision = Type.Object({
  source: Type.String(),
  wanted: Type.String(),
  kind: nullable(Type.String()),
  entity_id: nullable(Type.Integer()),
  title: Type.String(),
  decided_at: Type.String(),
})
const EditNote = { note: Type.String(), source_url: Type.String() }
const Edit = Type.Object({ id: Type.Integer(), at: Type.String(), ...EditNote })

const title = (row: Sql) => sql`coalesce(
  (select original_title from movie where ${row}.kind = 'movie' and movie.id = ${row}.entity_id),
  (select original_name from series where ${row}.kind = 'series' and series.id = ${row}.entity_id),
  (select name from episode where ${row}.kind = 'episode' and episode.id = ${row}.entity_id), '')`

/** The account, and lists of everything that belongs to it. */
export async function personalData(db: Reader, account_id: number) {
  const [account, browsers, places, applications, keys, notifications, kept, reviews, image_votes, edits] =
    await Promise.all([
      db.one(
        Account,
        sql`
      select id, username, name, email, email_verified_at, digest_at, role, trusted_at, iso_639_1, iso_3166_1,
        include_adult, avatar_path, created_at, has_public_profile, shows_ratings, is_indexed, profile_hidden_at,
        profile_hidden_reason from account where id = ${account_id}`,
      ),
      db.all(
        Browser,
        sql`
      select browser, created_at, last_used_at from browser_session where account_id = ${account_id} order by id`,
      ),
      db.all(
        Place,
        sql`select place, first_at, last_at from sign_in_place where account_id = ${account_id} order by id`,
      ),
      db.all(
        Application,
        sql`
      select api_key.name as application, session.created_at, session.last_used_on from session
      join api_key on api_key.id = session.key_id
      where session.account_id = ${account_id} order by session.created_at, session.key_id`,
      ),
      db.all(
        Key,
        sql`
      select name, plan, dialect, languages, last_four, application_address, kind_of_use, summary, contact,
        terms_accepted_at, created_at, last_used_at, suspended_at, ends_at, revoked_at
      from api_key where account_id = ${account_id} order by id`,
      ),
      db.all(
        Notification,
        sql`select at, what, about, read_at from notification where account_id = ${account_id} order by id`,
      ),
      keptData(db, account_id),
      db.all(
        Review,
        sql`
      select id, kind, entity_id, ${title(raw('review'))} as title, coalesce((
          select value from rating g
          where g.account_id = review.account_id and g.kind = review.kind and g.entity_id = review.entity_id
        ), rating) as rating, iso_639_1, content, created_at, updated_at
      from review where account_id = ${account_id} order by created_at, id`,
      ),
      db.all(
        ImageVote,
        sql`
      select kind, entity_id, gallery, image_id, value, at from image_vote
      where account_id = ${account_id} order by at, kind, entity_id, gallery, image_id`,
      ),
      db.all(Edit, sql`select id, at, note, source_url from edit where account_id = ${account_id} order by id`),
    ])
  const own = { account, browsers, places, applications, keys, notifications, ...kept, reviews, image_votes, edits }
  const [match_decisions, access_tokens, lists] = await Promise.all([
    decisionsOf(db, account_id),
    tokensOf(db, account_id),
    listsOf(db, account_id),
  ])
  return {
    ...own,
    ...{ match_decisions, access_tokens, lists },
    ...(await factorData(db, account_id)),
    ...(await loggedData(db, account_id)),
    ...(await backgroundData(db, account_id)),
  }
}

/** What the account has decided about titles of files that it imported. */
const decisionsOf = (db: Reader, account_id: number) =>
  db.all(
    MatchDecision,
    sql`
    select source, wanted, kind, entity_id, ${title(raw('match_decision'))} as title, decided_at from match_decision
    where account_id = ${account_id} order by source, wanted`,
  )

/** The lists of an account, each with its items in the order that was given to them by hand. */
async function listsOf(db: Reader, account_id: number) {
  const [lists, items] = await Promise.all([
    db.all(
      List,
      sql`
      select id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at, hidden, hidden_reason
      from user_list where account_id = ${account_id} order by id`,
    ),
    db.all(
      ListItem,
      sql`
      select item.list_id, item.kind, item.entity_id, ${title(raw('item'))} as title, item.created_at
      from user_list l join list_item item on item.list_id = l.id
      where l.account_id = ${account_id} order by item.list_id, item.position, item.kind, item.entity_id`,
    ),
  ])
  const ofList = Map.groupBy(items, ({ list_id }) => list_id)
  return lists.map((list) => ({ ...list, items: (ofList.get(list.id) ?? []).map(({ list_id: _, ...item }) => item) }))
}

/** What the account keeps of the catalogue. */
async function keptData(db: Reader, account_id: number) {
  const markedIn = (list: MarkList) =>
    db.all(
      Marked,
      sql`
      select kind, entity_id, ${title(raw(list))} as title, created_at from ${raw(list)}
      where account_id = ${account_id} order by created_at, kind, entity_id`,
    )
  const [watchlist, favorites, ratings, watched, calendar_addresses] = await Promise.all([
    markedIn('watchlist'),
    markedIn('favorite'),
    db.all(
      Rating,
      sql`
      select kind, entity_id, ${title(raw('rating'))} as title, value, created_at, updated_at from rating
      where account_id = ${account_id} order by created_at, kind, entity_id`,
    ),
    db.all(
      Watched,
      sql`
      select kind, entity_id, ${title(raw('watched'))} as title, watched_at, watched_on from watched
      where account_id = ${account_id} order by watched_on, watched_at, kind, entity_id`,
    ),
    db.all(CalendarAddress, sql`select created_at from calendar_address where account_id = ${account_id}`),
  ])
  return { watchlist, favorites, ratings, watched, calendar_addresses }
}

/** The access tokens of an account. */
const tokensOf = (db: Reader, account_id: number) =>
  db.all(
    AccessToken,
    sql`
    select token.name, token.last_four, api_key.name as key, token.scopes, token.created_at, token.ends_at,
      token.last_used_on
    from access_token token join api_key on api_key.id = token.key_id
    where token.account_id = ${account_id} order by token.id`,
  )
