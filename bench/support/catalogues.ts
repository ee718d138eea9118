import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { packageRoot } from '#src/package-root.ts'
import { dayMs } from '#src/reference/days.ts'
import type { Catalogue } from '../benchmark.ts'
import { catalogueDay } from '../generator/days.ts'
import { clockAt, environment, reelcommons } from './server.ts'

/** Everything that the benchmarks keep from run to run, which git ignores; the test of them keeps its own elsewhere. */
export const benchData = process.env.BENCH_DATA ?? join(packageRoot, 'bench/data')

/** When the servers of the benchmarks begin, so that the same series are on the air whenever they run. */
export const catalogueTime = `${catalogueDay}T12:00:00.000Z`
/** When the catalogue is imported, so long before that only what is revised later counts as changed. */
const importTime = new Date(Date.parse(catalogueTime) - 30 * dayMs).toISOString()

type Say = (text: string) => void

type Run = { args: string[]; time?: string; input?: string }

/** Runs `node ARGS…` to its end and resolves to its standard output; what it says on standard error is shown. */
async function run({ args, time, input = '' }: Run): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: environment(time === undefined ? {} : clockAt(time)),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(input)
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}`)
  return output
}

/** The file of lines of a catalogue of so many movies, or of those that revise it later; made where it is missing. */
export async function linesOf(movies: number, say: Say, part: 'lines' | 'revision' = 'lines'): Promise<string> {
  const file = join(await folderOf(movies), `${part}.ndjson.zst`)
  await madeWhole(file, async (whole) => {
    say(`generating ${part} of ${movies} movies`)
    const options = ['--movies', String(movies), '--output', whole, ...(part === 'revision' ? ['--revision'] : [])]
    await run({ args: [join(packageRoot, 'bench/generate.ts'), ...options] })
  })
  return file
}

/**
 * The catalogue of so many movies. What is missing is made: the lines, the revision of some of them, the imported
 * catalogue, a key and a session. That takes long for a large one, and is kept.
 */
export async function prepareCatalogue(movies: number, say: Say): Promise<Catalogue> {
  const folder = await folderOf(movies)
  const data = join(folder, 'catalogue')
  await madeWhole(data, async (whole) => {
    const lines = await linesOf(movies, say)
    const revision = await linesOf(movies, say, 'revision')
    say(`importing the catalogue of ${movies} movies`)
    await run({ args: [reelcommons, 'import', lines, '--data', whole], time: importTime })
    await run({ args: [reelcommons, 'import', revision, '--data', whole], time: catalogueTime })
    // Servers of the benchmarks would build it beside what is measured.
    say('building the index of the search')
    await run({ args: [reelcommons, 'search-index', '--data', whole], time: catalogueTime })
  })
  const [key = '', session = ''] = await secretsOf(data)
  return { movies, data, key, session }
}

/** Where everything about a catalogue of so many movies is kept. */
export async function folderOf(movies: number): Promise<string> {
  const folder = join(benchData, String(movies))
  await mkdir(folder, { recursive: true })
  return folder
}

/** Makes a file or folder under another name, so that one that is there is whole. */
export async function madeWhole(path: string, make: (part: string) => Promise<void>) {
  if (existsSync(path)) return
  // The generator and the import look at how a name ends.
  const part = join(dirname(path), `part-${basename(path)}`)
  await rm(part, { recursive: true, force: true })
  await make(part)
  await rename(part, path)
}

/** A key and a session. They are shown only when they are made, so they are kept, in the folder that knows them. */
export async function secretsOf(data: string): Promise<string[]> {
  const file = join(data, 'bench-secrets')
  await madeWhole(file, async (part) => {
    const command = (...args: string[]) => [reelcommons, ...args, '--data', data]
    const key = await run({ args: command('key', 'create', '--name', 'bench', '--plan', 'developer', '--limit', '0') })
    // Another name each time, so that this may be done again where it was broken off.
    const username = `bench-${randomBytes(4).toString('hex')}`
    await run({ args: command('account', 'create', '--username', username), input: 'a password of nobody\n' })
    const session = await run({ args: command('session', 'create', '--username', username, '--key-id', '1') })
    await writeFile(part, key + session, { mode: 0o600 })
  })
  return (await readFile(file, 'utf8')).trim().split('\n')
}
