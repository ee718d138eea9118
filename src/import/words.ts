import { type RankOf, Word } from '#src/catalogue/sources.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { parsedLines, type StagedLine, stagedRecords } from './staged-lines.ts'
import type { Staging } from './staging.ts'

/** Words that are written in one transaction. */
const WORDS = 500
const wordTables = ['genre', 'keyword'] as const

/**
 * Writes the lines of genres and keywords. They are no records: a word has an id and a name, and a source of the same
 * or a higher rank may rename it.
 */
export async function applyWords(
  db: Database,
  staging: Staging,
  rankOf: RankOf,
  onChunk: (lines: number) => void,
): Promise<void> {
  for (const of of wordTables) {
    let chunk: StagedLine[][] = []
    const flush = async () => {
      const words = wordsOf(staging, chunk, rankOf)
      if (words.length > 0) await putWords(db, of, words)
      onChunk(chunk.flat().length)
      chunk = []
    }
    for (const lines of stagedRecords(staging, of)) {
      chunk.push(lines)
      if (chunk.length === WORDS) await flush()
    }
    await flush()
  }
}

/** One name for each word: that of the source with the highest rank, and the last one among equals. */
function wordsOf(staging: Staging, records: readonly StagedLine[][], rankOf: RankOf): Word[] {
  const words = new Map<number, Word>()
  for (const { id, source_id, line } of parsedLines(staging, records.flat())) {
    const known = words.get(id)
    if (known && rankOf(source_id) < rankOf(known.source_id)) continue
    words.set(id, { id, source_id, name: line.name })
  }
  return [...words.values()]
}

const putWords = (db: Database, of: 'genre' | 'keyword', words: readonly Word[]) =>
  db.run(sql`
    insert into ${raw(of)} (id, name, source_id)
    select w.id, w.name, w.source_id from ${db.engine.rows(Word, words)} as w where true
    on conflict (id) do update set name = excluded.name, source_id = excluded.source_id
    where (select rank from source where id = excluded.source_id) > (
      select rank from source where id = ${raw(of)}.source_id
    ) or (excluded.name <> ${raw(of)}.name and (select rank from source where id = excluded.source_id) = (
      select rank from source where id = ${raw(of)}.source_id
    ))`)
