import findMyWay from 'find-my-way'
import type { Operation } from '#src/contract/operation.ts'
import { textOf } from '#src/contract/parameters.ts'
import type { StatusName } from '#src/contract/statuses.ts'
import { cleanAddress } from '../addresses/clean-address.ts'
import { isUnambiguous, splitAddress } from '../addresses/keyed-address.ts'
import { headerLimits } from '../header-limits.ts'
import { routesOf } from '../mount-operations.ts'
import { refusalOfAddress } from '../refusals.ts'
import { isForPrograms } from '../require-key.ts'

/** One read of a batch as it was sent. */
export type Sent = { path: string; if_none_match?: string | undefined }

/** Its address in the one form that everything reads, and without a key. */
export type Addressed = {
  url: string
  /** Under which its reply can be found without parsing it, if it can. */
  address: string | undefined
  match: string | undefined
}

/** What it asks. */
export type Asked = { operation: Operation; params: Record<string, string>; query: Record<string, unknown> }

const longestMatch = headerLimits['if-none-match'] as number

/** Looks at an address before anything is counted or looked up, as the server does with those of requests. */
export function addressOf(sent: Sent, addressLimitBytes: number): Addressed | StatusName {
  const { path, if_none_match: match } = sent
  // Nothing longer is even cleaned: each byte may take three when it is encoded.
  if (path.length > 3 * addressLimitBytes) return 'address_too_long'
  const url = cleanAddress(path)
  const refusal = refusalOfAddress(url, addressLimitBytes)
  if (refusal) return refusal
  if (match !== undefined && match.length > longestMatch) return 'header_too_large'
  if (!isForPrograms(url)) return 'invalid_input'
  return { url, match, address: url.includes('api_key') || url.includes('#') ? undefined : url }
}

/** What changes something although its method is GET, or is no read for another reason. */
const isRead = ({ method, group, id }: Operation): boolean =>
  method === 'GET' && (group !== 'authentication' || id === 'authentication.validate_key')

/** Whether a request waits for what it is answered. */
const waits = ({ stream }: Operation, query: Record<string, unknown>): boolean =>
  stream !== undefined && textOf(query, 'after') !== undefined && textOf(query, 'wait')?.trim() !== '0'

/** Reads what an address asks, or says why it may not be asked for in a batch. */
export function openAddressReader(operations: readonly Operation[], maxParamLength: number) {
  const router = findMyWay({ maxParamLength })
  const streams: ReadonlySet<unknown> = new Set(operations.flatMap(({ stream }) => stream ?? []))
  for (const operation of operations)
    for (const route of routesOf(operation)) router.on(operation.method, route, () => {}, operation)

  return (addressed: Addressed): Asked | StatusName => {
    const { url } = addressed
    const found = router.find('GET', url)
    if (!found) {
      if (streams.has(url.split('?', 1)[0])) return 'invalid_input'
      return router.find('POST', url) || router.find('DELETE', url) ? 'method_not_offered' : 'not_found'
    }
    const operation = found.store as Operation
    const { api_key: key, ...query } = found.searchParams as Record<string, unknown>
    if (!isRead(operation) || waits(operation, query)) return 'invalid_input'
    // The key of the batch counts. An address without its own is found as one that never had any.
    const split = key === undefined ? undefined : splitAddress(url, undefined)
    if (split && isUnambiguous(split, url, key)) addressed.address = split.address
    return { operation, params: found.params as Record<string, string>, query }
  }
}
