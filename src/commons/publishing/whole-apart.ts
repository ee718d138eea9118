import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Source } from '#src/catalogue/sources.ts'
import type { Config } from '#src/config.ts'
import type { Whole } from '../format/schemas.ts'
import type { Known } from './pictures.ts'

/** What a whole dump is made of, as it is told to another process. */
export type WholeOrder = {
  config: Config
  folder: string
  sources: readonly Source[]
  hasPrivate: boolean
  position: number
  packet: number
  now: Date
  /** It only runs while nobody else wants the processor. */
  givesWay: boolean
}

export type ToldOfWhole =
  /** It goes on. */
  | { type: 'alive' }
  /** A picture is in the folder, which is still to be noted. */
  | { type: 'picture'; known: Known }
  | { type: 'error'; message: string }
  /** All that there is to tell has been told. */
  | { type: 'made'; whole: Whole }
  | { type: 'failed'; message: string }

type Given = {
  /** Called again and again: other work is done here, and what it throws ends the other process. */
  pause(): Promise<void>
  note(known: Known): Promise<unknown>
  onError(error: unknown): void
}

const entry = fileURLToPath(new URL(`whole-entry${extname(import.meta.url)}`, import.meta.url))
const PAUSE_MS = 100
/** One that has told nothing for so long does not get a processor. */
const SILENT_MS = 10_000
/** How long it may take to remove what it has begun. */
const END_MS = 10_000

/**
 * Makes a whole dump in a process of its own, which only runs while nobody else wants the processor: it goes on for
 * minutes, only reads the catalogue, and nobody waits for it. Where others never let it run, it is begun again with a
 * low priority alone. It ends with this process.
 */
export async function makeWholeApart(order: Omit<WholeOrder, 'givesWay'>, given: Given): Promise<Whole> {
  const whole = await makeOnce({ ...order, givesWay: true }, given)
  return whole ?? ((await makeOnce({ ...order, givesWay: false }, given)) as Whole)
}

/** Nothing comes of one that gives way and does not get a processor. */
async function makeOnce(order: WholeOrder, { pause, note, onError }: Given): Promise<Whole | undefined> {
  const child = fork(entry, [], {
    serialization: 'advanced',
    execArgv: process.execArgv.filter((flag) => !flag.startsWith('--inspect')),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // It shares nothing that this process has open: while it waits for a processor, nobody waits for its end.
  child.stderr?.pipe(process.stderr, { end: false })
  const ended = once(child, 'close')
  ended.catch(() => {})
  const made = Promise.withResolvers<Whole>()
  made.promise.catch(() => {})
  let noted: Promise<unknown> = Promise.resolve()
  let toldMs = performance.now()
  child.on('message', (told: ToldOfWhole) => {
    toldMs = performance.now()
    if (told.type === 'picture') {
      noted = noted.then(() => note(told.known))
      noted.catch(made.reject)
    } else if (told.type === 'error') onError(new Error(told.message))
    else if (told.type === 'failed') made.reject(new Error(told.message))
    else if (told.type === 'made') noted.then(() => made.resolve(told.whole), made.reject)
  })
  child.on('error', made.reject)
  child.on('close', (code, signal) =>
    made.reject(new Error(`The process of the whole dump ended with ${signal ?? code}`)),
  )
  child.send(order, undefined, undefined, () => {})
  try {
    for (;;) {
      const whole = await Promise.race([made.promise, delay(PAUSE_MS)])
      if (whole) return whole
      await pause()
      if (order.givesWay && performance.now() - toldMs > SILENT_MS) {
        child.kill('SIGKILL')
        return undefined
      }
    }
  } finally {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
    await ended.catch(() => {})
    clearTimeout(timer)
  }
}
