import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { smallest } from '#src/reference/extremes.ts'
import { Chunk, type Shelf, type Term } from './tables/index-tables.ts'
import { both, isFirstIn, isOfRecord, readPostings, startOf, union } from './tables/postings.ts'

/** Lists of up to this many postings are read at once, all those of a kind together. */
const shortList = 2_000
/** Rows of a longer list that are read first; each time more are needed, twice as many. */
const rowsAtFirst = 2
/**
 * Postings of its rarest words that are read whole for one reading of a query in all of its kinds: few records with
 * these need no reading of the others.
 */
const maxReadWhole = 20_000

/** The postings of a word, as far as they were read. */
type List = {
  word: string
  records: number
  postings: number[]
  /** The row that was read last. */
  first: number
  /** Everything up to this posting was read. */
  until: number
  /** How many rows are read next. */
  rows: number
}

/** Words of which a record has to have one. */
export type Group = { words: readonly Term[]; records: number }

type Lists = {
  /** Reads what is short of some groups. */
  open(groups: readonly Group[]): Promise<void>
  /**
   * Postings of the records that have a word of each group in the same name, the most important ones first. It may be
   * some more than `most`. Those that are marked so begin with a word of the first group.
   */
  intersect(groups: readonly Group[], most: number): Promise<ArrayLike<number>>
  /**
   * Postings of records that have a word of each of the rarest groups, as soon as they are no more than `few`: names
   * that do not have the others are among them. Undefined if there are more.
   */
  narrow(groups: readonly Group[], few: number): Promise<ArrayLike<number> | undefined>
}

/** The postings of the words of one kind, for a search in so many; each reading may `read` so many of all kinds. */
export function openLists(db: Reader, { generation, kind }: Shelf, search: { kinds: number; read: number }): Lists {
  const { kinds, read: maxRead } = search
  const lists = new Map<string, List>()
  const listOf = ({ word, records }: Term): List => {
    const known = lists.get(word)
    if (known) return known
    const made = { word, records, postings: [], first: -1, until: -1, rows: rowsAtFirst }
    lists.set(word, made)
    return made
  }
  async function readShort(words: readonly Term[]) {
    const wanted = words.filter(({ word }) => listOf({ word, records: 0, best: 0 }).until < 0)
    if (wanted.length === 0) return
    const rows = await db.all(
      Chunk,
      sql`
      select word, first, postings from search_posting
      where generation = ${generation} and kind = ${kind} and ${db.engine.anyOf(
        raw('word'),
        wanted.map(({ word }) => word),
      )}`,
    )
    rows.sort((one, other) => one.first - other.first)
    for (const { word, postings } of rows) readPostings(postings, lists.get(word)?.postings)
    for (const { word } of wanted) (lists.get(word) as List).until = Infinity
  }
  async function readMore(list: List) {
    const rows = await db.all(
      Chunk,
      sql`
      select word, first, postings from search_posting
      where generation = ${generation} and kind = ${kind} and word = ${list.word} and first > ${list.first}
      order by first ${limit(list.rows)}`,
    )
    for (const { postings } of rows) readPostings(postings, list.postings)
    list.first = rows.at(-1)?.first ?? list.first
    list.until = rows.length < list.rows ? Infinity : (list.postings.at(-1) as number)
    list.rows *= 2
  }
  return {
    open: (groups) => readShort(groups.flatMap(({ words }) => words).filter(({ records }) => records <= shortList)),
    async intersect(groups, most) {
      const read = groups.map(({ words }) => words.map(listOf).map((list) => ({ list, at: 0 })))
      const all = read.flat().map(({ list }) => list)
      const found: number[] = []
      for (;;) {
        for (const list of all) if (list.until < 0) await readMore(list)
        const until = smallest(all.map((list) => list.until))
        const slices = read.map((group) => union(group.map((each) => upTo(each, until))))
        for (const posting of Array.from(common(slices))) found.push(posting)
        if (until === Infinity || found.length >= most) return found
        if (all.reduce((sum, { postings }) => sum + postings.length, 0) >= maxRead / kinds) return found
        for (const list of all) if (list.until === until) await readMore(list)
      }
    },
    async narrow(groups, few) {
      let found: ArrayLike<number> | undefined
      let read = 0
      for (const { words, records } of groups.toSorted((one, other) => one.records - other.records)) {
        read += records
        if (read > maxReadWhole / kinds && records > few) return undefined
        for (const list of words.map(listOf)) while (list.until < Infinity) await readMore(list)
        const postings = union(words.map(({ word }) => lists.get(word)?.postings ?? []))
        found = found === undefined ? postings : intersection(found, postings)
        if (found.length <= few) return found
      }
      return undefined
    },
  }
}

/** What comes next of a list, up to a posting. */
function upTo(each: { list: List; at: number }, until: number): ArrayLike<number> {
  const { postings } = each.list
  const from = each.at
  if (until === Infinity) each.at = postings.length
  else each.at = placeAfter(postings, until, from)
  return from === 0 && each.at === postings.length ? postings : postings.slice(from, each.at)
}

function placeAfter(postings: readonly number[], until: number, from: number): number {
  let [low, high] = [from, postings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((postings[middle] as number) <= until) low = middle + 1
    else high = middle
  }
  return low
}

/** The postings of records that are in all lists. */
function common([first = [], ...others]: readonly ArrayLike<number>[]): ArrayLike<number> {
  return others.toSorted((one, other) => one.length - other.length).reduce(intersection, first)
}

function intersection(one: ArrayLike<number>, other: ArrayLike<number>): number[] {
  const found: number[] = []
  let place = 0
  for (let index = 0; index < one.length && place < other.length; index++) {
    const posting = one[index] as number
    const start = startOf(posting)
    while (place < other.length && (other[place] as number) < start) place++
    if (place >= other.length || !isOfRecord(start, other[place] as number)) continue
    const shared = both(posting, other[place] as number)
    if (shared !== undefined) found.push(shared)
  }
  return found
}

/** Some of the postings, the most important ones: three in four are of names that begin so, if there are so many. */
export function nearest(postings: ArrayLike<number>, most: number): number[] {
  const all = Array.from(postings)
  if (all.length <= most) return all
  const first = all.filter(isFirstIn).slice(0, Math.ceil((most * 3) / 4))
  const chosen = new Set(first)
  for (const posting of all) {
    if (chosen.size >= most) break
    chosen.add(posting)
  }
  return [...chosen]
}
