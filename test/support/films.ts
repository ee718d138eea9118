import { after, describe, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import type { DatabaseOptions } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { forEachEngine, type TestEngine } from './engines.ts'

/** The small database that the tests of the database itself use. */
export const Film = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  adult: Type.Boolean(),
  seen: nullable(Type.Boolean()),
  popularity: nullable(Type.Number()),
  genres: Type.Array(Type.Integer()),
  extra: nullable(Type.Object({ a: Type.Integer() })),
})
export type Film = Type.Static<typeof Film>

export const Id = Type.Object({ id: Type.Integer() })
export const Count = Type.Object({ count: Type.Integer() })

export const one: Film = {
  id: 1,
  title: 'One',
  adult: true,
  seen: false,
  popularity: 1.5,
  genres: [1],
  extra: { a: 1 },
}
export const two: Film = { id: 2, title: 'Two', adult: false, seen: null, popularity: null, genres: [], extra: null }
export const three: Film = {
  id: 3,
  title: 'Þree',
  adult: false,
  seen: true,
  popularity: 3,
  genres: [3, 1],
  extra: { a: 3 },
}

export const selectFilms = sql`select id, title, adult, seen, popularity, genres, extra from film order by id`
export const countFilms = sql`select count(*) as count from film`

export async function prepare(db: Migratable) {
  const isSqlite = db.engineName === 'sqlite'
  const [boolean, json] = isSqlite ? ['integer', 'text'] : ['boolean', 'json']
  const identity = isSqlite ? 'integer primary key' : 'bigint generated always as identity primary key'
  await db.exclusively(async (tx, script) => {
    await script(`
      create table film (
        id integer primary key, title text not null unique, adult ${boolean} not null, seen ${boolean},
        popularity double precision check (popularity >= 0), genres ${json} not null, extra ${json}
      );
      create table cast_of (film_id integer not null references film (id));
      create table change (seq ${identity}, note text not null);
    `)
    await tx.run(insertFilms(tx, [one, two, three]))
  })
}

const insertFilms = (db: Database, films: Film[]) => sql`
  insert into film (id, title, adult, seen, popularity, genres, extra)
  select id, title, adult, seen, popularity, genres, extra from ${db.engine.rows(Film, films)} as r`

export const insertFilm = (id: number, title = `Film ${id}`) =>
  sql`insert into film (id, title, adult, genres) values (${id}, ${title}, ${false}, ${[]})`

export const insertChange = (note: string) => sql`insert into change (note) values (${note})`

/** Opens a fresh copy, and closes it after the test. */
export type Open = (t: TestContext, options?: Partial<DatabaseOptions>) => Promise<Migratable>

/**
 * Defines the same tests for both engines, and for SQLite with one connection for everything, in both ways. Tests that
 * change nothing share one database.
 */
export function forEachKind(define: (open: Open, share: () => Promise<Migratable>) => void) {
  forEachEngine(prepare, (engine) => {
    defineWith(engine, {}, define)
    if (engine.name !== 'SQLite') return
    describe('with one connection', () => defineWith(engine, { writes: 'inline' }, define))
    describe('for bulk', () => defineWith(engine, { writes: 'bulk' }, define))
  })
}

function defineWith(engine: TestEngine, fixed: Partial<DatabaseOptions>, define: Parameters<typeof forEachKind>[0]) {
  let shared: Promise<Migratable> | undefined
  after(async () => (await shared)?.close())
  const share = () => {
    shared ??= engine.open(fixed)
    return shared
  }
  const open: Open = async (t, options) => {
    const db = await engine.open({ ...options, ...fixed })
    t.after(() => db.close())
    return db
  }
  define(open, share)
}
