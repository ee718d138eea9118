import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { openJobWorker } from '#src/jobs/worker.ts'
import { keptImportJobs } from '#src/kept-import/jobs.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import type { TestEngine } from '../support/engines.ts'
import { type Reply, signedIn, startPages, type Visitor } from '../support/pages/visitor.ts'
import { testDay } from '../support/world.ts'

/** What tests of imports share: bo, who is signed in and brings files, and a worker that does the jobs. */

const Rating = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  value: Type.Number(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
export async function open(t: TestContext, engine: TestEngine) {
  const server = await startPages(engine)
  t.after(() => server.close())
  const { db, config } = server
  await updateNameIndex(db)
  await db.run(sql`update account set iso_639_1 = 'en' where username = 'ada'`)
  const failed = (error: unknown) => assert.fail(error as Error)
  const clock = { now: new Date(testDay) }
  const worker = openJobWorker(db, keptImportJobs(config.data), { clock: () => clock.now, failed })
  /** Works until no job is left. */
  const work = async () => {
    while (await worker.tick());
  }
  const bo = await signedIn(server, 'bo')
  const ratings = () =>
    db.all(
      Rating,
      sql`
      select kind, entity_id, value, created_at, updated_at from rating where account_id = 2
      order by kind, entity_id`,
    )
  return { server, db, bo, work, worker, clock, ratings }
}

export const upload = (visitor: Visitor, file: Buffer, name = 'ratings.csv') =>
  visitor.upload('/settings/import', {}, file, { name })

export const act = (visitor: Visitor, address: string, fields: Record<string, string> = {}) =>
  visitor.post(address, fields, { from: '/settings/import' })

export const countsOf = (reply: Reply) =>
  Object.fromEntries(
    [...reply.body.matchAll(/\?show=(\w+)#entries"[^>]*>[^<]*<span class="count">(\d+)/g)].map(([, name, count]) => [
      name,
      Number(count),
    ]),
  )
