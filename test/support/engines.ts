import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe } from 'node:test'
import { checked } from '#src/database/checked.ts'
import type { Migratable } from '#src/database/migrate.ts'
import type { DatabaseOptions } from '#src/database/open.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { raw } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { findBinaries } from './postgres.ts'

export type TestEngine = {
  name: 'SQLite' | 'PostgreSQL'
  /** Why the engine cannot be tested here, for the option `skip` of a test. */
  skip: string | false
  /** A database of its own, as `prepare` left the first one. It is checked, and gone when it is closed. */
  open(options?: Partial<DatabaseOptions>): Promise<Migratable>
  /** Where such a database is, for tests that open it themselves: a file or a URL. */
  clone(): Promise<string>
}

type Prepare = (db: Migratable) => Promise<void>

/**
 * Defines the same tests for both engines. `prepare` migrates and fills a template, once for each engine and process;
 * opening a copy of it takes milliseconds, so that every test can have one.
 */
export function forEachEngine(prepare: Prepare, define: (engine: TestEngine) => void) {
  for (const engine of [sqliteEngine(prepare), postgresEngine(prepare)]) {
    describe(engine.name, { skip: engine.skip }, () => define(engine))
  }
}

const CONNECTIONS = 4

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
    const file = join(folder, 'template.sqlite')
    const db = await openSqlite(file, { writes: 'inline' })
    await prepare(db)
    await db.close()
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
    create: (name: string, template: string) => db.run(raw(`create database ${name} template ${template}`)),
    drop: async (name: string) => void (await db.run(raw(`drop database if exists ${name} with (force)`))),
  }
})

let databases = 0

export function postgresEngine(prepare: Prepare): TestEngine {
  const nextName = () => `reelcommons_test_${process.pid}_${++databases}`
  const template = once(async () => {
    const { create, drop, urlOf } = await server()
    const name = nextName()
    await create(name, `template0 encoding 'UTF8' locale 'C'`)
    cleanups.push(() => drop(name))
    const db = await openPostgres(urlOf(name), { connections: 1 })
    await prepare(db)
    await db.close()
    return name
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
