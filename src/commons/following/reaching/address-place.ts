import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FetchError, fetchErrorOf, isPublic, reach } from '#src/import/fetch.ts'
import { rangeOf } from '#src/reference/addresses.ts'
import { maxManifestBytes, signatureBytes } from '../../format/limits.ts'
import { isPublishedPath, manifestName, signatureName } from '../../format/names.ts'
import { FollowProblem, TemporaryProblem } from '../problems.ts'
import type { Connecting } from './connecting.ts'
import type { Place } from './place.ts'

/** For so long a server may say nothing. */
export const SILENCE_MS = 30_000
/** A whole answer may take so long, and more for each of its bytes: one that trickles ends, too. */
export const ANSWER_MS = 60_000
const LEAST_BYTES_PER_SECOND = 16_384
/** The longest pause that a publisher may ask for. */
const maxRetryAfterMs = 86_400_000

/** Networks of one's own; others, such as those of machines in a cloud for themselves, are never reached. */
const ownRanges: ReadonlySet<string | undefined> = new Set(['private', 'loopback', 'uniqueLocal'])

type Allowed = Pick<Connecting, 'allowsPrivate' | 'isPublic'> & {
  /** The setting that allows private networks. */
  allowedBy?: 'followPrivate' | 'webhookPrivate'
}

/** Why one may not go somewhere. */
export function refusalOf(url: URL, addresses: readonly string[], allowed: Allowed): string | undefined {
  const { allowsPrivate, isPublic: isOpen = isPublic, allowedBy = 'followPrivate' } = allowed
  if (url.protocol !== 'https:' && !allowsPrivate)
    return `has to begin with https://, unless it is in a private network and ${allowedBy} is set`
  if (addresses.every(isOpen)) {
    const isPlain = addresses.length > 0 && url.protocol !== 'https:'
    return isPlain ? 'has to begin with https://, because it is not in a private network' : undefined
  }
  const isOwn = addresses.every((address) => ownRanges.has(rangeOf(address)))
  if (!allowsPrivate)
    return `leads to a private or special network${isOwn ? `, for which ${allowedBy} has to be set` : ''}`
  return isOwn ? undefined : 'leads to a special network'
}

/** A server leads to itself at most, and never away from https. */
export const mayRedirect = (from: URL, to: URL): boolean =>
  from.host === to.host && (to.protocol === from.protocol || to.protocol === 'https:')

/** The files of a publisher below an address, which ends with a slash. */
export function openAddress(folder: string, connecting: Connecting): Place {
  const { silenceMs = SILENCE_MS, answerMs = ANSWER_MS, resolve, signal: ending } = connecting

  /** Asks for a file, of which at most so many bytes are read, and hands on what is answered. */
  async function ask<Result>(
    path: string,
    headers: Record<string, string>,
    most: number,
    answered: (response: IncomingMessage, ended: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (!isPublishedPath(path)) throw new FollowProblem('format', `${path} is no file of a publisher`)
    const inTime = AbortSignal.timeout(answerMs + Math.ceil((most / LEAST_BYTES_PER_SECOND) * 1_000))
    const signal = ending ? AbortSignal.any([inTime, ending]) : inTime
    const address = new URL(path, folder).href
    try {
      const response = await reach(address, {
        ...{ signal, resolve, headers: { accept: '*/*', ...headers } },
        refusal: (url, addresses) => refusalOf(url, addresses, connecting),
        mayRedirect,
      })
      response.setTimeout(silenceMs, () => response.destroy(new FetchError('took too long')))
      return await answered(response, signal)
    } catch (error) {
      throw problemOf(error, path, signal)
    }
  }

  const whole = (path: string, most: number) =>
    ask(path, {}, most, async (response, signal) => {
      requireStatus(response, path, [200])
      return { bytes: await bytesOf(response, path, most, signal), etag: etagOf(response) }
    })

  return {
    name: folder,
    async manifest(etag) {
      // It names a thousand packets, and is asked for often.
      const known = { 'accept-encoding': 'gzip', ...(etag !== '' && { 'if-none-match': etag }) }
      const found = await ask(manifestName, known, maxManifestBytes, async (response, signal) => {
        requireStatus(response, manifestName, etag === '' ? [200] : [200, 304])
        if (response.statusCode === 304) {
          response.destroy()
          return undefined
        }
        return { bytes: await bytesOf(response, manifestName, maxManifestBytes, signal), etag: etagOf(response) }
      })
      return found && { ...found, signature: (await whole(signatureName, signatureBytes)).bytes }
    },
    open(path, { from, bytes }) {
      const range: Record<string, string> = from > 0 ? { range: `bytes=${from}-` } : {}
      return ask(path, range, bytes, async (response, signal) => {
        requireStatus(response, path, from > 0 ? [200, 206] : [200])
        const isPart = response.statusCode === 206
        // Whatever else it is a part of is no part of this.
        const begins = isPart
          ? Number(/^bytes (\d{1,15})-/.exec(response.headers['content-range'] ?? '')?.[1] ?? -1)
          : 0
        if (begins !== 0 && begins !== from) {
          response.destroy()
          throw new FollowProblem('refused', `${path} was answered with another part`)
        }
        return { begins, chunks: bounded(response, path, bytes - begins, signal) }
      })
    },
  }
}

function etagOf({ headers: { etag = '' } }: IncomingMessage): string {
  return etag.length <= 200 ? etag : ''
}

function requireStatus(response: IncomingMessage, path: string, wanted: readonly number[]) {
  const { statusCode = 0, headers } = response
  if (wanted.includes(statusCode)) return
  response.destroy()
  const Problem = temporary.has(statusCode) ? TemporaryProblem : FollowProblem
  throw new Problem('refused', `${path} was answered with status ${statusCode}`, pauseIn(headers['retry-after']))
}

/** What servers and proxies say that may say something else soon. */
const temporary: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** The pause that a `Retry-After` asks for, in seconds or until a moment. */
export function pauseIn(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxRetryAfterMs) : undefined
}

/** All bytes of an answer, unpacked if it is packed; so many at most, before and after that. */
async function bytesOf(response: IncomingMessage, path: string, most: number, signal: AbortSignal): Promise<Buffer> {
  const sent = bounded(response, path, most, signal)
  const isPacked = response.headers['content-encoding'] === 'gzip'
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of isPacked ? unpacked(sent) : sent) {
      bytes += chunk.length
      if (bytes > most) throw new FollowProblem('bounds', `${path} is longer than it may be`)
      chunks.push(chunk)
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? new FollowProblem('format', `${path} cannot be unpacked`) : error
  }
  return Buffer.concat(chunks)
}

const unpacked = (sent: AsyncIterable<Buffer>) =>
  pipeline(Readable.from(sent), createGunzip(), () => {}) as AsyncIterable<Buffer>

/** The bytes of an answer, which is given up as soon as it is too long. */
async function* bounded(response: IncomingMessage, path: string, most: number, signal: AbortSignal) {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > most) throw new FollowProblem('bounds', `${path} is longer than it may be`)
      yield chunk
    }
  } catch (error) {
    throw problemOf(error, path, signal)
  } finally {
    response.destroy()
  }
}

function problemOf(error: unknown, path: string, signal: AbortSignal): unknown {
  if (error instanceof FollowProblem) return error
  return new FollowProblem('unreachable', `${path} ${fetchErrorOf(error, signal).message}`)
}
