import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { run } from '../support/running.ts'

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-listen-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}

test('a first start that cannot listen makes no key that nobody sees', async (t) => {
  const folder = await openFolder(t)
  // An address that no machine has.
  const refused = await run(['serve', '--empty', '--data', folder, '--host', '192.0.2.1', '--port', '0'])
  assert.equal(refused.code, 1)
  assert.match(refused.output, /^reelcommons serve: listen EADDRNOTAVAIL.*\n$/)
  assert.equal((await run(['key', 'list', '--data', folder])).output.split('\n').length, 2)
})

test('a port that is taken ends a start before anything is stored', async (t) => {
  const folder = await openFolder(t)
  const other = createServer().listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const taken = `reelcommons serve: listen EADDRINUSE: address already in use 127.0.0.1:${port}.`
  const ports: [words: string[], option: string][] = [
    [['--port', String(port)], '--port N'],
    [['--port', String(port), '--workers', '2'], '--port N'],
    [['--port', '0', '--metrics', `127.0.0.1:${port}`], '--metrics HOST:PORT'],
  ]
  for (const [words, option] of ports)
    assert.deepEqual(await run(['serve', '--data', folder, ...words]), {
      code: 1,
      output: `${taken} Choose another port with ${option}.\n`,
    })
  assert.deepEqual(await readdir(folder), [])
})
