import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { buildServer } from '#src/http/server.ts'
import { openUsage } from '#src/keys/usage.ts'
import { openSignalCounter } from '#src/popularity/counter.ts'
import type { TestEngine } from './engines.ts'
import { testDay } from './world.ts'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string; bytes: number }

/** A server that listens, whose time and clock the test drives, and which counts how often it reads a movie. */
export async function serve(t: TestContext, engine: TestEngine, options: Record<string, string> = {}) {
  const db = await engine.open()
  const time = { nowMs: 0, at: Date.parse(testDay) }
  /** What happens before the change log is looked at, too. */
  const reads = { movies: 0, beforeLook() {} }
  const one: Database['one'] = (row, query) => {
    const text = query.strings.join('')
    if (text.includes('from movie m')) reads.movies++
    return db.one(row, query)
  }
  const all: Database['all'] = (row, query) => {
    if (query.strings.join('').includes('max(seq)')) reads.beforeLook()
    return db.all(row, query)
  }
  const { config } = readConfig({ site: 'https://reelcommons.example', ...options }, {})
  const clock = () => new Date(time.at)
  const counted = openUsage(db, clock)
  const signals = openSignalCounter(db)
  const app = buildServer({ db: { ...db, one, all }, config, clock, now: () => time.nowMs, usage: counted, signals })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const { port } = app.server.address() as AddressInfo
  t.after(async () => {
    agent.destroy()
    await app.close()
    await db.close()
  })
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> => {
    const asked = request({ port, agent, host: '127.0.0.1', path, method, headers })
    asked.end()
    const [response] = await once(asked, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const whole = Buffer.concat(chunks)
    const isPacked = whole.length > 0 && response.headers['content-encoding'] === 'gzip'
    const body = String(isPacked ? gunzipSync(whole) : whole)
    return { status: response.statusCode, headers: response.headers, body, bytes: whole.length }
  }
  return { db, app, agent, port, time, reads, ask, counted, signals }
}
