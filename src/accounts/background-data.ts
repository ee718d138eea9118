import { Type } from 'typebox'
import { nullable } from '#src/contract/schema.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Job = Type.Object({
  kind: Type.String(),
  status: Type.String(),
  phase: Type.String(),
  done: Type.Integer(),
  created_at: Type.String(),
  ended_at: nullable(Type.String()),
})

/** The files themselves are not kept, and what was written of them stands in its own place. */
const Import = Type.Object({
  file: Type.String(),
  stage: Type.String(),
  entries: Type.Integer(),
  created_at: Type.String(),
  changed_at: Type.String(),
})

/** What goes on, or went on, in the background for an account, as it stands in the file of one's own data. */
export async function backgroundData(db: Database, account_id: number) {
  const [jobs, imports] = await Promise.all([
    db.all(
      Job,
      sql`select kind, status, phase, done, created_at, ended_at from job where account_id = ${account_id} order by id`,
    ),
    db.all(
      Import,
      sql`
      select file, stage, created_at, changed_at,
        (select count(*) from kept_import_entry e where e.import_id = kept_import.id) as entries
      from kept_import where account_id = ${account_id} order by id`,
    ),
  ])
  return { jobs, imports }
}
