import Fuse from 'fuse.js'
import { recordKey } from '../queries.ts'
import { isAsked, mostFound, type Peer } from './peer.ts'

/** Fuse.js with the options it comes with. */
export const fuse: Peer = {
  name: 'Fuse.js',
  async open(titles) {
    const documents = titles.map((title) => ({ ...title, year: String(title.year ?? ''), title }))
    const byKind = Map.groupBy(documents, ({ kind }) => kind)
    const keys = [{ name: 'name', weight: 2 }, 'otherNames', 'year', 'outsideIds']
    const fuses = byKind
      .entries()
      .map(([kind, all]) => [kind, new Fuse(all, { keys, includeScore: true })] as const)
      .toArray()
    return {
      find(query) {
        const asked = fuses.filter(([kind]) => isAsked({ ...query, year: 0 }, { kind, year: 0 }))
        const found = asked.flatMap(([, index]) => index.search(query.text))
        return found
          .filter(({ item }) => isAsked(query, item.title))
          .toSorted((one, other) => (one.score ?? 1) - (other.score ?? 1))
          .slice(0, mostFound)
          .map(({ item }) => recordKey(item.title))
      },
      async close() {},
    }
  },
}
