import { stopSignal } from '#src/http/serving.ts'
import { openOutlet, type ToPrimary, type ToWorker } from './messages.ts'
import { type Hear, serveAsWorker } from './worker.ts'

// This file runs in a process that answers requests: it is told its settings, and serves until it is told to stop. It
// ends with the process that started it.
let hear: Hear | undefined
const stopped = Promise.withResolvers<void>()
// A terminal, and whoever ends all processes of the server, tell each of them.
stopSignal().then(stopped.resolve)

// A process that is gone needs no answer; the end of the channel ends this one.
const post = openOutlet<ToPrimary>((messages) => void process.send?.(messages, undefined, undefined, () => {}))

process.on('message', (messages: ToWorker[]) => {
  for (const message of messages) {
    if (message.say === 'stop') stopped.resolve()
    else if (message.say === 'start') hear = start(message)
    else hear?.(message)
  }
})

function start(message: Extract<ToWorker, { say: 'start' }>): Hear {
  const { hear, ended } = serveAsWorker(message, post, stopped.promise)
  ended.then(
    () => process.exit(),
    (error) => {
      const sentence = error instanceof Error ? error.message : String(error)
      process.send?.([{ say: 'failed', sentence } satisfies ToPrimary], undefined, undefined, () => process.exit(1))
    },
  )
  return hear
}
