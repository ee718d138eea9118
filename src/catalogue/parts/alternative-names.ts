import { Type } from 'typebox'
import { raw } from '#src/database/sql.ts'
import { columnsFrom, Label, type LineEntry, lineEntries, readEntry, statedEntry, Word } from '../line-entries.ts'
import { alike, entriesOfOne, type Part, part } from '../part.ts'

const stated = { name: Word, type: Label }
const columns = columnsFrom(stated)
const AlternativeName = Type.Object(columns, { title: 'AlternativeName' })

const store = {
  table: 'alternative_name',
  key: ['name', 'type'],
  columns,
  entry: () => statedEntry(stated),
  order: raw('name, type'),
  changeKeys: ['general'],
  lines: () => ({
    alternative_names: Type.Object({ results: lineEntries({ name: stated.name }, { type: stated.type }) }),
  }),
  read({ alternative_names }) {
    const given: LineEntry[] | undefined = alternative_names?.results
    if (!given) return undefined
    return { entries: given.map((name) => readEntry(name, { name: '', type: '' })), isComplete: true }
  },
  write: (entries) => (entries.length ? { alternative_names: { results: entries } } : {}),
} satisfies Part['store']

export const alternativeNames = part({
  name: 'alternative_names',
  summary: 'Alternative names of the company or network',
  reply: alike({ results: Type.Array(AlternativeName) }),
  load: async ({ db }, of, id) => ({ results: await entriesOfOne(db, store, of, id) }),
  store,
})
