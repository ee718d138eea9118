import { type KeyLanguages, textOfLanguages } from '#src/keys/key-languages.ts'
import { wordTable } from '#src/reference/word-table.ts'

/** The headers that matter to a read. */
export type ReadHeaders = { accept?: string; authorization?: string; encoding?: string; match?: string; host?: string }

const names: Readonly<Record<string, keyof ReadHeaders>> = wordTable({
  accept: 'accept',
  authorization: 'authorization',
  'accept-encoding': 'encoding',
  'if-none-match': 'match',
  host: 'host',
})
const lengths: ReadonlySet<number> = new Set(Object.keys(names).map(({ length }) => length))

/** The headers that matter here, from names and values in turn; undefined if one of them appears twice. */
export function headersIn(rawHeaders: readonly string[]): ReadHeaders | undefined {
  const headers: ReadHeaders = {}
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

const parameter = 'api_key='
const bearer = /^bearer /i

/** An address without its key, and the key, which is a parameter or a bearer token. */
export type KeyedAddress = { address: string; secret: string }

/** Separates the key from an address without parsing it; undefined if no key is found this way. */
export function splitAddress(url: string, authorization: string | undefined): KeyedAddress | undefined {
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
  return asked && isUnambiguous(asked, url, given) ? asked.address : undefined
}

/** Whether an address means the same to all requests that have it. `given` is the key as it was parsed. */
export function isUnambiguous({ address, secret }: KeyedAddress, url: string, given: unknown): boolean {
  // For the router, the path ends at the first ? or #.
  if (url.includes('#')) return false
  // A key may also appear twice, or its name may be percent-encoded.
  return given === (address === url ? undefined : secret)
}

/** The same with what the key says about languages; addresses contain no blanks. */
export function addressFor(key: KeyLanguages, address: string): string {
  const languages = textOfLanguages(key)
  return languages === '' ? address : `${address} ${languages}`
}
