import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { Type } from 'typebox'
import { hourlyLimits } from '#src/contract/hourly-limits.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { maxOpenJobsOfAccount } from '#src/jobs/jobs.ts'
import { maxImportEntries } from '#src/kept-import/entries.ts'
import {
  beginImport,
  deleteExpiredImports,
  deleteImport,
  findImport,
  IMPORT_DAYS,
  listImports,
  maxImportBytes,
  maxImports,
  setStage,
} from '#src/kept-import/imports.ts'
import { maxImportLists } from '#src/kept-import/lists.ts'
import { maxOthers } from '#src/kept-import/matches.ts'
import { maxFileName, takeFile } from '#src/kept-import/steps.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { importInto } from '../support/catalogue.ts'
import { forEachEngine, sqliteEngine } from '../support/engines.ts'
import { zipOf } from '../support/kept/zip.ts'
import { textOf } from '../support/pages/visitor.ts'
import { loadWorld, testDay } from '../support/world.ts'
import { ratingsTable } from './files.ts'
import { open, upload } from './importing.ts'

const bo = 2
const now = new Date(testDay)
const after = (days: number, ms = 0) => new Date(now.getTime() + days * 86_400_000 + ms)
const Count = Type.Object({ count: Type.Integer() })
const countOf = async (db: Database, table: 'kept_import' | 'kept_import_piece' | 'kept_import_entry') => {
  const counts = {
    kept_import: sql`select count(*) as count from kept_import`,
    kept_import_piece: sql`select count(*) as count from kept_import_piece`,
    kept_import_entry: sql`select count(*) as count from kept_import_entry`,
  }
  return (await db.one(Count, counts[table]))?.count
}

const take = (db: Database, content: Iterable<Buffer>, name = 'ratings.csv') =>
  takeFile(db, bo, { name, content: Readable.from(content) as AsyncIterable<Buffer> }, now)
const small = () => [ratingsTable([{ id: 'tt0000501', title: 'The Glass Lantern', year: 2021, rating: 8, date: '' }])]

const films = 'Date,Name,Year,Letterboxd URI,Rating'
const world = sqliteEngine(loadWorld)

forEachEngine(loadWorld, (engine) => {
  test('whoever brings too many files in an hour is told how long to wait', async (t) => {
    const { bo: visitor } = await open(t, engine)
    // What cannot be read is removed again, but it counts.
    const files = Array.from({ length: hourlyLimits.kept_import[2] + 1 }, (_, at) => at)
    let reply = await upload(visitor, Buffer.alloc(0))
    for (const _ of files) if (reply.status !== 429) reply = await upload(visitor, Buffer.alloc(0))
    assert.equal(reply.status, 429)
    assert.match(textOf(reply), /Please wait \d+ (seconds|minutes)\. Back to the form/)
    assert.match(reply.body, /<a class="button" href="\/settings\/import">/)
  })

  test('an account has so many imports and no more, also where files arrive together', async (t) => {
    const { db, bo: visitor } = await open(t, engine)
    const begun = await Promise.all(
      Array.from({ length: maxImports + 2 }, (_, at) => beginImport(db, bo, `${at}.csv`, now)),
    )
    const ids = begun.filter((id) => id !== undefined)
    assert.equal(ids.length, maxImports)
    assert.notEqual(await beginImport(db, 4, 'of-dee.csv', now), undefined)
    const refused = await upload(visitor, ratingsTable([]))
    assert.equal(refused.status, 422)
    assert.match(textOf(refused), new RegExp(`You already have ${maxImports} imports\\. Remove one first\\.`))
    await deleteImport(db, ids[0] as number, bo)
    assert.notEqual(await beginImport(db, bo, 'again.csv', now), undefined)
  })

  test('a file for which too much is under way is not kept', async (t) => {
    const { db, work } = await open(t, engine)
    for (let at = 0; at < maxOpenJobsOfAccount; at++) assert.equal(typeof (await take(db, small())), 'number')
    assert.equal(await take(db, small()), 'too_many_jobs')
    assert.equal(await take(db, []), 'empty')
    assert.equal(await countOf(db, 'kept_import'), maxOpenJobsOfAccount)
    await work()
    assert.equal(typeof (await take(db, small())), 'number')
  })

  test('an import can be undone for so many days after it was last changed', async (t) => {
    const { db } = await open(t, engine)
    const [written = 0, arriving = 0] = [
      await beginImport(db, bo, 'written.csv', now),
      await beginImport(db, bo, 'arriving.csv', now),
    ]
    await setStage(db, written, { stage: 'written' }, now)
    const left = async () => {
      const rows = await db.all(
        Type.Object({ id: Type.Integer() }),
        sql`select id from kept_import order by id limit 9`,
      )
      return rows.map(({ id }) => id)
    }
    await deleteExpiredImports(db, after(1, -1))
    assert.deepEqual(await left(), [written, arriving])
    await deleteExpiredImports(db, after(1))
    assert.deepEqual(await left(), [written], 'what arrives for a day will not come any more')
    await deleteExpiredImports(db, after(IMPORT_DAYS, -1))
    assert.deepEqual(await left(), [written])
    await deleteExpiredImports(db, after(IMPORT_DAYS))
    assert.deepEqual(await left(), [])
  })

  test('so many other titles are kept to choose from', async (t) => {
    const { db, work } = await open(t, engine)
    const namesakes = Array.from({ length: maxOthers + 3 }, (_, at) => ({
      ...{ kind: 'movie', id: 80_001 + at, source: 'shelf', title: 'Quiet Quarries', release_date: '1991-01-01' },
    }))
    await importInto(db, [{ kind: 'source', id: 'shelf', name: 'Shelf', licence: 'CC0-1.0', rank: 5 }, ...namesakes])
    await updateNameIndex(db)
    await take(db, [Buffer.from(`${films}\n2022-01-01,Quiet Quarries,1991,,4`)])
    await work()
    const Entry = Type.Object({ status: Type.String(), others: Type.Array(Type.Unknown()) })
    const entries = await db.all(Entry, sql`select status, others from kept_import_entry`)
    assert.deepEqual(
      entries.map(({ status, others }) => [status, others.length]),
      [['uncertain', maxOthers]],
    )
  })

  test('a file names so many lists; what is on further ones has no place', async (t) => {
    const { db, work } = await open(t, engine)
    const item = { kind: 'movie', entity_id: 501, title: 'The Glass Lantern', created_at: testDay }
    const lists = Array.from({ length: maxImportLists + 2 }, (_, at) => ({
      ...{ name: `List ${at}`, description: '', items: [item] },
    }))
    await take(db, [Buffer.from(JSON.stringify({ lists }))], 'own.json')
    await work()
    const Numbers = Type.Object({ lists: Type.Integer(), without: Type.Integer() })
    assert.deepEqual(
      await db.one(
        Numbers,
        sql`
        select count(distinct list_number) as lists, count(*) - count(list_number) as without from kept_import_entry`,
      ),
      { lists: maxImportLists, without: 2 },
    )
  })
})

test('a file has so many bytes and not one more', async (t) => {
  const { db } = await open(t, world)
  const piece = Buffer.alloc(2 ** 20, 'x')
  const whole = Array.from({ length: maxImportBytes / piece.length }, () => piece)
  assert.equal(await take(db, [...whole, Buffer.from('x')]), 'too_large')
  assert.deepEqual([await countOf(db, 'kept_import'), await countOf(db, 'kept_import_piece')], [0, 0])
  assert.equal(typeof (await take(db, whole)), 'number')
})

test('so many entries of a file are read, those that are wrong included', async (t) => {
  const { db, worker } = await open(t, world)
  const rows = Array.from({ length: maxImportEntries + 5 }, (_, at) => `2022-01-01,Film ${at},1987,,9`)
  const id = await take(db, [Buffer.from([films, ...rows].join('\n'))])
  while ((await countOf(db, 'kept_import_piece')) !== 0) await worker.tick()
  const Last = Type.Object({ number: Type.Integer(), reason: Type.String() })
  assert.deepEqual(
    await db.all(
      Last,
      sql`select number, reason from kept_import_entry where import_id = ${id as number} order by number desc limit 2`,
    ),
    [
      { number: maxImportEntries + 1, reason: 'too_many_entries' },
      { number: maxImportEntries, reason: 'wrong_rating' },
    ],
  )
})

test('an archive that unpacks into much more than it is is not read, and leaves nothing', async (t) => {
  const { db, bo: visitor, work, server } = await open(t, world)
  const bomb = zipOf([{ path: 'ratings.csv', content: `${films}\n${'x'.repeat(5_000_000)}` }])
  const taken = await upload(visitor, bomb, 'bomb.zip')
  await work()
  assert.match(
    textOf(await visitor.follow(taken)),
    /The file could not be read\. The archive is compressed too strongly\./,
  )
  assert.equal((await findImport(db, 1, bo))?.stage, 'failed')
  assert.deepEqual([await countOf(db, 'kept_import_piece'), await countOf(db, 'kept_import_entry')], [0, 0])
  assert.deepEqual(await readdir(join(server.config.data, 'imports')), [])
})

test('of the name of a file its end is kept, without folders and control characters', async (t) => {
  const { db } = await open(t, world)
  await take(db, small(), `C:\\Users\\someone\\\u0007${'x'.repeat(200)}.csv`)
  assert.deepEqual(
    (await listImports(db, bo)).map(({ file }) => file),
    [`${'x'.repeat(maxFileName - '.csv'.length)}.csv`],
  )
})
