import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { rowOf } from '#src/reference/table-cells.ts'
import { itemsOf, listsOf } from './large-data.ts'
import { fromTitles, type Kind, Title } from './titles-in-tables.ts'

const columns = ['List', 'ListDescription', 'Title', 'Year', 'imdbID', 'Type', 'AddedAt', 'ReelcommonsID']

/** Titles of a kind that are looked up together, as many as are read of a list at once. */
const maxTitles = 10_000

/** The lists of a person in one table, in the order that was given to them by hand; one without titles has no row. */
export async function* listRows(db: Reader, account_id: number): AsyncGenerator<string> {
  yield rowOf(columns)
  for (const { id: list_id, name, description } of await listsOf(db, account_id))
    for await (const items of itemsOf(db, list_id)) {
      const titles = new Map<string, Title>()
      for (const kind of ['movie', 'series'] as const)
        for (const title of await titlesOf(db, kind, idsOf(kind, items))) titles.set(`${kind} ${title.id}`, title)
      yield items
        .map(({ kind, entity_id, created_at }) => {
          const { title = '', year = '', imdb = '' } = titles.get(`${kind} ${entity_id}`) ?? {}
          return rowOf([name, description, title, year, imdb, kind, created_at, entity_id])
        })
        .join('')
    }
}

const idsOf = (of: Kind, items: readonly { kind: string; entity_id: number }[]) =>
  items.filter(({ kind }) => kind === of).map(({ entity_id }) => entity_id)

const titlesOf = (db: Reader, kind: Kind, ids: readonly number[]): Promise<Title[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.wide.all(Title, sql`${fromTitles(kind)} where ${db.engine.anyOf(sql`t.id`, ids)} ${limit(maxTitles)}`)
