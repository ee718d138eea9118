import type { ServerResponse } from 'node:http'
import { type CachedReply, isWorthPacking } from '#src/cache/cached-reply.ts'
import { limitHeaders, nothingTaken } from '#src/keys/key-check.ts'
import { addressFor, type ReadHeaders } from './addresses/keyed-address.ts'
import type { Form } from './cached-headers.ts'
import { acceptsGzip, matches } from './negotiation.ts'
import type { KeyedRead, ReadsOptions } from './reads.ts'
import { located } from './send-reply.ts'

type WarmPathOptions = Pick<
  ReadsOptions,
  'keyCheck' | 'signals' | 'replies' | 'clock' | 'askedSite' | 'requests' | 'headersOf' | 'log'
>

/** Answers a read whose reply is in memory; false if it is not. Nearly every request of a busy server ends here. */
export function openWarmPath({
  keyCheck,
  signals,
  replies,
  clock,
  askedSite,
  requests,
  headersOf,
  log,
}: WarmPathOptions) {
  if (!replies.keepsAny) return () => false
  return ({ method, headers, key, address }: KeyedRead, response: ServerResponse): boolean => {
    const beganMs = log ? performance.now() : 0
    const nowMs = clock().getTime()
    const known = addressFor(key, address)
    const reply = replies.findByAddress(key.dialect, known, nowMs)
    if (!reply || reply.isNotFound) return false
    if (reply.site !== undefined && reply.site !== askedSite(headers.host)) return false

    const form = formFor(reply, headers)
    if (form === undefined) return false
    // A 304 does not count against the limit.
    const allowance = form === 'none' ? nothingTaken : keyCheck.take(key)
    // The application asks elsewhere if needed, and refuses in the envelope.
    if (!allowance || allowance.isExceeded) return false
    keyCheck.count(key, false, nowMs)
    const ignored = reply.ignored?.get(known)
    if (ignored) keyCheck.countIgnored(key, ignored)
    if (reply.record !== undefined) signals?.count('details', reply.record, key.id, nowMs)
    requests.warm(reply.operation, form === 'none')

    const status = form === 'none' ? 304 : 200
    const own = headersOf(reply, nowMs, form, true)
    const all = reply.location === undefined ? own : [...own, ...located(reply)]
    response.writeHead(status, allowance.limit === 0 ? all : [...all, ...limitHeaders(allowance)])
    const body = method === 'HEAD' || form === 'none' ? undefined : form === 'plain' ? reply.plain : reply.packed
    response.end(body, 'latin1')
    log?.({ operation: reply.operation, method, status, key, ms: performance.now() - beganMs, nowMs })
    return true
  }
}

/** The form in which a client accepts a reply; undefined if that has yet to be made. */
function formFor(reply: CachedReply, { match, encoding }: ReadHeaders): Form | undefined {
  if (match !== undefined && matches(match, reply.etag)) return 'none'
  if (!isWorthPacking(reply) || !acceptsGzip(encoding)) return 'plain'
  return reply.packed === undefined ? undefined : 'packed'
}
