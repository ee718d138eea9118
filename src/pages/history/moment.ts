import { type Static, Type } from 'typebox'
import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, type Sql, sql } from '#src/database/sql.ts'

const Moment = Type.Object({ seq: Type.Integer(), edit_id: Type.Integer(), at: Type.String() })
/** A moment of a record: that after one of its changes. */
export type Moment = Static<typeof Moment>

const latest = (db: Reader, of: RecordKind, id: number, condition: Sql): Promise<Moment | undefined> =>
  db.one(
    Moment,
    sql`
    select seq, edit_id, at from change where kind = ${of} and entity_id = ${id} and ${condition}
    order by seq desc ${limit(1)}`,
  )

/** The moment after a change; undefined if it is none of this record. */
export const momentOf = (db: Reader, of: RecordKind, id: number, seq: number) => latest(db, of, id, sql`seq = ${seq}`)

/** The last moment on a day, or before it; days are those of UTC. */
export const lastMomentUntil = (db: Reader, of: RecordKind, id: number, day: string) =>
  latest(db, of, id, sql`at <= ${`${day}T23:59:59.999Z`}`)
