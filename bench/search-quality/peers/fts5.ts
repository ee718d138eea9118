import { join } from 'node:path'
import { Type } from 'typebox'
import { raw, sql } from '#src/database/sql.ts'
import { openSqlite } from '#src/database/sqlite/sqlite.ts'
import { recordKey } from '../queries.ts'
import { isAsked, mostFound, type Peer } from './peer.ts'

const Row = Type.Object({
  key: Type.String(),
  kind: Type.String(),
  name: Type.String(),
  other_names: Type.String(),
  year: Type.String(),
  outside_ids: Type.String(),
})
const Found = Type.Object({ key: Type.String() })
const rowsAtOnce = 10_000

/** FTS5 of SQLite with the tokenizer and the ranking it comes with: all words, of which the last may be a beginning. */
export const fts5: Peer = {
  name: 'SQLite FTS5',
  async open(titles, { scratch }) {
    const db = await openSqlite(join(scratch, 'fts5.sqlite'), { writes: 'inline' })
    await db.run(
      raw('create virtual table title using fts5(key unindexed, kind unindexed, name, other_names, year, outside_ids)'),
    )
    for (let from = 0; from < titles.length; from += rowsAtOnce) {
      const rows = titles.slice(from, from + rowsAtOnce).map((title) => ({
        key: recordKey(title),
        kind: title.kind,
        name: title.name,
        other_names: title.otherNames.join(' '),
        year: String(title.year ?? ''),
        outside_ids: title.outsideIds.join(' '),
      }))
      await db.run(sql`
        insert into title (key, kind, name, other_names, year, outside_ids)
        select key, kind, name, other_names, year, outside_ids from ${db.engine.rows(Row, rows)} as r`)
    }
    return {
      async find(query) {
        const words = query.text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
        if (words.length === 0) return []
        const text = `${words.map((word) => `"${word}"`).join(' ')} *`
        const kinds = ['movie', 'tv', 'person', 'company', 'collection'] as const
        const asked = kinds.filter((kind) => isAsked({ ...query, year: 0 }, { kind, year: 0 }))
        const found = await db.all(
          Found,
          sql`
          select key from title where title match ${text} and ${db.engine.anyOf(raw('kind'), asked)}
            and ${query.year === undefined ? raw('true') : sql`year = ${String(query.year)}`}
          order by rank ${raw(`limit ${mostFound}`)}`,
        )
        return found.map(({ key }) => key)
      },
      close: () => db.close(),
    }
  },
}
