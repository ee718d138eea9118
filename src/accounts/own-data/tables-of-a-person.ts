import { raw, type Sql, sql } from '#src/database/sql.ts'

/** A table that holds something about a person. */
type PersonalTable = {
  /** Where it stands in the file of one's own data (`personal-data.ts`), or why it does not. */
  told: string | { not: string }
  /** What becomes of its rows when the account is deleted: they are, or go with those of a table, or what else. */
  deletion: 'deleted' | { with: string } | { otherwise: string }
  /** Columns that name the account, whose rows are deleted. */
  owners?: readonly string[]
}

/**
 * The tables that hold something about a person, in the order in which an account is deleted. A test finds a table that
 * is missing here, and one that is not told of as it says here.
 */
export const tablesOfAPerson: Readonly<Record<string, PersonalTable>> = {
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

  kept_import: { told: 'imports', deletion: 'deleted' },
  kept_import_entry: { told: 'import_entries', deletion: { with: 'kept_import' } },
  kept_import_list: {
    told: { not: 'the names of lists, which stand with the entries of imports' },
    deletion: { with: 'kept_import' },
  },
  kept_import_piece: {
    told: { not: 'files that were uploaded, until they are read' },
    deletion: { with: 'kept_import' },
  },
  job: { told: 'jobs', deletion: 'deleted' },

  user_list: { told: 'lists', deletion: 'deleted' },
  list_item: { told: 'lists', deletion: { with: 'user_list' } },
  list_addition: {
    told: { not: 'titles that were added to a list, until its followers are told, which takes seconds' },
    deletion: { with: 'user_list' },
  },
  list_undo: {
    told: { not: 'which undo has hidden a list: that it is hidden stands with the list' },
    deletion: { with: 'user_list' },
  },
  list_word: { told: { not: 'the words of lists, by which they are found' }, deletion: { with: 'user_list' } },

  watchlist: { told: 'watchlist', deletion: 'deleted' },
  favorite: { told: 'favorites', deletion: 'deleted' },
  rating: { told: 'ratings', deletion: 'deleted' },
  watched: { told: 'watched', deletion: 'deleted' },
  match_decision: { told: 'match_decisions', deletion: 'deleted' },
  kept_aside: { told: 'set_aside', deletion: 'deleted' },

  pending_edit: { told: 'waiting_edits', deletion: 'deleted' },
  report: { told: 'reports', deletion: 'deleted' },
  notification: { told: 'notifications', deletion: 'deleted' },
  record_follow: { told: 'watched_records', deletion: 'deleted' },
  account_follow: { told: 'watched_accounts', deletion: 'deleted', owners: ['account_id', 'followed_id'] },
  list_follow: { told: 'watched_lists', deletion: 'deleted' },
  search_follow: { told: 'watched_searches', deletion: 'deleted', owners: ['account_id', 'person_id'] },

  edit: { told: 'edits', deletion: { otherwise: 'the history of the catalogue, by an account without a name' } },
  review: { told: 'reviews', deletion: { otherwise: 'if its author wants that; otherwise an edit removes it' } },
  image_vote: { told: 'image_votes', deletion: { otherwise: 'votes are taken back and counted anew' } },
  act: { told: 'acts', deletion: { otherwise: 'what moderators did, by accounts without a name' } },
}

/** Deletes what goes with an account. */
export const deletionsOf = (account_id: number): Sql[] =>
  Object.entries(tablesOfAPerson).flatMap(([table, { deletion, owners = ['account_id'] }]) =>
    deletion === 'deleted'
      ? owners.map((owner) => sql`delete from ${raw(table)} where ${raw(owner)} = ${account_id}`)
      : [],
  )
