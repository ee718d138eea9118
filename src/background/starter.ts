import type { StopSignal } from './stop-signal.ts'

/**
 * Resolves when the starter (`bin/reelcommons.js`), if there is one, tells the server to stop. If the server does not
 * say within this time that it does, it hangs, and the starter ends it. A server ends as suddenly as its starter.
 */
export function toldByStarter(withinMs: number): Promise<StopSignal> {
  const { promise, resolve } = Promise.withResolvers<StopSignal>()
  if (!process.send) return promise
  process.on('message', (message) => {
    if (message !== 'stop') return
    say('stopping')
    resolve('SIGTERM')
  })
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  say({ obeysWithinMs: withinMs })
  return promise
}

const say = (message: string | object) => process.send?.(message, undefined, undefined, () => {})
