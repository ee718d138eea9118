import type { IncomingMessage } from 'node:http'
import type { MemberProblem } from '#src/contract/offering.ts'
import { FetchError, fetchErrorOf, reach } from '#src/import/fetch.ts'
import { ANSWER_MS, pauseIn, refusalOf, SILENCE_MS } from '../following/reaching/address-place.ts'
import type { Connecting } from '../following/reaching/connecting.ts'
import { isJson } from '../following/references.ts'
import { MemberError } from './member-error.ts'

/** The longest answer that is read. */
const maxAnswerBytes = 16_777_216

/** What a publisher answers: the status, and its JSON. */
export type Answered = { status: number; body: Record<string, unknown> }

/** The interface of a publisher, as a member uses it. */
export type Publisher = {
  ask(path: string): Promise<Answered>
  send(path: string, body: object): Promise<Answered>
}

/** What the interface says of a request that cannot succeed with this token, by its `status_code`. */
const ofMember: Readonly<Record<number, MemberProblem>> = {
  3: 'token_refused',
  7: 'token_refused',
  10: 'token_refused',
  31: 'member_refused',
  32: 'member_refused',
  35: 'token_refused',
  36: 'token_scope',
  45: 'member_refused',
}

/** Reaches a publisher under the rules for followed catalogues, and never through a redirect. */
export function openPublisher(address: string, token: string, connecting: Connecting): Publisher {
  const { silenceMs = SILENCE_MS, answerMs = ANSWER_MS, resolve, signal: ending } = connecting

  async function request(path: string, body?: object): Promise<Answered> {
    const inTime = AbortSignal.timeout(answerMs)
    const signal = ending ? AbortSignal.any([inTime, ending]) : inTime
    try {
      const response = await reach(`${address}${path}`, {
        ...{ signal, resolve, body: body && Buffer.from(JSON.stringify(body)) },
        headers: { accept: 'application/json', authorization: `Bearer ${token}` },
        refusal: (url, addresses) => refusalOf(url, addresses, connecting),
        mayRedirect: () => false,
      })
      response.setTimeout(silenceMs, () => response.destroy(new FetchError('took too long')))
      const status = response.statusCode ?? 0
      return judged({ status, body: jsonIn(await bytesOf(response)) }, response, path)
    } catch (error) {
      if (error instanceof MemberError) throw error
      throw new MemberError('unreachable', `${address}${path} ${fetchErrorOf(error, signal).message}`)
    }
  }
  return { ask: (path) => request(path), send: request }
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxAnswerBytes) throw new FetchError('has an answer that is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** An object, or an empty one: whoever answers something else is no publisher. */
function jsonIn(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return isJson(value) ? value : {}
  } catch {
    return {}
  }
}

/** An answer that is about what was asked, and not about who asks or when. */
function judged(answered: Answered, response: IncomingMessage, path: string): Answered {
  const { status, body } = answered
  const said = typeof body.status_message === 'string' ? body.status_message : `status ${status}`
  const code = typeof body.status_code === 'number' ? body.status_code : undefined
  if (status === 429) throw new MemberError('limited', said, pauseIn(response.headers['retry-after']))
  if (status >= 500 || status < 200 || (status >= 300 && status < 400))
    throw new MemberError('refused', `${path}: ${said}`, pauseIn(response.headers['retry-after']))
  const problem = status === 401 || status === 403 ? ofMember[code ?? 0] : undefined
  if (problem) throw new MemberError(problem, said)
  // What is no interface of ours has no status of ours.
  if (status >= 400 && code === undefined) throw new MemberError('no_interface', `${path}: status ${status}`)
  return answered
}
