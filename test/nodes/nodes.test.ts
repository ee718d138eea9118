import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { migrate } from '#src/database/migrate.ts'
import { openPostgres } from '#src/database/postgres/postgres.ts'
import { sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { importInto, sources } from '../support/catalogue.ts'
import { postgresEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'
import { Running } from '../support/running.ts'

const engine = postgresEngine(async () => {})
const migrations = join(packageRoot, 'migrations')

const Count = Type.Object({ count: Type.Integer() })
const countOf = async (db: Database, table: ReturnType<typeof sql>) =>
  (await db.one(Count, sql`select count(*) as count from ${table}`))?.count

/** A database without anything, and servers on it, each with a data folder of its own. */
async function openNodes(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-nodes-'))
  context.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  const url = await engine.clone()
  const start = (name: string) => {
    const words = ['serve', '--empty', '--port', '0', '--data', join(folder, name), '--database', url]
    const node = new Running([...words, '--database-connections', '2', '--log-format', 'json'])
    context.after(() => node.stop('SIGKILL'))
    return node
  }
  const db = await openPostgres(url, { connections: 2 })
  context.after(() => db.close())
  return { db, start, url }
}

describe('several nodes', { skip: engine.skip }, () => {
  test('that start together make one catalogue, and one that lives works in the background', async (context) => {
    const { db, start } = await openNodes(context)
    const nodes = ['a', 'b', 'c'].map(start)
    for (const node of nodes) await node.until(/Reelcommons is at/)
    assert.equal(nodes.filter(({ output }) => output.includes('Your API key')).length, 1)
    assert.equal(await countOf(db, sql`api_key`), 1)
    const files = (await readdir(migrations)).map((name) => name.slice(0, 4))
    assert.equal(await countOf(db, sql`migration`), new Set(files).size)

    // One of them leads; whichever it is, it is among those that are killed.
    for (const [id, node] of nodes.slice(0, 2).entries()) {
      await node.stop('SIGKILL')
      await importInto(db, [...sources, { kind: 'movie', id: id + 1, title: `Film ${id}`, source: 'low' }])
      while ((await countOf(db, sql`search_record`)) !== id + 1) await sleep(20)
    }
    assert.equal(await nodes[2]?.stop(), 0)
  })

  test('of an older version do not start on the database of a newer one', async (context) => {
    const { db, url } = await openNodes(context)
    await migrate(db, migrations)
    await db.run(sql`insert into migration (number, name, digest, at) values (9999, '9999-later', '', '')`)
    assert.deepEqual(await runCommand(['serve', '--port', '0', '--database', url]), {
      code: 1,
      stdout: '',
      stderr:
        'reelcommons serve: The database has migration 9999-later, ' +
        'which this version of Reelcommons lacks: install a newer version.\n',
    })
  })
})
