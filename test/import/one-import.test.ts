import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { tryLock } from '#src/database/locks.ts'
import { catalogueFile, isUrl } from '#src/database/open.ts'
import { packageRoot } from '#src/package-root.ts'
import { emptyCatalogue, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { runCommand } from '../support/run/command.ts'

const lines = [...sources, { kind: 'movie', id: 1, title: 'One', source: 'low' }]
const input = () => Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)))

async function importLines(words: string[]) {
  const { code, stdout, stderr } = await runCommand(['import', '-', ...words], input())
  return { code, out: stdout, err: stderr }
}

forEachEngine(emptyCatalogue, (engine) => {
  test('of two nodes that import at once the second is refused', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'reelcommons-imports-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const [one, other] = [join(folder, 'one'), join(folder, 'other')]
    const made = await engine.clone()
    // On PostgreSQL each node has a data folder of its own.
    const words = (data: string) => (isUrl(made) ? ['--data', data, '--database', made] : ['--data', one])
    if (!isUrl(made)) {
      await mkdir(one)
      await copyFile(made, join(one, catalogueFile))
    }
    // The first one waits for more lines. It is refused itself where it meets the look whether it is at work yet.
    const begin = () =>
      spawn(process.execPath, [join(packageRoot, 'bin/start.js'), 'import', '-', ...words(one)], {
        stdio: ['pipe', 'ignore', 'ignore'],
      })
    let first = begin()
    context.after(() => first.kill('SIGKILL'))
    for (;;) {
      const lock = await tryLock(isUrl(made) ? made : one, 'import')
      if (!lock) break
      await lock.release()
      await sleep(20)
      if (first.exitCode !== null) first = begin()
    }
    const exit = once(first, 'exit')
    assert.deepEqual(await importLines(words(other)), {
      code: 1,
      out: '',
      err: 'reelcommons import: Another import into this catalogue is running. Try again when it has finished.\n',
    })
    input().pipe(first.stdin as NodeJS.WritableStream)
    assert.deepEqual(await exit, [0, null])
    const { code, out } = await importLines(words(other))
    assert.deepEqual([code, /^records: .*$/m.exec(out)?.[0]], [0, 'records: 0 created, 0 changed, 1 unchanged'])
  })
})
