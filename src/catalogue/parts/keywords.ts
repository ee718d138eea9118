import { Type } from 'typebox'
import { raw, sql } from '#src/database/sql.ts'
import { RecordId } from '../fields.ts'
import type { Kind } from '../kinds.ts'
import { columnsFrom, type LineEntry, lineEntries, OptionalWord, readEntry, statedEntry } from '../line-entries.ts'
import { type Part, part } from '../part.ts'
import { Word } from '../sources.ts'

const Keyword = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'Keyword' })
const stated = { keyword_id: RecordId }
const columns = columnsFrom(stated)

/** The name of the list in replies and lines. */
const listName = (of: Kind) => (of === 'movie' ? 'keywords' : 'results')

const store = {
  table: 'title_keyword',
  key: ['keyword_id'],
  columns,
  entry: () => statedEntry({ ...stated, name: Type.Optional(OptionalWord) }),
  order: raw('keyword_id'),
  changeKeys: ['plot_keywords'],
  references: { keyword_id: 'keyword' },
  lines: (of) => ({
    keywords: Type.Object({
      [listName(of)]: lineEntries({ id: stated.keyword_id }, { name: OptionalWord }),
    }),
  }),
  read({ keywords }, of) {
    const given: LineEntry[] | undefined = keywords?.[listName(of)]
    if (!given) return undefined
    const entries = given.map((keyword) => {
      const { id, ...entry } = readEntry(keyword, { id: 0, name: '' })
      return { keyword_id: id, ...entry }
    })
    return { entries, isComplete: true }
  },
  write: (entries, of) =>
    entries.length
      ? { keywords: { [listName(of)]: entries.map(({ keyword_id, ...entry }) => ({ id: keyword_id, ...entry })) } }
      : {},
  brings: ({ name }) => Boolean(name),
  /** Creates a new keyword that comes with a name; known ones keep theirs. */
  async prepare(db, entries) {
    // The first name of a keyword counts, as it would if it had come in an earlier transaction.
    const named = entries.filter(({ name }) => name).toReversed()
    const keywords = new Map(
      named.map(({ keyword_id, name, source_id }) => [
        keyword_id as number,
        { id: keyword_id as number, name: name as string, source_id },
      ]),
    )
    if (keywords.size === 0) return
    await db.run(sql`
      insert into keyword (id, name, source_id)
      select k.id, k.name, k.source_id from ${db.engine.rows(Word, [...keywords.values()])} as k where true
      on conflict (id) do nothing`)
  },
} satisfies Part['store']

export const keywords = part({
  name: 'keywords',
  summary: 'Keywords of the title, by name',
  reply: { movie: { keywords: Type.Array(Keyword) }, series: { results: Type.Array(Keyword) } },
  async load({ db }, of, id) {
    const found = await db.all(
      Keyword,
      sql`
      select k.id, k.name from title_keyword t join keyword k on k.id = t.keyword_id
      where t.kind = ${of} and t.entity_id = ${id} order by k.name, k.id`,
    )
    return of === 'movie' ? { keywords: found } : { results: found }
  },
  store,
})
