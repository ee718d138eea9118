import { once } from 'node:events'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from '../support/statistics.ts'

/** How long after a worker was killed a connection may be found broken: it may have been idle until then. */
const BROKEN_FOR_MS = 10_000
/** A reply that takes longer is an error. */
const PATIENCE_MS = 60_000
/** Errors of each name that are told with their texts; all are counted. */
const TOLD_ERRORS = 3
const TOLD_CHARACTERS = 300

export type Asked = { method?: 'GET' | 'POST'; body?: string | Buffer; headers?: OutgoingHttpHeaders }
export type Reply = { status: number; body: string; location: string }

/** What has become of the requests for something. */
export type Tally = { latenciesMs: number[]; refused: number; cut: number; errors: number }

/**
 * Clients of a server whose workers are killed. A request is answered, refused as documented (too many requests, or an
 * overloaded server that says when to come again), cut off because a worker was killed, or else an error.
 */
export function openClients(url: string) {
  const agent = new Agent({ keepAlive: true })
  const tallies = new Map<string, Tally>()
  const errors: string[] = []
  let killedMs = Number.NEGATIVE_INFINITY

  function tallyOf(name: string): Tally {
    const tally = tallies.get(name) ?? { latenciesMs: [], refused: 0, cut: 0, errors: 0 }
    tallies.set(name, tally)
    return tally
  }

  function fail(name: string, what: string) {
    const { errors: before } = tallyOf(name)
    tallyOf(name).errors++
    // Queries have keys and sessions.
    if (before < TOLD_ERRORS) errors.push(`${name}: ${what.replace(/\?\S*/, '')}`.slice(0, TOLD_CHARACTERS))
  }

  return {
    tallies,
    errors,
    fail,
    /** A worker was killed just now, so that connections are broken. */
    killed(): void {
      killedMs = performance.now()
    },
    /** Asks once. No reply means that it was not one with the status that is wanted, which is counted. */
    async ask(name: string, path: string, asked: Asked = {}, wanted = 200): Promise<Reply | undefined> {
      const beganMs = performance.now()
      try {
        const reply = await send(agent, url + path, asked)
        if (reply.status === wanted) tallyOf(name).latenciesMs.push(performance.now() - beganMs)
        else if (isRefusal(reply)) tallyOf(name).refused++
        else fail(name, `${asked.method ?? 'GET'} ${path} is answered with ${reply.status} ${reply.body}`)
        return reply.status === wanted ? reply : undefined
      } catch (error) {
        // It was sent before the worker was killed, or on a connection that was there then.
        if (killedMs > beganMs - BROKEN_FOR_MS) tallyOf(name).cut++
        else fail(name, `${asked.method ?? 'GET'} ${path}: ${error}`)
        return undefined
      }
    },
    /** The reply to somebody who comes again when refused; undefined where there is nothing to be seen. */
    async look(path: string): Promise<string | undefined> {
      for (;;) {
        const { status, body, retryAfter } = await send(agent, url + path, {})
        if (status === 200) return body
        if (!isRefusal({ status, retryAfter })) return undefined
        await pause(1_000 * Number(retryAfter ?? 1))
      }
    },
    close: () => agent.destroy(),
  }
}

export type Clients = ReturnType<typeof openClients>

const isRefusal = ({ status, retryAfter }: Pick<Answered, 'status' | 'retryAfter'>) =>
  status === 429 || (status === 503 && retryAfter !== undefined)

type Answered = Reply & { retryAfter: string | undefined }

async function send(agent: Agent, address: string, { method = 'GET', body, headers = {} }: Asked): Promise<Answered> {
  const sent = request(address, { agent, method, headers })
  sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`no reply came in ${PATIENCE_MS} ms`)))
  sent.end(body)
  const [response] = await once(sent, 'response')
  const retryAfter = response.headers['retry-after']
  return {
    status: response.statusCode,
    body: await text(response),
    location: response.headers.location ?? '',
    retryAfter,
  }
}

/** Requests of all tallies whose names begin so. */
export function sumOf(tallies: ReadonlyMap<string, Tally>, prefix = '') {
  const some = [...tallies].flatMap(([name, tally]) => (name.startsWith(prefix) ? [tally] : []))
  const count = (value: (tally: Tally) => number) => some.reduce((sum, tally) => sum + value(tally), 0)
  const latenciesMs = some.flatMap((tally) => tally.latenciesMs)
  return {
    answered: latenciesMs.length,
    refused: count(({ refused }) => refused),
    cut: count(({ cut }) => cut),
    errors: count(({ errors }) => errors),
    p50Ms: latenciesMs.length > 0 ? percentile(latenciesMs, 0.5) : 0,
    p99Ms: latenciesMs.length > 0 ? percentile(latenciesMs, 0.99) : 0,
  }
}
