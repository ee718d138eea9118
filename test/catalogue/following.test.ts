import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Type } from 'typebox'
import { type Changed, follow } from '#src/background/log-follower.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import { builtInSources, putSources } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { openTally } from '#src/jobs/tally.ts'
import { measureBackground, mostFollowers } from '#src/metrics/background.ts'
import { packageRoot } from '#src/package-root.ts'
import { openFor } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

/** A catalogue without records, not even the genres that every one has. */
async function withoutRecords(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await putSources(db, builtInSources)
}

const at = new Date('2026-03-02T10:00:00.000Z')

/** Makes or renames companies. */
const edit = (db: Database, ids: readonly number[], name: string) =>
  applyEdit(db, { account_id: null, at, records: ids.map((id) => ({ kind: 'company', id, values: { name } })) })

type Options = {
  name?: string
  version?: number
  isAtomic?: boolean
  isByRecord?: true
  kinds?: string[]
  before?(batch: number): unknown
}

/** A follower in batches of two, and what it has handled. */
function openFollower(db: Database, options: Options = {}) {
  const { name = 'test', version = 1, isAtomic = true, isByRecord, kinds, before } = options
  const handled: string[][] = []
  let batch = 0
  const follower = follow(db, name, {
    version,
    changesAtOnce: 2,
    isAtomic,
    ...(isByRecord && { isByRecord }),
    ...(kinds && { kinds }),
    async handle(_tx, changes: readonly Changed[]) {
      await before?.(++batch)
      handled.push(changes.map(({ entity_id, key, action }) => `${entity_id} ${key} ${action}`.replace('  ', ' ')))
    },
  })
  return { follower, handled: () => handled.splice(0), catchUp: () => follower.catchUp() }
}

forEachEngine(withoutRecords, (engine) => {
  test('what a follower makes nothing of is not handled when it begins', async (context) => {
    const db = await openFor(context, engine)
    const named = (kind: 'company' | 'network' | 'collection', id: number) => ({ kind, id, values: { name: 'One' } })
    const records = [1, 2, 3].map((id) => named('network', id))
    const others = [named('collection', 4), ...[5, 6, 7].map((id) => named('company', id))]
    await applyEdit(db, { account_id: null, at, records: [...records, ...others] })
    const some = openFollower(db, { kinds: ['network', 'collection', 'movie'] })
    await some.catchUp()
    assert.deepEqual(some.handled(), [['4 updated'], ['1 updated', '2 updated'], ['3 updated']])
    const none = openFollower(db, { name: 'none', kinds: ['movie'] })
    await none.catchUp()
    assert.deepEqual(none.handled(), [])
  })

  for (const isAtomic of [true, false]) {
    const how = isAtomic ? 'in one transaction' : 'in several transactions'

    test(`a follower handles all records first, then each change once and in order, ${how}`, async (context) => {
      const db = await openFor(context, engine)
      await edit(db, [1, 2, 3], 'One')
      const first = openFollower(db, { isAtomic })
      await first.catchUp()
      assert.deepEqual(first.handled(), [['1 updated', '2 updated'], ['3 updated']])
      await edit(db, [2], 'Two')
      await edit(db, [4, 1], 'Two')
      await first.catchUp()
      assert.deepEqual(first.handled(), [['2 name updated', '4 created'], ['1 name updated']])
      // After a restart it goes on where it was.
      await edit(db, [3], 'Three')
      const second = openFollower(db, { isAtomic })
      await second.catchUp()
      assert.deepEqual(second.handled(), [['3 name updated']])
      await second.catchUp()
      assert.deepEqual(second.handled(), [])
      assert.deepEqual(first.follower.rounds, { followed: 5, rebuilt: 1, failed: 0 })
      assert.deepEqual(second.follower.rounds, { followed: 1, rebuilt: 0, failed: 0 })
    })

    test(`a follower by record handles all changes of few records together, ${how}`, async (context) => {
      const db = await openFor(context, engine)
      await edit(db, [1, 2, 3], 'One')
      const { catchUp, handled } = openFollower(db, { isAtomic, isByRecord: true })
      await catchUp()
      handled()
      for (const name of ['Two', 'Three', 'Four']) await edit(db, [1, 2], name)
      await edit(db, [3, 1], 'Five')
      await catchUp()
      const ofTwo = ['1 name updated', '2 name updated']
      assert.deepEqual(handled(), [
        [...ofTwo, ...ofTwo, ...ofTwo],
        ['3 name updated', '1 name updated'],
      ])
      await catchUp()
      assert.deepEqual(handled(), [])
    })

    test(`what failed is handled again, and making everything anew goes on where it was, ${how}`, async (context) => {
      const db = await openFor(context, engine)
      await edit(db, [1, 2, 3, 4, 5], 'One')
      const fails = (batch: number) => {
        if (batch === 2) throw new Error('broken')
      }
      const broken = openFollower(db, { isAtomic, before: fails })
      await assert.rejects(broken.catchUp(), /broken/)
      assert.deepEqual(broken.handled(), [['1 updated', '2 updated']])
      await edit(db, [1], 'Two')
      await broken.catchUp()
      assert.deepEqual(broken.handled(), [['3 updated', '4 updated'], ['5 updated'], ['1 name updated']])
      assert.equal(broken.follower.rounds.failed, 1)
    })
  }

  test('everything is made anew for another version, and where the log has lost what was followed', async (context) => {
    const db = await openFor(context, engine)
    await edit(db, [1, 2], 'One')
    await openFollower(db).catchUp()
    const next = openFollower(db, { version: 2 })
    await next.catchUp()
    assert.deepEqual(next.handled(), [['1 updated', '2 updated']])
    await next.catchUp()
    assert.deepEqual(next.handled(), [])
    await db.run(sql`delete from change where seq = (select max(seq) from change)`)
    await next.catchUp()
    assert.deepEqual(next.handled(), [['1 updated', '2 updated']])
  })

  test('metrics say how far each follower is behind, and what it has done', async (context) => {
    const db = await openFor(context, engine)
    await edit(db, [1, 2, 3], 'One')
    const { follower, catchUp } = openFollower(db)
    const measured = async () => {
      const metrics = await measureBackground(db, { followers: [follower], jobs: openTally().kinds })
      const ofTest = metrics.map(({ name, values }) => {
        const own = values.filter(({ labels }) => labels.follower === 'test')
        return [name.replace('reelcommons_', ''), own.map(({ value }) => value).join(' ')]
      })
      return Object.fromEntries(ofTest.filter(([, values]) => values !== ''))
    }
    assert.deepEqual(await measured(), { follower_rounds_total: '0 0 0' })
    await follower.catchUp(abortedAfter(1))
    const isRebuilding = { follower_behind_changes: '0', follower_rebuilding: '1' }
    assert.deepEqual(await measured(), { ...isRebuilding, follower_rounds_total: '0 1 0' })
    await catchUp()
    await edit(db, [1, 2], 'Two')
    const isBehind = { follower_behind_changes: '2', follower_rebuilding: '0' }
    assert.deepEqual(await measured(), { ...isBehind, follower_rounds_total: '3 1 0' })
  })

  test('metrics show so many followers at most', async (context) => {
    const db = await openFor(context, engine)
    const names = Array.from({ length: mostFollowers + 1 }, (_, at) => `a ${String(at).padStart(3, '0')}`)
    for (const name of names) await db.run(sql`insert into follower (name, seq) values (${name}, 0)`)
    const none = { followers: [], jobs: openTally().kinds }
    const behind = (await measureBackground(db, none)).find(({ name }) => name.endsWith('follower_behind_changes'))
    assert.deepEqual(
      behind?.values.map(({ labels }) => labels.follower),
      names.slice(0, -1),
    )
  })

  if (engine.name === 'PostgreSQL')
    test('nodes go on one after the other, and each change is handled once', async (context) => {
      const location = await engine.clone()
      const open = async () => {
        const db = await openPostgres(location, { connections: 2 })
        context.after(() => db.close())
        return db
      }
      const [db, other] = [await open(), await open()]
      await openFollower(db).catchUp()
      await edit(db, [1, 2, 3, 4, 5], 'One')
      const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = openFollower(db, {
        before(batch) {
          if (batch > 1) return
          isHeld.resolve()
          return release.promise
        },
      })
      const waiting = openFollower(other)
      const held = holding.catchUp()
      await isHeld.promise
      const waited = waiting.catchUp()
      // The second one waits for the row that the first one holds.
      const Waiting = Type.Object({ count: Type.Integer() })
      const countWaiting = sql`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%update follower%'`
      while ((await db.one(Waiting, countWaiting))?.count !== 1) await new Promise(setImmediate)
      assert.deepEqual(waiting.handled(), [])
      release.resolve()
      await Promise.all([held, waited])
      const all = [...holding.handled(), ...waiting.handled()].flat()
      assert.deepEqual(
        all.sort(),
        [1, 2, 3, 4, 5].map((id) => `${id} created`),
      )
    })
})

/** A signal that is aborted after so many rounds. */
function abortedAfter(rounds: number): AbortSignal {
  let asked = 0
  return {
    get aborted() {
      return asked++ >= rounds
    },
  } as AbortSignal
}
