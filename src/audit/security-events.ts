import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import { type SecurityEventKind, securityEventKinds } from '#src/contract/security-events.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { Log } from '#src/log.ts'
import { networkOf, placeBits } from '#src/reference/addresses.ts'

/** Events are kept as long as places of sign-in. */
export const EVENT_DAYS = 90
/**
 * Events of one kind that an account keeps. A further one replaces the oldest of its kind: whoever guesses passwords
 * fills no table, and hides no other event.
 */
export const maxEventsOfKind = 50
const maxBrowserLength = 300

/**
 * What happened; secrets never stand in it. Without an account somebody tried a name that nobody has, of which only the
 * log is told.
 */
export type SecurityEvent = {
  what: SecurityEventKind
  account_id: number | undefined
  clientAddress?: string | undefined
  browser?: string
  key_id?: number | undefined
  now: Date
}

/**
 * Notes events after what they are about has happened: one that cannot be stored undoes nothing, and the log says so.
 */
export const noteEvents =
  (db: Database, log: () => Log) =>
  async (event: SecurityEvent): Promise<void> => {
    const { what, account_id, clientAddress, key_id } = event
    const network = clientAddress === undefined ? undefined : networkOf(clientAddress, placeBits)
    log().info({ security_event: what, account_id, network, key_id }, 'security event')
    if (account_id === undefined) return
    try {
      await storeEvent(db, { ...event, account_id })
    } catch (error) {
      log().error({ err: error, security_event: what, account_id }, 'a security event could not be stored')
    }
  }

export function storeEvent(db: Database, event: SecurityEvent & { account_id: number }): Promise<void> {
  const { what, account_id, clientAddress, browser = '', key_id = null, now } = event
  const network = clientAddress === undefined ? '' : networkOf(clientAddress, placeBits)
  return db.transaction(async (tx) => {
    await tx.run(sql`
      insert into security_event (account_id, at, what, network, browser, key_id)
      values (${account_id}, ${now.toISOString()}, ${what}, ${network}, ${browser.slice(0, maxBrowserLength)},
        ${key_id})`)
    await tx.run(sql`
      delete from security_event where account_id = ${account_id} and what = ${what} and id <= (
        select id from security_event where account_id = ${account_id} and what = ${what}
        order by id desc limit 1 offset ${maxEventsOfKind})`)
  })
}

const Row = Type.Object({
  at: Type.String(),
  what: Type.Unsafe<SecurityEventKind>({ type: 'string' }),
  network: Type.String(),
  browser: Type.String(),
  /** The key, or the application that has it. */
  key_name: nullable(Type.String()),
})
export type ListedEvent = Static<typeof Row>

/** All events of an account, the newest first. */
export const listEvents = (db: Reader, account_id: number): Promise<ListedEvent[]> =>
  db.all(
    Row,
    sql`
    select security_event.at, what, network, browser, api_key.name as key_name
    from security_event left join api_key on api_key.id = security_event.key_id
    where security_event.account_id = ${account_id}
    order by security_event.id desc ${limit(maxEventsOfKind * securityEventKinds.length)}`,
  )
