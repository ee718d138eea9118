import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { needsSession } from '#src/contract/access.ts'
import { operations } from '#src/interface.ts'
import { packageRoot } from '#src/package-root.ts'
import { forEachEngine } from '../support/engines.ts'
import { collectOnly, declared, type Scenario, send, startInterface } from '../support/scenarios.ts'
import { keys, loadWorld, sessions } from '../support/world.ts'

/** The scenarios are declared by the files that test them; here they are examples of requests. */
collectOnly()
for (const file of globSync('test/interface/*.test.ts', { cwd: packageRoot }).sort())
  await import(join(packageRoot, file))

const steps = declared.flatMap((row) => row.steps)

/** A request of ada that succeeds, with a body or by DELETE. */
function exampleOf(method: string, path: string): Scenario | undefined {
  const pattern = new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/?{]+')}(\\?|$)`)
  return steps.find(([, request, http, , more = {}]) => {
    const { session, body, dialect, now } = more
    const isPlain = !request.includes('{') && !JSON.stringify(body ?? null).includes('{1')
    const isFields = body === undefined ? method === 'DELETE' : typeof body === 'object'
    return pattern.test(request) && http < 300 && session === 'ada' && isPlain && isFields && !dialect && !now
  })
}

const writes = operations.filter(({ method, access }) => method !== 'GET' && needsSession(access))

forEachEngine(loadWorld, (engine) => {
  if (engine.name !== 'SQLite') return
  for (const { id, method, path } of writes)
    test(`${id} takes key and session in its body, which may be JSON or a form`, async () => {
      const example = exampleOf(method, path)
      assert.ok(example, 'no scenario shows it')
      const [, asked, , , { body } = {}] = example
      // Most lists of the scenarios are made by them; this one is there, and ada's.
      const request = asked.replace(/\/list\/\d+/, '/list/1')
      const secrets = { api_key: keys.first, session_id: sessions.ada }
      const fields = { ...(body as Record<string, unknown> | undefined), ...secrets }
      const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
      const ways = [
        { body: body as unknown, session: 'ada' },
        { key: null, body: fields },
        {
          key: null,
          body: new URLSearchParams(texts).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
      ]
      const answers: [number, string][] = []
      for (const way of ways) {
        const server = await startInterface(engine, 'neutral')
        try {
          const { statusCode, body } = await send(server.app, request, way)
          answers.push([statusCode, body])
        } finally {
          await server.close()
        }
      }
      const [first] = answers
      assert.ok(first && first[0] < 300, String(first))
      assert.deepEqual(answers, [first, first, first])
    })
})
