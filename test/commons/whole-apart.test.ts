import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { publish } from '#src/commons/publishing/publish.ts'
import { readConfig } from '#src/config.ts'
import { sql } from '#src/database/sql.ts'
import { importInto, sources } from '../support/catalogue.ts'
import { until } from '../support/clients.ts'
import { publishedIn } from '../support/commons/published.ts'
import { openFolder } from '../support/commons/server-folder.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { movie } from '../support/import-lines.ts'
import { childrenOf } from '../support/running.ts'
import { loadWorld } from '../support/world.ts'

const now = new Date('2026-03-10T12:00:00.000Z')

/** A catalogue that another process opens, too. */
async function open(context: TestContext, engine: TestEngine) {
  const { db, data, location } = await openFolder(context, engine)
  const { config } = readConfig({ data, database: location, site: 'https://films.example' }, {})
  const given = { db, config, clock: () => now, onError: (error: unknown) => assert.fail(String(error)) }
  return { db, data, given }
}

const whole = () => childrenOf(process.pid, 'whole-entry')
async function oneAtWork(): Promise<number> {
  let pid: number | undefined
  await until(async () => {
    pid = (await whole())[0]
    return pid !== undefined
  })
  return pid as number
}

forEachEngine(loadWorld, (engine) => {
  test('a process that gives way makes the same whole dump', async (context) => {
    const { db, data, given } = await open(context, engine)
    await db.run(sql`update source set redistributable = ${true} where private_only = ${false}`)
    const { signal } = new AbortController()
    await publish({ ...given, signal, folder: join(data, 'apart'), isApart: true })
    await publish({ ...given, signal, folder: join(data, 'here') })
    const [apart, here] = await Promise.all(['apart', 'here'].map((name) => publishedIn(join(data, name))))
    assert.ok((apart?.whole?.parts.length ?? 0) > 5)
    assert.deepEqual(apart?.whole?.parts, here?.whole?.parts)
    assert.deepEqual(await whole(), [])
  })

  test('it ends with who has asked for it, and leaves nothing; a failure is told', async (context) => {
    const { db, data, given } = await open(context, engine)
    const films = Array.from({ length: 4_000 }, (_, at) => movie({ id: 5_000_000 + at, source: 'low' }))
    await importInto(db, [...sources.map((source) => ({ ...source, redistributable: true })), ...films])
    const folder = join(data, 'dump')
    const stopping = new AbortController()
    const ended = assert.rejects(publish({ ...given, signal: stopping.signal, folder, isApart: true }), /abort/i)
    await until(async () => (await readdir(join(folder, 'whole')).catch(() => [])).length > 0)
    stopping.abort()
    await ended
    assert.deepEqual(await readdir(join(folder, 'whole')), [])
    assert.deepEqual(await whole(), [])

    const { signal } = new AbortController()
    const killed = assert.rejects(publish({ ...given, signal, folder, isApart: true }), /ended with SIGKILL/)
    process.kill(await oneAtWork(), 'SIGKILL')
    await killed
    // One that never gets a processor is begun again.
    const published = publish({ ...given, signal, folder, isApart: true })
    process.kill(await oneAtWork(), 'SIGSTOP')
    await published
    assert.ok((await publishedIn(folder)).whole)
    assert.deepEqual(await whole(), [])
  })
})
