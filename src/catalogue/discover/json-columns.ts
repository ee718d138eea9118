import { Type } from 'typebox'
import { LIST_TEXT_LENGTH, type ListColumn } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { type Condition, type Looking, nothing, oneOf } from './filter.ts'

/** Most different lists that a column is expected to hold; countries have a few thousand. */
const maxTexts = 20_000

const Text = Type.Object({ text: Type.String() })

/** The entries of a list without quotes. One that was cut off is left out. */
function entriesIn(text: string): string[] {
  const entries = text.replace(/[[\]" ]/g, '').split(',')
  return text.length < LIST_TEXT_LENGTH ? entries.filter((entry) => entry !== '') : entries.slice(0, -1)
}

/**
 * The titles whose list in a column fits. No index has the entries of a list, but there are few different lists: they
 * are read from an index one after the other, and those that fit are looked for as texts.
 */
export async function textsWith(
  looking: Looking,
  column: ListColumn,
  fits: (entries: readonly string[]) => boolean,
): Promise<Condition> {
  const { db, of } = looking
  const textOf = (alias: string) => db.engine.listText(alias, column)
  const [text, from] = [textOf(of), sql`from ${raw(of)} ${db.engine.through(`${of}_by_${column}`)}`]
  const rows = await db.all(
    Text,
    sql`
    with recursive known (text) as (
      select (select ${text} ${from} order by ${text} limit 1)
      union all
      select (select ${text} ${from} where ${text} > known.text order by ${text} limit 1)
      from known where known.text is not null
    )
    select text from known where text is not null ${limit(maxTexts)}`,
  )
  const fitting = rows.map(({ text }) => text).filter((text) => fits(entriesIn(text)))
  return fitting.length === 0 ? nothing : oneOf(looking, textOf, `by_${column}`, fitting)
}
