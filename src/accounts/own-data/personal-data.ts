import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { backgroundData } from './background-data.ts'
import { largeData, titleOf } from './large-data.ts'
import { loggedData } from './logged-data.ts'
import { playersData } from './players-data.ts'
import { sharedData } from './shared-data.ts'
import { webhooksData } from './webhooks-data.ts'

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
  appearance: Type.String(),
  avatar_path: nullable(Type.String()),
  created_at: Type.String(),
  has_public_profile: Type.Boolean(),
  shows_ratings: Type.Boolean(),
  is_indexed: Type.Boolean(),
  shows_diary: Type.Boolean(),
  privacy_chosen_for: nullable(Type.String()),
  leaves_watchlist: Type.Boolean(),
  publishes_reviews: Type.Boolean(),
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
  appended_languages: Type.String(),
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
/** Everything that belongs to an account. */
export async function personalData(db: Reader, account_id: number) {
  return { ...(await smallData(db, account_id)), ...(await largeData(db, account_id)) }
}

/** The account, and lists of what it has so little of that it is read at once. */
export async function smallData(db: Reader, account_id: number) {
  const [account, browsers, places, applications, keys, notifications, calendar_addresses, image_votes] =
    await Promise.all([
      db.one(
        Account,
        sql`
      select id, username, name, email, email_verified_at, digest_at, role, trusted_at, iso_639_1, iso_3166_1,
        include_adult, appearance, avatar_path, created_at, has_public_profile, shows_ratings, is_indexed, shows_diary,
        privacy_chosen_for, leaves_watchlist, publishes_reviews, profile_hidden_at, profile_hidden_reason
      from account where id = ${account_id}`,
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
      select name, plan, dialect, languages, appended_languages, last_four, application_address, kind_of_use, summary,
        contact, terms_accepted_at, created_at, last_used_at, suspended_at, ends_at, revoked_at
      from api_key where account_id = ${account_id} order by id`,
      ),
      db.all(
        Notification,
        sql`select at, what, about, read_at from notification where account_id = ${account_id} order by id`,
      ),
      db.all(CalendarAddress, sql`select created_at from calendar_address where account_id = ${account_id}`),
      db.all(
        ImageVote,
        sql`
      select kind, entity_id, gallery, image_id, value, at from image_vote
      where account_id = ${account_id} order by at, kind, entity_id, gallery, image_id`,
      ),
    ])
  const own = { account, browsers, places, applications, keys, notifications, calendar_addresses, image_votes }
  const [match_decisions, access_tokens] = await Promise.all([decisionsOf(db, account_id), tokensOf(db, account_id)])
  return {
    ...own,
    ...{ match_decisions, access_tokens },
    ...(await factorData(db, account_id)),
    ...(await loggedData(db, account_id)),
    ...(await playersData(db, account_id)),
    ...(await webhooksData(db, account_id)),
    ...(await sharedData(db, account_id)),
    ...(await backgroundData(db, account_id)),
  }
}

/** What the account has decided about titles of files that it imported. */
const decisionsOf = (db: Reader, account_id: number) =>
  db.all(
    MatchDecision,
    sql`
    select source, wanted, kind, entity_id, ${titleOf(raw('match_decision'))} as title, decided_at from match_decision
    where account_id = ${account_id} order by source, wanted`,
  )

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

const Codes = Type.Object({ made_at: Type.String(), confirmed_at: nullable(Type.String()) })
const RecoveryCode = Type.Object({ made_at: Type.String(), used_at: nullable(Type.String()) })
const Passkey = Type.Object({
  name: Type.String(),
  host: Type.String(),
  made_at: Type.String(),
  last_used_at: nullable(Type.String()),
})

/** With what an account signs in besides its password, for the file of one's own data. Secrets are not in it. */
async function factorData(db: Reader, account_id: number) {
  const [one_time_codes, passkeys, recovery_codes] = await Promise.all([
    db.all(Codes, sql`select made_at, confirmed_at from totp where account_id = ${account_id}`),
    db.all(
      Passkey,
      sql`select name, host, made_at, last_used_at from passkey where account_id = ${account_id} order by id`,
    ),
    db.all(
      RecoveryCode,
      sql`select made_at, used_at from recovery_code where account_id = ${account_id} order by digest`,
    ),
  ])
  return { one_time_codes, passkeys, recovery_codes }
}
