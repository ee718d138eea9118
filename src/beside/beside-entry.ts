import { stopSignal } from '#src/background/stop-signal.ts'
import { ALIVE_MS } from './hang-watch.ts'
import type { FromBeside, ToBeside } from './messages.ts'
import { workBeside } from './work.ts'

// This file runs in a process that does what there is to do beside requests, and ends when there is nothing. It ends as
// suddenly as the process that has started it.
const stopping = new AbortController()
let changed: ReturnType<typeof workBeside>['changed'] | undefined
// A terminal, or whoever ends all processes of the server, signals each of them.
stopSignal().then(() => stopping.abort())
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const post = (message: FromBeside) => void process.send?.(message, undefined, undefined, () => {})

process.on('message', (message: ToBeside) => {
  if (message.type === 'stop') stopping.abort()
  else if (message.type === 'changed') changed?.(message.topic)
  else start(message)
})

function start({ config, rests }: Extract<ToBeside, { type: 'start' }>) {
  // What it stores is private, even in a folder that others can read.
  process.umask(0o077)
  setInterval(post, ALIVE_MS, { type: 'alive' } satisfies FromBeside)
  const working = workBeside({ config, rests, post, stopped: stopping.signal })
  changed = working.changed
  working.ended.then(
    () => end(0),
    (error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      end(1)
    },
  )
}

/** Messages arrive in their order, so that all have left with the last one. */
function end(code: number) {
  process.send?.({ type: 'ended' } satisfies FromBeside, undefined, undefined, () => process.exit(code))
}
