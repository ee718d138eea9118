import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Redis } from '#src/redis/redis.ts'
import type { Certificate } from './failures/certificates.ts'
import { freePort } from './postgres.ts'

const REDIS = '/usr/bin/redis-server'
const START_TIMEOUT_MS = 30_000

/** Why there can be none here, for the option `skip` of a test. */
export const skipWithoutRedis: string | false =
  existsSync(REDIS) || process.env.REELCOMMONS_REQUIRE_REDIS === '1' ? false : 'apt-get install redis-server'

/** A server of Redis of its own, which a test may treat badly. */
export type RedisServer = {
  url: string
  /** The path of its socket. */
  socket: string
  start(): Promise<void>
  /** Lets nothing finish, as a power cut does not either. */
  kill(): Promise<void>
  /** It stands still until it goes on. */
  pause(): void
  resume(): void
  /** Its answer to a command, on a connection of its own. */
  ask(...words: string[]): Promise<unknown>
}

type Given = Pick<TestContext, 'after'>

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const server of running) server.kill('SIGKILL')
})

/** It accepts encrypted connections only, and from everybody. */
const encrypted = (port: number, { cert, key }: Certificate) => ({
  port: '0',
  'tls-port': `${port}`,
  'tls-cert-file': cert,
  'tls-key-file': key,
  'tls-auth-clients': 'no',
})

/** A running Redis in a temporary folder, which keeps nothing unless it is told to. It is gone when the test is. */
export async function startRedis(
  context: Given,
  settings: Record<string, string> = {},
  encryption?: Certificate,
): Promise<RedisServer> {
  if (!existsSync(REDIS)) throw new Error('There is no Redis to test with: apt-get install redis-server')
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-redis-'))
  const port = await freePort()
  const socket = join(folder, 'socket')
  const ports = encryption ? encrypted(port, encryption) : { port: `${port}` }
  const all = { ...ports, bind: '127.0.0.1', unixsocket: socket, dir: folder, save: '', ...settings }
  const words = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
  const url = encryption ? `rediss://localhost:${port}` : `redis://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  const hasEnded = () => !server || server.exitCode !== null || server.signalCode !== null

  async function start() {
    server = spawn(REDIS, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    running.add(server)
    let log = ''
    server.stdout?.on('data', (text) => {
      log = (log + text).slice(-10_000)
    })
    const endMs = performance.now() + START_TIMEOUT_MS
    while (!log.includes('Ready to accept connections')) {
      if (performance.now() > endMs || hasEnded()) throw new Error(`Redis did not start:\n${log}`)
      await sleep(10)
    }
  }

  async function kill() {
    if (!server || hasEnded()) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
    running.delete(server)
  }

  context.after(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  await start()
  return {
    url,
    socket,
    start,
    kill,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    async ask(...command) {
      const client = createClient({ socket: { path: socket, tls: false } })
      await client.connect()
      try {
        return await client.sendCommand(command)
      } finally {
        client.destroy()
      }
    },
  }
}

/** Waits until Redis is there for whoever uses it, or until it is away. */
export async function until(redis: Redis, what: 'there' | 'away') {
  while (redis.state().isThere !== (what === 'there')) await sleep(5)
}
