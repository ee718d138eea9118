import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openRunFolder } from './run/folder.ts'

/**
 * One PostgreSQL server for a whole run of the tests (`node --test --test-global-setup=test/support/postgres.ts`). It
 * lives in a folder of its own and keeps nothing. Tests find it, as they find yours, in REELCOMMONS_TEST_POSTGRES, and
 * the templates that they share in REELCOMMONS_TEST_TEMPLATES: a server of yours would keep those.
 */
const START_TIMEOUT_MS = 30_000
const DEBIAN_BINARIES = '/usr/lib/postgresql'
// Nothing that a test writes has to survive a power cut.
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  jit: 'off',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
}

const run = promisify(execFile)
let stop = async () => {}

export async function globalSetup() {
  const folder = await openRunFolder()
  if (process.env.REELCOMMONS_TEST_POSTGRES) return
  process.env.REELCOMMONS_TEST_TEMPLATES = folder
  const binaries = findBinaries()
  if (binaries) process.env.REELCOMMONS_TEST_POSTGRES = await startServer(binaries)
}

export const globalTeardown = () => stop()

/** The folder of the programs of the newest PostgreSQL that is installed. */
export function findBinaries(): string | undefined {
  const debian = existsSync(DEBIAN_BINARIES) ? readdirSync(DEBIAN_BINARIES) : []
  const versions = debian.sort((a, b) => Number(b) - Number(a)).map((version) => join(DEBIAN_BINARIES, version, 'bin'))
  return [...versions, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
    existsSync(join(folder, 'initdb')),
  )
}

/** `globalTeardown` stops it. */
export async function startServer(binaries: string, given: Record<string, string> = SETTINGS): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-postgres-'))
  const user = await ordinaryUser()
  if (user) await chown(folder, user.uid, user.gid)
  const asUser = { ...user, cwd: folder }
  const cluster = join(folder, 'cluster')
  await run(
    join(binaries, 'initdb'),
    ['--no-sync', '--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', `--pgdata=${cluster}`],
    asUser,
  )
  const port = await freePort()
  const settings = Object.entries({ ...given, listen_addresses: '127.0.0.1', unix_socket_directories: folder })
  const args = ['-D', cluster, '-p', String(port), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const server = spawn(join(binaries, 'postgres'), args, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  server.stderr.on('data', (text) => {
    log = (log + text).slice(-10_000)
  })
  const ended = once(server, 'exit')
  stop = async () => {
    server.kill('SIGQUIT')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  process.once('exit', () => server.kill('SIGQUIT'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stop().then(() => process.exit(1)))
  const endMs = performance.now() + START_TIMEOUT_MS
  while (!log.includes('ready to accept connections')) {
    if (performance.now() > endMs || server.exitCode !== null) {
      await stop()
      throw new Error(`PostgreSQL did not start:\n${log}`)
    }
    await sleep(20)
  }
  return `postgres://postgres@127.0.0.1:${port}/postgres`
}

/** PostgreSQL refuses to run as root. */
export async function ordinaryUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const numberOf = async (option: string) => Number((await run('id', [option, 'nobody'])).stdout)
  return { uid: await numberOf('-u'), gid: await numberOf('-g') }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
