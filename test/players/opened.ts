import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import type { TestEngine } from '../support/engines.ts'
import { type PagesServer, type Reply, signedIn, startPages } from '../support/pages/visitor.ts'

export const place = '/settings/players'
export const here = { from: place }
export const secretIn = (reply: Reply) => /\/players\/([0-9a-f]{40})</.exec(reply.body)?.[1] ?? ''

const Entry = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  watched_at: Type.String(),
  watched_on: Type.String(),
})

/** What ada has watched, without what the world gave her. */
export async function watchedIn({ db }: PagesServer) {
  const rows = await db.all(
    Entry,
    sql`
    select kind, entity_id, watched_at, watched_on from watched
    where account_id = 1 order by watched_at, kind, entity_id`,
  )
  return rows.map(({ kind, entity_id, watched_at }) => `${kind} ${entity_id} ${watched_at}`)
}

const Outcome = Type.Object({ outcome: Type.String(), reason: Type.String(), times: Type.Integer() })

/** What became of deliveries, in their order. */
export async function outcomesIn({ db }: PagesServer) {
  const rows = await db.all(Outcome, sql`select outcome, reason, times from player_delivery order by id`)
  return rows.map(({ outcome, reason, times }) => [outcome, reason, times].filter((each) => each !== '').join(' '))
}

export type Sent = { headers?: Record<string, string>; payload: Buffer | string }

/** Ada’s players have an address, and she has watched nothing. */
export async function openTelling(engine: TestEngine, options: Record<string, string | boolean> = {}) {
  const server = await startPages(engine, options)
  await server.db.run(sql`delete from watched where account_id = 1`)
  const ada = await signedIn(server, 'ada')
  const secret = secretIn(await ada.post(`${place}/address`, {}, here))
  const send = async ({ headers = {}, payload }: Sent, path = '') => {
    const reply = await server.app.inject({
      ...{ method: 'POST', url: `/players/${secret}${path}`, payload },
      headers: { 'content-type': 'application/json', ...headers },
    })
    return reply
  }
  const tell = async (body: object, path = '') => (await send({ payload: JSON.stringify(body) }, path)).statusCode
  return { server, ada, secret, send, tell }
}
