import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from 'reelcommons/test'
import { openClient } from '../../conformance/client.ts'
import { dialectNames } from '../../conformance/dialects.ts'
import { reportOf } from '../../conformance/report.ts'
import { runSuite } from '../../conformance/suite.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { PATIENCE_MS } from '../support/running.ts'

for (const dialect of dialectNames)
  test(`the suite finds nothing in the server for tests, dialect ${dialect}`, async (t) => {
    const {
      url,
      apiKey: key,
      sessionId: session,
      stop,
    } = await startTestServer({ dialect, startTimeoutMs: PATIENCE_MS })
    t.after(stop)
    const results = await runSuite(openClient({ url, key, session, dialect }), { records: runs(2, 4) })
    const wrong = results.filter(({ state }) => state === 'wrong')
    assert.equal(wrong.length === 0 ? '' : reportOf(wrong), '')
    const notTried = results.filter(({ state }) => state !== 'right').map(({ operation, state }) => [operation, state])
    assert.deepEqual(notTried, [])
  })
