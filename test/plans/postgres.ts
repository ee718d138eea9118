import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, Sql, sql } from '#src/database/sql.ts'
import type { Recorded } from './recording.ts'
import { type ColumnStatistics, openRefusals, type Refused, statistics } from './statistics.ts'

/** Of PostgreSQL: a page, one of several files of a table, and what goes with a row and with an entry of an index. */
const PAGE_BYTES = 8_192
const SEGMENT_BYTES = 1_073_741_824
const ROW_BYTES = 28
const ENTRY_BYTES = 16
/** The part of a page that is used, in tables that are only added to and in their indexes. */
const FILL = 0.9

const Column = Type.Object({ name: Type.String(), bytes: Type.Integer() })
const Relation = Type.Object({
  name: Type.String(),
  relation: Type.String(),
  path: Type.String(),
  /** Whether it is an index that leaves rows out. */
  isPartial: Type.Boolean(),
  isIndex: Type.Boolean(),
  columns: Type.Array(Column),
})

const Role = Type.Object({ is_superuser: Type.Boolean() })

/** Whether the user of this connection may change what the planner knows. */
export const mayPutStatistics = async (db: Database): Promise<boolean> =>
  (await db.one(Role, sql`select rolsuper as is_superuser from pg_roles where rolname = current_user`))!.is_superuser

/**
 * Makes the planner take the tables of a database for those of the large catalogue. What it believes of columns stands
 * in a table of its own. How large a table is it sees from its file, so the files are made as long; they are sparse,
 * and nothing may read them afterwards.
 */
export async function putStatistics(db: Database): Promise<void> {
  const relations = await db.all(
    Relation,
    sql`
    select t.relname as name, r.relname as relation, pg_relation_filepath(r.oid) as path,
      coalesce(i.indpred is not null, false) as "isPartial", r.relkind = 'i' as "isIndex",
      (select coalesce(json_agg(
          json_build_object('name', t_column.attname, 'bytes', r_column.attlen) order by r_column.attnum), '[]')
        from pg_attribute r_column join pg_attribute t_column
          on t_column.attrelid = t.oid and t_column.attnum = coalesce(i.indkey[r_column.attnum - 1], r_column.attnum)
        where r_column.attrelid = r.oid and r_column.attnum > 0) as columns
    from pg_class r left join pg_index i on i.indexrelid = r.oid join pg_class t on t.oid = coalesce(i.indrelid, r.oid)
    where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'i')`,
  )
  // The server may have looked at the tables by itself, if the tests took long.
  await db.run(
    raw(`delete from pg_statistic where starelid in (
    select oid from pg_class where relnamespace = 'public'::regnamespace)`),
  )
  const commands: string[] = []
  for (const { name, relation, path, isPartial, isIndex, columns } of relations) {
    const table = statistics[name]
    if (!table) continue
    const rows = isPartial ? (table.indexes[relation]?.[0] ?? table.rows) : table.rows
    const width = columns.reduce((sum, column) => sum + widthOf(column, table.columns[column.name]), 0)
    const pages = Math.ceil((rows * ((isIndex ? ENTRY_BYTES : ROW_BYTES) + width)) / (PAGE_BYTES * FILL)) + 1
    await db.run(sql`
      update pg_class set reltuples = ${rows}, relpages = ${pages}, relallvisible = ${isIndex ? 0 : pages}
      where relnamespace = 'public'::regnamespace and relname = ${relation}`)
    commands.push(...lengthened(path, pages * PAGE_BYTES))
    for (const column of isIndex ? [] : columns) {
      const known = table.columns[column.name]
      if (known) await putColumn(db, name, column, known)
    }
  }
  await db.run(raw('set plan_cache_mode = force_generic_plan'))
  await db.run(raw(`copy (select 1) to program 'cat >&2; ${commands.join('; ')}'`))
}

/** The commands that make the files of a relation so long; the server runs them in its folder. */
function lengthened(path: string, bytes: number): string[] {
  const segments = Math.ceil(bytes / SEGMENT_BYTES)
  return Array.from({ length: segments }, (_, at) => {
    const length = at < segments - 1 ? SEGMENT_BYTES : bytes - at * SEGMENT_BYTES
    return `truncate --size=${length} ${path}${at === 0 ? '' : `.${at}`}`
  })
}

const widthOf = ({ bytes }: Column, { bytes: length = 8, nulls = 0 }: Partial<ColumnStatistics> = {}) =>
  (bytes > 0 ? bytes : length + 1) * (1 - nulls)

type Column = Static<typeof Column>

/** What the planner believes of one column. Common values and bounds are two of the five things that it may know. */
async function putColumn(db: Database, table: string, column: Column, known: ColumnStatistics) {
  const { distinct, nulls = 0, common = {}, bounds = [] } = known
  const width = Math.ceil(widthOf(column, { ...known, nulls: 0 }))
  const values = Object.keys(common)
  // The server may have looked at the table itself.
  await db.run(sql`
    delete from pg_statistic where starelid = cast(${`public.${table}`} as regclass) and staattnum = (
      select attnum from pg_attribute
      where attrelid = cast(${`public.${table}`} as regclass) and attname = ${column.name})`)
  await db.run(sql`
    insert into pg_statistic (starelid, staattnum, stainherit, stanullfrac, stawidth, stadistinct,
      stakind1, staop1, stacoll1, stanumbers1, stavalues1, stakind2, staop2, stacoll2, stavalues2,
      stakind3, stakind4, stakind5, staop3, staop4, staop5, stacoll3, stacoll4, stacoll5)
    select attrelid, attnum, false, ${nulls}, ${width}, ${distinct},
      case when same.oid is null then 0 else 1 end, coalesce(same.oid, 0), attcollation,
      cast(${arrayOf(Object.values(common))} as real[]), array_in(textout(${arrayOf(values)}), atttypid, -1),
      case when less.oid is null then 0 else 2 end, coalesce(less.oid, 0), attcollation,
      array_in(textout(${arrayOf(bounds)}), atttypid, -1),
      0, 0, 0, 0, 0, 0, 0, 0, 0
    from pg_attribute
    left join pg_operator same
      on same.oprname = '=' and same.oprleft = atttypid and same.oprright = atttypid and ${values.length > 0}
    left join pg_operator less
      on less.oprname = '<' and less.oprleft = atttypid and less.oprright = atttypid and ${bounds.length > 1}
    where attrelid = cast(${`public.${table}`} as regclass) and attname = ${column.name}`)
}

const arrayOf = (values: readonly unknown[]) => `{${values.map((value) => JSON.stringify(value))}}`

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Parent Relationship'?: string
  Strategy?: string
  'Startup Cost': number
  'Total Cost': number
  'Plan Rows': number
  Plans?: readonly Node[]
}
const Explained = Type.Object({ 'QUERY PLAN': Type.Unknown() })
const planIn = (row: unknown): Node => (row as { 'QUERY PLAN': [{ Plan: Node }] })['QUERY PLAN'][0].Plan

/**
 * The plan for the values at hand, and the one for any values: after a few runs of a prepared statement the server
 * takes the second where it costs no more.
 */
async function plansOf(db: Database, { strings: [first, ...others], values }: Sql): Promise<Node[]> {
  const text = [first, ...others.map((part, at) => `$${at + 1}${part}`)].join('')
  await db.run(raw(`prepare planned as ${text}`))
  const nothing = values.length > 0 ? `(${values.map(() => 'null')})` : ''
  const generic = await db.one(Explained, raw(`explain (format json) execute planned${nothing}`))
  await db.run(raw('deallocate planned'))
  return [await db.one(Explained, new Sql([`explain (format json) ${first}`, ...others], values)), generic].map(planIn)
}

/** What the planner reckons for a row that lies on a page of its own, with its share of an index. */
const costOfRow = 5
/** They read all of their input before they give the first row. */
const isBlocking = ({ 'Node Type': type, Strategy }: Node) =>
  /^(Sort|Incremental Sort|Hash|SetOp)$/.test(type) || (type === 'Aggregate' && Strategy !== 'Sorted')
const isSort = (node: Node) => isBlocking(node) && node.Strategy !== 'Plain'
/** The scan of an index for a bitmap is a part of the scan of its table. */
const isScan = ({ 'Node Type': type }: Node) => type.endsWith(' Scan') && type !== 'Bitmap Index Scan'

const nameOf = ({ 'Node Type': type, 'Relation Name': relation, 'Index Name': index }: Node) =>
  type + (relation === undefined ? '' : ` on ${relation}`) + (index === undefined ? '' : ` using ${index}`)

/** The steps of a statement's plans that read or sort too many rows. */
export async function refused(db: Database, { query }: Recorded): Promise<Refused[]> {
  const { refusals, note } = openRefusals()

  /** `share` is the part of its rows that is asked of a step: a limit above it may end it early. */
  function judge(node: Node, share: number) {
    const { 'Node Type': type, 'Relation Name': relation, Plans: [first, ...others] = [] } = node
    if (type === 'Seq Scan') note(nameOf(node), (statistics[relation as string]?.rows ?? 0) * share)
    else if (relation !== undefined && isScan(node)) note(nameOf(node), (node['Total Cost'] * share) / costOfRow)
    if (!first) return
    if (isSort(node)) note(type, first['Plan Rows'])
    if (type === 'Nested Loop') note(type, first['Plan Rows'] * share)
    const asked = type === 'Limit' ? Math.min(1, (node['Plan Rows'] / first['Plan Rows']) * share) : share
    for (const inner of [first, ...others]) {
      const isStream = /^(Outer|Subquery)$/.test(inner['Parent Relationship'] ?? '') && !isBlocking(node)
      judge(inner, isStream ? asked : 1)
    }
  }

  for (const plan of await plansOf(db, query)) {
    judge(plan, 1)
    note('all steps together', plan['Total Cost'] / costOfRow)
  }
  return refusals
}
