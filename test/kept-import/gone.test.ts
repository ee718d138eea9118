import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Type } from 'typebox'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { takeFile } from '#src/kept-import/steps.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'
import { ratingsTable } from './files.ts'
import { countsOf, open, upload } from './importing.ts'

/** What is still going on for an account that was deleted leaves imports of others alone that have got its numbers. */

const ada = 1
const now = new Date(testDay)
const lantern = { id: 'tt0000501', title: 'The Glass Lantern', year: 2021, rating: 8, date: '2022-03-04' }
const small = ratingsTable([lantern])
/** More than is stored in one piece, and more than is read in one step. */
const large = ratingsTable(
  Array.from({ length: 4_000 }, (_, at) => ({ ...lantern, title: `Nothing of the Kind ${at}` })),
)

const Ended = Type.Object({ status: Type.String(), failure: Type.String() })
const jobsOfAda = (db: Database) => db.all(Ended, sql`select status, failure from job where account_id = ${ada}`)
/** As it is when its account is deleted. */
const forget = (db: Database) => db.run(sql`delete from kept_import where account_id = ${ada}`)

forEachEngine(loadWorld, (engine) => {
  test('a file that still arrives', async (t) => {
    const { db, bo, work } = await open(t, engine)
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    async function* arriving() {
      yield large.subarray(0, 100)
      begun.resolve()
      await goOn.promise
      yield large.subarray(100)
    }
    const taken = takeFile(db, ada, { name: 'large.csv', content: arriving() }, now)
    await begun.promise
    await forget(db)
    const address = (await upload(bo, small)).location as string
    goOn.resolve()
    await assert.rejects(taken, new ApiError('not_found'))
    await work()
    assert.deepEqual(countsOf(await bo.get(address)), { matched: 1 })
    assert.deepEqual(await jobsOfAda(db), [])
  })

  test('a file that has arrived, and is about to be read', async (t) => {
    const { db, bo, work } = await open(t, engine)
    let address = ''
    async function* arriving() {
      yield small
      await forget(db)
      address = (await upload(bo, small)).location as string
    }
    await assert.rejects(takeFile(db, ada, { name: 'small.csv', content: arriving() }, now), new ApiError('not_found'))
    await work()
    assert.deepEqual(countsOf(await bo.get(address)), { matched: 1 })
  })

  test('a job that reads', async (t) => {
    const { server, db, bo, work, worker } = await open(t, engine)
    await takeFile(db, ada, { name: 'large.csv', content: Readable.from([large]) as AsyncIterable<Buffer> }, now)
    await worker.tick()
    await forget(db)
    const address = (await upload(bo, small)).location as string
    await work()
    assert.deepEqual(countsOf(await bo.get(address)), { matched: 1 })
    assert.deepEqual(await jobsOfAda(db), [{ status: 'failed', failure: 'import_gone' }])
    assert.deepEqual(await readdir(join(server.config.data, 'imports')), [], 'no file of hers is left')
  })

  test('a job that goes with the account', async (t) => {
    const { server, db, worker } = await open(t, engine)
    const folder = join(server.config.data, 'imports')
    await takeFile(db, ada, { name: 'large.csv', content: Readable.from([large]) as AsyncIterable<Buffer> }, now)
    await worker.tick()
    assert.equal((await readdir(folder)).length, 1)
    await db.run(sql`delete from job where account_id = ${ada}`)
    await forget(db)
    assert.equal(await worker.tick(), false)
    assert.deepEqual(await readdir(folder), [], 'no file of hers is left')
  })
})
