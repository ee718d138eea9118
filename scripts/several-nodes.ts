import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { packageRoot } from '#src/package-root.ts'
import { passWholeLines } from '#src/workers/whole-lines.ts'
import { startReplicated } from '../test/support/clusters.ts'
import { freePort } from '../test/support/postgres.ts'

const usage = `npm run nodes -- [--port N] [-- SETTINGS]

Runs two nodes on one PostgreSQL with a replica, Redis, and nginx in front, all on this machine, until you stop it. A
node that ends is started again. Everything is in a temporary folder and deleted afterwards. SETTINGS are those of the
nodes, for example --empty.
It needs Debian's packages postgresql, redis-server and nginx.
`

const NGINX = '/usr/sbin/nginx'
const REDIS = '/usr/bin/redis-server'
const START_TIMEOUT_MS = 60_000
/** How long a node that has ended stays away, as if somebody had to notice it. */
const RESTART_MS = 2_000

type Ending = () => Promise<unknown> | unknown
const endings: Ending[] = []
const stopping = new AbortController()

/** What is started ends when this process does; what it says comes out here, behind its name. */
function start(name: string, command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    passWholeLines(stream, (lines) => {
      process.stdout.write(lines.replace(/^(?=.)/gm, `${name}: `))
    })
  child.on('exit', (code, signal) => process.stdout.write(`${name}: ended with ${signal ?? code}\n`))
  endings.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  return child
}

async function ready(address: string, child: ChildProcess) {
  const endMs = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const reply = await fetch(`${address}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    if (child.exitCode !== null || performance.now() > endMs) throw new Error(`${address} did not start`)
    await sleep(50)
  }
}

async function startNginx(folder: string, port: number, nodes: readonly number[]): Promise<ChildProcess> {
  let text = await readFile(join(packageRoot, 'scripts', 'nginx.conf'), 'utf8')
  for (const [index, node] of nodes.entries()) text = text.replace(`node-${index + 1}:8080`, `127.0.0.1:${node}`)
  text = text.replace('listen 8080;', `listen 127.0.0.1:${port};`).replace('/dev/stdout', `${folder}/access.log`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx-${name};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/nginx.pid;\nworker_processes 1;\nevents { worker_connections 1024; }\n` +
      `http {\n${temporary.join('\n')}\n${text}}\n`,
  )
  return start('nginx', NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'])
}

/** A node that ends is started again, at the same address, for as long as the whole is not stopped. */
function startNode(name: string, port: number, words: readonly string[]): ChildProcess {
  const program = join(packageRoot, 'bin', 'start.js')
  const node = start(name, process.execPath, [program, 'serve', '--port', String(port), ...words])
  node.on('exit', async () => {
    await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return
    process.stdout.write(`${name} is started again, process ${startNode(name, port, words).pid}\n`)
  })
  return node
}

async function startAll(port: number, given: readonly string[]) {
  for (const [path, name] of [
    [NGINX, 'nginx'],
    [REDIS, 'redis-server'],
  ] as const)
    if (!existsSync(path)) throw new Error(`${name} is missing: apt-get install ${name}`)
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-several-'))
  endings.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  // Whoever runs nginx below a user of its own reads its configuration here.
  await chmod(folder, 0o755)
  const { primary, replica } = await startReplicated({ after: (end: unknown) => void endings.push(end as Ending) })
  const redisPort = await freePort()
  const redis = `redis://127.0.0.1:${redisPort}`
  start('redis', REDIS, ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder])

  // Nodes of several machines keep pictures in a bucket; here they share a folder.
  await mkdir(join(folder, 'data'))
  const words = [
    ...['--database', primary.url, '--read-database', replica.url, '--data', join(folder, 'data')],
    ...['--site', `http://127.0.0.1:${port}`, '--proxies', 'loopback'],
    ...['--redis', redis],
    ...given,
  ]
  const ports = [await freePort(), await freePort()] as const
  const nodes: ChildProcess[] = []
  for (const [index, nodePort] of ports.entries()) {
    const node = startNode(`node-${index + 1}`, nodePort, words)
    nodes.push(node)
    await ready(`http://127.0.0.1:${nodePort}`, node)
  }
  await ready(`http://127.0.0.1:${port}`, await startNginx(folder, port, ports))
  const described = [
    ...ports.map(
      (nodePort, index) => `node-${index + 1} is at http://127.0.0.1:${nodePort}, process ${nodes[index]?.pid}`,
    ),
    `the primary is at ${primary.url}`,
    `its replica is at ${replica.url}`,
    `Redis is at ${redis}`,
    `nginx is at http://127.0.0.1:${port}, in front of both: ask there, with the key that node-1 has told`,
    `what nginx logs is in ${join(folder, 'access.log')}`,
  ]
  process.stdout.write(`\n${described.join('\n')}\n\nEverything is ready; ctrl-c stops it.\n`)
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { port: { type: 'string', default: '8080' }, help: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.help) return void process.stdout.write(usage)
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  try {
    await Promise.race([startAll(Number(values.port), positionals).then(() => stopped), stopped])
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
  stopping.abort()
  for (const end of endings.reverse()) await end()
}

await main()
process.exit()
