import type { IncomingMessage, ServerResponse } from 'node:http'
import findMyWay from 'find-my-way'
import { workFor } from '#src/background/watchdog/requests-at-work.ts'
import type { Found, Replies } from '#src/cache/replies.ts'
import type { Config } from '#src/config.ts'
import { dialects } from '#src/contract/dialects.ts'
import type { Operation } from '#src/contract/operation.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Key } from '#src/keys/find-key.ts'
import { type KeyAllowance, type KeyCheck, limitHeaders } from '#src/keys/key-check.ts'
import { standardsOf } from '#src/keys/key-languages.ts'
import { groupOf, type HitOrMiss, type Requests } from '#src/metrics/requests.ts'
import type { SignalCounter } from '#src/popularity/counter.ts'
import type { Answer, Run } from '#src/run/run.ts'
import {
  addressFor,
  headersIn,
  isUnambiguous,
  type KeyedAddress,
  type ReadHeaders,
  splitAddress,
} from './addresses/keyed-address.ts'
import type { Admission } from './admission/admission.ts'
import type { Admissions } from './admission/admissions.ts'
import { overloadAnswers } from './admission/overload-answers.ts'
import type { HeadersOf } from './cached-headers.ts'
import { headersBy } from './headers.ts'
import type { Load } from './load.ts'
import { isForAll, routesOf } from './mount-operations.ts'
import { acceptsJson } from './negotiation.ts'
import { answerRefusal, isOurFault, retryAfterOf, statusOf } from './refusals.ts'
import { sendCached } from './send-reply.ts'
import type { OverTimeError, Pending, TimeLimit } from './time-limit.ts'
import { openWarmPath } from './warm-path.ts'

/** A read whose key is known. */
export type KeyedRead = KeyedAddress & { method: string; headers: ReadHeaders; key: Key }

/** Logs a read that was answered. */
export type ReadLog = (answered: {
  operation: string
  method: string
  status: number
  key: Key
  ms: number
  nowMs: number
}) => void

export type ReadsOptions = {
  operations: readonly Operation[]
  run: Run
  keyCheck: KeyCheck
  /** Absent: nothing is counted. */
  signals: SignalCounter | undefined
  replies: Replies
  clock(): Date
  /** The site that a request with this Host header is answered for. */
  askedSite(host: string | undefined): string
  requests: Requests
  headersOf: HeadersOf
  timeLimit: TimeLimit
  admissions: Admissions
  load: Load | undefined
  config: Config
  log: ReadLog | undefined
  /** Gets the errors behind replies of 500 and above. */
  failed(error: unknown): void
}

/**
 * Answers reads on node:http, without the framework: operations whose replies are cached and that need no session, with
 * a known key. Nearly all requests to a server are like that, and the hooks and objects of a framework would take
 * longer than everything else. False leaves a request to the application, which can do everything: it looks up keys,
 * waits for limits, reads bodies and refuses whatever is wrong with a request.
 */
export function openReads(options: ReadsOptions) {
  const { keyCheck } = options
  const answersWarm = openWarmPath(options)
  const begins = openColdPath(options)

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const headers = headersIn(request.rawHeaders)
    const asked = headers && splitAddress(request.url as string, headers.authorization)
    const key = asked && keyCheck.known(asked.secret)
    if (!key || key.is_suspended) return false
    // Access tokens are bearers, never parameters.
    if (key.token && asked.address !== request.url) return false
    // The application makes what is appended about a person, for the owner of the token.
    if (key.token && asked.address.includes('account_states')) return false
    if (!acceptsJson(headers.accept)) return false
    const read: KeyedRead = { method, headers, key, address: asked.address, secret: asked.secret }
    return answersWarm(read, response) || begins(read, request, response)
  }
}

/** Finds operations and nothing else, so that all servers of a process share it. */
const routers = new WeakMap<readonly Operation[], Map<number, ReturnType<typeof findMyWay>>>()

function routerOf(operations: readonly Operation[], maxParamLength: number) {
  const made = routers.get(operations) ?? new Map<number, ReturnType<typeof findMyWay>>()
  routers.set(operations, made)
  const known = made.get(maxParamLength)
  if (known) return known
  const router = findMyWay({ maxParamLength })
  for (const operation of operations.filter(isForAll))
    for (const route of routesOf(operation)) router.on('GET', route, () => {}, operation)
  made.set(maxParamLength, router)
  return router
}

/** Runs operations whose reply is not in memory. */
function openColdPath(options: ReadsOptions) {
  const { operations, run, keyCheck, askedSite, timeLimit, admissions, load, config } = options
  const refuse = overloadAnswers(headersBy(config))
  const router = routerOf(operations, config.addressLimitBytes)

  return (read: KeyedRead, request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url as string
    const found = router.find('GET', url)
    if (!found) return false
    const query = found.searchParams as Record<string, unknown>
    const operation = found.store as Operation
    // A reply about a person is not cached, and the application knows who it is.
    if (operation.isPersonal && (query.session_id ?? query.guest_session_id) !== undefined) return false
    // Where the key is written in a way that is not found without parsing, or twice, the application decides.
    if (!isUnambiguous(read, url, query.api_key)) return false
    const { key, headers } = read
    const allowance = keyCheck.take(key)
    // The application asks elsewhere if needed, and refuses in the envelope.
    if (!allowance || allowance.isExceeded) return false
    keyCheck.count(key, false)

    const cameMs = performance.now()
    const site = askedSite(headers.host)
    const admission = admissions.of(operation.isWideFor(query))
    const isTooMuch = load?.isTooHigh() ?? false
    const isAtOnce = !isTooMuch && admission.begins(cameMs)
    if (
      isTooMuch ||
      (!isAtOnce && !admission.wait(key.id, () => begin(), `${key.dialect} ${site} ${addressFor(key, read.address)}`))
    ) {
      const http = refuse(response, read.method, limitHeaders(allowance))
      admissions.refused(request.socket)
      countRead(options, read, operation, { status: http, reply: 'none', ms: performance.now() - cameMs })
      return true
    }
    const pending = new PendingRead({ read, operation, allowance, request, response, options, admission, cameMs })
    timeLimit.watch(request.socket, pending)
    const begin = () => {
      // The time limit has answered meanwhile, or the client is gone.
      if (pending.isAnswered) return false
      pending.begin()
      const params = found.params as Record<string, string>
      const asker = { key_id: key.id, dialect: dialects[key.dialect], site }
      const { ignored } = pending
      workFor({ operation: operation.id, method: read.method, url }, () =>
        run(operation, { params, query, standards: standardsOf(key), ignored }, asker)
          .then((answer) => pending.answer(answer))
          .catch((error) => pending.refuse(error)),
      )
      return true
    }
    if (isAtOnce) begin()
    return true
  }
}

/** A read that may be answered, and with what. */
type Asked = {
  read: KeyedRead
  operation: Operation
  allowance: KeyAllowance
  request: IncomingMessage
  response: ServerResponse
  options: ReadsOptions
  admission: Admission
  cameMs: number
}

/** A read that is being answered. */
class PendingRead implements Pending {
  readonly cameMs: number
  readonly admission: Admission
  /** Its parameters that are ignored because they cannot be read. */
  readonly ignored: string[] = []
  readonly #asked: Asked
  #isInWork = false
  #isCounted = false

  constructor(asked: Asked) {
    this.#asked = asked
    this.cameMs = asked.cameMs
    this.admission = asked.admission
  }

  get isAnswered(): boolean {
    return this.#asked.response.headersSent || this.#asked.response.destroyed
  }

  /** Its work begins. */
  begin(): void {
    this.#isInWork = true
  }

  /** Its work is done, or nobody waits for it any more. */
  #end(): void {
    if (!this.#isInWork) return
    this.#isInWork = false
    this.admission.end()
  }

  /** Sends a reply of the cache. */
  answer(answer: Answer): void {
    // The time limit has answered meanwhile, or the client is gone.
    if (this.isAnswered) this.#end()
    else if (answer.is !== 'kept') this.refuse(new Error(`${this.#asked.operation.id} answered what cannot be kept`))
    else if (answer.reply.isNotFound) this.refuse(new ApiError('not_found'))
    else this.#send(answer)
  }

  #send(answer: Found): void {
    const { method, headers, key, address } = this.#asked.read
    const { encoding, match } = headers
    const asked = { method, encoding, match, key, address, ignored: this.ignored, response: this.#asked.response }
    const sent = sendCached(
      { ...asked, limits: limitHeaders(this.#asked.allowance), more: [] },
      answer,
      this.#asked.options,
    )
    const word = answer.isHit ? 'hit' : 'miss'
    if (typeof sent === 'number') this.#count(sent, word)
    else
      sent.then(
        (status) => this.#count(status, word),
        (error) => this.refuse(error),
      )
  }

  refuse(error: unknown): void {
    this.#end()
    if (this.isAnswered) return
    const status = dialects[this.#asked.read.key.dialect].status(statusOf(error, this.#asked.request.complete))
    if (isOurFault(status, error)) this.#asked.options.failed(error)
    const http = answerRefusal(this.#asked.response, status, {
      method: this.#asked.read.method,
      common: headersBy(this.#asked.options.config),
      limits: limitHeaders(this.#asked.allowance),
      retryAfterSeconds: retryAfterOf(status, error),
    })
    this.#count(http, 'none')
  }

  giveUp(error: OverTimeError): void {
    this.refuse(error)
  }

  #count(status: number, reply: HitOrMiss): void {
    this.#end()
    // The time may have ended while a reply was compressed.
    if (this.#isCounted) return
    this.#isCounted = true
    if (this.ignored.length > 0) this.#asked.options.keyCheck.countIgnored(this.#asked.read.key, this.ignored)
    countRead(this.#asked.options, this.#asked.read, this.#asked.operation, {
      status,
      reply,
      ms: performance.now() - this.cameMs,
    })
  }
}

type Answered = { status: number; reply: HitOrMiss; ms: number }

/** Counts and logs a read that was answered. */
function countRead({ requests, log, clock }: ReadsOptions, read: KeyedRead, { id }: Operation, answered: Answered) {
  const { status, reply, ms } = answered
  requests.other(groupOf(id), status, reply, ms)
  log?.({ operation: id, method: read.method, status, key: read.key, ms, nowMs: clock().getTime() })
}
