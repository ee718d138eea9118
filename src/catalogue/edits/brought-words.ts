import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import type { RecordKind } from '../record-kinds.ts'
import type { RankOf } from '../sources.ts'
import type { Vocabulary } from '../vocabularies.ts'
import { type Difference, differenceOf } from './difference.ts'
import { shapeOf } from './kind-shape.ts'
import { merge, type Statement } from './merge.ts'
import { blankRecord, type StoredEntry } from './record-loader.ts'

/** New words of one vocabulary. */
export type BroughtWords = { vocabulary: Vocabulary; differences: Difference[] }

const Id = Type.Object({ id: Type.Integer() })

/** The words in these statements that do not exist yet. The first name of a word counts. */
export async function broughtWords(
  db: Reader,
  of: RecordKind,
  statements: readonly Statement[],
  rankOf: RankOf,
): Promise<BroughtWords[]> {
  const brought: BroughtWords[] = []
  for (const { name, store } of shapeOf(of).storedParts) {
    if (!store.newWords) continue
    const { vocabulary, read } = store.newWords
    const words = new Map<number, Statement>()
    for (const entry of statements.flatMap(({ parts }) => parts.get(name)?.entries ?? [])) {
      const word = read(entry)
      if (word && !words.has(word.id)) words.set(word.id, statementOf(entry, word.values))
    }
    if (words.size === 0) continue
    const existing = await db.all(
      Id,
      sql`select id from ${raw(vocabulary)} where ${db.engine.anyOf(raw('id'), [...words.keys()])}`,
    )
    for (const { id } of existing) words.delete(id)
    const differences = [...words].flatMap(([id, statement]) => {
      const blank = blankRecord(vocabulary, id, statement.source_id, {})
      return differenceOf(undefined, merge(blank, [statement], rankOf), { rankOf, isThorough: false }) ?? []
    })
    if (differences.length > 0) brought.push({ vocabulary, differences })
  }
  return brought
}

const statementOf = ({ source_id }: StoredEntry, values: Statement['values']): Statement => ({
  source_id,
  isExplicit: false,
  values,
  texts: [],
  hasAllTexts: false,
  parts: new Map(),
  locks: [],
})
