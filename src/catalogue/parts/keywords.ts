import { Type } from 'typebox'
import { showsRecord } from '#src/contract/cache-tags.ts'
import { raw, sql } from '#src/database/sql.ts'
import { RecordId } from '../fields.ts'
import type { Kind } from '../kinds.ts'
import { columnsFrom, type LineEntry, lineEntries, OptionalWord, readEntry, statedEntry } from '../line-entries.ts'
import { type Part, part } from '../part.ts'

export const Keyword = Type.Object(
  { id: Type.Integer(), name: Type.String() },
  { title: 'Keyword', ...showsRecord('keyword') },
)
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
  newWords: {
    vocabulary: 'keyword',
    read: ({ keyword_id, name }) => (name ? { id: keyword_id as number, values: { name } } : undefined),
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
