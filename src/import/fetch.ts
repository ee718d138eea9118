import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as requestPlainly } from 'node:http'
import { type RequestOptions, request as requestSecurely } from 'node:https'
import { isIP } from 'node:net'
import { version } from '#src/package-root.ts'
import { rangeOf } from '#src/reference/addresses.ts'

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
  const signal = AbortSignal.timeout(options.limitMs ?? FETCH_MS)
  let url = parse(address)
  try {
    for (let redirected = 0; ; redirected++) {
      const response = await get(url, signal, options)
      const { statusCode = 0, headers } = response
      if (redirects.has(statusCode) && headers.location !== undefined) {
        response.destroy()
        if (redirected === maxRedirects) throw new FetchError('has too many redirects')
        url = parse(headers.location, url)
        continue
      }
      if (statusCode !== 200) {
        response.destroy()
        throw new FetchError(`was answered with status ${statusCode}`)
      }
      yield* response
      return
    }
  } catch (error) {
    if (error instanceof FetchError) throw error
    throw new FetchError(signal.aborted ? 'took too long' : `cannot be fetched: ${(error as Error).message}`)
  }
}

function parse(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new FetchError('has to be a URL that begins with http:// or https://')
  if (url.username || url.password) throw new FetchError('must not contain a user name or a password')
  return url
}

async function get(url: URL, signal: AbortSignal, options: FetchOptions): Promise<IncomingMessage> {
  const { resolve = resolveByName, isAllowed = isPublic, ports = usualPorts } = options
  if (!ports.has(url.port)) throw new FetchError('must not name a port other than that of http or https')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await inTime(resolve(host), signal)
  const [first] = found
  if (!first || !found.every(({ address }) => isAllowed(address)))
    throw new FetchError('leads to a private or special network')
  const settings: RequestOptions = {
    // Nothing is looked up again: another answer could lead elsewhere.
    lookup: (_host, { all }, done) => (all ? done(null, [first]) : done(null, first.address, first.family)),
    headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': `reelcommons/${version}` },
    agent: false,
    signal,
  }
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>()
  const request = url.protocol === 'https:' ? requestSecurely : requestPlainly
  request(url, settings, answered).on('error', reject).end()
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
