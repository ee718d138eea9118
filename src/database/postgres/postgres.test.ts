import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { postgresEngine } from '../../../test/support/engines.ts'
import { Count, countFilms, Id, insertFilm, prepare } from '../../../test/support/films.ts'
import type { Database } from '../database.ts'
import { DatabaseBusyError, DatabaseUnreachableError, isOverTime, isUnavailable } from '../errors.ts'
import { raw, sql } from '../sql.ts'
import type { PostgresOptions } from './driver.ts'
import { openPostgres } from './postgres.ts'

const engine = postgresEngine(prepare)

async function open(t: TestContext, options?: PostgresOptions) {
  const db = await engine.open(options)
  t.after(() => db.close())
  return db
}

/** Makes a database with these settings, and gives its name and URL. */
async function create(t: TestContext, settings: string) {
  const db = await open(t)
  const { href: url, pathname } = new URL(await engine.clone())
  const name = pathname.slice(1)
  await db.run(raw(`drop database ${name}`))
  await db.run(raw(`create database ${name} template template0 ${settings}`))
  return { name, url }
}

const endOwn = sql`select pg_terminate_backend(pg_backend_pid()) as ended`

/** What a database answers as soon as it can be reached again. */
async function answersAgain(db: Database) {
  for (;;) {
    try {
      return await db.one(Count, countFilms)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
  }
}

const refused: [name: string, settings: string][] = [
  ['the order of a language', `encoding 'UTF8' locale_provider icu icu_locale 'en' locale 'C'`],
  ['an encoding other than UTF8', `encoding 'LATIN1' locale 'C'`],
  ['no encoding', `encoding 'SQL_ASCII' locale 'C'`],
]

describe('PostgreSQL', { skip: engine.skip }, () => {
  for (const [setting, settings] of refused) {
    test(`a database with ${setting} is refused`, async (t) => {
      const { name, url } = await create(t, settings)
      await assert.rejects(openPostgres(url), {
        message:
          `The database ${name} must keep text as UTF8 and order it by code point; ` +
          `create it with: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 ${name}`,
      })
    })
  }

  for (const locale of ['C', 'POSIX', 'C.UTF-8']) {
    test(`a database with the locale ${locale} orders by code point`, async (t) => {
      const { url } = await create(t, `encoding 'UTF8' locale '${locale}'`)
      const db = await openPostgres(url)
      t.after(() => db.close())
      const Text = Type.Object({ text: Type.String() })
      const texts = ['B', 'Z', 'a', 'é', 'Ā', '\u{ffff}', '\u{10000}'].map((text) => ({ text }))
      const query = sql`select text from ${db.engine.rows(Text, texts.toReversed())} as r order by text`
      assert.deepEqual(await db.all(Text, query), texts)
    })
  }

  test('statements of composed texts are bounded, and answer alike', async (t) => {
    const db = await open(t, { connections: 1 })
    const Prepared = Type.Object({ count: Type.Integer() })
    for (let value = 0; value < 1_100; value++) {
      assert.deepEqual(await db.one(Id, sql`select ${raw(String(value))} + ${1} as id`), { id: value + 1 })
    }
    const prepared = await db.one(Prepared, sql`select count(*) as count from pg_prepared_statements`)
    assert.ok(prepared && prepared.count > 900 && prepared.count < 1_010, `${prepared?.count} statements`)
  })

  test('reads of a transaction do not see what others commit meanwhile', async (t) => {
    const db = await open(t)
    await db.transaction(async (tx) => {
      assert.deepEqual(await tx.one(Count, countFilms), { count: 3 })
      await db.run(insertFilm(4))
      assert.deepEqual(await tx.one(Count, countFilms), { count: 3 })
    })
  })

  test('a transaction that others always get in the way of gives up', async (t) => {
    const db = await open(t)
    let attempts = 0
    const work = db.transaction(async (tx) => {
      attempts++
      await tx.one(Count, countFilms)
      await db.run(sql`update film set popularity = ${attempts} where id = ${1}`)
      await tx.run(sql`update film set popularity = ${0} where id = ${1}`)
    })
    await assert.rejects(work, DatabaseBusyError)
    assert.equal(attempts, 20)
  })

  test('others wait for a transaction that they always get in the way of', async (t) => {
    const db = await open(t)
    const others: Promise<unknown>[] = []
    let attempts = 0
    await db.transaction(async (tx) => {
      attempts++
      await tx.one(Count, countFilms)
      const other = db.transaction((each) => each.run(sql`update film set popularity = ${1} where id = ${1}`))
      others.push(other)
      await Promise.race([other, delay(100)])
      await tx.run(sql`update film set popularity = ${attempts} where id = ${1}`)
    })
    await Promise.all(others)
    assert.equal(others.length, attempts)
  })

  test('every connection has the settings that it is given', async (t) => {
    const db = await open(t, { statementTimeoutMs: 4_000, transactionTimeoutMs: 3_000 })
    const Setting = Type.Object({ name: Type.String(), setting: Type.String(), source: Type.String() })
    const names = ['idle_in_transaction_session_timeout', 'jit', 'statement_timeout']
    const rows = await db.all(
      Setting,
      sql`select name, setting, source from pg_settings where ${db.engine.anyOf(raw('name'), names)} order by name`,
    )
    assert.deepEqual(rows, [
      { name: 'idle_in_transaction_session_timeout', setting: '6000', source: 'client' },
      { name: 'jit', setting: 'off', source: 'client' },
      { name: 'statement_timeout', setting: '4000', source: 'client' },
    ])
  })

  test('a statement does not take for ever', async (t) => {
    const db = await open(t, { statementTimeoutMs: 50 })
    await assert.rejects(db.all(Type.Object({}), sql`select pg_sleep(60)`), { code: '57014' })
  })

  test('a statement that took too long is known as such', async (t) => {
    const db = await open(t, { statementTimeoutMs: 50 })
    await assert.rejects(db.all(Type.Object({}), sql`select pg_sleep(60)`), isOverTime)
  })

  test('a connection that the server ends fails its work alone, and is replaced', async (t) => {
    const db = await open(t, { connections: 1 })
    const losses: (() => Promise<unknown>)[] = [
      () => db.all(Type.Object({}), endOwn),
      () => db.transaction((tx) => tx.all(Type.Object({}), endOwn)),
      () =>
        db.transaction(async (tx) => {
          await tx.all(Type.Object({}), endOwn).catch(() => {})
          await tx.one(Count, countFilms)
        }),
    ]
    for (const lose of losses) {
      await assert.rejects(lose(), isUnavailable)
      assert.deepEqual(await answersAgain(db), { count: 3 })
    }
  })

  test('nothing of a transaction happens after its connection was lost', async (t) => {
    const [db, other] = [await open(t, { connections: 1 }), await open(t)]
    const Pid = Type.Object({ pid: Type.Integer() })
    const lose = async (tx: Database) => {
      const own = await tx.one(Pid, sql`select pg_backend_pid() as pid`)
      await other.one(Type.Object({}), sql`select pg_terminate_backend(cast(${own?.pid} as integer)) as ended`)
    }
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const isEnded = db.transaction(async (tx) => {
      await lose(tx)
      await first.promise
    })
    await assert.rejects(isEnded, isUnavailable)
    first.resolve()
    await new Promise(setImmediate)
    await new Promise(setImmediate)

    const late = Promise.withResolvers<Promise<unknown>[]>()
    const goesOn = db.transaction(async (tx) => {
      await lose(tx)
      await second.promise
      late.resolve([tx.run(insertFilm(8)), tx.run(insertFilm(9))])
    })
    await assert.rejects(goesOn, isUnavailable)
    assert.deepEqual(await answersAgain(db), { count: 3 })
    second.resolve()
    for (const write of await late.promise) await assert.rejects(write)
    assert.deepEqual(await db.one(Count, countFilms), { count: 3 })
  })

  test('a query that fails in the midst of its rows takes nothing from the next one', async (t) => {
    const db = await open(t, { connections: 1 })
    const Row = Type.Object({ row: Type.Number() })
    const failing = sql`select 1000 / (500 - row) as row from generate_series(1, 1000) as row`
    await assert.rejects(db.all(Row, failing), { code: '22012' })
    assert.deepEqual(await db.one(Count, countFilms), { count: 3 })
    await assert.rejects(db.all(Row, failing), { code: '22012' })
    assert.deepEqual(await db.all(Count, countFilms), [{ count: 3 }])
  })

  test('errors do not repeat the values of a row', async (t) => {
    const db = await open(t)
    await assert.rejects(db.run(insertFilm(1, 'secret')), (error) => !JSON.stringify(error).includes('secret'))
    const check = sql`update film set popularity = ${-1}, title = ${'secret'} where id = ${1}`
    await assert.rejects(db.run(check), (error) => !JSON.stringify(error).includes('secret'))
  })
})

test('a server that cannot be reached is said to be so', async () => {
  await assert.rejects(openPostgres('postgres://127.0.0.1:1/films'), (error) => {
    assert.ok(error instanceof DatabaseUnreachableError && isUnavailable(error))
    assert.equal(error.message, 'PostgreSQL cannot be reached: connect ECONNREFUSED 127.0.0.1:1')
    return true
  })
})

test('an address that cannot be read is not repeated', async () => {
  for (const address of ['postgres://reel:100%secret@127.0.0.1/films', 'postgres://reel:secret/@127.0.0.1/films'])
    await assert.rejects(openPostgres(address), {
      message:
        'The address of the database cannot be read; percent-encode special characters in its name and password.',
    })
})
