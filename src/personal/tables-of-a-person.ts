import { type TProperties, Type } from 'typebox'
import { raw, type Sql, sql } from '#src/database/sql.ts'
import { wordTable } from '#src/reference/word-table.ts'

/**
 * How the rows about a record are set aside: when it is deleted, and those that count no longer when it is merged into
 * another. They come back with it.
 */
export type SetAside = {
  kinds: readonly ('movie' | 'series' | 'episode')[] | 'all'
  /** Who keeps it: the column of `kept_aside` that the owner goes into. */
  owner: 'account_id' | 'guest_id' | 'list_id'
  /** What tells the rows of one record apart, besides the record: of two that agree in it, one counts. */
  key: readonly string[]
  /** The column that decides which of two is newer and counts; absent: the survivor's counts. */
  newer?: string
  /** The columns besides the record and those of the key. */
  columns: TProperties
  /** Columns that follow from something else, from the row `r` that is brought back. */
  computed?: Readonly<Record<string, Sql>>
}

/** A table that holds something about a person. */
type PersonalTable = {
  /** Where it stands in the file of one's own data (`personal-data.ts`), or why it does not. */
  told: string | { not: string }
  /** What becomes of its rows when the account is deleted: they are, or go with those of a table, or what else. */
  deletion: 'deleted' | { with: string } | { otherwise: string }
  /** Columns that name the account, whose rows are deleted. */
  owners?: readonly string[]
  /** If it names records, and is no part of them: what becomes of its rows when one is merged or deleted. */
  withRecord?: SetAside | { otherwise: string }
}

const at = Type.String()
const yesNoOrNull = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] })
const textOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'] })
const numberOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] })

const marks: SetAside = {
  kinds: ['movie', 'series'],
  owner: 'account_id',
  key: [],
  newer: 'created_at',
  columns: { created_at: at },
}

/** Whether ratings of the owner count now. */
const isCounted = sql`coalesce((
  select email_verified_at is not null and disabled_at is null and deleted_at is null from account
  where account.id = r.account_id), false)`

/**
 * THE table of the tables that hold something about a person, in the order in which an account is deleted. Tests find a
 * table that is missing here, and one that is not told of, or does not follow its records, as it says here.
 */
export const tablesOfAPerson: Readonly<Record<string, PersonalTable>> = wordTable({
  account: { told: 'account', deletion: { otherwise: 'edits and reviews need an author, so it is emptied' } },
  api_key: {
    told: 'keys',
    deletion: { otherwise: 'what was asked with it stays counted, so it is revoked and emptied' },
  },

  browser_session: { told: 'browsers', deletion: 'deleted' },
  sign_in_step: {
    told: { not: 'who has typed the right password and is about to enter a code, for ten minutes' },
    deletion: 'deleted',
  },
  totp: { told: 'one_time_codes', deletion: 'deleted' },
  passkey: { told: 'passkeys', deletion: 'deleted' },
  passkey_challenge: { told: { not: 'digests of what devices have to sign, for five minutes' }, deletion: 'deleted' },
  recovery_code: { told: 'recovery_codes', deletion: 'deleted' },
  sign_in_place: { told: 'places', deletion: 'deleted' },
  security_event: { told: 'security_events', deletion: 'deleted' },
  hourly_use: { told: { not: 'how much of a limit is used, for an hour' }, deletion: 'deleted' },
  session: { told: 'applications', deletion: 'deleted' },
  access_token: { told: 'access_tokens', deletion: 'deleted' },
  request_token: { told: { not: 'digests of secrets of applications, for an hour' }, deletion: 'deleted' },
  mailed_link: { told: { not: 'digests of secrets in mails' }, deletion: 'deleted' },
  mail: { told: { not: 'mails that are about to be sent' }, deletion: 'deleted' },
  unsubscribe_link: { told: { not: 'digests of secrets in mails' }, deletion: 'deleted' },
  invitation: { told: { not: 'digests of secrets of links, for two weeks' }, deletion: 'deleted' },
  calendar_address: { told: 'calendar_addresses', deletion: 'deleted' },
  player_address: { told: 'player_addresses', deletion: 'deleted' },
  player_delivery: {
    told: 'player_deliveries',
    deletion: 'deleted',
    withRecord: { otherwise: 'what it has written follows its record; it says what was told, and for how long' },
  },

  webhook: { told: 'webhooks', deletion: 'deleted' },
  webhook_delivery: {
    told: 'webhook_deliveries',
    deletion: { with: 'webhook' },
    withRecord: { otherwise: 'it says what was sent, and for how long' },
  },

  kept_import: { told: 'imports', deletion: 'deleted' },
  kept_import_entry: {
    told: 'import_entries',
    deletion: { with: 'kept_import' },
    withRecord: { otherwise: 'its ids are followed when an import is written or undone' },
  },
  kept_import_list: {
    told: { not: 'the names of lists, which stand with the entries of imports' },
    deletion: { with: 'kept_import' },
  },
  kept_import_piece: {
    told: { not: 'files that were uploaded, until they are read' },
    deletion: { with: 'kept_import' },
  },
  job: { told: 'jobs', deletion: 'deleted' },

  user_list: {
    told: 'lists',
    deletion: 'deleted',
    withRecord: { otherwise: 'its cover is one of its items, and goes with it' },
  },
  list_addition: {
    told: { not: 'titles that were added to a list, until its followers are told, which takes seconds' },
    deletion: { with: 'user_list' },
    withRecord: { otherwise: 'what has left the list by then is not told' },
  },
  list_undo: {
    told: { not: 'which undo has hidden a list: that it is hidden stands with the list' },
    deletion: { with: 'user_list' },
  },
  list_word: { told: { not: 'the words of lists, by which they are found' }, deletion: { with: 'user_list' } },

  watchlist: { told: 'watchlist', deletion: 'deleted', withRecord: marks },
  favorite: {
    told: 'favorites',
    deletion: 'deleted',
    withRecord: { ...marks, columns: { ...marks.columns, place: numberOrNull } },
  },
  rating: {
    told: 'ratings',
    deletion: 'deleted',
    withRecord: {
      kinds: ['movie', 'series', 'episode'],
      owner: 'account_id',
      key: [],
      newer: 'updated_at',
      columns: { value: Type.Number(), created_at: at, updated_at: at },
      computed: { is_counted: isCounted },
    },
  },
  guest_rating: {
    told: { not: 'what somebody without an account rates, for a day' },
    deletion: { otherwise: 'it belongs to no account, and ends with the session of a guest' },
    withRecord: {
      kinds: ['movie', 'series', 'episode'],
      owner: 'guest_id',
      key: [],
      newer: 'updated_at',
      columns: { value: Type.Number(), created_at: at, updated_at: at, is_counted: Type.Boolean() },
    },
  },
  watched: {
    told: 'watched',
    deletion: 'deleted',
    withRecord: {
      kinds: ['movie', 'episode'],
      owner: 'account_id',
      key: ['watched_at'],
      columns: { watched_at: at, watched_on: at, created_at: at, is_rewatch: yesNoOrNull, batch: textOrNull },
      computed: {
        series_id: sql`(select e.series_id from episode e where r.kind = 'episode' and e.id = r.entity_id)`,
      },
    },
  },
  list_item: {
    told: 'lists',
    deletion: { with: 'user_list' },
    withRecord: {
      kinds: ['movie', 'series'],
      owner: 'list_id',
      key: [],
      newer: 'created_at',
      columns: { position: Type.Integer(), created_at: at, added_by: numberOrNull },
    },
  },
  image_vote: {
    told: 'image_votes',
    deletion: { otherwise: 'votes are taken back and counted anew' },
    withRecord: {
      kinds: 'all',
      owner: 'account_id',
      key: ['gallery', 'image_id'],
      newer: 'at',
      columns: { gallery: Type.String(), image_id: Type.String(), value: Type.Integer(), at },
    },
  },
  record_follow: {
    told: 'watched_records',
    deletion: 'deleted',
    withRecord: { kinds: 'all', owner: 'account_id', key: [], columns: { created_at: at } },
  },
  match_decision: {
    told: 'match_decisions',
    deletion: 'deleted',
    withRecord: {
      kinds: 'all',
      owner: 'account_id',
      key: ['source', 'wanted'],
      columns: { source: Type.String(), wanted: Type.String(), decided_at: at },
    },
  },
  kept_aside: {
    told: 'set_aside',
    deletion: 'deleted',
    withRecord: { otherwise: 'is where what people keep is set aside' },
  },

  pending_edit: { told: 'waiting_edits', deletion: 'deleted' },
  repeatable_edit: { told: { not: 'by what a program may send an edit again, for two weeks' }, deletion: 'deleted' },
  report: { told: 'reports', deletion: 'deleted' },
  notification: { told: 'notifications', deletion: 'deleted' },
  account_follow: { told: 'watched_accounts', deletion: 'deleted', owners: ['account_id', 'followed_id'] },
  list_follow: { told: 'watched_lists', deletion: 'deleted' },
  review_like: { told: 'liked_reviews', deletion: 'deleted' },
  list_like: { told: 'liked_lists', deletion: 'deleted' },
  list_keeper: { told: 'lists_of_several', deletion: 'deleted' },
  search_follow: { told: 'watched_searches', deletion: 'deleted', owners: ['account_id', 'person_id'] },

  edit: { told: 'edits', deletion: { otherwise: 'the history of the catalogue, by an account without a name' } },
  review: { told: 'reviews', deletion: { otherwise: 'if its author wants that; otherwise an edit removes it' } },
  act: { told: 'acts', deletion: { otherwise: 'what moderators did, by accounts without a name' } },
})

/** Deletes what goes with an account. */
export const deletionsOf = (account_id: number): Sql[] =>
  Object.entries(tablesOfAPerson).flatMap(([table, { deletion, owners = ['account_id'] }]) =>
    deletion === 'deleted'
      ? owners.map((owner) => sql`delete from ${raw(table)} where ${raw(owner)} = ${account_id}`)
      : [],
  )
