import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { packageRoot } from '#src/package-root.ts'

/** A server that migrates a large catalogue takes minutes before it listens. */
const START_TIMEOUT_MS = 600_000
const STOP_TIMEOUT_MS = 20_000
/** How often it is looked whether a server listens. */
const POLL_MS = 2
/** What is kept of what a program complained about. */
const COMPLAINT_CHARACTERS = 4_000
/** The unit of times in /proc on every Linux of our day. */
const TICKS_PER_SECOND = 100

/** A server in a process of its own. */
export type Server = {
  /** Without a slash at its end: `http://127.0.0.1:12345`. */
  url: string
  /** The process that answers, which may be a child of the one that was started. */
  pid: number
  /** Time that all its threads have spent on processors since it began, with what the system did for them. */
  cpuSeconds(): number
  /** The same of the thread that answers alone. */
  mainThreadSeconds(): number
  /** The same of the process with all that it has started, those that have ended included. */
  familySeconds(): number
  residentBytes(): number
  /** Resident memory of all processes that belong to it, those of the starter included. */
  familyBytes(): number
  /** The processes that answer, in the order in which they were started: several where it has workers. */
  workers(): number[]
  /** What it has fetched from storage since it began; what the page cache had does not count. */
  storageBytes(): number
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>
}

export type ServerStart = {
  /** What stands behind `node`, given the port to listen on at 127.0.0.1. */
  args(port: number): string[]
  env?: Record<string, string>
  /** The file that gets what it writes on standard output; absent: none does. */
  output?: string
}

/** `Date` of a process that gets this environment begins at `time`, in ISO 8601. */
export const clockAt = (time: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(packageRoot, 'bench/support/clock.ts')}`,
  BENCH_CLOCK: time,
})

/** The environment of a program of ours: without settings of whoever runs the benchmarks. */
export const environment = (more: Record<string, string>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('REELCOMMONS_'))),
  ...more,
})

/** The file that `node` is given to run any command of ours. */
export const reelcommons = join(packageRoot, 'bin/reelcommons.js')

/** No reply is kept, so that each request is a cold one. */
export const coldSettings = ['--reply-cache-bytes', '0', '--suggestions-per-second', '0']

/** How often it is looked whether a server does something by itself, and how long at most. */
const SETTLE_POLL_MS = 1_000
const SETTLE_TIMEOUT_MS = 1_800_000
/** A server that is busy for less of the time does nothing by itself. */
const IDLE_SHARE = 0.05

/** Waits until a server has done what it does in the background after its start. */
export async function settled(server: Server): Promise<void> {
  const endMs = performance.now() + SETTLE_TIMEOUT_MS
  for (let before = -1; performance.now() < endMs; ) {
    const spent = server.familySeconds()
    if (before >= 0 && spent - before < (IDLE_SHARE * SETTLE_POLL_MS) / 1_000) return
    before = spent
    await pause(SETTLE_POLL_MS)
  }
  throw new Error(`the server was still busy by itself after ${SETTLE_TIMEOUT_MS / 1_000} s`)
}

type ServerOptions = { time?: string; settings?: string[]; output?: string }

/**
 * Our server as people start it, with its log going nowhere, or into the file `output`. `settings` are options:
 * `['--log-level', 'silent']`.
 */
export const serveCatalogue = (data: string, { time, settings = [], output }: ServerOptions = {}) =>
  startServer({
    ...(output !== undefined && { output }),
    args: (port) => [reelcommons, 'serve', '--data', data, '--port', String(port), ...settings],
    ...(time !== undefined && { env: clockAt(time) }),
  })

/** The same, once it has done what there was to do after an import: until then, figures are those of two programs. */
export async function serveSettled(data: string, options?: ServerOptions): Promise<Server> {
  const server = await serveCatalogue(data, options)
  try {
    await settled(server)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Starts a server on Node.js, and resolves when it takes connections. */
export const startServer = ({ args, ...more }: ServerStart): Promise<Server> =>
  startProgram({ ...more, command: process.execPath, args: async (port) => args(port) })

type ProgramStart = Omit<ServerStart, 'args'> & { command: string; args(port: number): Promise<string[]> }

/** Starts a program that is a server, and resolves when it takes connections. */
export async function startProgram({ command, args, env = {}, output }: ProgramStart): Promise<Server> {
  const port = await freePort()
  const file = output === undefined ? undefined : openSync(output, 'a')
  const child = spawn(command, await args(port), {
    env: environment(env),
    stdio: ['ignore', file ?? 'ignore', 'pipe'],
  })
  if (file !== undefined) closeSync(file)
  const complaint = complaintsOf(child)
  const end = once(child, 'exit')
  end.catch(() => {})
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
  await untilListening(port, child, complaint)
  const pid = lastDescendant(child.pid as number)
  const starter = parentOf(pid)
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    cpuSeconds: () => cpuSeconds(pid),
    mainThreadSeconds: () => secondsIn(`/proc/${pid}/task/${pid}/stat`),
    familySeconds: () => familySeconds(pid),
    residentBytes: () => residentBytes(pid),
    familyBytes: () => familyBytes(child.pid as number),
    workers: () => childrenOf(starter).filter((one) => !isBeside(one)),
    storageBytes: () => Number(/^read_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const timeout = setTimeout(kill, STOP_TIMEOUT_MS)
      const [code, signal] = await end
      clearTimeout(timeout)
      // Programs of others let the signal end them.
      if (code !== 0 && signal !== 'SIGTERM') throw new Error(`a server ended with ${signal ?? code}: ${complaint()}`)
    },
  }
}

function complaintsOf(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-COMPLAINT_CHARACTERS)
  })
  return () => text
}

/** A port that was free a moment ago. Our server could choose one, but it would have to be read from its log. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('there is no free port')
  return address.port
}

async function untilListening(port: number, child: ChildProcess, complaint: () => string) {
  const endMs = performance.now() + START_TIMEOUT_MS
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`a server did not start: ${complaint()}`)
    if (performance.now() > endMs) {
      child.kill('SIGKILL')
      throw new Error(`a server did not start in ${START_TIMEOUT_MS} ms: ${complaint()}`)
    }
    await pause(POLL_MS)
  }
}

const takesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

/** The processes that a process has started, and that have not ended. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

/** Whether a process does what is done beside requests, and answers none. */
export const isBeside = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('beside-entry')

/** `bin/reelcommons.js` starts the Node that it needs as a child where it is run by another. */
function lastDescendant(pid: number): number {
  const [child] = childrenOf(pid).filter((one) => !isBeside(one))
  return child === undefined ? pid : lastDescendant(child)
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** A process that ends meanwhile has no memory any more. */
function familyBytes(pid: number): number {
  if (!existsSync(`/proc/${pid}`)) return 0
  return childrenOf(pid).reduce((sum, child) => sum + familyBytes(child), residentBytes(pid) || 0)
}

function familySeconds(pid: number): number {
  const own = cpuSeconds(pid, 'with ended children')
  return childrenOf(pid).reduce((sum, child) => sum + familySeconds(child), own)
}

/** CPU time of a process and all its threads, those that have ended included. */
export function cpuSeconds(pid: number | 'self', which: 'own' | 'with ended children' = 'own'): number {
  return secondsIn(`/proc/${pid}/stat`, which)
}

function secondsIn(file: string, which: 'own' | 'with ended children' = 'own'): number {
  // The name of the program, in brackets, may hold spaces.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
  const [user = 0, system = 0, userOfChildren = 0, systemOfChildren = 0] = fields.slice(11, 15).map(Number)
  const ofChildren = which === 'own' ? 0 : userOfChildren + systemOfChildren
  return (user + system + ofChildren) / TICKS_PER_SECOND
}

/** CPU time of everything that has run on the machine, and what other machines have taken of its processors. */
export function machineSeconds(): number {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  const ticks = all.split(/\s+/).slice(1).map(Number)
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = ticks
  return (user + nice + system + interrupts + softInterrupts + stolen) / TICKS_PER_SECOND
}

/** Resident memory of a process: now, or the most that it ever had. */
export function residentBytes(pid: number, when: 'now' | 'peak' = 'now'): number {
  const name = when === 'now' ? 'VmRSS' : 'VmHWM'
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) * 1024
}
