import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { readConfig } from '#src/config.ts'
import { catalogueFile, openDatabase } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { fillJobIn } from '#src/import/filling/fill-job.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { upkeepJobIn } from '#src/upkeep/upkeep-job.ts'
import type { TestEngine } from '../engines.ts'
import { signedIn } from '../pages/visitor.ts'
import { testDay } from '../world.ts'
import { folderOf } from './import-format.ts'

/** Longer than any import of a test takes, however busy the machine is. */
const LONGEST_MS = 240_000
const LOOK_MS = 30

const Job = Type.Object({ ended: Type.Boolean() })

/** A copy of a catalogue where a command finds it: its words for that, and what it is in. */
export async function placeOf(context: TestContext, engine: TestEngine) {
  const data = await folderOf(context, {})
  const clone = await engine.clone()
  if (engine.name === 'SQLite') await copyFile(clone, join(data, catalogueFile))
  const database = engine.name === 'SQLite' ? '' : clone
  return { data, database, words: ['--data', data, ...(database ? ['--database', database] : [])] }
}

/** Pages with an administrator, and jobs that import in processes of their own. */
export async function openFilling(context: TestContext, engine: TestEngine, options: Record<string, string> = {}) {
  const { data, database, words } = await placeOf(context, engine)
  const db = await openDatabase(database || data, { writes: 'thread', connections: 4 })
  const { config } = readConfig({ site: 'http://reelcommons.example', data, database, ...options }, {})
  let now = Date.parse(testDay)
  const clock = () => new Date(now)
  const app = buildServer({ db, config, clock })
  const stopping: AbortController[] = []
  const failed = (error: unknown) => {
    throw error
  }
  const openWorker = () => {
    const stop = new AbortController()
    stopping.push(stop)
    return openJobWorker(db, [fillJobIn(config, stop.signal), upkeepJobIn(config, stop.signal)], { clock, failed })
  }
  let worker = openWorker()
  context.after(async () => {
    for (const stop of stopping) stop.abort()
    await app.close()
    await db.close()
  })
  await db.run(sql`update account set role = 'administrator', iso_639_1 = 'en' where username = 'ada'`)
  const isEnded = async (id: number) =>
    (await db.one(Job, sql`select ended_at is not null as ended from job where id = ${id}`))?.ended ?? true
  const step = async () => {
    now += 10_000
    await worker.tick()
  }
  return {
    ...{ app, db, config, data, words, step, isEnded },
    ada: await signedIn({ app, db }, 'ada'),
    /** Works until a job has ended. */
    async work(id: number) {
      const endMs = performance.now() + LONGEST_MS
      while (!(await isEnded(id))) {
        if (performance.now() > endMs) throw new Error(`The job ${id} does not end`)
        await step()
        await delay(LOOK_MS)
      }
    },
    /** As if the server was killed, and another one began. */
    restart() {
      stopping.at(-1)?.abort()
      worker = openWorker()
    },
  }
}
