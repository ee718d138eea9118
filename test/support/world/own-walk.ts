import type { FastifyInstance } from 'fastify'
import type { Operation } from '#src/contract/operation.ts'
import type { Database } from '#src/database/database.ts'
import type { Visitor } from '../pages/visitor.ts'
import { send } from '../scenarios.ts'
import { pathsOf, spread } from '../walk.ts'
import { guest, sessions } from '../world.ts'
import { ratingGuest } from './own.ts'
import { fields, filledIn, places } from './own-requests.ts'

/** Asking every operation and every page about what belongs to one account, as that account and as others. */

/** Records that operations are asked about of which the owner has nothing. */
const RECORDS = 2

export type Asking = { key?: string | null; session?: string; guest?: string }
export const others: Readonly<Record<string, Asking>> = {
  'without a session, with a key that has one': { key: 'first' },
  'another key': { key: 'second' },
  'another person': { key: 'second', session: sessions.bo },
  'another guest': { key: 'first', guest },
}
export const owners: readonly Asking[] = [
  { key: 'first', session: sessions.ada },
  { key: 'first', guest: ratingGuest },
]

export type Shown = { status: number; body: string }

export const asked = (path: string, more: Readonly<Record<string, string | undefined>>) => {
  const pairs = Object.entries(more).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  return [path, ...pairs].reduce((address, pair) => `${address}${address.includes('?') ? '&' : '?'}${pair}`)
}

export async function read(
  { app }: { app: FastifyInstance },
  path: string,
  { key, session, guest: guest_session_id }: Asking,
) {
  const address = asked(path, { guest_session_id, session_id: session })
  const { statusCode, body, headers } = await send(app, `GET ${address}`, { ...(key !== undefined && { key }) })
  return { status: statusCode, body: plain(body), caching: headers['cache-control'] }
}

/** What an operation is asked: about some records, what the owner has, and everything of people that is appended. */
export async function questionsOf(db: Database, operation: Operation): Promise<string[]> {
  const isOfGuest = operation.params.includes('guest_session_id')
  const isKnown = operation.params.every((name) => name in places) && !isOfGuest
  const paths = isKnown ? filledIn(operation.path) : spread(await pathsOf(db, operation), RECORDS)
  const required = ((operation.query.required as string[] | undefined) ?? []).filter(
    (name) => (operation.query.properties[name] as { default?: unknown }).default === undefined,
  )
  const more = Object.fromEntries(required.map((name) => [name, String(fields[name] ?? 'movie')]))
  const appended = 'append_to_response' in operation.query.properties && 'account_states,lists,reviews'
  return paths.flatMap((path) => [
    asked(path, more),
    ...(appended ? [asked(path, { append_to_response: appended })] : []),
  ])
}

/** A reply or a page without what differs each time that it is shown, and without the region of its reader. */
export const plain = (body: string) =>
  body.replaceAll(
    /((?:name="form_token" value|data-suggest|nonce)=|"(?:request_token|guest_session_id)":)"[^"]*"/g,
    '$1',
  )

export async function look(visitor: Visitor, path: string, follows = false): Promise<Shown> {
  const { status, body, location } = await visitor.get(path)
  // Pages of records stand at addresses with their names.
  if (follows && status === 301 && location?.startsWith('/')) return look(visitor, location)
  return { status, body: `${location ?? ''} ${plain(body)}` }
}
