import { type Static, Type } from 'typebox'
import { requireAdministrator } from '#src/contract/access.ts'
import { write } from '#src/contract/write.ts'
import type { Reader } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { type Finding, nameOf } from './findings.ts'

/** *Setup* is the first page of administrators until one of them dismisses it. */

const Row = Type.Object({ open: Type.Array(Type.String()) })
type Dismissal = Static<typeof Row>

/** What was still to do when setup was dismissed; undefined as long as it was not. */
export const dismissalOf = (db: Reader): Promise<Dismissal | undefined> =>
  db.one(Row, sql`select open_findings as "open" from setup_dismissal where id = 1`)

/** Dismisses setup, with all that was found open then. */
export const dismissSetup = write([], async ({ db, now, account }, findings: readonly Finding[]) => {
  requireAdministrator(account)
  const open = JSON.stringify(findings.filter(({ state }) => state === 'note').map(nameOf))
  await db.run(sql`
    insert into setup_dismissal (id, dismissed_at, open_findings) values (1, ${now.toISOString()}, ${open})
    on conflict (id) do update set dismissed_at = excluded.dismissed_at, open_findings = excluded.open_findings`)
})

/** What administrators are told of: what is wrong, and what is to do and was not when setup was dismissed. */
export const newlyOpen = (findings: readonly Finding[], dismissal: Dismissal | undefined): Finding[] =>
  findings.filter(
    (each) => each.state === 'wrong' || (each.state === 'note' && !dismissal?.open.includes(nameOf(each))),
  )
