import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { transform } from 'esbuild'
import { packageRoot } from '#src/package-root.ts'
import { until } from '../support/clients.ts'
import { childrenOf, killAll, within } from '../support/running.ts'

const folder = await realpath(await mkdtemp(join(tmpdir(), 'reelcommons-bin-')))
after(() => rm(folder, { recursive: true, force: true }))

/**
 * Makes the first process of a chain say that it is another Node, wait shorter, or have run for longer; the one that it
 * starts does none of that.
 */
const disguise = join(folder, 'disguise.cjs')
await writeFile(
  disguise,
  `if (process.env.DISGUISE) Object.defineProperty(process, 'version', { value: process.env.DISGUISE })
  const { setTimeout } = globalThis
  const { SHORTER, LONGER } = process.env
  if (SHORTER) globalThis.setTimeout = (work, ms) => setTimeout(work, ms / SHORTER)
  const { uptime } = process
  if (LONGER) process.uptime = () => uptime() * LONGER
  for (const name of ['DISGUISE', 'SHORTER', 'LONGER']) delete process.env[name]`,
)

/**
 * A program that tells what ran it, and with which words. `wait` ends by a signal, `die` kills itself. A server `hangs`
 * until it was started so many times, or `obeys` until it is told to stop, which it hears or not.
 */
const program = (name: string) => `import { appendFileSync, readFileSync } from 'node:fs'
export async function main(argv) {
  const { promise: ended, resolve } = Promise.withResolvers()
  const timer = setInterval(() => {}, 1000)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => resolve(console.log(signal)))
  const arenas = process.env.MALLOC_ARENA_MAX ? ['arenas', process.env.MALLOC_ARENA_MAX] : []
  const flags = process.execArgv.filter((flag) => /^--(max|heap)-/.test(flag))
  console.log('${name}', process.version, ...argv, ...flags, ...arenas)
  if (argv[0] === 'die') process.kill(process.pid, 'SIGKILL')
  if (argv[1] === 'hangs') {
    appendFileSync(argv[3], '.')
    if (readFileSync(argv[3], 'utf8').length < Number(argv[2])) process.kill(process.pid, 'SIGALRM')
  }
  if (argv[1] === 'obeys') {
    process.on('message', (message) => {
      if (argv[3] === 'deaf') return
      process.send('stopping')
      console.log(message)
      setTimeout(() => process.exit(5), argv[3] === 'late' ? 10 * argv[2] : 0)
    })
    process.send({ obeysWithinMs: Number(argv[2]) })
    // The starter has read it by then.
    setTimeout(() => console.log('ready'), 500)
    await ended
  }
  if (argv.includes('wait')) await ended
  clearInterval(timer)
  return argv.includes('wait') ? 7 : argv.length
}`

type Layout = { name: string; source?: true; bundle?: true; pinned?: string }

/** A package with our bin folder, and a `node` package whose program is the Node that runs this test. */
async function lay({ name, source, bundle, pinned }: Layout): Promise<string> {
  const root = join(folder, name)
  const files: Record<string, string> = { 'package.json': '{ "type": "module" }' }
  if (source) files['src/main.ts'] = `type Any = 1\n${program('source')}`
  if (bundle) files['dist/main.js'] = program('bundle')
  if (pinned) files['node_modules/node/package.json'] = JSON.stringify({ version: pinned })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await cp(join(packageRoot, 'bin'), join(root, 'bin'), { recursive: true })
  if (pinned) {
    await mkdir(join(root, 'node_modules/node/bin'))
    await symlink(process.execPath, join(root, 'node_modules/node/bin/node'))
  }
  return join(root, 'bin/reelcommons.js')
}

const started: ChildProcess[] = []
after(() => Promise.all(started.map(killAll)))

function start(command: string, args: string[], version: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--require', disguise, command, ...args], {
    env: { ...process.env, DISGUISE: version, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => (said.stdout += text))
  child.stderr.on('data', (text) => (said.stderr += text))
  const ended = once(child, 'close').then(([code, signal]) => ({ ...said, code, signal }))
  return { child, said, ended }
}

const here = process.version
const importFlags = '--max-semi-space-size=8 --heap-growing-percent=50 arenas 2'
const serveFlags = '--max-semi-space-size=8 --heap-growing-percent=20'
const refusal = (version: string, remedy: string) => ({
  stdout: '',
  stderr: `reelcommons needs Node.js 24.7 or newer, not ${version}: ${remedy}.\n`,
  code: 1,
  signal: null,
})
const ran = (what: string, code: number | null, signal: string | null = null) => ({
  stdout: `${what}\n`,
  stderr: '',
  code,
  signal,
})

const scenarios: [layout: Layout, version: string, args: string[], outcome: object][] = [
  [{ name: 'checkout', source: true }, 'v26.10.0', ['a', '--b'], ran('source v26.10.0 a --b', 2)],
  [{ name: 'package', bundle: true }, 'v24.7.0', [], ran('bundle v24.7.0', 0)],
  [{ name: 'both', source: true, bundle: true }, 'v100.0.0', ['a'], ran('source v100.0.0 a', 1)],
  [{ name: 'pinned', source: true, pinned: '26.0.0' }, 'v20.20.2', ['a', ' b'], ran(`source ${here} a  b`, 2)],
  [{ name: 'unneeded', source: true, pinned: '26.0.0' }, 'v25.0.0', [], ran('source v25.0.0', 0)],
  [{ name: 'killed', bundle: true, pinned: '24.7.0' }, 'v0.12.0', ['die'], ran(`bundle ${here} die`, null, 'SIGKILL')],
  [{ name: 'import', source: true }, 'v26.10.0', ['import', 'a'], ran(`source ${here} import a ${importFlags}`, 2)],
  [
    { name: 'pinned import', source: true, pinned: '26.0.0' },
    'v20.0.0',
    ['import', 'a'],
    ran(`source ${here} import a ${importFlags}`, 2),
  ],
  [{ name: 'server', bundle: true }, 'v26.10.0', ['serve'], ran(`bundle ${here} serve ${serveFlags} arenas 2`, 1)],
  [{ name: 'unprepared', source: true }, 'v24.6.9', [], refusal('v24.6.9', 'run `npm ci`, which brings its own')],
  [
    { name: 'pinned too old', source: true, pinned: '22.0.0' },
    'v20.0.0',
    [],
    refusal('v20.0.0', 'run `npm ci`, which brings its own'),
  ],
  [
    { name: 'lone package', bundle: true },
    'v9.11.2',
    [],
    refusal('v9.11.2', 'install it, or run `npm install node@26` beside it'),
  ],
]

for (const [layout, version, args, outcome] of scenarios) {
  test(`${layout.name}: Node ${version}`, async () => {
    assert.deepEqual(await start(await lay(layout), args, version).ended, outcome)
  })
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`the pinned Node gets ${signal} and its exit code is kept`, async () => {
    const command = await lay({ name: `signal ${signal}`, source: true, pinned: '26.0.0' })
    const { child, ended } = start(command, ['wait'], 'v20.0.0')
    await once(child.stdout, 'data')
    child.kill(signal)
    assert.deepEqual(await ended, ran(`source ${here} wait\n${signal}`, 7))
  })
}

const kept = (name: string) => lay({ name, source: true })
/** Waits until it, or its program, has said this. */
const says = (starter: ReturnType<typeof start>, where: 'stdout' | 'stderr', text: string) =>
  within(
    `nobody said ${text}`,
    until(() => starter.said[where].includes(text)),
  )
/** How it ends, and what it complained about. */
const endOf = async ({ ended }: ReturnType<typeof start>) => {
  const { stderr, code, signal } = await within('the starter did not end', ended)
  return [stderr, code, signal]
}
const again = (ms: number) => `reelcommons: the server hung, and is started again in ${ms} ms.\n`

test('a server that its watchdog ended is started again, later each time', async () => {
  const words = ['serve', 'hangs', '4', join(folder, 'starts')]
  const starter = start(await kept('hangs'), words, here)
  assert.deepEqual(await endOf(starter), [again(100) + again(200) + again(400), 4, null])
  assert.equal(await readFile(words[3] as string, 'utf8'), '....')
})

test('it is started again after half a minute at most', async () => {
  const words = ['serve', 'hangs', '12', join(folder, 'many starts')]
  const starter = start(await kept('hangs often'), words, here, { SHORTER: '100000' })
  const pauses = [...Array.from({ length: 9 }, (_, at) => 100 * 2 ** at), 30_000, 30_000]
  assert.deepEqual(await endOf(starter), [pauses.map(again).join(''), 4, null])
})

test('one that has run for two minutes is started again as soon as the first time', async () => {
  const words = ['serve', 'hangs', '4', join(folder, 'long runs')]
  const starter = start(await kept('hangs seldom'), words, here, { SHORTER: '100', LONGER: '1000000' })
  assert.deepEqual(await endOf(starter), [again(100).repeat(3), 4, null])
})

test('a starter that waits to start again ends when it is told to', async () => {
  const starter = start(await kept('waits'), ['serve', 'hangs', '99', join(folder, 'starts of one that waits')], here)
  await says(starter, 'stderr', again(1_600))
  starter.child.kill('SIGTERM')
  const [, ...end] = await endOf(starter)
  assert.deepEqual(end, [null, 'SIGTERM'])
  assert.equal(await readFile(join(folder, 'starts of one that waits'), 'utf8'), '.....')
})

test('another command that ends by the same signal is not started again', async () => {
  const starter = start(await lay({ name: 'no server', source: true, pinned: '26.0.0' }), ['wait'], 'v20.0.0')
  await says(starter, 'stdout', 'wait')
  const [pid] = await childrenOf(starter.child.pid as number)
  process.kill(pid as number, 'SIGALRM')
  assert.deepEqual(await endOf(starter), ['', null, 'SIGALRM'])
})

const ended = 'reelcommons: the server hangs, and was ended after 300 ms.\n'
const told: [does: string, signals: NodeJS.Signals[], end: [string, number | null, string | null]][] = [
  ['prompt', ['SIGTERM'], ['', 5, null]],
  ['late', ['SIGINT'], ['', 5, null]],
  ['deaf', ['SIGTERM'], [ended, null, 'SIGTERM']],
  ['deaf', ['SIGINT'], [ended, null, 'SIGINT']],
  ['late', ['SIGINT', 'SIGTERM'], ['', null, 'SIGINT']],
]
for (const [does, signals, end] of told)
  for (const version of [here, 'v20.0.0'])
    test(`a server that is ${does} is told ${signals.join(' and ')} by Node ${version}`, async () => {
      const pinned = version === here ? {} : { pinned: '26.0.0' }
      const name = `${does} ${signals.join(' ')} ${version}`
      const command = await lay({ name, source: true, ...pinned })
      const starter = start(command, ['serve', 'obeys', '300', does], version)
      await says(starter, 'stdout', 'ready')
      for (const [index, signal] of signals.entries()) {
        if (index > 0) await says(starter, 'stdout', 'stop\n')
        starter.child.kill(signal)
      }
      assert.deepEqual(await endOf(starter), end)
    })

/** How long the words of what has ended may take. */
const LEFT_MS = 5_000

test('npm start passes on the signal that ends it, and leaves nothing behind', async () => {
  const root = dirname(dirname(await lay({ name: 'npm start', source: true })))
  const { scripts } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'))
  await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module', scripts: { start: scripts.start } }))
  const child = spawn('npm', ['start', '--silent', '--', 'wait'], { cwd: root, detached: true })
  try {
    let said = ''
    const { promise: isUp, resolve } = Promise.withResolvers<void>()
    child.stdout.on('data', (text) => {
      said += text
      if (said.includes('serve wait')) resolve()
    })
    await isUp
    child.kill('SIGTERM')
    // As long as something is left, the streams stay open.
    const left = once(child, 'exit').then(() => delay(LEFT_MS, undefined, { ref: false }))
    await Promise.race([once(child, 'close'), left])
    assert.match(said, /\nSIGTERM\n$/)
  } finally {
    // What is left of them, if anything is.
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {}
  }
})

test('the first file has no syntax that is newer than the oldest Node', async () => {
  const text = await readFile(join(packageRoot, 'bin/reelcommons.js'), 'utf8')
  const [old, present] = await Promise.all(['es5', 'esnext'].map((target) => transform(text, { target })))
  assert.equal(old?.code, present?.code)
})

test('the package says which Node it needs, as its first file does', async () => {
  const { engines } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8')) as { engines: object }
  const [, major, minor] =
    /^var NEEDED = \[(\d+), (\d+)\]$/m.exec(await readFile(join(packageRoot, 'bin/reelcommons.js'), 'utf8')) ?? []
  assert.deepEqual(engines, { node: `>=${major}.${minor}` })
})
