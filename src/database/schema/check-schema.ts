import type { Database } from '../database.ts'
import type { EngineName } from '../migratable.ts'
import { type DeclaredType, describeTables, type Reference, referencesOf } from './describe-tables.ts'
import { readSchema } from './read-schema.ts'

/** What an engine calls the types of columns. */
const typesOf: Record<EngineName, Record<DeclaredType, string>> = {
  sqlite: {
    bigint: 'bigint',
    boolean: 'integer',
    float8: 'float8',
    identity: 'integer',
    integer: 'integer',
    json: 'text',
    text: 'text',
  },
  postgres: {
    bigint: 'bigint',
    boolean: 'boolean',
    float8: 'double precision',
    identity: 'bigint',
    integer: 'integer',
    json: 'json',
    text: 'text',
  },
}

const MENTIONED = 3

/**
 * Compares the tables of a database with those that the migrations of a folder make up to `last`: columns with types,
 * keys, references and indexes. What else there is, such as a further index or table, is nobody's business.
 */
export async function checkSchema(db: Database, engine: EngineName, folder: string, last: number): Promise<void> {
  const wanted = await describeTables(folder, last)
  const names = new Set(wanted.map(({ name }) => name))
  const there = new Set(await factsOf(db, engine))
  const expected = new Set(
    wanted.flatMap(({ name, columns, computed, key, references, indexes }) => [
      ...columns.map((column) => columnFact(name, column.name, typesOf[engine][column.declared], column.isNullable)),
      ...computed.map((column) => computedFact(name, column)),
      keyFact(name, key),
      ...references.map((reference) => referenceFact(name, reference)),
      ...indexes.map((index) => indexFact(name, index.name, index.isUnique)),
    ]),
  )
  const missing = [...expected.difference(there)].map((fact) => `it lacks the ${fact}`)
  const more = [...there.difference(expected)]
    .filter((fact) => !fact.startsWith('index ') && names.has(tableOf(fact)))
    .map((fact) => `it has the ${fact}`)
  refuseDifferences([...missing, ...more])
}

/** Throws if the tables differ from what they have to be, and says in what. */
export function refuseDifferences(differences: readonly string[]): void {
  if (differences.length === 0) return
  const others = differences.length > MENTIONED ? `, and ${differences.length - MENTIONED} more` : ''
  throw new Error(
    'The tables of the catalogue are not those that its migrations made: ' +
      `${differences.slice(0, MENTIONED).join(', ')}${others}. Nothing was changed. ` +
      'Undo what was changed by hand, or restore a backup.',
  )
}

async function factsOf(db: Database, engine: EngineName): Promise<string[]> {
  const { columns, references, indexes } = await readSchema(db, engine)
  const keys = Map.groupBy(
    columns.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place),
    ({ table }) => table,
  )
  return [
    ...columns.map(({ table, name, type, is_nullable, is_generated }) =>
      is_generated ? computedFact(table, name) : columnFact(table, name, type, is_nullable),
    ),
    ...[...keys].map(([table, key]) =>
      keyFact(
        table,
        key.map(({ name }) => name),
      ),
    ),
    ...[...Map.groupBy(references, ({ table }) => table)].flatMap(([table, rows]) =>
      referencesOf(rows).map((reference) => referenceFact(table, reference)),
    ),
    ...indexes.map(({ table, name, is_unique }) => indexFact(table, name, is_unique)),
  ]
}

const columnFact = (table: string, name: string, type: string, isNullable: boolean) =>
  `column ${table}.${name} (${type}${isNullable ? '' : ' not null'})`
const computedFact = (table: string, name: string) => `column ${table}.${name} (computed)`
const keyFact = (table: string, key: readonly string[]) => `key ${table}.(${key.join(', ')})`
const referenceFact = (table: string, { columns, to, onDelete, ...reference }: Reference) =>
  `reference ${table}.(${columns.join(', ')}) to ${reference.table} (${to.join(', ')}) with ${onDelete}`
const indexFact = (table: string, name: string, isUnique: boolean) =>
  `${isUnique ? 'unique ' : ''}index ${table}.${name}`

const tableOf = (fact: string) => /^\w+(?: index)? (\w+)\./.exec(fact)?.[1] ?? ''
