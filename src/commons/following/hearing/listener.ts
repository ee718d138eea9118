import type { IncomingMessage } from 'node:http'
import type { Config } from '#src/config.ts'
import { FetchError, fetchErrorOf, reach } from '#src/import/fetch.ts'
import { maxLiveBytes } from '../../format/limits.ts'
import { readHeard } from '../../format/live.ts'
import { FormatError } from '../../format/read.ts'
import type { Following } from '../followings.ts'
import { reachedBy } from '../live/live-records.ts'
import { FollowProblem } from '../problems.ts'
import { mayRedirect, pauseIn, refusalOf } from '../reaching/address-place.ts'
import type { Connecting } from '../reaching/connecting.ts'
import { eventsOf } from './events.ts'
import { clearSpool, spool, spooled } from './spool.ts'

/** A publisher says that it is still there every minute at least; one that is silent for longer is left. */
const SILENCE_MS = 90_000
/** How long it may take until it answers. */
const ANSWER_MS = 30_000

/** Why hearing has ended, and how long one waits before the next attempt if that is known. */
export type Ended =
  /** The connection was lost, or the publisher has ended it. */
  | { is: 'lost'; error?: unknown }
  /** The publisher has no place, or says when to come back. */
  | { is: 'refused'; retryAfterMs: number | undefined }
  /** Packets are the way on: too much has changed, or the position is not known there. */
  | { is: 'behind' }
  /** It is not signed by whom is followed, or not what the format says. */
  | { is: 'wrong'; error: FormatError | FollowProblem }
  /** As much waits to be taken in as may. */
  | { is: 'full' }

type Hearing = {
  config: Pick<Config, 'data'>
  connecting: Connecting
  signal: AbortSignal
  /** Something was heard, which reaches until a position. */
  heard(position: number): Promise<void>
  /** The publisher is there. */
  there(): void
}

/** Where hearing goes on: after what waits already, if that goes on from what is in the catalogue. */
export async function heardUntil(config: Pick<Config, 'data'>, following: Following): Promise<number> {
  const base = reachedBy(following)
  let reached = base
  for (const { after, position } of await spooled(config, following.id)) {
    if (position <= reached) continue
    if (after > reached) break
    reached = position
  }
  if (reached === base) await clearSpool(config, following.id)
  return reached
}

/** Hears what changes at a publisher, from a position on, until that ends. */
export async function hear(following: Following, from: number, hearing: Hearing): Promise<Ended> {
  const { connecting, signal } = hearing
  const { silenceMs = SILENCE_MS, answerMs = ANSWER_MS } = connecting
  const url = URL.parse(following.live_address)
  if (!url) return { is: 'refused', retryAfterMs: undefined }
  url.searchParams.set('after', `${from}:${following.incarnation}`)
  const opening = new AbortController()
  const ending = AbortSignal.any([signal, opening.signal])
  const timer = setTimeout(() => opening.abort(), answerMs)
  let response: IncomingMessage
  try {
    response = await reach(url.href, {
      ...{ signal: ending, resolve: connecting.resolve, headers: { accept: 'text/event-stream' } },
      refusal: (place, addresses) => refusalOf(place, addresses, connecting),
      mayRedirect,
    })
  } catch (error) {
    return { is: 'lost', error: fetchErrorOf(error, ending) }
  } finally {
    clearTimeout(timer)
  }
  try {
    const { statusCode, headers } = response
    const isStream = /^text\/event-stream\b/i.test(headers['content-type'] ?? '')
    if (statusCode === 410) return { is: 'behind' }
    if (statusCode !== 200 || !isStream) return { is: 'refused', retryAfterMs: pauseIn(headers['retry-after']) }
    response.setTimeout(silenceMs, () => response.destroy(new FetchError('was silent for too long')))
    return await listen(response, following, from, hearing)
  } catch (error) {
    if (error instanceof FormatError || error instanceof FollowProblem) return { is: 'wrong', error }
    return { is: 'lost', error }
  } finally {
    response.destroy()
  }
}

async function listen(
  response: IncomingMessage,
  { id, incarnation, public_key }: Following,
  from: number,
  { config, heard, there }: Hearing,
): Promise<Ended> {
  let reached = from
  let signature = ''
  for await (const event of eventsOf(response, maxLiveBytes)) {
    if (event.is === 'beat') {
      there()
      continue
    }
    if (event.name === 'behind') return { is: 'behind' }
    if (event.name === 'signature') signature = event.data.toString('latin1').slice(0, 200)
    if (event.name !== '') continue
    const batch = readHeard(event.data, signature, public_key)
    signature = ''
    if (batch.incarnation !== incarnation) return { is: 'behind' }
    if (batch.after > reached) return { is: 'lost' }
    if (batch.position <= reached) continue
    if (!(await spool(config, id, batch, event.data))) return { is: 'full' }
    reached = batch.position
    there()
    await heard(reached)
  }
  return { is: 'lost' }
}
