import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { countListsWith, type ListItem } from './items.ts'
import { isKeptBy } from './keeping.ts'

/** Lists that the page of a title offers at once; the others are on a page of their own. */
export const maxChoices = 12

const Choice = Type.Object({ id: Type.Integer(), name: Type.String(), holds: Type.Boolean() })

/** Lists of an account to put a title on, and on how many it is. */
export type ListChoice = { lists: Static<typeof Choice>[]; holding: number }

/** The lists that an account keeps, alone or with others: those that were changed last, and which hold a title. */
export async function listsToChoose(db: Reader, account_id: number, item: ListItem): Promise<ListChoice> {
  const { kind, entity_id } = item
  const [lists, holding] = await Promise.all([
    db.all(
      Choice,
      sql`
      select l.id, l.name, exists (select 1 from list_item i
        where i.list_id = l.id and i.kind = ${kind} and i.entity_id = ${entity_id}) as holds
      from user_list l where ${isKeptBy(account_id)} order by l.updated_at desc, l.id ${limit(maxChoices)}`,
    ),
    countListsWith(db, account_id, item),
  ])
  return { lists, holding }
}
