import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Certificate } from './failures/certificates.ts'
import { findBinaries, freePort, ordinaryUser } from './postgres.ts'

const run = promisify(execFile)
const START_TIMEOUT_MS = 30_000
// Nothing that a test writes has to survive a power cut. Replicas answer even where the primary cleans up meanwhile.
const SETTINGS = { fsync: 'off', full_page_writes: 'off', max_connections: '60', wal_receiver_timeout: '5s' }

/** A PostgreSQL server of its own, which a test may treat badly. */
export type Cluster = {
  url: string
  start(): Promise<void>
  /** Lets nothing finish, as a power cut does not either. */
  kill(): Promise<void>
  /** Kills all of its processes at once, as a machine that fails does. */
  crash(): Promise<void>
  /** Stops in an orderly way. */
  stop(): Promise<void>
  /** All of its processes stand still until they go on. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/** Why there can be none here, for the option `skip` of a test. */
export const skipWithoutClusters: string | false =
  findBinaries() || process.env.REELCOMMONS_REQUIRE_POSTGRES === '1' ? false : 'apt-get install postgresql'

/** A server that nobody else uses, in a temporary folder. It is gone when the test is. */
export const startAlone = async (context: Pick<TestContext, 'after'>, encryption?: Certificate): Promise<Cluster> =>
  startPrimary(await openPlace(context), encryption)

/** A primary and a replica that streams from it, both in a temporary folder. They are gone when the test is. */
export async function startReplicated(context: Pick<TestContext, 'after'>) {
  const place = await openPlace(context)
  const { binaries, folder, asUser } = place
  const primary = await startPrimary(place)
  const { hostname, port } = new URL(primary.url)
  const from = ['--host', hostname, '--port', port, '--username', 'postgres', '--checkpoint=fast', '--no-sync']
  await run(
    join(binaries, 'pg_basebackup'),
    [...from, '--write-recovery-conf', '--wal-method=stream', '--pgdata', join(folder, 'replica')],
    asUser,
  )
  const replica = await openCluster(place, 'replica')
  await replica.start()
  return { primary, replica }
}

type Place = Awaited<ReturnType<typeof openPlace>>

async function openPlace(context: Pick<TestContext, 'after'>) {
  const binaries = findBinaries()
  if (!binaries) throw new Error('There is no PostgreSQL to test with: apt-get install postgresql')
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-clusters-'))
  const user = await ordinaryUser()
  if (user) await chown(folder, user.uid, user.gid)
  const clusters: Cluster[] = []
  context.after(async () => {
    for (const cluster of clusters) await cluster.kill()
    await rm(folder, { recursive: true, force: true })
  })
  const asUser: { uid?: number; gid?: number; cwd: string } = { ...user, cwd: folder }
  return { binaries, folder, asUser, clusters }
}

async function startPrimary(place: Place, encryption?: Certificate): Promise<Cluster> {
  const { binaries, folder, asUser } = place
  const auth = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C']
  await run(join(binaries, 'initdb'), ['--no-sync', ...auth, `--pgdata=${join(folder, 'primary')}`], asUser)
  if (encryption) await encrypt(join(folder, 'primary'), encryption, asUser)
  const primary = await openCluster(place, 'primary')
  await primary.start()
  return primary
}

/** Lets a server accept encrypted connections only. */
async function encrypt(data: string, { cert, key }: Certificate, { uid, gid }: Place['asUser']) {
  const own = { ssl_cert_file: join(data, 'own.crt'), ssl_key_file: join(data, 'own.key') }
  await writeFile(own.ssl_cert_file, await readFile(cert))
  await writeFile(own.ssl_key_file, await readFile(key), { mode: 0o600 })
  if (uid !== undefined && gid !== undefined) for (const path of Object.values(own)) await chown(path, uid, gid)
  const settings = Object.entries({ ssl: 'on', ...own }).map(([name, value]) => `${name} = '${value}'\n`)
  await appendFile(join(data, 'postgresql.conf'), settings.join(''))
  await writeFile(join(data, 'pg_hba.conf'), 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n')
}

async function openCluster({ binaries, folder, asUser, clusters }: Place, name: string): Promise<Cluster> {
  const data = join(folder, name)
  const port = await freePort()
  const settings = Object.entries({ ...SETTINGS, listen_addresses: '127.0.0.1', unix_socket_directories: folder })
  const words = ['-D', data, '-p', String(port), ...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  let server: ChildProcess | undefined

  async function end(signal: NodeJS.Signals) {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    await cluster.resume()
    server.kill(signal)
    await ended
  }
  /** The server and what it has started. */
  async function signalAll(signal: NodeJS.Signals) {
    const pid = server?.pid
    if (pid === undefined || server?.exitCode !== null) return
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
    for (const each of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
      try {
        process.kill(each, signal)
      } catch {
        // It has ended meanwhile.
      }
    }
  }
  const cluster: Cluster = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async start() {
      server = spawn(join(binaries, 'postgres'), words, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] })
      const { pid } = server
      process.once('exit', () => pid && server?.pid === pid && server.kill('SIGQUIT'))
      let log = ''
      server.stderr?.on('data', (text) => {
        log = (log + text).slice(-10_000)
      })
      const endMs = performance.now() + START_TIMEOUT_MS
      while (!/ready to accept (read-only )?connections/.test(log)) {
        if (performance.now() > endMs || server.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log}`)
        await sleep(10)
      }
    },
    kill: () => end('SIGQUIT'),
    async crash() {
      const ended = server && once(server, 'exit')
      await signalAll('SIGKILL')
      await ended
    },
    stop: () => end('SIGINT'),
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
  }
  clusters.push(cluster)
  return cluster
}
