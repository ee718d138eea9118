import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'

const Job = Type.Object({
  kind: Type.String(),
  status: Type.String(),
  phase: Type.String(),
  done: Type.Integer(),
  created_at: Type.String(),
  ended_at: nullable(Type.String()),
})

/** The files themselves are not kept, and what was written of them stands in its own place. */
const Import = Type.Object({
  id: Type.Integer(),
  file: Type.String(),
  stage: Type.String(),
  entries: Type.Integer(),
  created_at: Type.String(),
  changed_at: Type.String(),
})

/** Edits that somebody looks at before they count. */
const PendingEdit = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  note: Type.String(),
  source_url: Type.String(),
  records: Type.Array(Type.Unknown()),
  changes: Type.Array(Type.Unknown()),
  undoes: Type.Unknown(),
  status: Type.String(),
  reason: Type.String(),
  question: Type.String(),
  answer: Type.String(),
  decided_at: nullable(Type.String()),
  edit_id: nullable(Type.Integer()),
})

const Report = Type.Object({
  at: Type.String(),
  what: Type.String(),
  subject: Type.String(),
  reason: Type.String(),
  words: Type.String(),
  status: Type.String(),
  answer: Type.String(),
  decided_at: nullable(Type.String()),
})

const RecordFollow = Type.Object({ kind: Type.String(), entity_id: Type.Integer(), created_at: Type.String() })
const AccountFollow = Type.Object({ username: Type.String(), created_at: Type.String() })
const ListFollow = Type.Object({ list_id: Type.Integer(), created_at: Type.String() })
const SearchFollow = Type.Object({
  what: Type.String(),
  query: Type.String(),
  kind: Type.String(),
  username: nullable(Type.String()),
  source_id: Type.String(),
  iso_639_1: Type.String(),
  field: Type.String(),
  created_at: Type.String(),
})

/** What an account follows. */
async function followedData(db: Reader, account_id: number) {
  const [watched_records, watched_accounts, watched_searches, watched_lists] = await Promise.all([
    db.all(
      RecordFollow,
      sql`
      select kind, entity_id, created_at from record_follow
      where account_id = ${account_id} order by created_at, kind, entity_id`,
    ),
    db.all(
      AccountFollow,
      sql`
      select a.username, w.created_at from account_follow w join account a on a.id = w.followed_id
      where w.account_id = ${account_id} order by w.created_at, a.username`,
    ),
    db.all(
      SearchFollow,
      sql`
      select s.what, s.query, s.kind, a.username, s.source_id, s.iso_639_1, s.field, s.created_at
      from search_follow s left join account a on a.id = s.person_id
      where s.account_id = ${account_id} order by s.id`,
    ),
    db.all(
      ListFollow,
      sql`
      select list_id, created_at from list_follow where account_id = ${account_id} order by created_at, list_id`,
    ),
  ])
  return { watched_records, watched_accounts, watched_searches, watched_lists }
}

/** What is kept of records that were merged or deleted, by the account or in its lists; it comes back with them. */
const SetAside = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  kept: Type.String(),
  list_id: nullable(Type.Integer()),
  entry: Type.Unknown(),
})

/** What goes on, or went on, in the background for an account, as it stands in the file of one's own data. */
export async function backgroundData(db: Reader, account_id: number) {
  const [jobs, imports, waiting_edits, reports, set_aside] = await Promise.all([
    db.all(
      Job,
      sql`select kind, status, phase, done, created_at, ended_at from job where account_id = ${account_id} order by id`,
    ),
    db.all(
      Import,
      sql`
      select id, file, stage, created_at, changed_at,
        (select count(*) from kept_import_entry e where e.import_id = kept_import.id) as entries
      from kept_import where account_id = ${account_id} order by id`,
    ),
    db.all(
      PendingEdit,
      sql`
      select id, at, note, source_url, records, changes, undoes, status, reason, question, answer, decided_at, edit_id
      from pending_edit
      where account_id = ${account_id} order by id`,
    ),
    db.all(
      Report,
      sql`
      select at, what, subject, reason, words, status, answer, decided_at from report
      where account_id = ${account_id} order by id`,
    ),
    db.all(
      SetAside,
      sql`
      select kind, entity_id, kept, list_id, entry from (
        select a.* from kept_aside a where a.account_id = ${account_id}
        union all select a.* from user_list l join kept_aside a on a.list_id = l.id where l.account_id = ${account_id}
      ) as own order by id`,
    ),
  ])
  return { jobs, imports, waiting_edits, reports, set_aside, ...(await followedData(db, account_id)) }
}

const Entry = Type.Object({
  import_id: Type.Integer(),
  number: Type.Integer(),
  said: Type.Record(Type.String(), Type.Unknown()),
  status: Type.String(),
  reason: Type.String(),
  kind: nullable(Type.String()),
  entity_id: nullable(Type.Integer()),
  outcome: Type.String(),
  before_value: nullable(Type.Number()),
  before_text: nullable(Type.String()),
  before_language: nullable(Type.String()),
})
const ENTRIES_AT_ONCE = 500

/**
 * What the files of imports say, what each entry was taken for, and what was done with it. An account may have hundreds
 * of thousands of entries, so they come some at a time.
 */
export async function* importEntries(db: Reader, imports: readonly { id: number }[]) {
  for (const { id } of imports) {
    let after = 0
    for (;;) {
      const some = await db.wide.all(
        Entry,
        sql`
        select import_id, number, entry as said, status, reason, kind, entity_id, outcome, before_value,
          before_text, before_language
        from kept_import_entry where import_id = ${id} and number > ${after}
        order by number ${limit(ENTRIES_AT_ONCE)}`,
      )
      yield some
      after = some.at(-1)?.number ?? after
      if (some.length < ENTRIES_AT_ONCE) break
    }
  }
}
