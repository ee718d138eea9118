import { Type } from 'typebox'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { networkOf, placeBits } from '#src/reference/addresses.ts'

/** Requests are added up in steps of so many milliseconds. */
const SLOT_MS = 10_000
/** How far back requests count as recent. */
const RECENT_SECONDS = 60
/** How long they are kept. */
export const KEPT_MINUTES = 10
/** Networks of which a process remembers what was refused, until it is written; those of others are not counted. */
export const REFUSED_PLACES = 100
/** What is read of requests without a key. */
const maxRefusedRows = 1_000
/** Parameters of a key, and keys, of which a process counts what was ignored, until it is written. */
export const IGNORED_NAMES = 8
export const IGNORED_KEYS = 1_000
/** The beginning of the outcome that stands for an ignored parameter; its name follows. */
const IGNORED = 'ignored '

/**
 * Why a request was not answered, or not even read: it brought no key, or none that is valid; its client did not accept
 * the certificate; it spoke https where the server speaks http, or http where it speaks https.
 */
export const refusals = ['no_key', 'unknown_key', 'certificate', 'https', 'http'] as const
export type Refusal = (typeof refusals)[number]

type RefusedCount = { refusal: Refusal; place: string; requests: number }
type IgnoredCount = { key_id: number; name: string; requests: number }
/** What was counted beside the requests of keys. */
export type Noted = { refused: readonly RefusedCount[]; ignored: readonly IgnoredCount[] }
type KeyCount = { key_id: number; requests: number; refused: number; lastMs: number }

/** The network of an address, as it is kept. */
export const placeOf = (address: string): string => networkOf(address, placeBits)

const slotOf = (ms: number): string => new Date(ms - (ms % SLOT_MS)).toISOString()

/** Counts refusals in memory, of a bounded number of networks. */
export function openRefusals() {
  let counts = new Map<string, RefusedCount>()
  return {
    count(refusal: Refusal, address: string): void {
      const place = placeOf(address)
      const name = `${refusal} ${place}`
      const known = counts.get(name)
      if (known) known.requests++
      else if (counts.size < REFUSED_PLACES * refusals.length) counts.set(name, { refusal, place, requests: 1 })
    },
    /** What was counted since this was called last. */
    take(): RefusedCount[] {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
  }
}

/** Counts ignored parameters in memory: a bounded number of each key, of a bounded number of keys. */
export function openIgnored() {
  let counts = new Map<number, Map<string, number>>()
  return {
    count(key_id: number, names: readonly string[]): void {
      let ofKey = counts.get(key_id)
      if (!ofKey) {
        if (counts.size === IGNORED_KEYS) return
        ofKey = new Map()
        counts.set(key_id, ofKey)
      }
      // Two appended parts may have the same parameter.
      for (const name of new Set(names)) {
        const known = ofKey.get(name)
        if (known !== undefined || ofKey.size < IGNORED_NAMES) ofKey.set(name, (known ?? 0) + 1)
      }
    },
    /** What was counted since this was called last. */
    take(): IgnoredCount[] {
      const taken = [...counts].flatMap(([key_id, ofKey]) =>
        [...ofKey].map(([name, requests]) => ({ key_id, name, requests })),
      )
      counts = new Map()
      return taken
    },
  }
}

const Row = Type.Object({
  key_id: Type.Integer(),
  slot: Type.String(),
  outcome: Type.String(),
  place: Type.String(),
  requests: Type.Integer(),
})

/** Adds to what is stored, in the transaction of the counts of keys. */
export async function storeRecent(
  tx: Database,
  keys: readonly KeyCount[],
  { refused, ignored }: Noted,
  now: Date,
): Promise<void> {
  const slot = slotOf(now.getTime())
  const ofKeys = keys.flatMap(({ key_id, requests, refused, lastMs }) =>
    [{ outcome: 'answered', requests: requests - refused } as const, { outcome: 'limited', requests: refused } as const]
      .filter((each) => each.requests > 0)
      .map((each) => ({ key_id, slot: slotOf(lastMs), place: '', ...each })),
  )
  const ofOthers = refused.map(({ refusal: outcome, place, requests }) => {
    return { key_id: 0, slot, outcome, place, requests }
  })
  const ofParameters = ignored.map(({ key_id, name, requests }) => {
    return { key_id, slot, outcome: IGNORED + name, place: '', requests }
  })
  const oldest = slotOf(now.getTime() - KEPT_MINUTES * 60_000)
  const rows = [...ofOthers, ...ofKeys, ...ofParameters].filter(({ slot }) => slot >= oldest)
  if (rows.length === 0) return
  await tx.run(sql`
    insert into recent_request (key_id, slot, outcome, place, requests)
    select key_id, slot, outcome, place, requests from ${tx.engine.rows(Row, rows)} as r
    where true order by key_id, slot, outcome, place
    on conflict (key_id, slot, outcome, place) do update set requests = recent_request.requests + excluded.requests`)
}

const Count = Type.Object({ outcome: Type.String(), requests: Type.Integer() })

const since = (now: Date): string => slotOf(now.getTime() - RECENT_SECONDS * 1_000)

/** `ignored` has the parameters that were ignored most often, and in how many requests. */
type Recent = { answered: number; limited: number; ignored: { name: string; requests: number }[] }

/** The requests of a key in the last minute, as far as they are written. */
export async function recentOf(db: Reader, key_id: number, now: Date): Promise<Recent> {
  const counts = await db.all(
    Count,
    sql`
    select outcome, cast(sum(requests) as bigint) as requests from recent_request
    where key_id = ${key_id} and slot > ${since(now)} group by outcome`,
  )
  const of = (name: string) => counts.find(({ outcome }) => outcome === name)?.requests ?? 0
  const ignored = counts
    .filter(({ outcome }) => outcome.startsWith(IGNORED))
    .map(({ outcome, requests }) => ({ name: outcome.slice(IGNORED.length), requests }))
    .toSorted((one, other) => other.requests - one.requests || (one.name < other.name ? -1 : 1))
  return { answered: of('answered'), limited: of('limited'), ignored: ignored.slice(0, IGNORED_NAMES) }
}

const Refused = Type.Object({
  outcome: Type.Unsafe<Refusal>({ type: 'string', enum: refusals }),
  place: Type.String(),
  requests: Type.Integer(),
})

/** Requests of the last minute without a key of ours, from networks that `counts` names, by why they were refused. */
export async function recentRefusals(
  db: Reader,
  counts: (place: string) => boolean,
  now: Date,
): Promise<Map<Refusal, number>> {
  const rows = await db.all(
    Refused,
    sql`
    select outcome, place, requests from recent_request
    where key_id = 0 and slot > ${since(now)} order by slot desc, outcome, place ${limit(maxRefusedRows)}`,
  )
  const sums = new Map<Refusal, number>()
  for (const { outcome, place, requests } of rows)
    if (counts(place)) sums.set(outcome, (sums.get(outcome) ?? 0) + requests)
  return sums
}
