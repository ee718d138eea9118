import type { ServerResponse } from 'node:http'
import { type CommonHeaders, vary } from '../headers.ts'
import { statusAnswer } from '../refusals.ts'
import { maxRetrySeconds, retrySeconds } from '../retry-after.ts'

/**
 * Refuses reads when there are too many. The answers are made in advance, because a server that gets four times the
 * requests that it can answer has no time to lose on the other three. Returns the HTTP status. `limits` are headers as
 * well.
 */
export function overloadAnswers(common: CommonHeaders) {
  const { http, headers, body } = statusAnswer('unavailable', { vary, ...common })
  const lines = Array.from({ length: maxRetrySeconds }, (_, at) => [
    ...Object.entries(headers).flat(),
    ...['retry-after', String(at + 1)],
  ])
  return (response: ServerResponse, method: string, limits: readonly string[]): number => {
    const all = lines[retrySeconds() - 1] as string[]
    response.writeHead(http, limits.length === 0 ? all : [...all, ...limits])
    // As latin1, head and body go out in one piece.
    response.end(method === 'HEAD' ? undefined : body, 'latin1')
    return http
  }
}
