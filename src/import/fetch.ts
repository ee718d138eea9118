import { lookup } from 'node:dns/promises'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { type RequestOptions, request as requestSecurely } from 'node:https'
import { isIP } from 'node:net'
import { version } from '#src/package-root.ts'
import { rangeOf } from '#src/reference/addresses.ts'

// An import of it would load the client of HTTP that Node has, which nobody uses.
const { request: requestPlainly } = process.getBuiltinModule('node:http')

/** An address that is not fetched; the message is the end of a sentence about it. */
export class FetchError extends Error {
  override name = 'FetchError'
}

/** The most redirects. */
const maxRedirects = 5
/** The limit for a whole fetch. */
const FETCH_MS = 30_000
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>
const resolveByName: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/** Where one may reach, and how. */
export type Reaching = {
  signal: AbortSignal
  headers: OutgoingHttpHeaders
  resolve?: Resolve | undefined
  /** Says why one may not go there, as the end of a sentence; undefined if one may. The addresses are all of a host. */
  refusal(url: URL, addresses: readonly string[]): string | undefined
  /** What is sent, instead of only asking; nobody sends it on to another place. */
  body?: Buffer | undefined
  /** Whether a server may send one on to another place. */
  mayRedirect?(from: URL, to: URL): boolean
}

/** Replacements for tests, which have no network. */
export type FetchOptions = {
  resolve?: Resolve
  isAllowed?: typeof isPublic
  ports?: ReadonlySet<string>
  limitMs?: number
}

/**
 * The bytes at an address of the public network. Addresses of this machine, of private and of special networks are
 * refused, whatever name leads there and wherever a server redirects to. The connection goes to the very address that
 * was checked.
 */
export async function* fetchBytes(address: string, options: FetchOptions = {}): AsyncGenerator<Buffer> {
  const { resolve, isAllowed = isPublic, ports = usualPorts, limitMs = FETCH_MS } = options
  const signal = AbortSignal.timeout(limitMs)
  const refusal = (url: URL, addresses: readonly string[]) => {
    if (!ports.has(url.port)) return 'must not name a port other than that of http or https'
    return addresses.every(isAllowed) ? undefined : 'leads to a private or special network'
  }
  try {
    const response = await reach(address, { signal, headers: { accept: 'image/*' }, resolve, refusal })
    if (response.statusCode !== 200) {
      response.destroy()
      throw new FetchError(`was answered with status ${response.statusCode}`)
    }
    yield* response
  } catch (error) {
    throw fetchErrorOf(error, signal)
  }
}

/** What has gone wrong while something was fetched, as the end of a sentence. */
export const fetchErrorOf = (error: unknown, signal: AbortSignal): FetchError =>
  error instanceof FetchError
    ? error
    : new FetchError(signal.aborted ? 'took too long' : `cannot be fetched: ${(error as Error).message}`)

/**
 * The answer at an address, wherever its server redirects to. Each place is checked before anything is sent there, and
 * the connection goes to the very address that was checked.
 */
export async function reach(address: string, reaching: Reaching): Promise<IncomingMessage> {
  let url = parse(address)
  for (let redirected = 0; ; redirected++) {
    const response = await get(url, reaching)
    const { statusCode = 0, headers } = response
    const leads = redirects.has(statusCode) && headers.location !== undefined && reaching.body === undefined
    if (!leads) return response
    response.destroy()
    if (redirected === maxRedirects) throw new FetchError('has too many redirects')
    const next = parse(headers.location as string, url)
    if (reaching.mayRedirect?.(url, next) === false) throw new FetchError('redirects to another host')
    url = next
  }
}

function parse(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new FetchError('has to be a URL that begins with http:// or https://')
  if (url.username || url.password) throw new FetchError('must not contain a user name or a password')
  return url
}

async function get(url: URL, { resolve = resolveByName, ...reaching }: Reaching): Promise<IncomingMessage> {
  const { signal, headers, body } = reaching
  const early = reaching.refusal(url, [])
  if (early !== undefined) throw new FetchError(early)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await inTime(resolve(host), signal)
  const [first] = found
  if (!first) throw new FetchError('leads nowhere')
  const refusal = reaching.refusal(
    url,
    found.map(({ address }) => address),
  )
  if (refusal !== undefined) throw new FetchError(refusal)
  const settings: RequestOptions = {
    // Nothing is looked up again: another answer could lead elsewhere.
    lookup: (_host, { all }, done) => (all ? done(null, [first]) : done(null, first.address, first.family)),
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...{ 'accept-encoding': 'identity', 'user-agent': `reelcommons/${version}` },
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
      ...headers,
    },
    agent: false,
    signal,
  }
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'https:' ? requestSecurely : requestPlainly
  request(url, settings, answered).on('error', reject).end(body)
  return promise
}

/** What cannot be aborted is not waited for. */
function inTime<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', end))
}

const usualPorts: ReadonlySet<string> = new Set(['', '80', '443'])

/** Whether an address is a public one; an IPv4 address inside an IPv6 one counts as itself. */
export const isPublic = (address: string): boolean => rangeOf(address) === 'unicast'
