import { type Static, Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'

const name = 'commons'

const Publication = Type.Object({
  instance: Type.String(),
  incarnation: Type.String(),
  number: Type.Integer(),
  position: Type.Integer(),
  published_at: nullable(Type.String()),
  whole_at: nullable(Type.String()),
  bytes: Type.Integer(),
  next_at: Type.String(),
  look_at: Type.String(),
  fault: Type.String(),
})
export type Publication = Static<typeof Publication>

const columns = sql`
  instance, incarnation, number, position, published_at, whole_at, bytes, next_at, look_at, fault`

/** How far the catalogue was published; undefined if it is not. */
export const publicationOf = (db: Reader): Promise<Publication | undefined> =>
  db.one(Publication, sql`select ${columns} from publication where name = ${name}`)

const State = Type.Object({ ...Publication.properties, head: Type.Integer() })
export type PublishingState = Static<typeof State>

/** The same, and how far the change log has come. */
export const publishingState = (db: Reader): Promise<PublishingState | undefined> =>
  db.one(
    State,
    sql`
    select ${columns}, (select coalesce(max(seq), 0) from change) as head from publication where name = ${name}`,
  )

/** Notes how far it was published. */
export const putPublication = (db: Database, row: Publication): Promise<unknown> =>
  db.run(sql`
    insert into publication (name, ${columns})
    values (${name}, ${row.instance}, ${row.incarnation}, ${row.number}, ${row.position}, ${row.published_at},
      ${row.whole_at}, ${row.bytes}, ${row.next_at}, ${row.look_at}, ${row.fault})
    on conflict (name) do update set instance = excluded.instance, incarnation = excluded.incarnation,
      number = excluded.number, position = excluded.position, published_at = excluded.published_at,
      whole_at = excluded.whole_at, bytes = excluded.bytes, next_at = excluded.next_at, look_at = excluded.look_at,
      fault = excluded.fault`)

/** Notes that packets have higher numbers than this from now on. */
export const noteNumber = (db: Database, number: number): Promise<unknown> =>
  db.run(sql`update publication set number = ${number} where name = ${name} and number < ${number}`)

/** Begins or ends publishing, as a server that starts is told. What was published stays where it is. */
export async function beginPublishing(db: Database, isOn: boolean, now: Date): Promise<void> {
  const at = now.toISOString()
  if (!isOn) await db.run(sql`update publication set next_at = '9999' where name = ${name} and next_at <> '9999'`)
  else
    await db.run(sql`
      insert into publication (name, ${columns}) values (${name}, '', '', 0, 0, null, null, 0, ${at}, ${at}, '')
      on conflict (name) do update set next_at = excluded.next_at, look_at = excluded.look_at`)
}

/** Has it published soon, although nothing changed. */
export const publishSoon = (db: Database): Promise<unknown> =>
  db.run(sql`update publication set look_at = '' where name = ${name}`)

/** Whether something waits to be published. */
export const isPublishingDue = (now: Date): Sql => sql`
  exists (select 1 from publication where next_at <= ${now.toISOString()}
    and (look_at <= ${now.toISOString()} or exists (select 1 from published_again)
      or position < (select coalesce(max(seq), 0) from change)))`
