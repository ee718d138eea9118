import type { IncomingMessage, ServerResponse } from 'node:http'
import { type StatusName, statusEnvelope, statuses } from '#src/contract/statuses.ts'
import type { CommonHeaders } from '#src/http/headers.ts'
import { wordTable } from '#src/reference/word-table.ts'
import { type Faults, mostFaults, readFault } from './faults.ts'
import type { Beginning } from './fixed.ts'
import { nowForm, readNow } from './now.ts'

/** What tests tell a server, at `/test/…`. */

const MOST_BODY_BYTES = 65_536
/** How far the clock may be moved at once. */
const MOST_ADVANCE_SECONDS = 10 * 366 * 86_400

export type Controlled = {
  faults: Faults
  now(): Date
  /** Puts the clock. */
  setClock(now: Date): Promise<void>
  /** Goes back to the beginning. */
  reset(): Promise<Beginning>
}

/** Why a request is refused, as a sentence. */
class Refusal extends Error {
  readonly status: StatusName
  constructor(status: StatusName, sentence: string) {
    super(sentence)
    this.status = status
  }
}

const wrong = (sentence: string) => new Refusal('invalid_input', sentence)

type Answer = { http: number; body: unknown }
type Act = (server: Controlled, request: IncomingMessage) => Promise<Answer>
const ok = (body: unknown, http = 200): Answer => ({ http, body })

const faultsOf = ({ faults }: Controlled) => ok({ faults: faults.list() })

const acts = wordTable<Readonly<Record<string, Act>>>({
  '/test/reset': wordTable<Act>({ POST: async (server) => ok(await server.reset()) }),
  '/test/clock': wordTable<Act>({
    GET: async (server) => ok({ now: server.now() }),
    async POST(server, request) {
      await server.setClock(readClock(await readBody(request), server.now()))
      return ok({ now: server.now() })
    },
  }),
  '/test/faults': wordTable<Act>({
    GET: async (server) => faultsOf(server),
    async POST(server, request) {
      const fault = readFault(await readBody(request))
      if (typeof fault === 'string') throw wrong(fault)
      const added = server.faults.add(fault)
      if (!added) throw wrong(`At most ${mostFaults} faults may wait.`)
      return ok(added, 201)
    },
    async DELETE(server) {
      server.faults.clear()
      return faultsOf(server)
    },
  }),
})

/** Whether a path is one of these. */
export const isControl = (path: string): boolean => path.startsWith('/test/')

/** Answers a request of a test. */
export async function control(
  path: string,
  { request, response, common }: { request: IncomingMessage; response: ServerResponse; common: CommonHeaders },
  server: Controlled,
): Promise<void> {
  const send = (http: number, body: unknown, more: Record<string, string> = {}) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    response.writeHead(http, {
      ...common,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      ...more,
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
  const refuse = (status: StatusName, sentence?: string, more: Record<string, string> = {}) =>
    send(statuses[status][0], { ...statusEnvelope(status), ...(sentence && { status_message: sentence }) }, more)
  const methods = acts[path]
  if (!methods) return refuse('not_found')
  const offered = Object.keys(methods).join(', ')
  if (request.method === 'OPTIONS')
    return send(204, undefined, {
      'access-control-allow-methods': offered,
      'access-control-allow-headers': 'content-type',
    })
  const act = methods[request.method ?? '']
  if (!act) return refuse('method_not_offered', undefined, { allow: `${offered}, OPTIONS` })
  try {
    const { http, body } = await act(server, request)
    send(http, body)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refuse(error.status, error.message, error.status === 'body_too_large' ? { connection: 'close' } : {})
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BODY_BYTES)
      throw new Refusal('body_too_large', `The body may have at most ${MOST_BODY_BYTES} bytes.`)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw wrong('The body has to be JSON.')
  }
}

function readClock(given: unknown, before: Date): Date {
  const { now, advance, ...others } = (given ?? {}) as { now?: unknown; advance?: unknown }
  const isOne = (now === undefined) !== (advance === undefined)
  if (typeof given !== 'object' || Array.isArray(given) || !isOne || Object.keys(others).length > 0)
    throw wrong('The body has to be {"now": TIME} or {"advance": SECONDS}.')
  if (now !== undefined) {
    const read = typeof now === 'string' ? readNow(now) : undefined
    if (!read) throw wrong(`now has to be ${nowForm}.`)
    return read
  }
  if (typeof advance !== 'number' || !(Math.abs(advance) <= MOST_ADVANCE_SECONDS))
    throw wrong(`advance has to be a number of seconds, at most ${MOST_ADVANCE_SECONDS}.`)
  const read = readNow(new Date(before.getTime() + Math.round(advance * 1_000)).toISOString())
  if (!read) throw wrong(`The clock has to stay ${nowForm}.`)
  return read
}
