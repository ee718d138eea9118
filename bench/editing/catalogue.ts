import { Type } from 'typebox'
import { beginBrowserSession } from '#src/accounts/browser-sessions.ts'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { peopleSource } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { makePerson } from '../kept/keepers.ts'
import { catalogueTime } from '../support/catalogues.ts'

/** What is made for the benchmark. */
export const made = { episodes: 500, changes: 5_000, edits: 10_000, writers: 50 } as const

/** Edits that are written in one transaction while the catalogue is prepared. */
const editsAtOnce = 100
const changesOfEdit = 5
const at = new Date(catalogueTime)

const Id = Type.Object({ id: Type.Integer() })
const Name = Type.Object({ username: Type.String() })

/** A moderator with a session of the interface and one of a browser. */
export async function makeModerator(db: Database) {
  const person = await makePerson(db)
  await db.run(sql`update account set role = 'moderator' where id = ${person.id}`)
  const browser = await beginBrowserSession(db, { account_id: person.id, browser: 'bench', now: at })
  return { ...person, browser }
}

/** A series with one season of 500 episodes; its id. */
export async function makeLongSeries(db: Database, account_id: number): Promise<number> {
  const write = (record: RecordEdit) => applyEdit(db, { account_id, source_id: peopleSource, at, records: [record] })
  const { ids } = await write({ kind: 'series', values: { name: 'Five Hundred Evenings', overview: 'They go on.' } })
  const [series_id = 0] = ids
  await write({ kind: 'season', numbering: { series_id, season_number: 1 }, values: { name: 'Season 1' } })
  for (let episode_number = 1; episode_number <= made.episodes; episode_number++)
    await write({
      ...{ kind: 'episode', numbering: { series_id, season_number: 1, episode_number } },
      values: { name: `Evening ${episode_number}`, overview: 'They talk.', air_date: '2020-03-01', runtime: 24 },
    })
  return series_id
}

/** Lets all sessions edit, as if their people had allowed that. */
export const allowEditing = (db: Database) => db.run(sql`update session set scopes = 'read keep edit'`)

/** Gives a movie 5,000 changes. */
export async function changeOften(db: Database, account_id: number, id: number): Promise<void> {
  for (let edit = 0; edit < made.changes / changesOfEdit; edit++) {
    const values = {
      ...{ tagline: `Seen ${edit} times`, runtime: 60 + edit, budget: 1 + edit, revenue: 2 + edit },
      homepage: `https://movie.example/${edit}`,
    }
    await applyEdit(db, {
      account_id,
      source_id: peopleSource,
      at,
      note: `Try ${edit}`,
      records: [{ kind: 'movie', id, values }],
    })
  }
}

/** Somebody who has spoilt 10,000 records by one edit each; the user name. */
export async function makeVandal(db: Database, kept: readonly number[]): Promise<string> {
  const { id: account_id } = await makePerson(db)
  const ids = (of: 'movie' | 'person') =>
    db.all(
      Id,
      of === 'movie'
        ? sql`select id from movie order by id ${limit(made.edits)}`
        : sql`select id from person order by id ${limit(made.edits)}`,
    )
  const movies = (await ids('movie')).filter(({ id }) => !kept.includes(id))
  const spoilt: RecordEdit[] = [
    ...movies.map(({ id }): RecordEdit => ({ kind: 'movie', id, values: { overview: 'Spam', tagline: `Spam ${id}` } })),
    ...(await ids('person')).map(({ id }): RecordEdit => ({ kind: 'person', id, values: { biography: 'Spam' } })),
  ].slice(0, made.edits)
  for (let first = 0; first < spoilt.length; first += editsAtOnce)
    await db.transaction(async (tx) => {
      for (const record of spoilt.slice(first, first + editsAtOnce))
        await applyEdit(tx, { account_id, source_id: peopleSource, at, records: [record] })
    })
  return ((await db.one(Name, sql`select username from account where id = ${account_id}`)) as { username: string })
    .username
}
