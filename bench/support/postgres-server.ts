import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { openDatabase } from '#src/database/open.ts'
import { raw, sql } from '#src/database/sql.ts'
import { findBinaries, startServer, globalTeardown as stopServer } from '../../test/support/postgres.ts'
import type { Bench, Catalogue } from '../benchmark.ts'
import { cpuSeconds } from './server.ts'

/** Of a larger catalogue a copy to PostgreSQL takes hours. */
const MOST_COPIED_MOVIES = 100_000

/** The catalogue that benchmarks copy to PostgreSQL: the large one unless that takes too long. */
export const copiedOf = ({ large, small }: Bench): Catalogue => (large.movies <= MOST_COPIED_MOVIES ? large : small)

export type PostgresServer = {
  /** An empty database of this name, which may have been there before. */
  create(name: string): Promise<string>
  /** Time that all of its processes have spent on processors. */
  cpuSeconds(): number
}

const Setting = Type.Object({ value: Type.String() })

/** Runs `work` with a PostgreSQL server of its own, with the settings it comes with; undefined where there is none. */
export async function withPostgres<Result>(
  work: (server: PostgresServer) => Promise<Result>,
): Promise<Result | undefined> {
  const binaries = findBinaries()
  if (binaries === undefined) return undefined
  const url = await startServer(binaries, {})
  const db = await openDatabase(url, { writes: 'inline', connections: 1 })
  try {
    const data = await db.one(Setting, sql`select current_setting('data_directory') as value`)
    const pid = Number(readFileSync(join(data?.value ?? '', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    return await work({
      async create(name) {
        await db.run(raw(`drop database if exists ${name}`))
        await db.run(raw(`create database ${name} template template0 encoding 'UTF8' locale 'C'`))
        return Object.assign(new URL(url), { pathname: name }).href
      },
      cpuSeconds() {
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
        const ofChildren = children.map((child) => cpuSeconds(Number(child)))
        return ofChildren.reduce((sum, seconds) => sum + seconds, cpuSeconds(pid, 'with ended children'))
      },
    })
  } finally {
    await db.close()
    await stopServer()
  }
}
