import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Type } from 'typebox'
import { personalFile } from '#src/accounts/personal-file.ts'
import { raw } from '#src/database/sql.ts'
import { openFor } from '../support/accounts.ts'
import { sqliteEngine } from '../support/engines.ts'
import { loadWorld } from '../support/world.ts'

/** Tables that hold something about an account, and where it stands in the file that people download. */
const told: Readonly<Record<string, string>> = {
  access_token: 'access_tokens',
  account: 'account',
  account_watch: 'watched_accounts',
  act: 'acts',
  api_key: 'keys',
  browser_session: 'browsers',
  calendar_address: 'calendar_addresses',
  edit: 'edits',
  favorite: 'favorites',
  image_vote: 'image_votes',
  job: 'jobs',
  kept_aside: 'set_aside',
  kept_import: 'imports',
  kept_import_entry: 'import_entries',
  list_item: 'lists',
  list_watch: 'watched_lists',
  match_decision: 'match_decisions',
  notification: 'notifications',
  passkey: 'passkeys',
  rating: 'ratings',
  record_watch: 'watched_records',
  recovery_code: 'recovery_codes',
  report: 'reports',
  review: 'reviews',
  search_watch: 'watched_searches',
  security_event: 'security_events',
  session: 'applications',
  sign_in_place: 'places',
  totp: 'one_time_codes',
  user_list: 'lists',
  waiting_edit: 'waiting_edits',
  watched: 'watched',
  watchlist: 'watchlist',
}
/** Tables that say nothing about a person that they do not know from elsewhere, and why. */
const untold: Readonly<Record<string, string>> = {
  hourly_use: 'how much of a limit is used, for an hour',
  invitation: 'digests of secrets of links, for two weeks',
  kept_import_list: 'the names of lists, which stand with the entries of imports',
  kept_import_piece: 'files that were uploaded, until they are read',
  list_addition: 'titles that were added to a list, until its followers are told, which takes seconds',
  list_undo: 'which undo has hidden a list: that it is hidden stands with the list',
  list_word: 'the words of lists, by which they are found',
  mail: 'mails that are about to be sent',
  mailed_link: 'digests of secrets in mails',
  passkey_challenge: 'digests of what devices have to sign, for five minutes',
  sign_in_step: 'who has typed the right password and is about to enter a code, for ten minutes',
  unsubscribe_link: 'digests of secrets in mails',
  request_token: 'digests of secrets of applications, for an hour',
}

const Name = Type.Object({ name: Type.String() })

test('every table that holds something about an account stands in the file of one’s own data', async (t) => {
  const db = await openFor(t, sqliteEngine(loadWorld))
  const tables = await db.all(
    Name,
    raw(`
      select distinct t.name from sqlite_master t, pragma_foreign_key_list(t.name) f
      where t.type = 'table' and f."table" in ('account', 'kept_import', 'user_list')
      union select distinct t.name from sqlite_master t, pragma_table_info(t.name) c
      where t.type = 'table' and c.name in ('account_id', 'actor_id', 'email')
      order by 1`),
  )
  const known = [...Object.keys(told), ...Object.keys(untold)].sort()
  assert.deepEqual(
    tables.map(({ name }) => name),
    known,
    'personalData, and this test, have to know it',
  )
  const data = JSON.parse(await text(await personalFile(db, 1)))
  assert.deepEqual(Object.keys(data).sort(), [...new Set(Object.values(told))].sort())
})
