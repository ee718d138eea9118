import { type Static, Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { lastCharacter } from '#src/reference/text-order.ts'
import type { SearchedKind } from './searched-kinds.ts'
import { Term } from './tables/index-tables.ts'

/** Words that a beginning stands for where it has no postings of its own: the best known ones. */
export const maxBeginning = 200

const Known = Type.Object({ kind: Type.Unsafe<SearchedKind>({ type: 'string' }), ...Term.properties })
type Known = Static<typeof Known>

/** What a search has learnt of words, of each in all of its kinds. */
export type Terms = {
  learn(words: Iterable<string>): Promise<void>
  of(kind: SearchedKind, word: string): Term | undefined
  /** In how many records of all kinds a word is. */
  records(word: string): number
  /** The same of some of the kinds. What is learnt afterwards, each learns for itself. */
  only(kinds: readonly SearchedKind[]): Terms
}

type KnownTerms = ReadonlyMap<SearchedKind, ReadonlyMap<string, Term>>

export function openTerms(
  db: Reader,
  generation: number,
  kinds: readonly SearchedKind[],
  before: { asked: Iterable<string>; known: KnownTerms } = { asked: [], known: new Map() },
): Terms {
  const asked = new Set(before.asked)
  const known = new Map(kinds.map((kind) => [kind, new Map(before.known.get(kind))]))
  return {
    async learn(words) {
      const fresh = [...new Set(words)].filter((word) => !asked.has(word))
      for (const word of fresh) asked.add(word)
      for (const { kind, ...term } of await lookUp(db, generation, kinds, fresh)) known.get(kind)?.set(term.word, term)
    },
    of: (kind, word) => known.get(kind)?.get(word),
    records: (word) => kinds.reduce((sum, kind) => sum + (known.get(kind)?.get(word)?.records ?? 0), 0),
    only: (some) => openTerms(db, generation, some, { asked, known }),
  }
}

async function lookUp(
  db: Reader,
  generation: number,
  kinds: readonly SearchedKind[],
  words: readonly string[],
): Promise<Known[]> {
  if (words.length === 0) return []
  const pairs = kinds.flatMap((kind) => words.map((word) => ({ kind, word })))
  const rows = db.engine.rows(Type.Object({ kind: Type.String(), word: Type.String() }), pairs)
  return db.all(
    Known,
    sql`
    select t.kind, t.word, t.records, t.best from ${rows} as r cross join search_term t
    where t.generation = ${generation} and t.kind = r.kind and t.word = r.word`,
  )
}

/** The best known words with a beginning. */
export const termsFrom = (db: Reader, generation: number, kind: SearchedKind, beginning: string): Promise<Term[]> =>
  db.all(
    Term,
    sql`
    select word, records, best from search_term
    where generation = ${generation} and kind = ${kind} and word >= ${beginning} and word < ${beginning + lastCharacter}
    order by best, word ${limit(maxBeginning)}`,
  )
