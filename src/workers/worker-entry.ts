import { stopSignal } from '#src/background/stop-signal.ts'
import { openSender, type ToPrimary, type ToWorker } from './messages.ts'
import { type Receive, serveAsWorker } from './worker.ts'

// This file runs in a process that answers requests: it gets its settings, and serves until it is told to stop. It ends
// with the process that started it.
let receive: Receive | undefined
const stopped = Promise.withResolvers<void>()
// A terminal, or whoever ends all processes of the server, signals each of them.
stopSignal().then(() => stopped.resolve())

// If the primary is gone nothing needs an answer; the closed channel ends this process.
const post = openSender<ToPrimary>((messages) => void process.send?.(messages, undefined, undefined, () => {}))

process.on('message', (messages: ToWorker[]) => {
  for (const message of messages) {
    if (message.type === 'stop') stopped.resolve()
    else if (message.type === 'start') receive = start(message)
    else receive?.(message)
  }
})

function start(message: Extract<ToWorker, { type: 'start' }>): Receive {
  const { receive, ended } = serveAsWorker(message, post, stopped.promise)
  ended.then(
    () => process.exit(),
    (error) => {
      const sentence = error instanceof Error ? error.message : String(error)
      process.send?.([{ type: 'failed', sentence } satisfies ToPrimary], undefined, undefined, () => process.exit(1))
    },
  )
  return receive
}
