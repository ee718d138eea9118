import { Type } from 'typebox'
import { maxListDescription, maxListName } from '#src/contributions/lists/lists.ts'
import type { Database } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { isRefused, type KeptEntry, type Refused } from '#src/kept/kept-entry.ts'
import { inOneLine, tidyProse } from '#src/reference/hidden.ts'

/** Lists that a file may name. */
export const maxImportLists = 500

const ImportList = Type.Object({
  import_id: Type.Integer(),
  number: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  is_made: Type.Boolean(),
})
const table = { name: 'kept_import_list', key: ['import_id', 'number'], row: ImportList }
const Named = Type.Object({ number: Type.Integer(), name: Type.String() })

/** What a list is called that a file gives no name, or none that can be seen. */
const UNNAMED = '?'

const nameOf = (name: string) => inOneLine(inOneLine(name).slice(0, maxListName).toWellFormed()) || UNNAMED

/** The numbers of the lists that entries are on, in the order of the entries; lists that are new get one. */
export async function listNumbers(
  tx: Database,
  import_id: number,
  said: readonly (KeptEntry | Refused)[],
): Promise<(number | null)[]> {
  const lists = said.map((each) => (isRefused(each) || each.what !== 'listed' ? undefined : each.list))
  if (lists.every((list) => list === undefined)) return lists.map(() => null)
  const rows = await tx.all(
    Named,
    sql`
    select number, name from kept_import_list
    where import_id = ${import_id} order by number ${limit(maxImportLists)}`,
  )
  const known = new Map(rows.map(({ number, name }) => [name, number]))
  const made = []
  for (const list of lists) {
    if (!list || known.has(nameOf(list.name)) || known.size >= maxImportLists) continue
    const number = known.size + 1
    known.set(nameOf(list.name), number)
    const description = tidyProse(list.description).slice(0, maxListDescription).toWellFormed()
    made.push({ import_id, number, name: nameOf(list.name), description, is_made: false })
  }
  if (made.length > 0) await tx.put(table, made)
  return lists.map((list) => (list && known.get(nameOf(list.name))) ?? null)
}

/** Finds the lists of the account that have the names of those of an import. */
export const linkLists = (tx: Database, import_id: number, account_id: number) =>
  tx.run(sql`
    update kept_import_list set list_id = (
      select min(u.id) from user_list u where u.account_id = ${account_id} and u.name = kept_import_list.name)
    where import_id = ${import_id} and not exists (
      select 1 from user_list u where u.account_id = ${account_id} and u.id = kept_import_list.list_id)`)
