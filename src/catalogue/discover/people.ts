import { filter } from '#src/contract/parameters.ts'
import { raw, sql } from '#src/database/sql.ts'
import { type Filter, groupsOf, named, numbersIn } from './filter.ts'

/** Credits of people: cast, crew, or both. */
export const people = (name: string, credit_type: 'cast' | 'crew' | undefined, description: string): Filter => ({
  name,
  parameters: { [name]: filter.list(`IDs of people ${description}, separated by commas (all) or pipes (any)`) },
  index: 'credit_by_person',
  cost: 'entries',
  conditions: (asked, { db, of }) =>
    groupsOf(asked[name], numbersIn).map((ids) => {
      const byPerson = db.engine.anyOf(raw('c.person_id'), ids)
      const ofType = raw(credit_type ? `c.credit_type = '${credit_type}'` : 'true')
      const through = db.engine.through('credit_by_person')
      const from = sql`from credit c ${through} where ${byPerson} and c.kind = ${named(of)}`
      return {
        holds: sql`exists (select 1 ${from} and c.entity_id = t.id and ${ofType})`,
        found: sql`select c.entity_id as id ${from} and ${ofType}`,
        isInOrder: ids.length === 1,
      }
    }),
})
