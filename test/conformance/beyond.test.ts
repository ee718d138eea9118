import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClientOptions, openClient } from '../../conformance/client.ts'
import { partNames, runBeyond } from '../../conformance/commons/suite.ts'
import { reportOf, wholeReportOf } from '../../conformance/report.ts'
import { at, type Break, breakServer } from '../support/conformance/broken-server.ts'
import { loadTold, openStandIn } from '../support/conformance/stand-in.ts'
import { forEachEngine, sqliteEngine } from '../support/engines.ts'
import { serve } from '../support/served.ts'
import { keys, sessions } from '../support/world.ts'

const client = (url: string, more: Partial<ClientOptions> = {}) =>
  openClient({ url, key: keys.first, session: sessions.ada, dialect: 'neutral', ...more })
const nothing: Break = () => {}

forEachEngine(loadTold, (engine) => {
  test('the suite finds nothing beyond version 3 in our server', async (t) => {
    const { port } = await serve(t, engine)
    const results = await runBeyond(client(`http://127.0.0.1:${port}`), { records: 2 })
    const wrong = results.filter(({ state }) => state === 'wrong')
    assert.equal(wrong.length === 0 ? '' : reportOf(wrong), '')
    const changes = results.filter(({ operation }) => operation.startsWith('GET /commons/1/changes'))
    assert.deepEqual(
      changes.map(({ state }) => state),
      ['right', 'right'],
    )
  })
})

const engine = sqliteEngine(loadTold)

test('the suite finds nothing in a server that has all of it', async (t) => {
  const { port } = await serve(t, engine)
  const url = await breakServer(t, port, nothing, openStandIn())
  const results = await runBeyond(client(url), { records: 2 })
  assert.deepEqual(
    results.filter(({ state }) => state !== 'right').map(({ operation, findings }) => [operation, findings]),
    [],
  )
  assert.equal(results.length, 6)
})

test('a server that has none of it is not wrong, and what is left out is not tried', async (t) => {
  const { port } = await serve(t, engine)
  const gone = at(/^\/(commons|test)\//, (reply) =>
    Object.assign(reply, { status: 404, headers: {}, text: undefined, body: { status_code: 34 } }),
  )
  const results = await runBeyond(client(await breakServer(t, port, gone)), { records: 1 })
  assert.deepEqual([...new Set(results.map(({ state }) => state))], ['not there'])
  const report = wholeReportOf([], results)
  assert.match(report, /^Beyond version 3, which a server may lack:\n\nChanges as they happen\n/)
  assert.match(report, /0 right, 0 wrong, 6 not there, 0 not tried; 0 checks\n$/)
  assert.deepEqual(await runBeyond(client('http://127.0.0.1:1'), { without: partNames }), [])
})
