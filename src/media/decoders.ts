import type { Config } from '#src/config.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Composing, Rendered, Rendering, Taken, Taking } from './decode.ts'
import { type Decoder, DecoderError, type Job, notStarted, startDecoder } from './decoder.ts'

/** The assumed time of a picture until some were measured, and the weight of the last one in the average. */
const FIRST_MS = 100
const NEWEST_SHARE = 0.1
/** Longest time that a client is told to wait. */
const maxRetrySeconds = 30

type Limits = { atOnce: number } & Pick<Config, 'imageQueue' | 'imageTimeoutMs'>
/** What somebody wants to know of a job: how long it took, or, before it begins, that it would fail. */
type JobOptions = { onWorked?: (ms: number) => void; willFail?: () => boolean }
type Waiting = Job & JobOptions

/** Gives a job to a process. That none can be started is told to the job, and not to whoever has made room for it. */
function startOn(decoder: () => Decoder, job: Waiting) {
  try {
    decoder().start(job)
  } catch (error) {
    job.promised.reject(notStarted(error))
  }
}

/**
 * Processes that decode pictures, at the lowest priority, so that requests go first. They are started on demand. At
 * most `atOnce` work at the same time; further jobs wait, and more than `imageQueue` are refused.
 */
export function openDecoders({ atOnce, imageQueue, imageTimeoutMs }: Limits) {
  const decoders = new Set<Decoder>()
  const waiting: Waiting[] = []
  let usualMs = FIRST_MS
  let isClosed = false

  function begin(): Decoder {
    const decoder = startDecoder(imageTimeoutMs, next, (ended) => {
      decoders.delete(ended as Decoder)
      next()
    })
    decoders.add(decoder)
    return decoder
  }

  function next() {
    if (isClosed) return
    for (let job = waiting[0]; job; job = waiting[0]) {
      if (job.willFail?.()) {
        waiting.shift()
        job.promised.reject(new DecoderError('It could not be drawn a moment ago'))
        continue
      }
      const free = [...decoders].find((decoder) => decoder.isFree())
      if (!free && decoders.size >= atOnce) return
      waiting.shift()
      measure(job, note)
      startOn(() => free ?? begin(), job)
    }
  }

  const note = (workedMs: number) => {
    usualMs += NEWEST_SHARE * (workedMs - usualMs)
  }

  return {
    /**
     * Resolves when the picture is at `output`; throws `PictureError`, `DecoderError`, or an `ApiError` if the queue is
     * full. `onWorked` gets the milliseconds that it took, without those that it waited. `willFail` is asked when it
     * would begin.
     */
    run<Asked extends Taking | Rendering | Composing>(
      asked: Asked,
      options: JobOptions = {},
    ): Promise<Asked extends Taking ? Taken : Rendered> {
      const secondsToWait = Math.ceil(((waiting.length + 1) * usualMs) / atOnce / 1000)
      if (isClosed || waiting.length >= imageQueue)
        return Promise.reject(new ApiError('unavailable', Math.min(maxRetrySeconds, secondsToWait)))
      const promised = Promise.withResolvers<Taken | Rendered>()
      waiting.push({ asked, promised, ...options })
      next()
      return promised.promise as Promise<any>
    },
    /** How many pictures wait, and the ids of the processes. */
    state: () => ({ waiting: waiting.length, pids: [...decoders].map(({ pid }) => pid) }),
    /** Ends the processes: current pictures are finished, waiting ones are not begun. */
    async close() {
      isClosed = true
      for (const { promised } of waiting.splice(0)) promised.reject(new ApiError('unavailable'))
      await Promise.all([...decoders].map((decoder) => decoder.close()))
    },
  }
}

/** Tells how long a picture takes: `note` if it is done, and whoever asked in any case. */
function measure({ promised, onWorked }: Waiting, note: (workedMs: number) => void) {
  const startMs = performance.now()
  const workedMs = () => performance.now() - startMs
  promised.promise.then(
    () => note(workedMs()),
    () => {},
  )
  if (onWorked) promised.promise.finally(() => onWorked(workedMs())).catch(() => {})
}

export type Decoders = ReturnType<typeof openDecoders>
