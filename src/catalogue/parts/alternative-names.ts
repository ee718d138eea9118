import { Type } from 'typebox'
import { raw } from '#src/database/sql.ts'
import { Label, type LineEntry, lineEntries, readEntry, Word } from '../line-entries.ts'
import { alike, entriesOfOne, type Part, part } from '../part.ts'

const columns = { name: Type.String(), type: Type.String() }
const AlternativeName = Type.Object(columns, { title: 'AlternativeName' })

const store = {
  table: 'alternative_name',
  key: ['name', 'type'],
  columns,
  order: raw('name, type'),
  changeKeys: ['general'],
  lines: () => ({ alternative_names: Type.Object({ results: lineEntries({ name: Word }, { type: Label }) }) }),
  read({ alternative_names }) {
    const given: LineEntry[] | undefined = alternative_names?.results
    if (!given) return undefined
    return { entries: given.map((name) => readEntry(name, { name: '', type: '' })), isComplete: true }
  },
  write: (entries) => (entries.length ? { alternative_names: { results: entries } } : {}),
} satisfies Part['store']

export const alternativeNames = part({
  name: 'alternative_names',
  summary: 'Other names of the company or network',
  reply: alike({ results: Type.Array(AlternativeName) }),
  load: async ({ db }, of, id) => ({ results: await entriesOfOne(db, store, of, id) }),
  store,
})
