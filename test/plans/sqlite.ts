import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { raw, Sql, sql } from '#src/database/sql.ts'
import type { Recorded } from './recording.ts'
import { openRefusals, type Refused, statistics } from './statistics.ts'

/** Gives SQLite's planner the statistics of the large catalogue in place of those that come with the schema. */
export async function putStatistics(db: Database): Promise<void> {
  await db.run(raw('delete from sqlite_stat1'))
  for (const [table, { rows, indexes }] of Object.entries(statistics)) {
    const numbers: [index: string | null, numbers: readonly number[]][] = Object.entries(indexes)
    for (const [index, known] of numbers.length > 0 ? numbers : [[null, [rows]] as const]) {
      await db.run(sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${known.join(' ')})`)
    }
  }
  await db.run(raw('analyze sqlite_schema'))
}

const Step = Type.Object({ id: Type.Integer(), parent: Type.Integer(), detail: Type.String() })
type Node = { detail: string; inner: Node[] }

/** Nested loops stand beside one another, outermost first; what a step contains stands below it. */
async function planOf(db: Database, { strings: [first, ...others], values }: Sql): Promise<Node[]> {
  const rows = await db.all(Step, new Sql([`explain query plan ${first}`, ...others], values))
  const nodes = new Map<number, Node>([[0, { detail: '', inner: [] }]])
  for (const { id, parent, detail } of rows) {
    const node = { detail, inner: [] }
    nodes.set(id, node)
    nodes.get(parent)?.inner.push(node)
  }
  return nodes.get(0)?.inner ?? []
}

const named = /\b(?:from|join|into|update) (\w+)(?: (?:as )?(\w+))?/g
/** What may follow the name of a table that has no other name. */
const clauses = /^(as|on|where|join|left|set|order|group|limit|using|union|returning|values|select)$/

/** What the names in a statement stand for: both `credit` and `c` for credit in `from credit c`. */
function tablesOf(text: string): ReadonlyMap<string, string> {
  const tables = new Map<string, string>()
  for (const [, table = '', alias = table] of text.matchAll(named)) {
    if (!statistics[table]) continue
    for (const name of clauses.test(alias) ? [table] : [table, alias]) {
      if ((tables.get(name) ?? table) !== table) throw new Error(`${name} stands for two tables in ${text}`)
      tables.set(name, table)
    }
  }
  return tables
}

/** The table that a name stands for where no statistics are known of it. */
const tableNamed = (text: string, name: string) =>
  [...text.matchAll(named)].find(([, , alias]) => alias === name)?.[1] ?? name

const noStatistics = (what: string) =>
  `There are no statistics of ${what}: say in test/plans/assumed.json what it is like with a million movies ` +
  '(docs/query-plans.md says how).'

/** Rows of a page: of sub-queries that have a limit, which a plan does not show. */
const pageRows = 100
const isPage = (text: string, name: string) =>
  new RegExp(String.raw`\b${name} as \(.*?limit \d+ offset \? ?\)|limit \d+ offset \? ?\) as ${name}\b`).test(text)

const access = /^(?:SCAN|SEARCH) (\S+)(?: EXISTS)?(?: USING (.*?))?(?: \((.*)\))?(?: LEFT-JOIN)?$/
const sort = /^USE TEMP B-TREE FOR /
/** A sub-query that is read by its name, and one whose value is asked for. */
const derivation = /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/
const operand = /^(?:CORRELATED )?(?:SCALAR|LIST) SUBQUERY \d+$/
/** What holds several queries, the rows of which come one after the other. */
const union = /^(?:COMPOUND QUERY|MERGE \(UNION\)|MULTI-INDEX OR)$/
/** What reads no table. */
const free = /^(?:REUSE LIST SUBQUERY \d+|CREATE BLOOM FILTER|SCAN CONSTANT ROW|SCAN json_each VIRTUAL TABLE .*)$/

/**
 * The steps of a statement's plan that read or sort too many rows. Rows are counted for each of the values that a
 * statement is given as a list: how many are given at once is limited elsewhere.
 */
export async function refused(db: Database, { text, query }: Recorded): Promise<Refused[]> {
  const tables = tablesOf(text)
  const derived = new Map<string, number>()
  const { refusals, note } = openRefusals()

  /** How many rows the nested loops of `steps` come to, which run for each of `times` rows. */
  function rowsOf(steps: readonly Node[], times: number): number {
    let rows = 1
    for (const [place, { detail, inner }] of steps.entries()) {
      const [, name] = derivation.exec(detail) ?? []
      if (name) derived.set(name, Math.min(rowsOf(inner, times), isPage(text, name) ? pageRows : Number.MAX_VALUE))
      else if (union.test(detail)) rows *= inner.reduce((sum, query) => sum + rowsOf(query.inner, times), 0)
      else if (operand.test(detail)) rows *= loopsOf(detail, inner, steps[place - 1], rows * times)
      else if (sort.test(detail)) note(detail, rows * times)
      else if (!free.test(detail)) rows = rowsAfter(detail, rows, times)
    }
    return rows
  }

  /** A list that a search takes its values from is one more loop; what is correlated runs for each row. */
  function loopsOf(detail: string, inner: readonly Node[], before: Node | undefined, times: number): number {
    const rows = rowsOf(inner, detail.startsWith('CORRELATED') ? times : 1)
    const isFilter = inner.some((step) => step.detail === 'CREATE BLOOM FILTER')
    return detail.startsWith('LIST') && before?.detail.startsWith('SEARCH') && !isFilter ? rows : 1
  }

  /** What `rows` come to when each of them leads to one more search. */
  function rowsAfter(detail: string, rows: number, times: number): number {
    // What SQLite tells of itself is a few rows in memory.
    if (detail.startsWith('SCAN pragma_')) return rows
    const [, name = '', using = '', terms = ''] = access.exec(detail) ?? []
    if (!name) throw new Error(`A plan has a step that this test does not know: ${detail}`)
    const ofDerived = derived.get(name)
    const isReference = ofDerived === undefined && !tables.has(name)
    // Rows that refer to a new one are looked for only where a constraint is broken already.
    if (isReference && text.startsWith('insert')) return rows
    const table = tables.get(name) ?? tableNamed(text, name)
    const read = ofDerived === undefined ? rowsRead(table, using, terms) : using ? 1 : ofDerived
    // A reader has to look where the rows become many, not at every step behind it.
    if (rows === 1 || read > 1) note(detail, rows * read * times)
    // Rows that refer to one that goes are looked for one table after the other.
    return isReference ? rows : rows * read
  }

  rowsOf(await planOf(db, query), 1)
  return refusals
}

/**
 * The steps of a statement of discover that read a large table, or an index of one, from its beginning, or make an
 * index first. Only the titles themselves, which are called `t`, may be read so, in an index. How many rows the others
 * come to is not said.
 */
export async function besideIndexes(db: Database, { text, query }: Recorded): Promise<string[]> {
  const tables = tablesOf(text)
  const stepsOf = (nodes: readonly Node[]): string[] =>
    nodes.flatMap(({ detail, inner }) => [detail, ...stepsOf(inner)])
  return stepsOf(await planOf(db, query)).filter((detail) => {
    const [, name = '', using = ''] = access.exec(detail) ?? []
    const isTable = tables.has(name) && !text.includes(`) as ${name} `)
    const isWhole = detail.startsWith('SCAN') && (name !== 't' || using === '')
    return isTable && (isWhole || using.startsWith('AUTOMATIC'))
  })
}

/** How many rows of a table one search finds: the mean of its index, of which a range takes a share. */
function rowsRead(table: string, using: string, terms: string): number {
  const known = statistics[table]
  if (!known) throw new Error(noStatistics(`the table ${table}`))
  if (terms === '' || using.startsWith('AUTOMATIC')) return known.rows
  if (using === 'INTEGER PRIMARY KEY' && terms === 'rowid=?') return 1
  const index = /INDEX (\S+)$/.exec(using)?.[1] ?? table
  const [entries = known.rows, ...same] = known.largest?.[index] ?? known.indexes[index] ?? []
  const conditions = terms.split(' AND ')
  const equal = conditions.filter((term) => term.endsWith('=?')).length
  // Behind its own columns an index has those of the key.
  const found = equal === 0 ? entries : (same[equal - 1] ?? same.at(-1))
  if (found === undefined) throw new Error(noStatistics(`the index ${index} of the table ${table}`))
  return found / (shares[conditions.length - equal] ?? 1)
}
/** The share of a range with one bound and with two, as SQLite reckons where it knows nothing of the values. */
const shares = [1, 4, 64]
