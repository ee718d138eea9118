import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { join, limit, type Sql, sql } from '#src/database/sql.ts'

/**
 * THE list of what administrators, moderators and operators do to what is not their own. Whoever adds an act adds it
 * here, records it in the transaction that does it, and gives it a name in `texts/…/audit.ts`.
 */
export const actKinds = [
  'account_made',
  'account_suspended',
  'account_restored',
  'role_changed',
  'address_verified',
  'password_link_made',
  'password_set',
  'session_made',
  'second_factor_removed',
  'key_made',
  'key_languages_changed',
  'key_suspended',
  'key_restored',
  'key_revoked',
  'setting_changed',
  'backup_made',
  'sample_removed',
  'sample_loaded',
  'import_scheduled',
  'import_unscheduled',
  'folder_forgotten',
  'following_begun',
  'following_resumed',
  'following_paused',
  'following_stopped',
  'following_rewound',
  'following_removed',
  'following_token_given',
  'following_token_removed',
  'webhook_made',
  'webhook_changed',
  'webhook_deleted',
  'review_removed',
  'list_hidden',
  'list_text_hidden',
  'list_restored',
  'lists_taken',
  'lists_given_back',
  'ratings_taken',
  'ratings_given_back',
  'image_described',
  'image_removed',
  'image_restored',
  'profile_hidden',
  'profile_restored',
  'avatar_removed',
  'edit_accepted',
  'edit_refused',
  'edit_questioned',
  'record_merged',
  'record_deleted',
  'record_moved',
  'records_brought_back',
  'edit_undone',
  'member_trusted',
  'member_untrusted',
  'report_upheld',
  'report_dismissed',
  'record_locked',
  'record_unlocked',
  'correction_offered',
] as const
export type ActKind = (typeof actKinds)[number]

/** Those that are about what people contribute: all moderators read them. */
export const moderatorActs: readonly ActKind[] = actKinds.slice(actKinds.indexOf('review_removed'))

/** Acts are kept for two years. */
export const ACT_DAYS = 730
export const actsOnPage = 50

/** Who does something, and why; `by` is null for whoever uses the command line. */
export type Actor = { by: number | null; reason?: string; now: Date }

/** Facts about an act. They never contain the name of a person, because that goes when an account is deleted. */
const About = Type.Record(Type.String(), Type.Unsafe<string | number>({}))

/** Whose account it concerns, which key, and whatever else there is to know. */
type Concerned = { account_id?: number | null; key_id?: number; about?: Static<typeof About> }

/** Records an act, in the transaction that does it. */
export const recordAct = (tx: Database, what: ActKind, { by, reason = '', now }: Actor, concerned: Concerned) => {
  const { account_id = null, key_id = null, about = {} } = concerned
  return tx.run(sql`
    insert into act (at, what, actor_id, account_id, key_id, about, reason)
    values (${now.toISOString()}, ${what}, ${by}, ${account_id}, ${key_id}, ${about}, ${reason})`)
}

const Act = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  what: Type.Unsafe<ActKind>({ type: 'string' }),
  /** Null: the command line. */
  actor_id: nullable(Type.Integer()),
  actor: nullable(Type.String()),
  /** The deleted have no name any more. */
  is_actor_deleted: Type.Boolean(),
  account_id: nullable(Type.Integer()),
  account: nullable(Type.String()),
  is_account_deleted: Type.Boolean(),
  key_name: nullable(Type.String()),
  last_four: nullable(Type.String()),
  about: About,
  reason: Type.String(),
})
export type Act = Static<typeof Act>

/** Larger than the id of any act. */
const beyond = Number.MAX_SAFE_INTEGER

type ActFilter = {
  what?: ActKind | undefined
  /** Acts of some kinds, whoever did them. */
  kinds?: readonly ActKind[] | undefined
  /** Acts by an account, and on it. */
  person?: number | undefined
  before?: number | undefined
}

/** A page of acts, the newest first. `next` is the `before` of the next page, if there is one. */
export async function listActs(db: Reader, filter: ActFilter) {
  const found = await db.all(
    Act,
    sql`
    select act.id, act.at, act.what, act.actor_id, actor.username as actor,
      actor.deleted_at is not null as is_actor_deleted, act.account_id, subject.username as account,
      subject.deleted_at is not null as is_account_deleted, api_key.name as key_name, api_key.last_four, act.about,
      act.reason
    from (${idsOf(filter)}) as chosen join act on act.id = chosen.id
    left join account actor on actor.id = act.actor_id
    left join account subject on subject.id = act.account_id
    left join api_key on api_key.id = act.key_id
    order by act.id desc`,
  )
  const acts = found.slice(0, actsOnPage)
  return { acts, next: found.length > actsOnPage ? acts.at(-1)?.id : undefined }
}

/** The ids of one page and of one act more. */
function idsOf({ what, kinds, person, before = beyond }: ActFilter): Sql {
  if (kinds) {
    // The last ones of each kind are found by the index.
    const each = kinds.map(
      (kind) => sql`
      select id from (
        select id from act where what = ${kind} and id < ${before} order by id desc ${limit(actsOnPage + 1)}) as found`,
    )
    return sql`select id from (${join(each, ' union all ')}) as either order by id desc ${limit(actsOnPage + 1)}`
  }
  const rest = sql`${what === undefined ? sql`` : sql`and what = ${what}`} and id < ${before}
    order by id desc ${limit(actsOnPage + 1)}`
  if (person === undefined) return sql`select id from act where true ${rest}`
  // Those by the account and those on it are found by an index each; what people did to themselves counts once.
  return sql`
    select id from (
      select id from (select id from act where actor_id = ${person} ${rest}) as done
      union select id from (select id from act where account_id = ${person} ${rest}) as undergone) as either
    order by id desc ${limit(actsOnPage + 1)}`
}
