import type { IncomingMessage } from 'node:http'
import { FetchError, type isPublic, type Reaching, reach } from '#src/import/fetch.ts'
import type { DeliveryProblem } from '#src/kept/webhook-types.ts'
import { maxRetryAfterMs, REQUEST_MS } from '#src/webhooks/limits.ts'
import { pauseIn, refusalOf } from '../following/reaching/address-place.ts'

/** How receivers are reached. */
export type Sending = {
  /** Those of one's own network may be told, and without https. */
  allowsPrivate: boolean
  signal: AbortSignal
  requestMs?: number
  /** Replacements for tests, which have no network. */
  resolve?: Reaching['resolve']
  isPublic?: typeof isPublic
}

/** How a request to a receiver ended. */
export type Outcome = {
  isDelivered: boolean
  status: number | null
  problem: DeliveryProblem | ''
  detail: string
  retryAfterMs: number
  tookMs: number
}

type Request = { address: string; headers: Record<string, string>; body: string }

/**
 * Sends a message. The address is checked after its name was looked up, at each request, and the connection goes to the
 * very address that was checked; redirects are not followed. Of the answer only its head is read.
 */
export async function send({ address, headers, body }: Request, sending: Sending): Promise<Outcome> {
  const { signal: ending, requestMs = REQUEST_MS, resolve } = sending
  const signal = AbortSignal.any([AbortSignal.timeout(requestMs), ending])
  const beganMs = performance.now()
  const took = () => Math.round(performance.now() - beganMs)
  let refusal: string | undefined
  const failed = (problem: DeliveryProblem, detail = ''): Outcome => ({
    ...{ isDelivered: false, status: null, problem, detail, retryAfterMs: 0, tookMs: took() },
  })
  try {
    const response = await reach(address, {
      ...{ signal, resolve, headers: { accept: '*/*', ...headers }, body: Buffer.from(body) },
      refusal(url, addresses) {
        refusal = refusalOf(url, addresses, { ...sending, allowedBy: 'webhookPrivate' })
        return refusal
      },
    })
    response.destroy()
    return { ...outcomeOf(response), tookMs: took() }
  } catch (error) {
    if (refusal !== undefined) return failed('forbidden', refusal)
    if (ending.aborted) return failed('stopped')
    if (signal.aborted) return failed('timeout')
    return failed('unreachable', detailOf(error))
  }
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): Omit<Outcome, 'tookMs'> {
  const isDelivered = status >= 200 && status < 300
  const isRedirect = status >= 300 && status < 400
  const problem = status === 410 ? 'gone' : isRedirect ? 'redirect' : 'status'
  const pause = isDelivered ? undefined : pauseIn(headers['retry-after'])
  return {
    ...{ isDelivered, status, problem: isDelivered ? '' : problem, detail: '' },
    retryAfterMs: Math.min(pause ?? 0, maxRetryAfterMs),
  }
}

/** What a network says, in its own short word. */
function detailOf(error: unknown): string {
  if (error instanceof FetchError) return error.message.slice(0, 200)
  const { code, message = '' } = error as NodeJS.ErrnoException
  return (code ?? message).slice(0, 200)
}
