import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe } from 'node:test'
import { checked } from '#src/database/checked.ts'
import type { Migratable } from '#src/database/migratable.ts'
import type { DatabaseOptions } from '#src/database/open.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { raw, sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { keepThreads } from '#src/database/sqlite/thread.ts'
import { findBinaries } from './postgres.ts'
import type { Prepare } from './run/template.ts'

export type TestEngine = {
  name: 'SQLite' | 'PostgreSQL'
  /** Why the engine cannot be tested here, for the option `skip` of a test. */
  skip: string | false
  /** A database of its own, as `prepare` left the first one. It is checked, and gone when it is closed. */
  open(options?: Partial<DatabaseOptions>): Promise<Migratable>
  /** Where such a database is, for tests that open it themselves: a file or a URL. */
  clone(): Promise<string>
}

/**
 * Defines the same tests for both engines. `prepare` migrates and fills a template, once for each engine and process,
 * or once for a whole run if it is `shared`; opening a copy of it takes milliseconds, so that every test can have one.
 */
export function forEachEngine(prepare: Prepare, define: (engine: TestEngine) => void) {
  for (const engine of [sqliteEngine(prepare), postgresEngine(prepare)]) {
    describe(engine.name, { skip: engine.skip }, () => define(engine))
  }
}

const CONNECTIONS = 4
/** Threads of each work that wait for the next database; tests seldom have more databases at a time. */
keepThreads(4)
/** How long a process waits while another one makes a template that both want. */
const TEMPLATE_TIMEOUT_MS = 300_000
/** Where the templates of this run are, if tests share them. */
const templates = process.env.REELCOMMONS_TEST_TEMPLATES

const cleanups: (() => Promise<void>)[] = []
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** Starts when it is first called, and only then. */
function once<Result>(start: () => Promise<Result>): () => Promise<Result> {
  let started: Promise<Result> | undefined
  return () => {
    started ??= start()
    return started
  }
}

/** One process at a time makes a template of this name. Its lock ends with it, however it ends. */
async function alone<Result>(folder: string, name: string, work: () => Promise<Result>): Promise<Result> {
  const lock = new DatabaseSync(join(folder, `${name}.lock`), { timeout: TEMPLATE_TIMEOUT_MS })
  try {
    lock.exec('begin exclusive')
    return await work()
  } finally {
    lock.close()
  }
}

function removedWhenClosed(db: Migratable, remove: () => Promise<void>): Migratable {
  return {
    ...checked(db),
    async close() {
      await db.close()
      await remove()
    },
  }
}

export function sqliteEngine(prepare: Prepare): TestEngine {
  let copies = 0
  const template = once(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-sqlite-'))
    cleanups.push(() => rm(folder, { recursive: true, force: true }))
    const make = async (file: string) => {
      const db = await openSqlite(file, { writes: 'inline' })
      await prepare(db)
      await db.close()
    }
    const { sharedAs } = prepare
    const file = join(sharedAs && templates ? templates : folder, `${sharedAs ?? 'template'}.sqlite`)
    if (!sharedAs || !templates) await make(file)
    else if (!existsSync(file))
      await alone(templates, `${sharedAs}-sqlite`, async () => {
        if (existsSync(file)) return
        const made = join(folder, 'template.sqlite')
        await make(made)
        await rename(made, file)
      })
    return { folder, file }
  })
  const clone = async () => {
    const { folder, file } = await template()
    const copy = join(folder, `${++copies}.sqlite`)
    await copyFile(file, copy)
    return copy
  }
  return {
    name: 'SQLite',
    skip: false,
    clone,
    async open(options) {
      const copy = await clone()
      return removedWhenClosed(await openSqlite(copy, { writes: 'thread', ...options }), () =>
        rm(copy, { force: true }),
      )
    },
  }
}

const postgresUrl = process.env.REELCOMMONS_TEST_POSTGRES ?? ''

function whyPostgresIsSkipped(): string | false {
  if (postgresUrl || process.env.REELCOMMONS_REQUIRE_POSTGRES === '1') return false
  if (!findBinaries()) return 'apt-get install postgresql'
  return 'run the tests with --test-global-setup=test/support/postgres.ts, as npm test does'
}

const server = once(async () => {
  if (!postgresUrl) throw new Error('There is no PostgreSQL to test with: apt-get install postgresql')
  const db = await openPostgres(postgresUrl, { connections: 1 })
  cleanups.push(() => db.close())
  return {
    urlOf: (name: string) => Object.assign(new URL(postgresUrl), { pathname: name }).href,
    has: async (name: string) => (await db.run(sql`select 1 from pg_database where datname = ${name}`)) > 0,
    // What is copied is small, and the write-ahead log of it would be twice the work.
    create: (name: string, template: string) =>
      db.run(raw(`create database ${name} template ${template} strategy file_copy`)),
    rename: (name: string, to: string) => db.run(raw(`alter database ${name} rename to ${to}`)),
    drop: async (name: string) => void (await db.run(raw(`drop database if exists ${name} with (force)`))),
  }
})

let databases = 0

export function postgresEngine(prepare: Prepare): TestEngine {
  const nextName = () => `reelcommons_test_${process.pid}_${++databases}`
  const template = once(async () => {
    const { create, drop, has, rename, urlOf } = await server()
    const name = nextName()
    const make = async () => {
      await create(name, `template0 encoding 'UTF8' locale 'C'`)
      cleanups.push(() => drop(name))
      const db = await openPostgres(urlOf(name), { connections: 1 })
      await prepare(db)
      await db.close()
    }
    const { sharedAs } = prepare
    if (!sharedAs || !templates) {
      await make()
      return name
    }
    const sharedName = `reelcommons_template_${sharedAs}`
    await alone(templates, `${sharedAs}-postgres`, async () => {
      if (await has(sharedName)) return
      await make()
      await rename(name, sharedName)
    })
    return sharedName
  })
  const cloneNamed = async () => {
    const { create, drop, urlOf } = await server()
    const name = nextName()
    await create(name, await template())
    cleanups.push(() => drop(name))
    return { url: urlOf(name), remove: () => drop(name) }
  }
  return {
    name: 'PostgreSQL',
    skip: whyPostgresIsSkipped(),
    clone: async () => (await cloneNamed()).url,
    async open(options) {
      const { url, remove } = await cloneNamed()
      return removedWhenClosed(await openPostgres(url, { connections: CONNECTIONS, ...options }), remove)
    },
  }
}
