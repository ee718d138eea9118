import { Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { Chunk, postingTable, type Shelf } from './index-tables.ts'
import { chunksOf, fullChunk, readPostings, textOf, weightIn } from './postings.ts'

/** A posting of a word, or of a beginning. */
export const Posting = Type.Object({ word: Type.String(), posting: Type.Integer() })
export type Posting = { word: string; posting: number }

/** A row of postings that grows beyond this is parted. */
const largestChunk = 2 * fullChunk

const Place = Type.Object({ ...Posting.properties, first: Type.Integer() })

/** Removes postings of words and adds others, where they lie among those that stay. */
export async function changePostings(
  tx: Database,
  shelf: Shelf,
  removed: readonly Posting[],
  added: readonly Posting[],
): Promise<void> {
  const changes = [...removed, ...added]
  if (changes.length === 0) return
  const places = new Map(
    (await placesOf(tx, shelf, changes)).map(({ word, posting, first }) => [`${posting} ${word}`, first]),
  )
  const touched = new Map<string, Touched>()
  const chunkWith = ({ word, posting }: Posting) => {
    const first = places.get(`${posting} ${word}`) ?? 0
    const key = `${first} ${word}`
    const chunk = touched.get(key) ?? { word, first, present: [], removed: [], added: [] }
    touched.set(key, chunk)
    return chunk
  }
  for (const change of removed) chunkWith(change).removed.push(change.posting)
  for (const change of added) chunkWith(change).added.push(change.posting)
  for (const { word, first, postings } of await chunksAt(tx, shelf, [...touched.values()])) {
    const chunk = touched.get(`${first} ${word}`)
    if (chunk) readPostings(postings, chunk.present)
  }
  await writeChunks(
    tx,
    shelf,
    [...touched.values()].map((chunk) => ({ ...chunk, postings: changed(chunk) })),
  )
}

/** A row of postings, in their order, and how it changes. */
type Touched = { word: string; first: number; present: number[]; removed: number[]; added: number[] }

/** The postings of a row when it has changed, each once. Sets of these numbers were half of a profile. */
function changed({ present, removed, added }: Touched): Float64Array {
  const gone = Float64Array.from(removed).sort()
  const all = new Float64Array(present.length + added.length)
  let [end, at] = [0, 0]
  for (const posting of present) {
    while (at < gone.length && (gone[at] as number) < posting) at++
    if (gone[at] !== posting) all[end++] = posting
  }
  for (const posting of added) all[end++] = posting
  const sorted = all.subarray(0, end).sort()
  let length = 0
  for (const posting of sorted) if (length === 0 || posting !== sorted[length - 1]) sorted[length++] = posting
  return sorted.subarray(0, length)
}

/** The row of each posting: the last one that begins before it, or the first one of the word. */
const placesOf = (tx: Database, { generation, kind }: Shelf, postings: readonly Posting[]) =>
  tx.all(
    Place,
    sql`
    select r.word, r.posting, coalesce((
      select max(p.first) from search_posting p
      where p.generation = ${generation} and p.kind = ${kind} and p.word = r.word and p.first <= r.posting), 0) as first
    from ${tx.engine.rows(Posting, postings)} as r`,
  )

const Key = Type.Object({ word: Type.String(), first: Type.Integer() })

const chunksAt = (tx: Database, { generation, kind }: Shelf, keys: readonly { word: string; first: number }[]) =>
  tx.all(
    Chunk,
    sql`
    select p.word, p.first, p.postings from ${tx.engine.rows(Key, keys)} as r cross join search_posting p
    where p.generation = ${generation} and p.kind = ${kind} and p.word = r.word and p.first = r.first`,
  )

async function writeChunks(
  tx: Database,
  shelf: Shelf,
  chunks: readonly { word: string; first: number; postings: Float64Array }[],
) {
  const rows = chunks.flatMap(({ word, first, postings }) => {
    if (postings.length === 0) return []
    if (postings.length <= largestChunk) return [{ ...shelf, word, first, postings: textOf(postings) }]
    return chunksOf(postings).map((chunk, index) => ({
      ...shelf,
      word,
      ...chunk,
      first: index === 0 ? first : chunk.first,
    }))
  })
  rows.sort((one, other) => compareTexts(one.word, other.word) || one.first - other.first)
  if (rows.length > 0) await tx.put(postingTable, rows)
  const emptied = chunks.filter(({ postings }) => postings.length === 0)
  if (emptied.length > 0)
    await tx.run(sql`
      delete from search_posting where generation = ${shelf.generation} and kind = ${shelf.kind} and (word, first) in (
        select word, first from ${tx.engine.rows(Key, emptied)} as r)`)
}

const First = Type.Object({ word: Type.String(), first: Type.String() })
const Word = Type.Object({ word: Type.String() })

/** How important the most important record of each word is. */
export async function bestOf(tx: Database, { generation, kind }: Shelf, words: readonly string[]) {
  const given = words.map((word) => ({ word }))
  const rows = await tx.all(
    First,
    sql`
    select r.word, coalesce((
      select substr(p.postings, 1, 8) from search_posting p
      where p.generation = ${generation} and p.kind = ${kind} and p.word = r.word
      order by p.first limit 1), '') as first
    from ${tx.engine.rows(Word, given)} as r`,
  )
  return new Map(
    rows.flatMap(({ word, first }) => (first === '' ? [] : [[word, weightIn(readPostings(first)[0] as number)]])),
  )
}
