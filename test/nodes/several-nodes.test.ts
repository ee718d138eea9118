import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageRoot } from '#src/package-root.ts'
import { skipWithoutClusters } from '../support/clusters.ts'
import { freePort } from '../support/postgres.ts'
import { unhurried } from '../support/running.ts'

/** What the script needs besides PostgreSQL, and the variables that say that a missing one is a failure. */
const programs = [
  ['/usr/sbin/nginx', 'nginx', process.env.REELCOMMONS_REQUIRE_NGINX],
  ['/usr/bin/redis-server', 'redis-server', process.env.REELCOMMONS_REQUIRE_REDIS],
] as const
const missing = programs.filter(([path, , isRequired]) => !existsSync(path) && isRequired !== '1')
const skip = missing.length > 0 ? `apt-get install ${missing.map(([, name]) => name).join(' ')}` : skipWithoutClusters

/** What a process says, for as long as somebody listens. */
function saidBy(child: ChildProcess) {
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  return {
    async until(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = pattern.exec(said)
        if (found) return found
        if (child.exitCode !== null) throw new Error(`It ended: ${said}`)
        await sleep(20)
      }
    },
  }
}

test('the script starts two nodes with all around them, and one that is killed is not missed', { skip }, async (t) => {
  const port = await freePort()
  const words = [join(packageRoot, 'scripts/several-nodes.ts'), '--port', String(port), '--', '--empty']
  const script = spawn(process.execPath, words, { env: unhurried, stdio: ['ignore', 'pipe', 'pipe'] })
  t.after(() => script.kill('SIGTERM'))
  const said = saidBy(script)
  await said.until(/Everything is ready/)
  const [, key] = await said.until(/Your API key, shown only once: ([0-9a-f]{32})/)
  const [, address, node] = await said.until(/node-1 is at (\S+), process (\d+)/)
  const [, log] = await said.until(/what nginx logs is in (\S+)/)

  const ask = async (path: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    return [status, headers.get('content-type')]
  }
  const json = 'application/json; charset=utf-8'
  const path = `/3/configuration/languages?api_key=${key}`
  for (let n = 0; n < 4; n++) assert.deepEqual(await ask(path), [200, json])
  assert.deepEqual(await ask('/3/configuration/languages'), [401, json])
  assert.deepEqual((await ask('/verify/a-secret-of-a-mail'))[1], 'text/html; charset=utf-8')
  process.kill(Number(node), 'SIGKILL')
  for (let n = 0; n < 20; n++) assert.deepEqual(await ask(path), [200, json])
  await said.until(/node-1 is started again, process \d+/)
  while ((await fetch(`${address}/readyz`).catch(() => undefined))?.status !== 200) await sleep(50)
  assert.deepEqual(await ask(path), [200, json])

  const lines = (await readFile(log as string, 'utf8')).trimEnd().split('\n')
  assert.ok(lines.length >= 26)
  for (const line of lines)
    assert.match(
      line,
      /^127\.0\.0\.1 \[[^\]]+\] GET (\/3\/configuration|\/verify|\/readyz) \d{3} \d+ [\d.]+ [\d.:, ]+$/,
    )

  const ended = once(script, 'exit')
  script.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  assert.equal(existsSync(log as string), false)
})
