import { createHash } from 'node:crypto'
import { wordTable } from '#src/reference/word-table.ts'
import type { Database } from '../database.ts'
import { isFromConflict, isUnavailable, isUnwritable } from '../errors.ts'
import type { EngineName } from '../migratable.ts'
import { sql } from '../sql.ts'
import { checkSchema, refuseDifferences } from './check-schema.ts'
import type { Applied, Migration } from './migrations.ts'
import { readSchema } from './read-schema.ts'

/**
 * Before 0.1.0 the tables came from 102 migrations, which the first twelve of today replace. A catalogue that has all
 * of those is adopted when it is opened: it gets the names of today, its tables are checked, and its list of migrations
 * is exchanged, in one transaction.
 */
const FORMER_FIRST = '0001-catalogue'
const FORMER_LAST = 102
/** The last of today's migrations that a catalogue has after it was adopted. */
export const LAST_ADOPTED = 12
/** The last version with the former migrations, which brings older catalogues to the last one of them. */
const FORMER_COMMIT = '79d260681e86bab1fcb2a5964b0be232b6461ae4'
/** Digests of the lists of all former migrations, with their names and digests. */
const formerLists: Record<EngineName, string> = {
  sqlite: 'e6cf140539e0ff276359684f6c94a700adaaecd1f83e0fe1411bb4fd69a1c0a7',
  postgres: '89e95e03ca12ee7c08ca1edc664ffcb7141c08a49764aabbb4f9c852fd6b4d98',
}

type Renamed = { now: string; columns?: Readonly<Record<string, string>> }

/** The tables with another name now, and their columns. */
const renamedTables: Readonly<Record<string, Renamed>> = wordTable({
  record_watch: { now: 'record_follow' },
  account_watch: { now: 'account_follow', columns: { watched_id: 'followed_id' } },
  search_watch: { now: 'search_follow' },
  list_watch: { now: 'list_follow' },
  waiting_edit: { now: 'pending_edit' },
})

const formerName = (table: string): string =>
  Object.entries(renamedTables).find(([, { now }]) => now === table)?.[0] ?? table

/** What a table and its columns are called where they are read, and what a column is read as. */
export type Names = { table(name: string): string; column(table: string, name: string): string }

export const namesOfToday: Names = { table: (name) => name, column: (_table, name) => `"${name}"` }

/** Pending edits that delete a record said so with another word. Quotes in texts are escaped, so no text has this. */
const inWordsOfToday = (records: string) =>
  `replace(cast(${records} as text), '"isDestroyed":true', '"isDeleted":true')`

/** For a catalogue that is copied without being adopted. */
export const formerNames: Names = {
  table: formerName,
  column(table, name) {
    if (table === 'kept_aside' && name === 'kept')
      return `case kept when 'record_watch' then 'record_follow' else kept end`
    if (table === 'pending_edit' && name === 'records') return inWordsOfToday('records')
    const { columns = {} } = renamedTables[formerName(table)] ?? {}
    return `"${Object.entries(columns).find(([, now]) => now === name)?.[0] ?? name}"`
  },
}

/**
 * Whether these are the former migrations, all of them and unchanged, and `migrations` are those of today. Throws if
 * they are former ones that cannot be adopted.
 */
export function areFormer(applied: readonly Applied[], migrations: readonly Migration[], engine: EngineName): boolean {
  if (applied[0]?.name !== FORMER_FIRST || migrations[0]?.name === FORMER_FIRST) return false
  const last = applied.at(-1) as Applied
  if (last.number < FORMER_LAST)
    throw new Error(
      `The catalogue is of a version before 0.1.0, and its last migration is ${last.name}. Start the commit ` +
        `${FORMER_COMMIT} of Reelcommons with it once, and then this version.`,
    )
  if (digestOf(applied) !== formerLists[engine])
    throw new Error(
      `The catalogue is of a version before 0.1.0, but its migrations are not those of the commit ${FORMER_COMMIT}: ` +
        'one of them was changed after it was applied, or added. Restore a backup.',
    )
  return true
}

function digestOf(applied: readonly Applied[]): string {
  const hash = createHash('sha256')
  for (const { number, name, digest } of applied) hash.update(`${number} ${name} ${digest}\n`)
  return hash.digest('hex')
}

type Adoption = {
  engine: EngineName
  /** The folder of the migrations of today, and all of them. */
  folder: string
  migrations: readonly Migration[]
  /** Runs several statements in the transaction. */
  script(text: string): Promise<void>
}

/** Adopts a catalogue of the former migrations, within the transaction of a migration. */
export async function adopt(tx: Database, { engine, folder, migrations, script }: Adoption): Promise<void> {
  const ours = migrations.filter(({ number }) => number <= LAST_ADOPTED)
  await checkFormerNames(tx, engine)
  await script(renaming).catch(refuseFailed)
  await script(engine === 'postgres' ? ofPostgres : `${ofSqlite} ${ours.at(-1)?.text}`).catch(refuseFailed)
  await checkSchema(tx, engine, folder, LAST_ADOPTED)
  await tx.run(sql`delete from migration`)
  const at = new Date().toISOString()
  for (const { number, name, digest } of ours)
    await tx.run(sql`insert into migration (number, name, digest, at) values (${number}, ${name}, ${digest}, ${at})`)
}

/** Throws if what is renamed is not there, or has its new name already. */
async function checkFormerNames(tx: Database, engine: EngineName): Promise<void> {
  const { columns, indexes } = await readSchema(tx, engine)
  const tables = new Set(columns.map(({ table }) => table))
  const there = new Set(indexes.map(({ name }) => name))
  refuseDifferences([
    ...Object.keys(renamedTables).flatMap((name) => (tables.has(name) ? [] : `it lacks the table ${name}`)),
    ...Object.values(renamedTables).flatMap(({ now }) => (tables.has(now) ? `it has the table ${now}` : [])),
    ...Object.entries(renamedTables).flatMap(([table, { columns: renamed = {} }]) =>
      Object.keys(renamed).flatMap((name) =>
        !tables.has(table) || columns.some((column) => column.table === table && column.name === name)
          ? []
          : `it lacks the column ${table}.${name}`,
      ),
    ),
    ...formerIndexes.flatMap((name) => (there.has(name) ? [] : `it lacks the index ${name}`)),
  ])
}

/** What else was changed by hand is found where the database refuses a statement. */
function refuseFailed(error: unknown): never {
  if (isUnavailable(error) || isUnwritable(error) || isFromConflict(error)) throw error
  refuseDifferences([`the database says “${(error as Error).message}”`])
  throw error
}

const formerIndexes = [
  ...['record_watch_by_record', 'account_watch_by_watched', 'search_watch_by_account', 'search_watch_by_key'],
  ...['search_watch_by_person', 'list_watch_by_list', 'waiting_edit_open', 'waiting_edit_by_account'],
]

const renaming = `
  ${Object.entries(renamedTables)
    .map(([name, { now }]) => `alter table ${name} rename to ${now};`)
    .join('\n')}
  alter table account_follow rename column watched_id to followed_id;
  ${formerIndexes.map((name) => `drop index ${name};`).join('\n')}
  create index record_follow_by_record on record_follow (kind, entity_id);
  create index account_follow_by_followed on account_follow (followed_id);
  create unique index search_follow_by_account on search_follow (account_id, match_key, query);
  create index search_follow_by_key on search_follow (match_key);
  create index search_follow_by_person on search_follow (person_id) where person_id is not null;
  create index list_follow_by_list on list_follow (list_id);
  create index pending_edit_open on pending_edit (id) where status = 'waiting';
  create index pending_edit_by_account on pending_edit (account_id, status, id);
  update kept_aside set kept = 'record_follow' where kept = 'record_watch';
`

const ofSqlite = `
  update pending_edit set records = ${inWordsOfToday('records')};
  -- This makes the table of statistics, if there is none.
  analyze sqlite_schema;
  delete from sqlite_stat1;
`

/** PostgreSQL names constraints and sequences after the tables and columns that they were made for. */
const renamedConstraints = {
  record_follow: ['record_watch', ['pkey', 'account_id_fkey', 'kind_entity_id_fkey']],
  account_follow: ['account_watch', ['pkey', 'account_id_fkey']],
  search_follow: ['search_watch', ['pkey', 'account_id_fkey', 'person_id_fkey', 'what_check']],
  list_follow: ['list_watch', ['pkey', 'account_id_fkey', 'list_id_fkey']],
  pending_edit: ['waiting_edit', ['pkey', 'account_id_fkey', 'status_check']],
  content_rating: ['rating_in_country', ['pkey', 'source_id_fkey', 'kind_entity_id_fkey']],
} as const

const ofPostgres = `
  ${Object.entries(renamedConstraints)
    .flatMap(([table, [former, names]]) =>
      names.map((name) => `alter table ${table} rename constraint ${former}_${name} to ${table}_${name};`),
    )
    .join('\n')}
  alter table account_follow rename constraint account_watch_watched_id_fkey to account_follow_followed_id_fkey;
  alter sequence search_watch_id_seq rename to search_follow_id_seq;
  alter sequence waiting_edit_id_seq rename to pending_edit_id_seq;
  alter table session alter column last_used_on set default '';
  update pending_edit set records = cast(${inWordsOfToday('records')} as json);
`
