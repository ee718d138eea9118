import assert from 'node:assert/strict'
import { Type } from 'typebox'
import { sql } from '#src/database/sql.ts'
import { type Fields, fieldsIn } from './form-fields.ts'
import { type PagesServer, type Reply, textOf, type Visitor } from './visitor.ts'

const Logged = Type.Object({
  key: Type.String(),
  action: Type.String(),
  original_value: Type.Any(),
  value: Type.Any(),
})

/** Presses a button of the form of a record. */
export const press = (visitor: Visitor, address: string, fields: Fields, act: string): Promise<Reply> =>
  visitor.send(address, [...fields, ['act', act]])
export const open = async (visitor: Visitor, address: string): Promise<Fields> => fieldsIn(await visitor.get(address))

/** Looks at what a form changes, saves it, and returns the page of the record. */
export async function save(visitor: Visitor, address: string, fields: Fields): Promise<Reply> {
  const looked = await press(visitor, address, fields, 'look')
  assert.equal(looked.status, 200, textOf(looked).slice(0, 600))
  const saved = await press(visitor, address, fieldsIn(looked), 'save')
  assert.equal(saved.status, 303, textOf(saved).slice(0, 600))
  let page = await visitor.follow(saved)
  while (page.location) page = await visitor.follow(page)
  return page
}

/** What the last edit has changed of a record. */
export const changesOf = ({ db }: PagesServer, kind: string, id: number) =>
  db.all(
    Logged,
    sql`select key, action, original_value, value from change
      where kind = ${kind} and entity_id = ${id} and edit_id = (select max(id) from edit) order by seq`,
  )
