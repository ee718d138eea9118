import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { type Migratable, migrate } from '#src/database/migrate.ts'
import { describeTables } from '#src/database/schema/describe-tables.ts'
import { raw } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { forEachEngine } from '../support/engines.ts'

const oldFolder = join(packageRoot, 'test/old-migrations')
const newFolder = join(packageRoot, 'migrations')

const Line = Type.Object({ line: Type.String() })

/** Everything that a schema consists of, as lines without any order. */
const questions = {
  sqlite: [
    `select json_array('column', t.name, x.name, x.type, x."notnull", x.dflt_value, x.pk, x.hidden) as line
     from sqlite_schema t, pragma_table_xinfo(t.name) x where t.type = 'table'`,
    `select json_array('table', name, type, wr, strict) as line from pragma_table_list where schema = 'main'`,
    `select json_array('reference', t.name, r.seq, r."table", r."from", r."to", r.on_update, r.on_delete, r.match,
       (select group_concat(o."from") from pragma_foreign_key_list(t.name) o where o.id = r.id)) as line
     from sqlite_schema t, pragma_foreign_key_list(t.name) r where t.type = 'table'`,
    `select json_array('index', t.name, case i.origin when 'c' then i.name end, i."unique", i.origin, i.partial,
       (select json_group_array(json_array(x.name, x.desc, x.coll, x.key)) from pragma_index_xinfo(i.name) x where x.key = 1)) as line
     from sqlite_schema t, pragma_index_list(t.name) i where t.type = 'table'`,
    `select json_array('text of an index', name, sql) as line from sqlite_schema where type = 'index' and sql <> ''`,
    `select json_array('other', type, name, sql) as line from sqlite_schema where type not in ('table', 'index')`,
    `select json_array('text of a table', name, sql) as line from sqlite_schema where type = 'table'`,
    `select json_array('statistics', tbl, idx, stat) as line from sqlite_stat1`,
  ],
  postgres: [
    `select concat_ws('|', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
       a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attstattarget, a.attstorage, a.attcollation)
       as line
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
       and not a.attisdropped`,
    `select concat_ws('|', 'constraint', conrelid::regclass, conname, contype, convalidated, pg_get_constraintdef(oid))
       as line
     from pg_constraint where connamespace = current_schema()::regnamespace`,
    `select concat_ws('|', 'index', tablename, indexname, indexdef) as line
     from pg_indexes where schemaname = current_schema()`,
    `select concat_ws('|', 'sequence', sequencename, data_type, start_value, increment_by, cycle, cache_size) as line
     from pg_sequences where schemaname = current_schema()`,
    `select concat_ws('|', 'object', relkind, relname, reloptions, relpersistence) as line
     from pg_class where relnamespace = current_schema()::regnamespace`,
    `select concat_ws('|', 'statistics', stxname) as line from pg_statistic_ext`,
    `select concat_ws('|', 'trigger', tgname) as line from pg_trigger where not tgisinternal`,
    `select concat_ws('|', 'function', proname) as line from pg_proc
     where pronamespace = current_schema()::regnamespace`,
  ],
}

/** The names of before, as they are now. */
const renamed = (line: string) =>
  line
    .replaceAll('account_watch_by_watched', 'account_follow_by_followed')
    .replaceAll('watched_id', 'followed_id')
    .replaceAll(/(record|account|search|list)_watch/g, '$1_follow')
    .replaceAll('waiting_edit', 'pending_edit')
    .replaceAll('rating_in_country', 'content_rating')
    .replace(`to_char((now() at time zone 'utc'::text), 'yyyy-mm-dd'::text)`, `''::text`)

/** Definitions in any order and form: `create table`s hold constraints that no other question shows, such as checks. */
function normal(line: string): string[] {
  const spaced = line.replaceAll(/\\n|\s+/g, ' ')
  if (!line.startsWith('["text of a table"')) return [spaced.toLowerCase()]
  const [, name, text] = JSON.parse(line) as string[]
  const bare = (text as string)
    .replaceAll(/--.*/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('"', '')
    .replace(/^create table/i, 'create table')
  const inside = bare.slice(bare.indexOf('(') + 1, bare.lastIndexOf(')'))
  let depth = 0
  const parts = ['']
  for (const char of inside) {
    if (char === '(') depth++
    if (char === ')') depth--
    if (char === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += char
  }
  const end = bare.slice(bare.lastIndexOf(')') + 1).trim()
  return [
    `${name} ends ${end}`,
    ...parts.map((part) => `${name}: ${part.trim()}`.replaceAll(/([()]) +| +(?=[()])/g, '$1')),
  ]
}

async function schemaOf(db: Migratable): Promise<string[]> {
  const lines: string[] = []
  for (const question of questions[db.engineName])
    for (const { line } of await db.all(Line, raw(question))) lines.push(...normal(line))
  return lines
}

const nothing = Object.assign(async () => {})

forEachEngine(nothing, (engine) => {
  test('the schema is the same both ways', async (t) => {
    const before = await engine.open()
    t.after(() => before.close())
    const after = await engine.open()
    t.after(() => after.close())
    assert.equal((await migrate(before, oldFolder)).length, 102)
    await migrate(after, newFolder)
    const was = (await schemaOf(before)).map(renamed).sort()
    const is = (await schemaOf(after)).sort()
    t.diagnostic(`${is.length} lines`)
    assert.deepEqual(
      { more: [...new Set(is).difference(new Set(was))], fewer: [...new Set(was).difference(new Set(is))] },
      { more: [], fewer: [] },
    )
    assert.deepEqual(is, was)
    for (const { name, columns } of await describeTables(newFolder, 12)) {
      const Row = Type.Object(
        Object.fromEntries(
          columns.map((column) => [
            column.name,
            Type.Unsafe({ type: [column.type === 'json' ? 'string' : column.type, 'null'] }),
          ]),
        ),
      )
      const former = {
        record_follow: 'record_watch',
        account_follow: 'account_watch',
        search_follow: 'search_watch',
        list_follow: 'list_watch',
        pending_edit: 'waiting_edit',
      } as Record<string, string>
      if (name === 'account_follow') continue
      const read = (db: Migratable, table: string) =>
        db.all(Row, raw(`select ${columns.map((c) => `"${c.name}"`).join(', ')} from "${table}" order by 1`))
      assert.deepEqual(await read(after, name), await read(before, former[name] ?? name), name)
    }
  })
})

test('columns mean the same both ways', async () => {
  const described = async (folder: string, last: number) =>
    (await describeTables(folder, last))
      .flatMap(({ columns, key, ...table }) => [
        JSON.stringify({ ...table, key }),
        ...columns.map((column) => JSON.stringify([table.name, column])),
      ])
      .map(renamed)
      .sort()
  assert.deepEqual(await described(newFolder, 12), await described(oldFolder, 102))
})
