import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { openDatabase } from '#src/database/open.ts'
import { raw, sql } from '#src/database/sql.ts'
import { findBinaries, startServer, globalTeardown as stopServer } from '../../test/support/postgres.ts'
import type { Bench, Catalogue } from '../benchmark.ts'
import { runCommand } from './command-process.ts'
import { cpuSeconds } from './server.ts'
import { counted } from './statistics.ts'

/** The address of a server of yours on this machine, which keeps the copies of catalogues from run to run. */
const own = process.env.BENCH_POSTGRES
/** Of a larger catalogue a copy takes too long to be made for one benchmark. */
const MOST_COPIED_MOVIES = own ? Number.POSITIVE_INFINITY : 100_000

/** The catalogue that benchmarks copy to PostgreSQL: the large one unless that takes too long. */
export const copiedOf = ({ large, small }: Bench): Catalogue => (large.movies <= MOST_COPIED_MOVIES ? large : small)

export type PostgresServer = {
  /** An empty database of this name, which may have been there before. */
  create(name: string): Promise<string>
  /** A database with a copy of the catalogue, for benchmarks that only read: made unless it is there. */
  copyOf(catalogue: Catalogue, say: (text: string) => void): Promise<string>
  /** Time that all of its processes have spent on processors. */
  cpuSeconds(): number
}

const Setting = Type.Object({ value: Type.String() })
const Found = Type.Object({ datname: Type.String() })

/**
 * Runs `work` with a PostgreSQL server of its own, with the settings it comes with, or with the server of yours that
 * BENCH_POSTGRES names; undefined where there is none.
 */
export async function withPostgres<Result>(
  work: (server: PostgresServer) => Promise<Result>,
): Promise<Result | undefined> {
  const binaries = findBinaries()
  if (!own && binaries === undefined) return undefined
  const url = own ?? (await startServer(binaries as string, {}))
  const db = await openDatabase(url, { writes: 'inline', connections: 1 })
  try {
    const data = await db.one(Setting, sql`select current_setting('data_directory') as value`)
    const pid = Number(readFileSync(join(data?.value ?? '', 'postmaster.pid'), 'utf8').split('\n', 1)[0])
    const addressOf = (name: string) => Object.assign(new URL(url), { pathname: name }).href
    const create = async (name: string) => {
      await db.run(raw(`drop database if exists ${name}`))
      await db.run(raw(`create database ${name} template template0 encoding 'UTF8' locale 'C'`))
      return addressOf(name)
    }
    return await work({
      create,
      async copyOf({ movies, data }, say) {
        const name = `catalogue_${movies}`
        const found = await db.one(Found, sql`select datname from pg_database where datname = ${name}`)
        if (found) return addressOf(name)
        say(`copying ${counted(movies)} movies`)
        // A copy that was broken off has the other name.
        const part = `part_${name}`
        await runCommand(['copy', '--from', data, '--to', await create(part)])
        await db.run(raw(`alter database ${part} rename to ${name}`))
        return addressOf(name)
      },
      cpuSeconds() {
        const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
        const ofChildren = children.map((child) => cpuSeconds(Number(child)))
        return ofChildren.reduce((sum, seconds) => sum + seconds, cpuSeconds(pid, 'with ended children'))
      },
    })
  } finally {
    await db.close()
    if (!own) await stopServer()
  }
}
