import { setImmediate as turn } from 'node:timers/promises'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { forgives, remaindersOf } from '../typing-errors.ts'
import { beginningsOf } from '../words.ts'
import { type BuildOptions, fewPostings, rowsAtOnce, write } from './build-options.ts'
import { type Chunk, postingTable, Run, type Shelf, slipTable, type Term, termTable } from './index-tables.ts'
import { isWord } from './keys.ts'
import { chunksOf, readPostings, union, weightIn } from './postings.ts'

/** Rows of postings that are read together. */
const runsAtOnce = 500
/** Beginnings up to this length always have postings of their own. */
export const shortBeginning = 3
/** Longer ones have some if so many words and postings begin so: it is quicker to unite fewer while a search runs. */
const manyWords = 8
const manyPostings = 500

/** Words that begin alike, while they are read one after the other. */
type Open = { beginning: string; lists: ArrayLike<number>[]; postings: number }

/**
 * Writes the postings of a kind as they are searched: those of each word, which were collected in several runs, and
 * those of beginnings. Counts the records of each word, and makes words known to those with slips.
 */
export async function joinRuns(db: Database, shelf: Shelf, options: BuildOptions): Promise<void> {
  const { signal, onProgress } = options
  const slips = openSlips(db, shelf.generation, options)
  const open: Open[] = []
  let chunks: (Shelf & Chunk)[] = []
  let terms: (Shelf & Term)[] = []
  const add = (word: string, postings: ArrayLike<number>) => {
    for (const chunk of chunksOf(postings)) chunks.push({ ...shelf, word, ...chunk })
    terms.push({ ...shelf, word, records: postings.length, best: weightIn(postings[0] as number) })
  }
  const close = (beginnings: readonly string[]) => {
    while (open.length > 0 && open.at(-1)?.beginning !== beginnings[open.length - 1]) {
      const { beginning, lists, postings } = open.pop() as Open
      if (open.length < shortBeginning || (lists.length > manyWords && postings > manyPostings))
        add(beginning, union(lists))
    }
  }
  let done = 0
  let last = ''
  const flush = async () => {
    await db.transaction(async (tx) => {
      await tx.put(postingTable, chunks)
      await tx.put(termTable, terms)
      await tx.run(sql`
        delete from search_run
        where generation = ${shelf.generation} and kind = ${shelf.kind} and word <= ${last}`)
    })
    done += terms.length
    chunks = []
    terms = []
    await turn()
    onProgress?.(`joining words of kind ${shelf.kind}`, done)
    await slips.flushIfMany()
  }
  for await (const { word, runs } of wordsOf(db, shelf)) {
    if (signal?.aborted) return
    const postings = union(runs)
    const beginnings = isWord(word) ? beginningsOf(word) : []
    close(beginnings)
    for (const beginning of beginnings.slice(open.length)) open.push({ beginning, lists: [], postings: 0 })
    for (const one of open) {
      one.lists.push(postings)
      one.postings += postings.length
    }
    add(word, postings)
    if (isWord(word)) slips.add(word)
    last = word
    if (chunks.length >= rowsAtOnce) await flush()
  }
  close([])
  await flush()
  await slips.flush()
}

/** The words of a kind in order, each with its postings of all runs. */
async function* wordsOf(db: Reader, { generation, kind }: Shelf) {
  let word = ''
  let run = -1
  let current: { word: string; runs: number[][] } | undefined
  for (;;) {
    const rows: Run[] = await db.wide.all(
      Run,
      sql`
      select word, run, postings from search_run
      where generation = ${generation} and kind = ${kind} and (word, run) > (${word}, ${run})
      order by word, run ${limit(runsAtOnce)}`,
    )
    for (const row of rows) {
      if (current && current.word !== row.word) yield current
      if (current?.word !== row.word) current = { word: row.word, runs: [] }
      current?.runs.push(readPostings(row.postings))
      ;({ word, run } = row)
    }
    if (rows.length < runsAtOnce) break
  }
  if (current) yield current
}

/** Collects what words leave without some letters, and writes it in order. */
function openSlips(db: Database, generation: number, { signal, postings: most = fewPostings }: BuildOptions) {
  const words = new Map<string, string[]>()
  let size = 0
  const flush = async () => {
    const rows = [...words.keys()]
      .sort(compareTexts)
      .values()
      .flatMap((remainder) => (words.get(remainder) as string[]).map((word) => ({ generation, remainder, word })))
    await write(db, rows, (tx, some) => tx.put(slipTable, some), signal)
    words.clear()
    size = 0
  }
  return {
    flush,
    flushIfMany: async () => {
      if (size >= most) await flush()
    },
    add(word: string) {
      if (!forgives(word)) return
      for (const remainder of remaindersOf(word)) {
        const known = words.get(remainder)
        if (known) known.push(word)
        else words.set(remainder, [word])
        size++
      }
    },
  }
}
