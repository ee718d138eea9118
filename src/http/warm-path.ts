import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CachedReply, isWorthPacking } from '#src/cache/cached-reply.ts'
import type { Replies } from '#src/cache/replies.ts'
import { remember } from '#src/database/remember.ts'
import type { Key } from '#src/keys/find-key.ts'
import { type KeyCheck, limitHeaders, nothingTaken } from '#src/keys/key-check.ts'
import type { Requests } from '#src/metrics/requests.ts'
import type { Form, HeadersOf } from './cached-headers.ts'
import { acceptsGzip, acceptsJson, matches } from './negotiation.ts'

/** Header values of clients whose meaning is remembered. */
const HEADERS = 100
const acceptsJsonIn = remember(HEADERS, acceptsJson)
const acceptsGzipIn = remember(HEADERS, acceptsGzip)

export type WarmPathOptions = {
  keyCheck: KeyCheck
  replies: Replies
  clock(): Date
  /** The site that a request with this Host header is answered for. */
  askedSite(host: string | undefined): string
  requests: Pick<Requests, 'warm'>
  headersOf: HeadersOf
  /** Called for each request that was answered. */
  log?:
    | ((answered: { operation: string; method: string; status: number; key: Key; ms: number; nowMs: number }) => void)
    | undefined
}

/**
 * Answers a request whose key and reply are both in memory, without the router; false leaves it to the application.
 * Nearly every request of a busy server ends here.
 */
export function openWarmPath({ keyCheck, replies, clock, askedSite, requests, headersOf, log }: WarmPathOptions) {
  if (!replies.keepsAny) return () => false
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const beganMs = log ? performance.now() : 0
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const headers = headersIn(request.rawHeaders)
    const asked = headers && splitAddress(request.url as string, headers.authorization)
    const key = asked && keyCheck.known(asked.secret)
    if (!key || key.is_suspended) return false
    const nowMs = clock().getTime()
    const reply = replies.findByAddress(key.dialect, asked.address, nowMs)
    if (!reply || reply.isNotFound) return false
    if (reply.site !== undefined && reply.site !== askedSite(headers.host)) return false
    if (headers.accept !== undefined && !acceptsJsonIn(headers.accept)) return false

    const form = formFor(reply, headers)
    if (form === undefined) return false
    // A 304 does not count against the limit.
    const allowance = form === 'none' ? nothingTaken : keyCheck.take(key)
    // The application asks elsewhere if needed, and refuses in the envelope.
    if (!allowance || allowance.isExceeded) return false
    keyCheck.count(key, false, nowMs)
    requests.warm(reply.operation, form === 'none')

    const status = form === 'none' ? 304 : 200
    const all = headersOf(reply, nowMs, form, true)
    response.writeHead(status, allowance.limit === 0 ? all : [...all, ...limitHeaders(allowance)])
    const body = method === 'HEAD' || form === 'none' ? undefined : form === 'plain' ? reply.plain : reply.packed
    response.end(body, 'latin1')
    log?.({ operation: reply.operation, method, status, key, ms: performance.now() - beganMs, nowMs })
    return true
  }
}

type Headers = { accept?: string; authorization?: string; encoding?: string; match?: string; host?: string }

const names: Readonly<Record<string, keyof Headers>> = {
  accept: 'accept',
  authorization: 'authorization',
  'accept-encoding': 'encoding',
  'if-none-match': 'match',
  host: 'host',
}
const lengths: ReadonlySet<number> = new Set(Object.keys(names).map(({ length }) => length))

/** The headers that matter here, from names and values in turn; undefined if one of them appears twice. */
export function headersIn(rawHeaders: readonly string[]): Headers | undefined {
  const headers: Headers = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const written = rawHeaders[at] as string
    if (!lengths.has(written.length)) continue
    const name = names[written.toLowerCase()]
    if (name === undefined) continue
    if (headers[name] !== undefined) return undefined
    headers[name] = rawHeaders[at + 1] as string
  }
  return headers
}

/** The form in which a client takes a reply; undefined if that has yet to be made. */
function formFor(reply: CachedReply, { match, encoding }: Headers): Form | undefined {
  if (match !== undefined && matches(match, reply.etag)) return 'none'
  if (encoding === undefined || !isWorthPacking(reply) || !acceptsGzipIn(encoding)) return 'plain'
  return reply.packed === undefined ? undefined : 'packed'
}

const parameter = 'api_key='
const bearer = /^bearer /i

/** An address without its key, and the key, which is a parameter or a bearer token. */
type Asked = { address: string; secret: string }

/** Separates the key from an address without parsing it; undefined if no key is found this way. */
export function splitAddress(url: string, authorization: string | undefined): Asked | undefined {
  const query = url.indexOf('?')
  const at = query === -1 ? -1 : url.indexOf(parameter, query + 1)
  if (at === -1) {
    if (authorization === undefined || !bearer.test(authorization)) return undefined
    return { address: url, secret: authorization.slice(7).trim() }
  }
  if (at !== query + 1 && url[at - 1] !== '&') return undefined
  const end = url.indexOf('&', at)
  const secret = url.slice(at + parameter.length, end === -1 ? undefined : end)
  return { address: end === -1 ? url.slice(0, at - 1) : url.slice(0, at) + url.slice(end + 1), secret }
}

/**
 * The address under which the reply to a request may be found without parsing; undefined if another request with that
 * address could mean something else. `given` is the key as it was parsed.
 */
export function cacheAddressOf(url: string, authorization: string | undefined, given: unknown): string | undefined {
  const asked = splitAddress(url, authorization)
  // For the router, the path ends at the first ? or #.
  if (!asked || url.includes('#')) return undefined
  // A key may also appear twice, or its name may be percent-encoded.
  const isAllOfKey = given === (asked.address === url ? undefined : asked.secret)
  return isAllOfKey ? asked.address : undefined
}
