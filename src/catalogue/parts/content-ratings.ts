import { Type } from 'typebox'
import { raw } from '#src/database/sql.ts'
import { maxListLength } from '../fields.ts'
import {
  Country,
  columnsFrom,
  type LineEntry,
  lineEntries,
  OptionalWord,
  readEntry,
  statedEntry,
} from '../line-entries.ts'
import { alike, entriesOfOne, type Part, part } from '../part.ts'

const stated = {
  descriptors: Type.Array(OptionalWord, { maxItems: maxListLength }),
  iso_3166_1: Country,
  rating: OptionalWord,
}
const columns = columnsFrom(stated)
const ContentRating = Type.Object(columns, { title: 'ContentRating' })

const store = {
  table: 'content_rating',
  key: ['iso_3166_1', 'rating'],
  columns,
  entry: () => statedEntry(stated),
  order: raw('iso_3166_1, rating'),
  changeKeys: ['certifications'],
  lines: () => ({
    content_ratings: Type.Object({
      results: lineEntries(
        { iso_3166_1: stated.iso_3166_1, rating: stated.rating },
        { descriptors: stated.descriptors },
      ),
    }),
  }),
  read({ content_ratings }) {
    const given: LineEntry[] | undefined = content_ratings?.results
    if (!given) return undefined
    return {
      entries: given.map((rating) => readEntry(rating, { iso_3166_1: '', rating: '', descriptors: [] })),
      isComplete: true,
    }
  },
  write: (entries) => (entries.length ? { content_ratings: { results: entries } } : {}),
} satisfies Part['store']

export const contentRatings = part({
  name: 'content_ratings',
  summary: 'Age ratings of the series by country, sometimes several for one country',
  reply: alike({ results: Type.Array(ContentRating) }),
  load: async ({ db }, of, id) => ({ results: await entriesOfOne(db, store, of, id) }),
  store,
})
