import { type Static, Type } from 'typebox'
import { write } from '#src/contract/write.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { startJob } from '#src/jobs/jobs.ts'
import { isRefused, type KeptEntry } from '#src/kept/kept-entry.ts'
import { rememberDecision } from '#src/matching/decisions.ts'
import { decidedAbout, matchKept, titleKey } from '#src/matching/match-kept.ts'
import type { Match } from '#src/matching/wanted-title.ts'
import { entryOf, kept, maxImportEntries, ShownEntry, shown } from './entries.ts'
import { lockImport, setStage } from './imports.ts'
import { matchedRow, noteMatches } from './matches.ts'
import { readJob } from './read-job.ts'

/** Entries that are matched at once. */
const MATCHED_AT_ONCE = 200

/** Entries of one title say the same of it; in files that were read before, each stands alone. */
const title = sql`case when about = '' then 'entry ' || cast(number as text) else about end`

const Title = Type.Object({ number: Type.Integer(), count: Type.Integer() })
const Count = Type.Object({ count: Type.Integer() })

/** A title that was not found, by its first entry, and how many entries are about it. */
type NotFound = { entry: ShownEntry; count: number }

/** Some of the titles that were not found, those with most entries first, and how many there are. */
export async function titlesNotFound(
  db: Reader,
  import_id: number,
  { first, most }: { first: number; most: number },
): Promise<{ titles: NotFound[]; total: number }> {
  const from = sql`from kept_import_entry where import_id = ${import_id} and status = 'unmatched'`
  const [found, total] = await Promise.all([
    db.wide.all(
      Title,
      sql`
      select min(number) as number, count(*) as count ${from} group by ${title}
      order by count(*) desc, min(number) ${limit(most)} offset ${first}`,
    ),
    db.wide.one(Count, sql`select count(*) as count from (select 1 ${from} group by ${title}) as titles`),
  ])
  const numbers = found.map(({ number }) => number)
  const entries =
    numbers.length === 0
      ? []
      : await db.all(
          ShownEntry,
          sql`select ${shown} ${kept} where e.import_id = ${import_id} and ${db.engine.anyOf(sql`e.number`, numbers)}`,
        )
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]))
  const titles = found.flatMap(({ number, count }) => {
    const entry = byNumber.get(number)
    return entry ? [{ entry, count }] : []
  })
  return { titles, total: total?.count ?? 0 }
}

/** The movie or the series that a title is, or nothing of the catalogue. */
type Deciding = { id: number; number: number; decided: { kind: 'movie' | 'series'; id: number } | 'none' }

/**
 * Decides what the title of an entry is, for all entries about it that were not found for certain, and remembers that
 * for the next import. Returns how many are found now, or skipped.
 */
export const decideTitle = write([], async ({ db, now, account }, { id, number, decided }: Deciding) => {
  const said = await db.transaction(async (tx) => {
    const found = await lockImport(tx, id, account.id, ['ready'])
    const entry = found && (await entryOf(tx, id, number))
    if (!entry || isRefused(entry.entry)) return undefined
    await rememberDecision(tx, account.id, decidedAbout(entry.entry), decided, now)
    return entry.entry
  })
  if (!said) return 0
  let settled = 0
  for (let after = 0; ; ) {
    const some = await entriesAbout(db, id, { about: titleKey(said), number, after })
    const matches = await matchKept(db, account.id, some)
    const rows = some.map(({ number, entry }, place) => matchedRow(number, entry, matches[place] as Match))
    const isOpen = await db.transaction(async (tx) => {
      if (!(await lockImport(tx, id, account.id, ['ready']))) return false
      await noteMatches(tx, id, rows)
      return true
    })
    if (!isOpen) return settled
    settled += rows.filter(({ status }) => status === 'matched' || status === 'skipped').length
    if (some.length < MATCHED_AT_ONCE) return settled
    after = some.at(-1)?.number ?? after
  }
})

const Said = Type.Object({ number: Type.Integer(), entry: Type.Unsafe<KeptEntry>({ type: 'object' }) })

/** The next entries about a title that were not found for certain. */
const entriesAbout = (
  db: Reader,
  import_id: number,
  { about, number, after }: { about: string; number: number; after: number },
): Promise<Static<typeof Said>[]> =>
  db.wide.all(
    Said,
    sql`
    select number, entry from kept_import_entry
    where import_id = ${import_id} and status in ('unmatched', 'uncertain') and number > ${after}
      and (about = ${about} or number = ${number})
    order by number ${limit(MATCHED_AT_ONCE)}`,
  )

/** Looks again for all that was not found, once the catalogue has more; false if it cannot begin now. */
export const lookAgain = write([], ({ db, now, account }, id: number) =>
  db
    .transaction(async (tx: Database) => {
      if (!(await lockImport(tx, id, account.id, ['ready']))) return false
      const count = await tx.run(sql`
      update kept_import_entry set status = 'open' where import_id = ${id} and status = 'unmatched'`)
      if (count === 0) return true
      const state = { phase: 'matching' as const, read: maxImportEntries, matched: 0 }
      const input = { import_id: id, isAgain: true }
      const job = { account_id: account.id, input, state, phase: 'matching', now }
      const job_id = await startJob(tx, readJob, job)
      if (job_id === undefined) throw new NotNow()
      await setStage(tx, id, { stage: 'reading', job_id }, now)
      return true
    })
    .catch((error: unknown) => {
      if (error instanceof NotNow) return false
      throw error
    }),
)

/** It cannot begin now, and what was begun for it is taken back. */
class NotNow extends Error {
  override name = 'NotNow'
}
