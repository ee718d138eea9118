import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { packageRoot } from '#src/package-root.ts'
import { unhurried } from '../support/running.ts'

const run = promisify(execFile)
/** What npm says when it cannot reach a registry and the packages are not in its cache. */
const unreachable =
  /ENOTFOUND|ENOTCACHED|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET/
const startLimitMs = 60_000
const pauseMs = 100

const folder = await realpath(await mkdtemp(join(tmpdir(), 'reelcommons-pack-')))
after(() => rm(folder, { recursive: true, force: true }))

/** Packs the checkout and installs the package into an empty folder; a text says why that cannot be tried here. */
async function install(): Promise<string | undefined> {
  const { stdout } = await run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
    cwd: packageRoot,
  })
  const [tarball] = Object.values(JSON.parse(stdout.slice(stdout.search(/^[[{]/m)))) as { filename: string }[]
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=0', '--ignore-scripts']
  try {
    await run('npm', ['install', ...flags, join(folder, tarball!.filename)], { cwd: folder })
  } catch (error) {
    if (unreachable.test(String(error)))
      return 'npm can fetch the dependencies neither from its cache nor from a registry'
    throw error
  }
  return undefined
}

const obstacle = install()
const command = join(folder, 'node_modules/.bin/reelcommons')

async function skipped(context: TestContext) {
  const reason = await obstacle
  if (reason !== undefined) context.skip(reason)
  return reason !== undefined
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('the installed package tells its commands', async (context) => {
  if (await skipped(context)) return
  const { stdout, stderr } = await run(process.execPath, [command, '--help'], { cwd: folder })
  assert.match(stdout, /\n {2}serve +Run the server\n/)
  assert.equal(stderr, '')
})

test('the installed package serves from an empty folder and stops when told to', async (context) => {
  if (await skipped(context)) return
  const cwd = join(folder, 'empty')
  await mkdir(cwd)
  const port = await freePort()
  const server = spawn(process.execPath, [command, 'serve', `--port=${port}`], { cwd, env: unhurried })
  context.after(() => server.kill('SIGKILL'))
  let output = ''
  server.stdout.on('data', (text) => (output += text))
  server.stderr.on('data', (text) => (output += text))
  const ended = once(server, 'exit')

  const deadline = Date.now() + startLimitMs
  const ask = () => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  let reply = await ask()
  while (reply === undefined && server.exitCode === null && Date.now() < deadline) {
    await setTimeout(pauseMs)
    reply = await ask()
  }
  assert.equal(reply?.status, 200, output)
  await reply.arrayBuffer()
  const home = await (await fetch(`http://127.0.0.1:${port}/`)).text()
  const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(home) ?? []
  const style = await fetch(`http://127.0.0.1:${port}${stylesheet}`)
  assert.deepEqual([style.status, style.headers.get('content-type')], [200, 'text/css; charset=utf-8'])
  await style.arrayBuffer()

  server.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null], output)
})

const usesTestServer = `
import { startTestServer } from 'reelcommons/test'
const server = await startTestServer()
const response = await fetch(server.url + '/3/movie/501?api_key=' + server.apiKey)
console.log((await response.json()).title)
await server.stop()
`

test('the installed package starts a server for tests, from an image', async (context) => {
  if (await skipped(context)) return
  await writeFile(join(folder, 'films.mjs'), usesTestServer)
  const { stdout, stderr } = await run(process.execPath, ['films.mjs'], { cwd: folder })
  assert.deepEqual([stdout, stderr], ['The Glass Lantern\n', ''])
  const images = (await readdir(join(folder, 'node_modules/reelcommons/dist'))).filter((name) => name.endsWith('.zst'))
  assert.deepEqual(images.sort(), ['tests-base.sqlite.zst', 'tests.sqlite.zst'])
})
