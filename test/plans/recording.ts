import type { Database } from '#src/database/database.ts'
import type { Sql } from '#src/database/sql.ts'
import { hearing } from '../budgets/hearing.ts'

/** A statement with the values of its first run, and what ran it: a request, or a piece of work. */
export type Recorded = { text: string; query: Sql; of: string }

/** Remembers every statement that runs through the databases which `recorded` gives back. */
export function openRecording() {
  const statements = new Map<string, Recorded>()
  let doing = ''

  function note(query: Sql) {
    const text = query.strings.join('?').replace(/\s+/g, ' ').trim()
    if (!statements.has(text)) statements.set(text, { text, query, of: doing })
  }

  const recorded = <Opened extends Database>(db: Opened): Opened => hearing(db, { statement: note })

  return {
    recorded,
    statements,
    /** What the statements that come now belong to. */
    during(what: string) {
      doing = what
    },
  }
}
