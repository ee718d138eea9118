import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { catalogueFile } from '#src/database/open.ts'
import { ask, until } from '../support/clients.ts'
import { sqliteEngine } from '../support/engines.ts'
import { freePort } from '../support/postgres.ts'
import { runCommand } from '../support/run/command.ts'
import { killAll, program } from '../support/running.ts'
import { keys, loadWorld } from '../support/world.ts'

/** Output that goes into a file for which there is no room. */

const engine = sqliteEngine(loadWorld)

/** A folder with a catalogue. */
async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-output-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await copyFile(await engine.clone(), join(folder, catalogueFile))
  return folder
}

const skipWithoutFull = existsSync('/dev/full') ? false : 'there is no file here that is always full'

test('a server goes on where its log cannot be written', { skip: skipWithoutFull }, async (t) => {
  const folder = await openFolder(t)
  const port = await freePort()
  const words = ['serve', '--data', folder, '--port', String(port), '--log-delay-ms', '0']
  const child = spawn('sh', ['-c', 'exec "$0" "$@" >/dev/full 2>&1', process.execPath, program, ...words])
  t.after(() => killAll(child))
  const get = (path: string) => ask(`http://127.0.0.1:${port}${path}`)
  await until(
    async () => child.exitCode !== null || (await get('/healthz').catch(() => ({ status: 0 }))).status === 200,
  )
  const read = () => get(`/3/movie/501?api_key=${keys.first}`)
  assert.deepEqual([(await read()).body.id, (await read()).body.id, child.exitCode], [501, 501, null])
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})

test('output that there is room for a part of is a failure', async (t) => {
  const folder = await openFolder(t)
  const { stdout: whole } = await runCommand(['export', '--data', folder])
  /** Writes into a file that can have so many blocks of 512 bytes. */
  const intoFile = (blocks: number, words: string[]) => {
    const limited = `trap "" XFSZ && ulimit -f ${blocks} && exec "$0" "$@" >"$TO"`
    const file = join(folder, 'out')
    const options = { env: { ...process.env, TO: file }, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, program, ...words], options)
    return { status, stderr, written: readFileSync(file, 'utf8') }
  }
  const blocks = Math.floor((Buffer.byteLength(whole) - 1) / 512)
  const cut = intoFile(blocks, ['export', '--data', folder])
  assert.equal(cut.status, 1)
  assert.match(
    cut.stderr,
    /^reelcommons export: (not everything could be written to standard output: )?EFBIG: [^\n]*\n$/,
  )
  assert.equal(cut.written, whole.slice(0, cut.written.length))
})

test('a key that cannot be shown is a failure', { skip: skipWithoutFull }, async (t) => {
  const folder = await openFolder(t)
  const words = ['key', 'create', '--name', 'unseen', '--plan', 'developer', '--data', folder]
  const full = ['-c', 'exec "$0" "$@" >/dev/full', process.execPath, program, ...words]
  const { status, stderr } = spawnSync('sh', full, { encoding: 'utf8' })
  assert.equal(status, 1)
  assert.match(stderr, /\nreelcommons key: not everything could be written to standard output: ENOSPC: [^\n]*\n$/)
})
