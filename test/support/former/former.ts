import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { raw } from '#src/database/sql.ts'

/**
 * Catalogues of before 0.1.0. The files beside have the tables and the list of migrations of an empty one, as this
 * commit made them.
 */
export const formerCommit = '79d260681e86bab1fcb2a5964b0be232b6461ae4'

const Line = Type.Object({ line: Type.String() })
const at = '2026-03-01T08:00:00.000Z'

export const linesOf = async (db: Database, query: string): Promise<string[]> =>
  (await db.all(Line, raw(query))).map(({ line }) => line)

/** A pending edit that deletes a record, and one with a text that looks like it. */
const deletion = (word: string) => [
  { kind: 'movie', id: 7, [word]: true },
  { kind: 'movie', id: 8, values: { title: 'A "isDestroyed":true' } },
]

/** What somebody has in the tables that have another name now, and where such a name was stored. */
const kept = [
  `insert into source (id, name, licence, url, rank, redistributable) values ('s', 'S', 'CC0-1.0', '', 1, true)`,
  `insert into account (username, folded_username, created_at) values ('ada', 'ada', '${at}'), ('bo', 'bo', '${at}')`,
  `insert into edit (at, account_id, source_id, note) values ('${at}', 1, 's', '')`,
  `insert into record (kind, id, source_id, edit_id) values ('movie', 7, 's', 1)`,
  `insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
   values (1, 2, 'L', '', 'en', 'public', 'position', '${at}', '${at}')`,
  `insert into record_watch (account_id, kind, entity_id, created_at) values (1, 'movie', 7, '${at}')`,
  `insert into account_watch (account_id, watched_id, created_at) values (1, 2, '${at}')`,
  `insert into search_watch (account_id, what, query, kind, source_id, iso_639_1, field, match_key, created_at)
   values (1, 'names', 'reel', '', '', '', '', 'reel', '${at}')`,
  `insert into list_watch (account_id, list_id, created_at) values (1, 1, '${at}')`,
  `insert into waiting_edit (account_id, source_id, note, source_url, at, records, changes, status, reason)
   values (1, 's', 'why', '', '${at}', '${JSON.stringify(deletion('isDestroyed'))}', '[]', 'waiting', '')`,
  ...['record_watch', 'rating'].map(
    (table) => `insert into kept_aside (kind, entity_id, kept, account_id, state, entry)
      values ('movie', 7, '${table}', 1, 'aside', '{}')`,
  ),
]

export async function loadFormer(db: Migratable) {
  const text = gunzipSync(await readFile(join(import.meta.dirname, `${db.engineName}.sql.gz`)))
  await db.exclusively((_tx, script) => script(text.toString()))
  for (const statement of kept) await db.run(raw(statement))
}

/** The same as `kept`, where it is now. */
export const found = (db: Database) =>
  linesOf(
    db,
    `
    select 'record ' || account_id || ' ' || kind || ' ' || entity_id || ' ' || created_at as line from record_follow
    union all select 'account ' || account_id || ' ' || followed_id || ' ' || created_at from account_follow
    union all select 'search ' || id || ' ' || account_id || ' ' || what || ' ' || match_key from search_follow
    union all select 'list ' || account_id || ' ' || list_id from list_follow
    union all select 'edit ' || id || ' ' || account_id || ' ' || note || ' ' || status || ' ' || cast(records as text)
      from pending_edit
    union all select 'aside ' || kept from kept_aside`,
  ).then((lines) => lines.sort())

export const expected = [
  'account 1 2 2026-03-01T08:00:00.000Z',
  'aside rating',
  'aside record_follow',
  `edit 1 1 why waiting ${JSON.stringify(deletion('isDeleted'))}`,
  'list 1 1',
  'record 1 movie 7 2026-03-01T08:00:00.000Z',
  'search 1 1 names reel',
]
