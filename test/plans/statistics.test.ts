import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Type } from 'typebox'
import { kindNames } from '#src/catalogue/kinds.ts'
import { migrate } from '#src/database/migrate.ts'
import { raw, sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { packageRoot } from '#src/package-root.ts'

const Index = Type.Object({ table_name: Type.String(), index_name: Type.String() })
const Step = Type.Object({ detail: Type.String() })

/** Tables of what people keep, which are read by person, by time and by record. */
const tablesOfPeople = [
  ...['favorite', 'rating', 'watched', 'guest_session', 'guest_rating', 'user_list', 'list_item', 'list_word'],
  ...['calendar_address', 'match_decision', 'rated_record', 'rated_title', 'waiting_rating'],
  ...['record_follow', 'account_follow', 'search_follow', 'list_follow', 'notification', 'list_undo'],
  ...['report', 'record_lock', 'pending_edit'],
  ...['job', 'kept_aside', 'kept_import', 'kept_import_piece', 'kept_import_list', 'kept_import_entry'],
]

/**
 * The indexes of tables that are keyed by kind first and have another index too; a key has the name of its table. What
 * is counted has one index, but is written from rows that come as JSON, and one of the two is looked up in the other.
 * Tables of what people keep are keyed by who keeps it.
 */
const choices = sql`
  with index_of as (
    select t.name as table_name, i.name as index_name, i.origin, c.name as first_column
    from sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
    where t.type = 'table' and c.seqno = 0
  )
  select table_name, case origin when 'pk' then table_name else index_name end as index_name from index_of
  where table_name in (select table_name from index_of where origin = 'pk' and first_column = 'kind')
    and (table_name in (select table_name from index_of where origin <> 'pk') or table_name = 'interest')
    or origin <> 'u' and table_name in (${raw(tablesOfPeople.map((name) => `'${name}'`).join())})
  order by 1, 2`

async function openMigrated(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-statistics-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'catalogue.sqlite')
  const db = await openSqlite(file, { writes: 'inline' })
  t.after(() => db.close())
  const other = await openSqlite(file, { writes: 'none' })
  t.after(() => other.close())
  await migrate(db, join(packageRoot, 'migrations'))
  return { db, other }
}

test("SQLite's planner knows every table in which it has a choice", async (t) => {
  const { db, other } = await openMigrated(t)

  const known = await db.all(Index, raw('select tbl as table_name, idx as index_name from sqlite_stat1 order by 1, 2'))
  const names = (rows: { table_name: string; index_name: string }[]) =>
    rows.map(({ table_name, index_name }) => `${index_name} of ${table_name}`)
  const [found, wanted] = [names(known), names(await db.all(Index, choices))]
  assert.deepEqual(
    {
      missing: wanted.filter((name) => !found.includes(name)),
      needless: found.filter((name) => !wanted.includes(name)),
    },
    { missing: [], needless: [] },
    'SQLite ships with statistics of other indexes than it needs: mend them in a migration ' +
      'NNNN-statistics-of-….sqlite.sql (docs/query-plans.md)',
  )

  const query = raw("explain query plan select * from credit where person_id = 1 and kind = 'movie'")
  for (const opened of [db, other]) {
    const plan = await opened.all(Step, query)
    assert.deepEqual(plan, [
      { ...plan[0], detail: 'SEARCH credit USING INDEX credit_by_person (person_id=? AND kind=?)' },
    ])
  }
})

test('what goes with a record is found without reading whole tables', async (t) => {
  const { db } = await openMigrated(t)
  const deletions = [`record where kind = 'movie' and id = 1`, ...kindNames.map((kind) => `${kind} where id = 1`)]
  for (const deletion of deletions) {
    const steps = await db.all(Step, raw(`explain query plan delete from ${deletion}`))
    assert.notDeepEqual(steps, [])
    const scans = steps.map(({ detail }) => detail).filter((detail) => detail.startsWith('SCAN'))
    assert.deepEqual(scans, [], deletion)
  }
})
