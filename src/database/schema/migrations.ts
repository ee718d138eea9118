import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import type { EngineName } from '../migratable.ts'

type Tokens = Readonly<Record<string, string>>

/** Everything that a migration may leave to the engine. Rows are `numbered`; the first tables have `identity`. */
const tokens: Record<EngineName, Tokens> = {
  sqlite: {
    boolean: 'integer',
    identity: 'integer primary key',
    json: 'text',
    numbered: 'integer primary key autoincrement',
    without_rowid: 'without rowid',
  },
  postgres: {
    boolean: 'boolean',
    identity: 'bigint generated always as identity primary key',
    json: 'json',
    numbered: 'bigint generated always as identity primary key',
    without_rowid: '',
  },
}

export type Migration = { number: number; name: string; text: string; digest: string }

/** A migration that a database has. */
export const Applied = Type.Object({ number: Type.Integer(), name: Type.String(), digest: Type.String() })
export type Applied = Static<typeof Applied>

/** The migrations of a folder for an engine, in order; `words` replace their tokens. */
export async function readMigrations(folder: string, engine: EngineName, words = tokens[engine]): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith('.sql')) continue
    const [, name, only] = /^(\d{4}-[a-z0-9-]+)(?:\.(sqlite|postgres))?\.sql$/.exec(file) ?? []
    if (!name) throw new Error(`A migration is named NNNN-name.sql or NNNN-name.{sqlite,postgres}.sql, not ${file}`)
    if (only && only !== engine) continue
    const source = await readFile(join(folder, file), 'utf8')
    const number = Number(name.slice(0, 4))
    if (migrations.at(-1)?.number === number) throw new Error(`Two migrations have the number of ${file}`)
    const digest = createHash('sha256').update(source).digest('hex')
    migrations.push({ number, name, text: fillTokens(source, words, file), digest })
  }
  return migrations
}

function fillTokens(source: string, words: Tokens, file: string): string {
  return source.replaceAll(/\{\{([^{}]*)\}\}/g, (token, name: string) => {
    const text = Object.hasOwn(words, name) ? words[name] : undefined
    if (text === undefined) throw new Error(`${file} has the unknown token ${token}`)
    return text
  })
}
