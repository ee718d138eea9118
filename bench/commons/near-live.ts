import { readFile, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { manifestName } from '#src/commons/format/names.ts'
import type { Database } from '#src/database/database.ts'
import { openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { settings } from '#src/settings.ts'
import type { Bench, Figure } from '../benchmark.ts'
import { runCommand } from '../support/command-process.ts'
import { reelcommons, serveCatalogue, settled, startServer } from '../support/server.ts'
import { counted, median, percentile, shown } from '../support/statistics.ts'
import { copyMigrated } from './copies.ts'
import { edit, openEditors, type Setting } from './edits.ts'

export const STREAMS = 500
/** Edits that are told to all, and those that are seen at a follower. */
export const TOLD = 40
export const SEEN = 60
/** People who take turns. */
const EDITORS = 10
/** Between one edit and the next. */
const PACE_MS = 250
const POLL_MS = 10
const TIMEOUT_MS = 120_000

const wantedMs = 0.2
const wantedSeconds = 2

const Tagline = Type.Object({ tagline: Type.Union([Type.String(), Type.Null()]) })

export type NearLive = { cpuMs: number; seconds: number[] }

/** Followers who wait for changes, and one that takes them in; nothing where the server does not tell them. */
export async function measureNearLive(bench: Bench): Promise<NearLive | undefined> {
  if (!('changeStreams' in settings)) return undefined
  const { small, scratch, say } = bench
  const [data, folder] = [join(scratch, 'telling'), join(scratch, 'telling-dump')]
  await copyMigrated(small, data)
  const { sessions, movies } = await openEditors(data, { editors: EDITORS, movies: TOLD })
  const server = await startServer({
    args: (port) => [
      ...[reelcommons, 'serve', '--data', data, '--port', String(port), '--site', `http://127.0.0.1:${port}`],
      ...['--publish', '--publish-folder', folder],
      ...['--change-streams', String(2 * STREAMS), '--change-streams-per-key', String(2 * STREAMS)],
    ],
  })
  try {
    await settled(server)
    const address = await changesIn(folder)
    const setting = { server, key: small.key, sessions, movies }
    const cpuMs = await told(setting, address)
    say(`${shown(cpuMs)} ms for a change and follower`)
    const seconds = await seen(setting, scratch)
    return { cpuMs, seconds }
  } finally {
    await server.stop()
    await Promise.all([data, folder].map((place) => rm(place, { recursive: true, force: true })))
  }
}

/** Where the manifest says that changes are told. */
async function changesIn(folder: string): Promise<string> {
  for (const endMs = performance.now() + TIMEOUT_MS; performance.now() < endMs; await pause(100)) {
    const text = await readFile(join(folder, manifestName), 'utf8').catch(() => '{}')
    const { whole, changes } = JSON.parse(text) as { whole?: unknown; changes?: string }
    if (whole && changes) return changes
  }
  throw new Error('the manifest does not say where changes are told')
}

/** Edits at a steady pace; the processor time of the server, in milliseconds. */
async function editAll(setting: Setting, word: string, isOver: () => boolean): Promise<number> {
  const before = setting.server.cpuSeconds()
  for (const [at, id] of setting.movies.entries()) {
    await edit(setting, id, `${word} ${at}`)
    await pause(PACE_MS)
  }
  for (const endMs = performance.now() + TIMEOUT_MS; !isOver(); await pause(POLL_MS))
    if (performance.now() > endMs) throw new Error('not everybody was told of all changes')
  return (setting.server.cpuSeconds() - before) * 1_000
}

/** What it costs to tell a change to one of many: the same edits with and without anybody who waits. */
async function told(setting: Setting, address: string): Promise<number> {
  await editAll(setting, 'Warmed up', () => true)
  const alone = await editAll(setting, 'Alone', () => true)
  const streams = await Promise.all(Array.from({ length: STREAMS }, () => listen(address)))
  try {
    const beside = await editAll(setting, 'Told', () =>
      streams.every(({ text }) => text().includes(`Told ${setting.movies.length - 1}`)),
    )
    return (beside - alone) / (STREAMS * setting.movies.length)
  } finally {
    for (const { close } of streams) close()
  }
}

/** Listens to a stream of changes, and keeps the end of what it has told. */
function listen(address: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ text(): string; close(): void }>()
  const request = get(address, { agent: false }, (response: IncomingMessage) => {
    if (response.statusCode !== 200) return reject(new Error(`${address} is answered with ${response.statusCode}`))
    let end = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      end = (end + chunk).slice(-65_536)
    })
    response.on('error', () => {})
    resolve({ text: () => end, close: () => void request.destroy() })
  })
  request.on('error', reject)
  return promise
}

/** From the reply to an edit until a follower has it. */
async function seen(setting: Setting, scratch: string): Promise<number[]> {
  const data = join(scratch, 'hearing')
  await runCommand(['follow', setting.server.url, '--yes', '--follow-private', '--data', data])
  const follower = await serveCatalogue(data, { settings: ['--follow-private'] })
  const db = await openDatabase(data, { writes: 'none', connections: 1 })
  const seconds: number[] = []
  try {
    await settled(follower)
    for (let at = 0; at < SEEN; at++) {
      const id = setting.movies[at % setting.movies.length] as number
      await edit(setting, id, `Seen ${at}`)
      seconds.push(await untilSeen(db, id, `Seen ${at}`))
      await pause(PACE_MS)
    }
    return seconds
  } finally {
    await db.close()
    await follower.stop()
    await rm(data, { recursive: true, force: true })
  }
}

async function untilSeen(db: Database, id: number, tagline: string): Promise<number> {
  const beganMs = performance.now()
  for (const endMs = beganMs + TIMEOUT_MS; performance.now() < endMs; await pause(POLL_MS))
    if ((await db.one(Tagline, sql`select tagline from movie where id = ${id}`))?.tagline === tagline)
      return (performance.now() - beganMs) / 1_000
  throw new Error('an edit did not come to the follower')
}

export function figuresOfNearLive({ cpuMs, seconds }: NearLive, { commandOf }: Bench): Figure[] {
  const [command, p99] = [commandOf('commons'), percentile(seconds, 0.99)]
  return [
    {
      what: `Telling a change to ${counted(STREAMS)} followers who wait: processor time for a change and follower`,
      measured: `${shown(cpuMs)} ms`,
      wanted: `≤ ${wantedMs} ms`,
      isReached: cpuMs <= wantedMs,
      command,
      note: `${TOLD} edits, without what the same edits cost when nobody waits.`,
    },
    {
      what: `From an edit to a follower that is told at once: p99 of ${seconds.length}`,
      measured: `${shown(p99)} s (median ${shown(median(seconds))} s)`,
      wanted: `≤ ${wantedSeconds} s`,
      isReached: p99 <= wantedSeconds,
      command,
    },
  ]
}
