import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { availableParallelism, cpus, release, type as systemName, totalmem } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Catalogue } from '../benchmark.ts'
import { cpuSeconds, machineSeconds } from './server.ts'

/** What figures depend on, besides the code. */
export type Machine = {
  processor: string
  cores: number
  memoryBytes: number
  system: string
  node: string
  sqlite: string
}

export function describeMachine(): Machine {
  const database = new DatabaseSync(':memory:')
  const { version } = database.prepare('select sqlite_version() as version').get() as { version: string }
  database.close()
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${systemName()} ${release()}`,
    node: process.version,
    sqlite: version,
  }
}

/** Watches from now on how much of the machine is taken by programs that are no part of the benchmark. */
export function watchMachine() {
  const ourSeconds = () => cpuSeconds('self', 'with ended children')
  const startMs = performance.now()
  const before = { machine: machineSeconds(), ours: ourSeconds() }
  return {
    /** Up to now, when everything that the benchmark has started has to have ended. */
    othersShare(): number {
      const available = ((performance.now() - startMs) / 1000) * availableParallelism()
      const byOthers = machineSeconds() - before.machine - (ourSeconds() - before.ours)
      return Math.max(0, byOthers / available)
    },
  }
}

/** The file of a catalogue, and how much of it the page cache of the system holds. */
export type File = { movies: number; bytes: number; cachedBytes?: number }

export async function describeFile({ data, movies }: Catalogue): Promise<File> {
  const path = join(data, 'catalogue.sqlite')
  const cachedBytes = await cached(path)
  return { movies, bytes: statSync(path).size, ...(cachedBytes !== undefined && { cachedBytes }) }
}

/** Asks `fincore`, a part of util-linux; undefined where the machine has none. */
async function cached(path: string): Promise<number | undefined> {
  const output = await outputOf('fincore', ['--bytes', '--noheadings', '--output', 'RES', path])
  return output === undefined ? undefined : Number(output)
}

/** Has the page cache forget the file of a catalogue, and tells whether nothing of it is left there. */
export async function forgetFile({ data }: Catalogue): Promise<boolean> {
  const path = join(data, 'catalogue.sqlite')
  // What was not written to the disk yet would stay.
  await outputOf('sync', [path])
  await outputOf('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none'])
  return (await cached(path)) === 0
}

/** What a program writes; undefined where the machine does not have it. */
async function outputOf(program: string, args: string[]): Promise<string | undefined> {
  try {
    return (await promisify(execFile)(program, args)).stdout.trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
