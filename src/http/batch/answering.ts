import { workFor } from '#src/background/watchdog/requests-at-work.ts'
import type { Replies } from '#src/cache/replies.ts'
import type { Watch } from '#src/cache/watch.ts'
import { dialects } from '#src/contract/dialects.ts'
import { textOf } from '#src/contract/parameters.ts'
import type { Database } from '#src/database/database.ts'
import { batchAtOnce, batchWideAtOnce } from '#src/groups/batch/limits.ts'
import type { Key } from '#src/keys/find-key.ts'
import type { KeyAllowance, KeyCheck } from '#src/keys/key-check.ts'
import { standardsOf } from '#src/keys/key-languages.ts'
import type { Run } from '#src/run/run.ts'
import { addressFor } from '../addresses/keyed-address.ts'
import { overloaded } from '../admission/admission.ts'
import type { Admissions } from '../admission/admissions.ts'
import type { Load } from '../load.ts'
import { isForAll, isForReaders } from '../mount-operations.ts'
import { matches } from '../negotiation.ts'
import { isOurFault } from '../refusals.ts'
import { OverTimeError } from '../time-limit.ts'
import { keptIn, type PendingRead, refusalBy, refusedAtOnce } from './answer.ts'
import { type Asked, addressOf, type openAddressReader, type Sent } from './batched-read.ts'

export type AnsweringServices = {
  run: Run
  replies: Replies
  keyCheck: KeyCheck
  admissions: Admissions
  load: Load | undefined
  clock(): Date
  addressLimitBytes: number
  hasReplicas: boolean
  /** Gets the errors behind answers of 500 and above. */
  failed(error: unknown): void
}

/** Who sends a batch, and how long it may take. */
type Batching = {
  key: Key
  site: string
  clientAddress: string
  /** The time after which no read begins any more. */
  endMs: number
  /** Whether nobody waits for it any more. */
  isLeft(): boolean
}

type ReadAddress = ReturnType<typeof openAddressReader>

/** Answers the reads of one batch: each as it would be alone. */
export function openAnswering(services: AnsweringServices, readAddress: ReadAddress, batching: Batching) {
  const { replies, keyCheck } = services
  const { key } = batching
  const runOne = runner(services, batching)
  const { warm, asks } = finders(services, readAddress, batching)
  const purse = openPurse(keyCheck, key)

  /** Begins with a read: it is counted, and refused if it may not be asked. */
  async function begin(sent: Sent): Promise<PendingRead> {
    const addressed = addressOf(sent, services.addressLimitBytes)
    const pending = pendingRead(addressed)
    if (typeof addressed === 'string') return pending
    const found = warm(pending)
    const isKnown = found !== undefined && addressed.match !== undefined && matches(addressed.match, found.etag)
    // A 304 does not count against the limit.
    const isExceeded = isKnown ? false : await purse.take()
    pending.isTaken = !isKnown && !isExceeded
    purse.count(isExceeded)
    if (isExceeded) pending.answer = refusedAtOnce('too_many_requests', 1)
    else pending.dependsOnState = found !== undefined || asks(pending)
    return pending
  }

  /** Answers reads, where they are not in memory. */
  async function answer(some: readonly PendingRead[], watch: Watch): Promise<void> {
    const cold: PendingRead[] = []
    for (const pending of some) {
      const since = watch.moment()
      const reply = warm(pending)
      if (reply) keep(pending, { is: 'kept', reply, isHit: true }, since)
      else if (asks(pending)) cold.push(pending)
    }
    await inLanes(cold, async (pending) => {
      const since = watch.moment()
      const answered = await runOne(pending)
      keep(pending, answered, since)
      const { address } = pending.addressed ?? {}
      if (answered.is === 'kept' && replies.keepsAny && address !== undefined)
        replies.cache.addAddress(key.dialect, addressFor(key, address), answered.reply, pending.ignored)
    })
  }

  return {
    begin,
    answer,
    async answerFrom(some: readonly PendingRead[], state: Database): Promise<void> {
      await inLanes(some.filter(asks), async (pending) => keep(pending, await runOne(pending, state), 0))
    },
    /** What is left of the limit of the key, if more was taken than for the batch itself. */
    allowance: purse.allowance,
    /** Nothing was asked that counts against the limit. */
    end: purse.end,
  }

  function keep(pending: PendingRead, answered: PendingRead['answer'], since: number) {
    const isHit = answered.is === 'kept' && answered.isHit
    const isWide = pending.asked?.operation.isWide === true
    const isElsewhere = isWide ? !isHit : answered.is !== 'kept'
    Object.assign(pending, {
      ...{ answer: answered, since, reply: keptIn(answered) },
      wasThere: isHit || answered.is === 'refusal',
      mayBeElsewhere: services.hasReplicas && answered.is !== 'refusal' && isElsewhere,
      dependsOnState: answered.is !== 'refusal' || !isOfLoad(answered.status),
    } satisfies Partial<PendingRead>)
  }
}

/** Finds replies in memory, and what is asked where they are not. */
function finders({ replies, clock }: AnsweringServices, readAddress: ReadAddress, { key, site }: Batching) {
  /** The reply in memory that needs no look at what is asked. */
  function warm({ addressed }: PendingRead) {
    const address = addressed?.address
    if (address === undefined || (key.token && address.includes('account_states'))) return undefined
    const reply = replies.findByAddress(key.dialect, addressFor(key, address), clock().getTime())
    return reply?.isNotFound || (reply?.site !== undefined && reply.site !== site) ? undefined : reply
  }

  /** Finds out what is asked, which is not needed where the reply is in memory; false if it may not be. */
  function asks(pending: PendingRead): boolean {
    if (pending.asked || !pending.addressed) return pending.asked !== undefined
    const asked = readAddress(pending.addressed)
    if (typeof asked === 'string') pending.answer = refusedAtOnce(asked)
    else if (key.isShared && !isForReaders(asked.operation)) pending.answer = refusedAtOnce('edit_denied')
    else pending.asked = asked
    return pending.asked !== undefined
  }

  return { warm, asks }
}

/** Takes the reads of a batch from the limit of its key. What was taken and counted for itself is its first read. */
function openPurse(keyCheck: KeyCheck, key: Key) {
  let isTaken = true
  let isCounted = true
  let allowance: KeyAllowance | undefined
  return {
    /** Takes one, and says whether that is too much. */
    async take(): Promise<boolean> {
      if (isTaken) {
        isTaken = false
        return false
      }
      allowance = keyCheck.take(key) ?? (await keyCheck.ask(key))
      return allowance.isExceeded
    },
    count(isExceeded: boolean): void {
      if (!isCounted) keyCheck.count(key, isExceeded)
      isCounted = false
    },
    allowance: () => allowance,
    end: () => void (isTaken && keyCheck.giveBack(key)),
  }
}

/** Refusals that are about the server, and stay. */
const isOfLoad = (status: string) => status === 'unavailable' || status === 'upstream_timeout'

const pendingRead = (addressed: ReturnType<typeof addressOf>): PendingRead => ({
  addressed: typeof addressed === 'string' ? undefined : addressed,
  asked: undefined,
  ignored: [],
  answer: refusedAtOnce(typeof addressed === 'string' ? addressed : 'not_found'),
  isTaken: false,
  ms: 0,
  since: 0,
  dependsOnState: false,
  wasThere: true,
  mayBeElsewhere: false,
})

/** Runs a read in its turn. */
function runner(services: AnsweringServices, { key, site, clientAddress, endMs, isLeft }: Batching) {
  const { run, admissions, load, failed } = services

  function inTurn<Result>({ addressed, asked }: PendingRead, work: () => Promise<Result>): Promise<Result> {
    const { operation, query } = asked as Asked
    if (load?.isTooHigh()) return Promise.reject(overloaded())
    const admission = admissions.of(operation.isWideFor(query))
    if (admission.begins(performance.now())) return work().finally(admission.end)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const begin = () => {
      if (isOver()) {
        reject(new OverTimeError('The time of a batch was up before this read'))
        return false
      }
      work().finally(admission.end).then(resolve, reject)
      return true
    }
    const address = addressed?.address
    const shared = isForAll(operation) && address !== undefined
    const reply = shared ? `${key.dialect} ${site} ${addressFor(key, address)}` : undefined
    if (!admission.wait(key.id, begin, reply)) reject(overloaded())
    return promise
  }

  const isOver = () => isLeft() || performance.now() > endMs

  return async (pending: PendingRead, state?: Database) => {
    const { asked, ignored, addressed } = pending
    const { operation, params, query } = asked as Asked
    const { id: key_id, token } = key
    const person = key.isShared
      ? {}
      : { session: textOf(query, 'session_id'), guestSession: textOf(query, 'guest_session_id') }
    const asker = { key_id, ...person, token, dialect: dialects[key.dialect], site, state }
    const address = operation.cache ? undefined : clientAddress
    ignored.length = 0
    const cameMs = performance.now()
    const work = () =>
      workFor({ operation: operation.id, method: 'GET', url: addressed?.url }, () =>
        run(operation, { params, query, standards: standardsOf(key), ignored }, { ...asker, clientAddress: address }),
      )
    try {
      if (isOver()) throw new OverTimeError('The time of a batch was up before this read')
      return await inTurn(pending, work)
    } catch (error) {
      const refusal = refusalBy(error)
      if (isOurFault(refusal.status, error) && !isLeft()) failed(error)
      return refusal
    } finally {
      pending.ms += performance.now() - cameMs
    }
  }
}

/** Works on some at once, and on fewer of those that are wide, so that a batch waits for itself before others do. */
async function inLanes(all: readonly PendingRead[], work: (pending: PendingRead) => Promise<void>): Promise<void> {
  const { wide = [], usual = [] } = Object.groupBy(all, (pending) => (isWide(pending) ? 'wide' : 'usual'))
  const lanes = [
    ...Array.from({ length: Math.min(batchWideAtOnce, wide.length) }, () => wide),
    ...Array.from({ length: Math.min(batchAtOnce, usual.length) }, () => usual),
  ]
  await Promise.all(
    lanes.map(async (waiting) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(next)
    }),
  )
}

const isWide = ({ asked }: PendingRead): boolean => asked?.operation.isWideFor(asked.query) ?? false
