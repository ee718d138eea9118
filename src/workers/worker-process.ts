import cluster from 'node:cluster'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSender, type ToPrimary, type ToWorker } from './messages.ts'
import { passWholeLines } from './whole-lines.ts'

/** Where a worker's output goes, in whole lines. */
export type Output = { log(lines: string): void; complain(lines: string): void }

export type WorkerProcess = {
  post(message: ToWorker): void
  kill(signal: NodeJS.Signals): void
  /** How it ended. All of its messages have been received by then. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

const entry = new URL(`worker-entry${extname(import.meta.url)}`, import.meta.url)

/** Starts a process that shares its port with the others and ends with this one. */
export function startWorkerProcess(receive: (message: ToPrimary) => void, { log, complain }: Output): WorkerProcess {
  // This process accepts no connections: one on its way to a worker that is killed would stay open for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: fileURLToPath(entry), args: [], serialization: 'advanced', silent: true })
  const worker = cluster.fork()
  const { stdout, stderr } = worker.process
  if (stdout) passWholeLines(stdout, log)
  if (stderr) passWholeLines(stderr, complain)
  worker.on('message', (messages: ToPrimary[]) => {
    for (const message of messages) receive(message)
  })
  // Messages to a worker that is just ending are lost; its end is reported below.
  worker.on('error', () => {})
  const post = openSender<ToWorker>((messages) => {
    if (worker.isConnected()) worker.process.send(messages, undefined, undefined, () => {})
  })
  const ended = once(worker.process, 'close').then(([code, signal]) => ({ code, signal }))
  return { post, kill: (signal) => void worker.process.kill(signal), ended }
}
