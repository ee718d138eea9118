import MiniSearch from 'minisearch'
import { recordKey } from '../queries.ts'
import type { Title } from '../titles.ts'
import { isAsked, mostFound, type Peer } from './peer.ts'

/** MiniSearch with options that its guide shows: beginnings, a slip in five letters, and titles above the rest. */
export const miniSearch: Peer = {
  name: 'MiniSearch',
  async open(titles) {
    const index = new MiniSearch<Title>({
      fields: ['name', 'otherNames', 'year', 'outsideIds'],
      storeFields: ['kind', 'year'],
      idField: 'key',
      extractField: (title, field) => {
        const value = field === 'key' ? recordKey(title) : title[field as keyof Title]
        // Other fields are text; the years that are stored have to stay numbers.
        return (Array.isArray(value) ? value.join(' ') : value) as string
      },
      searchOptions: { boost: { name: 2 }, prefix: true, fuzzy: 0.2 },
    })
    index.addAll(titles)
    return {
      find: (query) =>
        index
          .search(query.text, { filter: ({ kind, year }) => isAsked(query, { kind, year }) })
          .slice(0, mostFound)
          .map(({ id }) => id),
      async close() {},
    }
  },
}
