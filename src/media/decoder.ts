import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { namePattern } from '#src/files/content-names.ts'
import type { Composing, Rendered, Rendering, Taken, Taking } from './decode.ts'
import { originalTypes } from './names.ts'
import { PictureError, type PictureReason, pictureReasons } from './refusals.ts'

/** What it made, why it refused the picture, or what went wrong. */
export type Answer = { value: Taken | Rendered } | { refusal: PictureReason } | { fault: string; code?: string }
const whole = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
const TakenSchema = Type.Object(
  {
    name: Type.String({ pattern: namePattern.source }),
    type: Type.Enum([...originalTypes]),
    width: Type.Integer(whole),
    height: Type.Integer(whole),
    bytes: Type.Integer(whole),
    colour: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  },
  { additionalProperties: false },
)
const RenderedSchema = Type.Object({ bytes: Type.Integer(whole) }, { additionalProperties: false })
const AnswerSchema = Type.Union([
  Type.Object({ value: Type.Union([TakenSchema, RenderedSchema]) }, { additionalProperties: false }),
  Type.Object({ refusal: Type.Enum([...pictureReasons]) }, { additionalProperties: false }),
  Type.Object({ fault: Type.String(), code: Type.Optional(Type.String()) }, { additionalProperties: false }),
])
export type Job = { asked: Taking | Rendering | Composing; promised: PromiseWithResolvers<Taken | Rendered> }

/** An idle decoder ends after this time, to free its memory. */
const IDLE_MS = 60_000
/** A decoder that has not started by then never will. */
const START_MS = 60_000
/** Memory of a decoder for anything but pixels. */
const HEAP_MB = 192

const processOptions = {
  // Its messages are read as text: whoever made a picture may control it.
  serialization: 'json',
  // A process that a picture may take over gets neither options nor secrets of the server.
  execArgv: [`--max-old-space-size=${HEAP_MB}`],
  env: { VIPS_BLOCK_UNTRUSTED: '1' },
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
} satisfies ForkOptions
const entry = fileURLToPath(new URL(`decoder-entry${extname(import.meta.url)}`, import.meta.url))

/** A decoder failed: it reported an error, crashed, or was ended because it took too long. */
export class DecoderError extends Error {
  override name = 'DecoderError'
  /** What the system said, where a file could not be written or read. */
  readonly code: string | undefined
  readonly tookTooLong: boolean
  constructor(message: string, { code, tookTooLong = false }: { code?: string; tookTooLong?: boolean } = {}) {
    super(message)
    this.code = code
    this.tookTooLong = tookTooLong
  }
}

export type Decoder = ReturnType<typeof startDecoder>

/**
 * Starts a process that reads pictures, one at a time. `onFree` is called when it can do more, `onEnd` when it has
 * ended. Once it is killed it is not free any more, though it takes a moment until it is gone.
 */
export function startDecoder(timeoutMs: number, onFree: () => void, onEnd: (decoder: object) => void) {
  const child = fork(entry, [], processOptions)
  let job: Job | undefined
  let timer: NodeJS.Timeout | undefined
  let isReady = false
  let hasEnded = false

  /** Only a working decoder keeps the server's process alive. */
  function rest() {
    keepAlive(child, 'unref')
    timer = setTimeout(kill, IDLE_MS).unref()
  }
  const kill = () => void child.kill('SIGKILL')

  function end(reason: unknown) {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(timer)
    job?.promised.reject(child.pid === undefined ? notStarted(reason) : failureOf(job, 'damaged', 'It crashed'))
    onEnd(decoder)
  }

  /** The time to start does not count for its first picture. */
  function limitTime() {
    clearTimeout(timer)
    timer = setTimeout(giveUp, isReady ? timeoutMs : START_MS)
  }
  function giveUp() {
    job?.promised.reject(failureOf(job, 'too_slow', 'It took too long'))
    kill()
  }

  child.on('message', (word) => {
    if (word === 'ready') {
      isReady = true
      if (job) limitTime()
    } else finish(readAnswer(word))
  })
  function finish(answer: Answer) {
    const done = job
    clearTimeout(timer)
    job = undefined
    rest()
    if (done) settle(done, answer)
    onFree()
  }
  for (const event of ['error', 'exit']) child.on(event, end)
  lowerPriority(child)
  rest()

  const decoder = {
    pid: child.pid,
    isFree: () => job === undefined && !child.killed && child.connected,
    start(next: Job) {
      job = next
      keepAlive(child, 'ref')
      limitTime()
      if (child.pid !== undefined) child.send(next.asked)
    },
    /** Ends it after its current picture. */
    async close() {
      await job?.promised.promise.catch(() => {})
      kill()
    },
  }
  return decoder
}

/** Whether the server's process waits for a decoder. */
function keepAlive(child: ChildProcess, how: 'ref' | 'unref') {
  child[how]()
  child.channel?.[how]()
}

function settle({ promised }: Job, answer: Answer) {
  if ('value' in answer) promised.resolve(answer.value)
  else promised.reject(errorOf(answer))
}

/** Reads a decoder's message, which is trusted only as far as its own picture depends on it. */
export function readAnswer(word: unknown): Answer {
  if (Value.Check(AnswerSchema, word)) return word as Answer
  return { fault: 'The decoder sent something that is not an answer' }
}

const errorOf = (answer: Exclude<Answer, { value: unknown }>) =>
  'refusal' in answer
    ? new PictureError(answer.refusal)
    : new DecoderError(answer.fault, answer.code === undefined ? {} : { code: answer.code })

/** For a picture from outside this is its own fault; one of ours should have been readable. */
const failureOf = ({ asked }: Job, reason: PictureReason, fault: string) =>
  asked.task === 'take' ? new PictureError(reason) : new DecoderError(fault, { tookTooLong: reason === 'too_slow' })

/** There are too many processes or open files, or too little memory: that is the fault of no picture. */
export const notStarted = (error: unknown): DecoderError =>
  new DecoderError(`It could not be started: ${(error as Error).message}`)

/** Threads of the process inherit its priority; on Linux each has one of its own, and some may be there already. */
function lowerPriority({ pid }: ChildProcess) {
  try {
    if (pid === undefined) return
    setPriority(pid, constants.priority.PRIORITY_LOW)
    if (process.platform !== 'linux') return
    for (const thread of readdirSync(`/proc/${pid}/task`)) setPriority(Number(thread), constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already, which is reported elsewhere.
  }
}
