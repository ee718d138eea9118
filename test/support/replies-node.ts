import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { openReplies } from '#src/cache/replies.ts'
import { openSharedReplies } from '#src/cache/shared-replies.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { programFolder } from '#src/package-root.ts'
import { openRedis } from '#src/redis/redis.ts'
import { until } from './redis.ts'
import { testDay } from './world.ts'

/** Far longer than anything here takes, however busy the machine is. */
const PATIENT_MS = 20_000

const Title = Type.Object({ title: Type.String() })

/** Holds a rendering up when it has read. */
export const openGate = () => ({ read: Promise.withResolvers<void>(), held: Promise.withResolvers<void>() })
type Gate = ReturnType<typeof openGate>

export type Options = {
  answerMs?: number
  scope?: string
  /** Where it reads; absent: where it writes. */
  reads?: Database
  /** Where its program is, and what is told that goes wrong. */
  folder?: string
  failed?(error: unknown): void
}

/** A server as far as its replies go: the titles of movies. It follows the log before each request. */
export async function openNode(t: TestContext, db: Database, url: string, options: Options = {}) {
  const { answerMs = PATIENT_MS, scope = '', reads = db, folder = programFolder, failed = assert.fail } = options
  const redis = openRedis(url, { answerMs, checkMs: 10, connectMs: 500 })
  t.after(() => redis.close())
  await until(redis, 'there')
  const clock = () => new Date(testDay)
  const shared = openSharedReplies({
    redis,
    clock,
    folder,
    scope: () => scope,
    failed,
  })
  let nowMs = 0
  const replies = openReplies({
    db: reads,
    primary: db,
    identifyTimeoutMs: PATIENT_MS,
    clock,
    shared,
    limitBytes: 1_000_000,
    now: () => nowMs,
    failed: assert.fail,
  })
  const read = async (id: number) => (await reads.one(Title, sql`select title from movie where id = ${id}`))?.title
  return {
    redis,
    shared,
    /** The title of a movie, and whether it was there already. */
    async ask(id: number, gate?: Gate): Promise<[title: string, isHit: boolean]> {
      nowMs += 1_000
      const { reply, isHit } = await replies.get(`movie ${id}`, async () => {
        const text = await read(id)
        gate?.read.resolve()
        await gate?.held.promise
        return {
          key: `movie ${id}`,
          operation: 'movie.details',
          tags: [`movie ${id}`],
          seconds: 60,
          mayBeStale: true,
          text,
        }
      })
      return [String(reply.plain), isHit]
    },
    /** Waits until so many of its replies are there for all. */
    async stored(count: number) {
      while (shared.counts.stored < count) await sleep(5)
    },
  }
}

export const retitle = (db: Database, id: number, title: string) =>
  applyEdit(db, { account_id: null, at: new Date(testDay), records: [{ kind: 'movie', id, values: { title } }] })
