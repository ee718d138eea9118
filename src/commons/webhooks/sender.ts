import { setTimeout as delay } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import type { Config } from '#src/config.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { isSendingDue } from '#src/webhooks/due.ts'
import { mostAtOnce, mostInOneGo } from '#src/webhooks/limits.ts'
import { noteOutcome, release, requestOf, takeNext } from './deliver.ts'
import { type Outcome, type Sending, send } from './send.ts'

/** How often it is looked for more while something is being sent. */
const LOOK_MS = 250
/** Webhooks that are looked up together. */
const LOOKED_UP = 50

const Due = Type.Object({
  id: Type.Integer(),
  host: Type.String(),
  owned_by: Type.String(),
  failures: Type.Integer(),
})
type Due = Static<typeof Due>

type Given = {
  db: Database
  config: Pick<Config, 'secretKey' | 'site' | 'host' | 'port' | 'tlsCertificate' | 'webhookRetryHours'>
  clock(): Date
  failed(error: unknown): void
  sending: Sending
}

/**
 * Sends what is due, to many receivers at the same time. One that is slow or away takes few of the places: of one host,
 * of one owner and of all that failed the last time only so many are asked at once.
 */
export function openSender(given: Given) {
  const { db, clock, failed, sending } = given
  const underWay = new Map<number, { due: Due; ended: Promise<void> }>()
  const takenBy = (is: (due: Due) => boolean): number => [...underWay.values()].filter(({ due }) => is(due)).length

  const hasRoom = ({ host, owned_by, failures }: Due): boolean =>
    underWay.size < mostAtOnce.all &&
    (failures === 0 || takenBy((other) => other.failures > 0) < mostAtOnce.failing) &&
    takenBy((other) => other.host === host) < mostAtOnce.host &&
    takenBy((other) => other.owned_by === owned_by) < mostAtOnce.owner

  /** Hosts and owners that have as many requests as they may have. */
  const fullOnes = (of: 'host' | 'owned_by'): string[] => {
    const taken = Map.groupBy([...underWay.values()], ({ due }) => due[of])
    const most = mostAtOnce[of === 'host' ? 'host' : 'owner']
    return [...taken].flatMap(([name, those]) => (those.length >= most ? [name] : []))
  }

  async function begin(): Promise<void> {
    while (underWay.size < mostAtOnce.all && !sending.signal.aborted) {
      const isFailingFull = takenBy(({ failures }) => failures > 0) >= mostAtOnce.failing
      const full = { hosts: fullOnes('host'), owners: fullOnes('owned_by') }
      const due = await dueOnes(db, clock(), { ...full, underWay: [...underWay.keys()], isFailingFull })
      let begun = 0
      for (const one of due) {
        if (!hasRoom(one)) continue
        begun++
        const ended = sendAll(given, one)
          .catch(failed)
          .finally(() => underWay.delete(one.id))
        underWay.set(one.id, { due: one, ended })
      }
      if (begun === 0) return
    }
  }

  return {
    /** Sends what is due, until nothing is. */
    async sendDue(): Promise<void> {
      for (;;) {
        await begin()
        if (underWay.size === 0) return
        const pause = new AbortController()
        const looked = delay(LOOK_MS, undefined, { signal: pause.signal }).catch(() => {})
        await Promise.race([...[...underWay.values()].map(({ ended }) => ended), looked])
        pause.abort()
        if (sending.signal.aborted) {
          await Promise.all([...underWay.values()].map(({ ended }) => ended))
          return
        }
      }
    },
  }
}

/** Sends a webhook what waits for it, in one go. */
async function sendAll(given: Given, { id }: Due): Promise<void> {
  const { db, config, clock, sending } = given
  let last: Sent | undefined
  try {
    let isFresh = false
    for (let sent = 0; sent < mostInOneGo && !sending.signal.aborted; sent++) {
      const next = await sendNext(given, id, isFresh)
      if (!next) break
      last = next
      if (next.hasFailed && (isFresh || next.retryAfterMs > 0)) break
      // A receiver may refuse one message and take the others.
      isFresh = next.hasFailed
    }
  } finally {
    const { webhookRetryHours } = config
    const { hasFailed = false, retryAfterMs = 0 } = last ?? {}
    await release(db, id, { now: clock(), hasFailed, retryAfterMs, webhookRetryHours })
  }
}

async function sendNext({ db, config, clock, sending }: Given, id: number, fresh: boolean): Promise<Sent | undefined> {
  const taken = await takeNext(db, id, clock(), { ...config, fresh })
  if (!taken) return undefined
  const request = requestOf(taken, config, clock())
  const outcome = request ? await send(request, sending) : secretLost
  await noteOutcome(db, taken, outcome, { now: clock(), webhookRetryHours: config.webhookRetryHours })
  const counts = taken.delivery.type !== 'webhook.test' && outcome.problem !== 'stopped'
  return { hasFailed: counts && !outcome.isDelivered, retryAfterMs: outcome.retryAfterMs }
}

/** How an attempt ended, as far as it says whether the receiver is there. */
type Sent = { hasFailed: boolean; retryAfterMs: number }

const secretLost: Outcome = {
  ...{ isDelivered: false, status: null, problem: 'secret_lost', detail: '', retryAfterMs: 0, tookMs: 0 },
}

type Without = { hosts: string[]; owners: string[]; underWay: number[]; isFailingFull: boolean }

/** The next webhooks that may be sent something. */
function dueOnes(db: Reader, now: Date, { hosts, owners, underWay, isFailingFull }: Without): Promise<Due[]> {
  const { anyOf } = db.engine
  return db.all(
    Due,
    sql`
    select id, host, owned_by, failures from webhook
    where ${isSendingDue(now)} and not ${anyOf(raw('host'), hosts)} and not ${anyOf(raw('owned_by'), owners)}
      and not ${anyOf(raw('id'), underWay)} ${isFailingFull ? sql`and failures = 0` : sql``}
    order by due_at, id ${limit(LOOKED_UP)}`,
  )
}
