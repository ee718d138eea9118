import type { CachedReply } from '#src/cache/cached-reply.ts'
import type { Config } from '#src/config.ts'
import { type CommonHeaders, headersBy, vary, withoutOtherSites } from './headers.ts'

/** Names and values of headers in turn, as Node takes them. */
type Headers = string[]

/** How the body of a reply is sent: as it is, with gzip, or not at all. */
export type Form = 'plain' | 'packed' | 'none'

const headersWith = (common: CommonHeaders, more: Headers): Headers => [
  ...['cache-control', '', 'x-memc', '', 'x-memc-age', '', 'x-memc-expires', '', 'etag', '', 'x-memc-key', ''],
  ...Object.entries(common).flat(),
  ...['vary', vary, 'content-type', 'application/json; charset=utf-8'],
  ...more,
]

/** Where the varying values are among the headers of a reply. */
const CACHE_CONTROL_AT = 1
const HIT_AT = 3
const AGE_AT = 5
const EXPIRES_AT = 7
const ETAG_AT = 9
const KEY_AT = 11

/**
 * Headers of a reply in a form; with `isShared` for the key that apps share. The next call overwrites them, so they
 * have to be used at once.
 */
export type HeadersOf = (reply: CachedReply, nowMs: number, form: Form, isHit: boolean, isShared?: boolean) => Headers

/** The headers of each form, and where the length of the body is among them. */
function formsWith(common: CommonHeaders) {
  const none = headersWith(common, [])
  const headersOfForm: Readonly<Record<Form, Headers>> = {
    none,
    plain: headersWith(common, ['content-length', '']),
    packed: headersWith(common, ['content-length', '', 'content-encoding', 'gzip']),
  }
  return { headersOfForm, lengthAt: none.length + 1 }
}

/** Makes the headers of cached replies; a warm reply allocates none. */
export function openCachedHeaders(config: Config): HeadersOf {
  const forAll = headersBy(config)
  const [ofKeys, ofShared] = [formsWith(forAll), formsWith(withoutOtherSites(forAll))]
  // No cache between the server and the reader may keep what nobody sees without a key.
  const keptByReaders = texts((left) => `private, max-age=${left}`)
  const keptByAll = texts((left) => `public, max-age=${left}`)
  return (reply, nowMs, form, isHit, isShared = false) => {
    const { headersOfForm, lengthAt } = isShared ? ofShared : ofKeys
    const left = Math.max(0, Math.floor((reply.endMs - nowMs) / 1_000))
    const age = Math.max(0, Math.floor((nowMs - reply.renderedMs) / 1_000))
    const headers = headersOfForm[form]
    headers[CACHE_CONTROL_AT] = config.private ? keptByReaders(left) : keptByAll(left)
    headers[HIT_AT] = isHit ? 'HIT' : 'MISS'
    headers[AGE_AT] = seconds(age)
    headers[EXPIRES_AT] = seconds(left)
    headers[ETAG_AT] = reply.etag
    headers[KEY_AT] = reply.keyHash
    if (form === 'plain') headers[lengthAt] = lengths(reply.plain.length)
    if (form === 'packed') headers[lengthAt] = lengths(reply.packed?.length ?? 0)
    return headers
  }
}

/** More than the seconds for which replies are cached, and than the bytes of most replies. */
const MAX_TEXTS = 10_000

/** Texts of numbers, each made once. */
function texts(make: (number: number) => string): (number: number) => string {
  const made = new Map<number, string>()
  return (number) => {
    const known = made.get(number)
    if (known !== undefined) return known
    const text = make(number)
    if (made.size < MAX_TEXTS) made.set(number, text)
    return text
  }
}

const seconds = texts(String)
const lengths = texts(String)
