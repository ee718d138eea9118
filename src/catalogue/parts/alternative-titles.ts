import { Type } from 'typebox'
import { country } from '#src/contract/parameters.ts'
import { raw, sql } from '#src/database/sql.ts'
import { CountryCode } from '../fields.ts'
import type { Kind } from '../kinds.ts'
import { columnsFrom, Label, type LineEntry, lineEntries, readEntry, statedEntry, Word } from '../line-entries.ts'
import { entriesOfOne, type Part, part } from '../part.ts'

const stated = { iso_3166_1: CountryCode, title: Word, type: Label }
const columns = columnsFrom(stated)
const AlternativeTitle = Type.Object(columns, { title: 'AlternativeTitle' })

/** The name of the list in replies and lines. */
const listName = (of: Kind) => (of === 'movie' ? 'titles' : 'results')

const store = {
  table: 'alternative_title',
  key: ['iso_3166_1', 'title', 'type'],
  columns,
  entry: () => statedEntry(stated),
  order: raw('iso_3166_1, title, type'),
  changeKeys: ['alternative_titles'],
  lines: (of) => ({
    alternative_titles: Type.Object({
      [listName(of)]: lineEntries({ title: stated.title }, { iso_3166_1: stated.iso_3166_1, type: stated.type }),
    }),
  }),
  read({ alternative_titles }, of) {
    const given: LineEntry[] | undefined = alternative_titles?.[listName(of)]
    if (!given) return undefined
    return {
      entries: given.map((title) => readEntry(title, { iso_3166_1: '', title: '', type: '' })),
      isComplete: true,
    }
  },
  write: (entries, of) => (entries.length ? { alternative_titles: { [listName(of)]: entries } } : {}),
} satisfies Part['store']

export const alternativeTitles = part({
  name: 'alternative_titles',
  summary: 'Alternative titles, by country',
  query: Type.Object({ country: country('Only titles of this country') }),
  hasQuery: (of) => of === 'movie',
  reply: { movie: { titles: Type.Array(AlternativeTitle) }, series: { results: Type.Array(AlternativeTitle) } },
  async load({ db, query }, of, id) {
    const wanted = query.country ? sql`iso_3166_1 = ${query.country}` : sql`true`
    const titles = await entriesOfOne(db, store, of, id, wanted)
    return of === 'movie' ? { titles } : { results: titles }
  },
  store,
})
