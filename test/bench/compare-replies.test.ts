import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { compareReplies } from '../../bench/support/compare-replies.ts'

type Reply = { control: string; body: string; memc?: string; refusals?: number }

/** A server that first refuses so many requests until later. */
async function serve(t: TestContext, { control, body, memc = 'HIT', refusals = 0 }: Reply): Promise<string> {
  let refused = 0
  const server = createServer((_request, response) => {
    if (refused++ < refusals) response.writeHead(503, { 'retry-after': '0' }).end()
    else response.writeHead(200, { 'cache-control': control, 'x-memc': memc }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('two servers may be a second apart or busy for a while, and differ in nothing else', async (t) => {
  const reply = { control: 'public, max-age=100', body: 'x' }
  const table: [other: Reply, isSame: boolean][] = [
    [reply, true],
    [{ ...reply, memc: 'MISS' }, true],
    [{ ...reply, refusals: 19 }, true],
    [{ ...reply, refusals: 20 }, false],
    [{ ...reply, control: 'public, max-age=98' }, true],
    [{ ...reply, control: 'public, max-age=97' }, false],
    [{ ...reply, control: 'private, max-age=100' }, false],
    [{ ...reply, control: 'public' }, false],
    [{ ...reply, body: 'y' }, false],
  ]
  const url = await serve(t, reply)
  for (const [other, isSame] of table) {
    const compared = compareReplies(url, await serve(t, other), ['/'])
    if (isSame) await compared
    else await assert.rejects(compared, /two servers differ about/, JSON.stringify(other))
  }
})
