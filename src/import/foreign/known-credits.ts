import { type Static, Type } from 'typebox'
import type { Kind } from '#src/catalogue/kinds.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Credit = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  id: Type.String(),
  credit_type: Type.String(),
  person_id: Type.Integer(),
  character: Type.String(),
  department: Type.String(),
  job: Type.String(),
  source_id: Type.String(),
})
type Credit = Static<typeof Credit>
type Line = Record<string, any> & { kind: Kind; id: number }
type Entry = Record<string, any> & { id: number }

const Asked = Type.Object({ kind: Type.String(), id: Type.Integer() })

/** What says less than the jobs of the same department: who wrote is a writer, whatever they wrote. */
const unspecificJob = 'Writer'

/**
 * Makes the credits of lines those that the catalogue has of the same people, so that nobody stands in a cast twice
 * because two sources name the role differently, or one names none.
 */
export async function joinKnownCredits(db: Database, source_id: string, lines: readonly Line[]): Promise<void> {
  const asked = lines.filter(({ credits }) => credits !== undefined)
  if (asked.length === 0) return
  const rows = await db.all(
    Credit,
    sql`
    select c.kind, c.entity_id, c.id, c.credit_type, c.person_id, c.character, c.department, c.job, c.source_id
    from ${db.engine.rows(
      Asked,
      asked.map(({ kind, id }) => ({ kind, id })),
    )} as a
    cross join credit c where c.kind = a.kind and c.entity_id = a.id
    order by c.kind, c.entity_id, c."order", c.id`,
  )
  const stored = Map.groupBy(rows, ({ kind, entity_id }) => `${kind} ${entity_id}`)
  for (const { kind, id, credits } of asked) {
    const known = stored.get(`${kind} ${id}`)
    if (known) joinCredits(credits, known, source_id)
  }
}

function joinCredits(credits: Record<string, Entry[]>, known: readonly Credit[], source_id: string) {
  const roles = known.filter(({ credit_type }) => credit_type !== 'crew')
  const used = new Set<string>()
  for (const list of ['cast', 'guest_stars']) {
    const entries = credits[list]
    if (!entries) continue
    const same = new Map(entries.map((entry) => [entry, take(roles, used, entry, (one) => isOfRole(one, entry))]))
    credits[list] = entries.flatMap((entry) => {
      const found = same.get(entry) ?? take(roles, used, entry, () => true)
      const isOfOthers = found !== undefined && found.source_id !== source_id
      if (isOfOthers && !entry.character && found.character !== '') return []
      return [found ? { ...entry, credit_id: found.id } : entry]
    })
  }
  const crew = known.filter((one) => one.credit_type === 'crew' && one.source_id !== source_id)
  credits.crew = (credits.crew ?? []).filter(
    ({ id, department, job }) =>
      job !== unspecificJob ||
      !crew.some((one) => one.person_id === id && one.department === department && one.job !== job),
  )
}

const isOfRole = ({ character }: Credit, entry: Entry) => character === (entry.character ?? '')

/** The first credit of the person that no other entry has taken. */
function take(roles: readonly Credit[], used: Set<string>, { id }: Entry, is: (credit: Credit) => boolean) {
  const found = roles.find((one) => one.person_id === id && !used.has(one.id) && is(one))
  if (found) used.add(found.id)
  return found
}
