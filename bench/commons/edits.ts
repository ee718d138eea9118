import { openDatabase } from '#src/database/open.ts'
import { limit, sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { allowEditing, makeModerator } from '../editing/catalogue.ts'
import type { Server } from '../support/server.ts'

/** People who take turns, because nobody is believed to write as fast as that, and movies that they change. */
export async function openEditors(data: string, { editors, movies: most }: { editors: number; movies: number }) {
  const db = await openDatabase(data, { writes: 'inline', connections: 1 })
  const sessions: string[] = []
  while (sessions.length < editors) sessions.push((await makeModerator(db)).session)
  await allowEditing(db)
  const movies = (await db.all(Id, sql`select id from movie order by id ${limit(most)}`)).map(({ id }) => id)
  await db.close()
  return { sessions, movies }
}

export type Setting = { server: Server; key: string; sessions: readonly string[]; movies: readonly number[] }

let edits = 0
export async function edit({ server, key, sessions }: Setting, id: number, tagline: string): Promise<void> {
  const session = sessions[edits++ % sessions.length]
  const reply = await fetch(`${server.url}/commons/1/edit?api_key=${key}&session_id=${session}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ records: [{ kind: 'movie', id, tagline }] }),
  })
  if (!reply.ok) throw new Error(`an edit was answered with ${reply.status}: ${await reply.text()}`)
}
