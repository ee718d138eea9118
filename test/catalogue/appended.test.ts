import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kind, kindNames } from '#src/catalogue/kinds.ts'
import { needsSession } from '#src/contract/access.ts'
import type { Database } from '#src/database/database.ts'
import { operations } from '#src/interface.ts'
import { forEachEngine, type TestEngine } from '../support/engines.ts'
import { commonRequest } from '../support/expected.ts'
import { send, startInterface } from '../support/scenarios.ts'
import { loadWorld, oneOfEach } from '../support/world.ts'

/** A record of each kind that has nearly every part. */
const addresses: Record<string, string> = {}
for (const name of kindNames) {
  addresses[name] = kind(name)
    .path.replace('{season_number}', '2')
    .replace('{episode_number}', '1')
    .replace('{series_id}', '601')
    .replace(/\{\w+\}/, String(oneOfEach[name]))
}

/** Paths of operations below a record. Episodes are appended to their series, not to their season. */
const namesBelow = (path: string) =>
  operations
    .filter(({ method, cache, access }) => method === 'GET' && cache && !needsSession(access))
    .filter((operation) => operation.path.startsWith(`${path}/`))
    .map((operation) => operation.path.slice(path.length + 1))
    .map((name) => name.replace('{season_number}', '2').replace('{episode_number}', '1'))
    .filter((name) => !name.includes('{') && !name.startsWith('episode/'))

/** Counts the statements that run through the databases of an engine. */
function counting(engine: TestEngine) {
  let count = 0
  const counted = <Opened extends Database>(db: Opened): Opened =>
    ({
      ...db,
      get wide() {
        return counted(db.wide)
      },
      all(...question) {
        count++
        return db.all(...question)
      },
      one(...question) {
        count++
        return db.one(...question)
      },
    }) satisfies Database as Opened
  return {
    engine: { ...engine, open: async () => counted(await engine.open()) } as TestEngine,
    async during<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
      const before = count
      return [await work(), count - before]
    },
  }
}

/** Seasons and episodes keep their ids. */
const isRecord = (name: string) => /\d$/.test(name)

forEachEngine(loadWorld, (engine) => {
  test('whatever has an operation below a record can be appended, says the same, and asks no more', async (context) => {
    const { engine: counted, during } = counting(engine)
    // In this dialect nothing is kept.
    const server = await startInterface(counted, 'common')
    context.after(() => server.close())
    const ask = (request: string) => during(async () => JSON.parse((await send(server.app, request)).body))
    await ask('GET /3/configuration')
    for (const name of kindNames) {
      const [address, path] = [addresses[name] as string, kind(name).path]
      const names = namesBelow(path)
      for (let at = 0; at < names.length; at += 10) {
        const some = names.slice(at, at + 10)
        const [together, statements] = await ask(`GET ${address}?append_to_response=${some}`)
        let sum = (await ask(`GET ${address}`))[1]
        for (const part of some) {
          const [{ id, ...alone }, own] = await ask(commonRequest(`GET ${address}/${part}`))
          assert.deepEqual(together[part], isRecord(part) ? { id, ...alone } : alone, `${address}/${part}`)
          sum += own
        }
        assert.ok(statements <= sum, `${address} with ${some}: ${statements} statements, ${sum} without appending`)
      }
    }
  })
})
