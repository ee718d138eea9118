import type { IncomingMessage, ServerResponse } from 'node:http'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { faultsOf } from '#src/catalogue/statements/faults.ts'
import type { Dialect } from '#src/contract/dialects.ts'
import type { StatusName } from '#src/contract/statuses.ts'
import type { CommonHeaders } from '#src/http/headers.ts'
import { answerRefusal } from '#src/http/refusals.ts'

/** Limits of what tests ask for. */
export const mostFaults = 100
const MOST_TIMES = 1_000
const MOST_SLOW_MS = 60_000
const MOST_PATH = 1_000
const MOST_RETRY_SECONDS = 3_600

/** What may go wrong. */
const faultNames = ['429', '500', 'slow', 'broken', 'session'] as const
type FaultName = (typeof faultNames)[number]

/** What a test asks for: the next `times` requests to `path` are answered so. */
const Wanted = Type.Object(
  {
    /** Begins with a slash; with * at its end it stands for all paths that begin so. */
    path: Type.String({ pattern: '^/', maxLength: MOST_PATH }),
    /** Absent: any. */
    method: Type.Optional(Type.Enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])),
    fault: Type.Enum([...faultNames]),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TIMES })),
    /** Seconds; only for 429. */
    retry_after: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_RETRY_SECONDS })),
    /** How long an answer is held back; only for slow ones. */
    ms: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_SLOW_MS })),
  },
  { additionalProperties: false },
)
const wanted = Compile(Wanted)

type Fault = {
  id: number
  path: string
  method?: string
  fault: FaultName
  times: number
  retry_after?: number
  ms?: number
  /** How many requests it still waits for. */
  left: number
}

/** A fault as a test asks for it, or what is wrong with it, as a sentence. */
export function readFault(given: unknown): Omit<Fault, 'id'> | string {
  if (!wanted.Check(given)) {
    const [first] = faultsOf(wanted.Errors(given), given)
    return `${first?.place || 'The fault'} ${first?.reason ?? 'is not valid'}.`
  }
  const { path, method, fault, times = 1, retry_after, ms } = given
  if (path.slice(0, -1).includes('*')) return 'path may have a * only at its end.'
  if (path.startsWith('/test/')) return 'path may not be one of the server for tests itself.'
  if (retry_after !== undefined && fault !== '429') return 'retry_after goes with the fault 429 only.'
  if ((ms === undefined) === (fault === 'slow')) return 'ms goes with the fault slow, which needs it.'
  return {
    ...{ path, fault, times, left: times },
    ...(method !== undefined && { method }),
    ...(fault === '429' && { retry_after: retry_after ?? 1 }),
    ...(ms !== undefined && { ms }),
  }
}

export type Faults = ReturnType<typeof openFaults>

/** The faults that tests have asked for, in their order. Used up ones stay to be looked at while there is room. */
export function openFaults() {
  let all: Fault[] = []
  let last = 0
  return {
    /** Undefined if there are too many that wait. */
    add(fault: Omit<Fault, 'id'>): Fault | undefined {
      if (all.length >= mostFaults) {
        const used = all.findIndex(({ left }) => left === 0)
        if (used === -1) return undefined
        all.splice(used, 1)
      }
      const added = { id: ++last, ...fault }
      all.push(added)
      return added
    },
    list: (): readonly Fault[] => all,
    clear(): void {
      all = []
      last = 0
    },
    /** The fault that a request meets, which is counted. */
    take(method: string, path: string): Fault | undefined {
      const met = all.find((fault) => fault.left > 0 && fits(fault, method, path))
      if (met) met.left--
      return met
    },
  }
}

const fits = (fault: Fault, method: string, path: string): boolean =>
  (fault.method === undefined || fault.method === method) &&
  (fault.path.endsWith('*') ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path)

const refusals = { '429': 'too_many_requests', '500': 'internal_error', session: 'session_required' } as const

type Meeting = {
  request: IncomingMessage
  response: ServerResponse
  common: CommonHeaders
  dialect: Dialect
  /** Aborted when the server goes back to the beginning, or stops: nobody is held back any longer. */
  signal: AbortSignal
  /** Answers as if there was no fault. */
  answer(): void
}

/** Answers a request that meets a fault. */
export function meet(fault: Fault, { request, response, common, dialect, signal, answer }: Meeting) {
  if (fault.fault === 'slow') return holdBack(fault.ms as number, { response, signal, answer })
  if (fault.fault === 'broken') {
    breakInTheMiddle(response)
    return answer()
  }
  const status: StatusName = dialect.status(refusals[fault.fault])
  // The body is not waited for.
  request.resume()
  answerRefusal(response, status, {
    method: request.method ?? 'GET',
    common,
    limits: [],
    retryAfterSeconds: fault.retry_after,
  })
}

function holdBack(ms: number, { response, signal, answer }: Pick<Meeting, 'response' | 'signal' | 'answer'>): void {
  const go = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', go)
    response.removeListener('close', go)
    if (!response.destroyed) answer()
  }
  const timer = setTimeout(go, ms).unref()
  signal.addEventListener('abort', go)
  response.once('close', go)
}

/** Sends the head and half of what is sent first, then ends the connection. */
function breakInTheMiddle(response: ServerResponse): void {
  const write = response.write.bind(response)
  const cut = (chunk: unknown): true => {
    const bytes = typeof chunk === 'string' || chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0)
    const end = () => response.socket?.destroy()
    if (bytes.length < 2) {
      response.flushHeaders()
      setImmediate(end)
    } else write(bytes.subarray(0, bytes.length >> 1), end)
    return true
  }
  let isCut = false
  const once = (chunk: unknown): true => {
    if (isCut) return true
    isCut = true
    return cut(chunk)
  }
  response.write = once
  response.end = ((chunk: unknown) => {
    once(chunk)
    return response
  }) as typeof response.end
}
