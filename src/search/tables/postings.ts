/**
 * A posting says that a record has a word: how important the record is, its id, and in which of its names the word is.
 * It is one whole number of 48 bits, and postings in the order of these numbers are in the order of importance.
 */

/** Ids are below this number. */
const ids = 2 ** 31
/** Names of a record that are told apart; later ones count as one of these. */
const namesApart = 9
const isFirstBit = 1 << namesApart
const isAdultBit = 1 << (namesApart + 1)
const marksOf = 1 << (namesApart + 2)
const anyName = isFirstBit - 1

/** Marks of a posting that is about the whole record: those of all its names. */
export const wholeRecord = anyName
/** The marks of a word in the name at a place: `isFirst` where the name begins with it, whatever its article. */
export const marksIn = (nameAt: number, isFirst: boolean): number => placeOf(nameAt) | (isFirst ? isFirstBit : 0)
/** The mark of the name at a place. */
export const placeOf = (nameAt: number): number => 1 << (nameAt % namesApart)
export const adultMark = isAdultBit

export const packed = (weight: number, id: number, marks: number): number => (weight * ids + id) * marksOf + marks
/** The remainder of a number beyond 32 bits, for which `%` takes ten times as long. */
const rest = (value: number, by: number): number => value - Math.floor(value / by) * by
/** What two postings of the same record have in common: its importance and its id. */
export const recordIn = (posting: number): number => Math.floor(posting / marksOf)
export const recordIdIn = (posting: number): number => rest(recordIn(posting), ids)
export const weightIn = (posting: number): number => Math.floor(recordIn(posting) / ids)
const marksWith = (posting: number): number => rest(posting, marksOf)
/** In which names of its record the word of a posting is. */
export const placesIn = (posting: number): number => marksWith(posting) & anyName
export const isFirstIn = (posting: number): boolean => (marksWith(posting) & isFirstBit) !== 0
export const isAdultIn = (posting: number): boolean => (marksWith(posting) & isAdultBit) !== 0

/** A posting of a record in one list with all marks of another one. */
export const either = (one: number, other: number): number => one - marksWith(one) + (marksWith(one) | marksWith(other))

/** The posting of a record that has two words; undefined where they are in different names. `one` is of the first. */
export function both(one: number, other: number): number | undefined {
  const marks = marksWith(one) & (marksWith(other) | isFirstBit | isAdultBit)
  return (marks & anyName) === 0 ? undefined : one - marksWith(one) + marks
}

const letters = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const codes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
const sixBits = new Uint8Array(128)
for (const [value, letter] of [...letters].entries()) sixBits[letter.charCodeAt(0)] = value
/** Letters of a posting, of six bits each, the highest first. */
const width = 8
const half = 2 ** 24

/** Postings as a text, eight letters each. */
export function textOf(postings: ArrayLike<number>): string {
  const bytes = Buffer.allocUnsafe(postings.length * width)
  let at = 0
  for (let index = 0; index < postings.length; index++) {
    const posting = postings[index] as number
    const high = Math.floor(posting / half)
    for (const part of [high, posting - high * half])
      for (let bits = 18; bits >= 0; bits -= 6) bytes[at++] = codes[(part >> bits) & 63] as number
  }
  return bytes.toString('latin1')
}

/** The postings in a text, behind those that are in `found` already. */
export function readPostings(text: string, found: number[] = []): number[] {
  for (let at = 0; at < text.length; at += width) found.push(partAt(text, at) * half + partAt(text, at + 4))
  return found
}

// Without a function for each letter, reading takes half the time.
const partAt = (text: string, at: number) =>
  ((sixBits[text.charCodeAt(at)] as number) << 18) |
  ((sixBits[text.charCodeAt(at + 1)] as number) << 12) |
  ((sixBits[text.charCodeAt(at + 2)] as number) << 6) |
  (sixBits[text.charCodeAt(at + 3)] as number)

/** The smallest posting that a record may have, of which its others are less than `marksOf` away. */
export const startOf = (posting: number): number => posting - marksWith(posting)
export const isOfRecord = (start: number, posting: number): boolean => posting >= start && posting - start < marksOf

/** Up to so many lists are merged one by one; more are sorted as a whole, which takes no pass for each of them. */
const fewLists = 3

/** Several lists as one in order, each record once. */
export function union(lists: readonly ArrayLike<number>[]): ArrayLike<number> {
  const some = lists.filter(({ length }) => length > 0)
  if (some.length <= fewLists) return some.reduce(merged, [])
  const all = new Float64Array(some.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const list of some) {
    all.set(list, end)
    end += list.length
  }
  return withoutRepeats(all.sort())
}

/** Sorted postings, with one of each record that has the marks of all. */
function withoutRepeats(sorted: Float64Array): Float64Array {
  let end = 0
  let start = -marksOf
  for (const posting of sorted) {
    if (isOfRecord(start, posting)) sorted[end - 1] = either(sorted[end - 1] as number, posting)
    else {
      start = startOf(posting)
      sorted[end++] = posting
    }
  }
  return sorted.subarray(0, end)
}

function merged(one: ArrayLike<number>, other: ArrayLike<number>): ArrayLike<number> {
  if (one.length === 0) return other
  if (other.length === 0) return one
  const all = new Float64Array(one.length + other.length)
  let [end, left, right] = [0, 0, 0]
  while (left < one.length && right < other.length) {
    const [first, second] = [one[left] as number, other[right] as number]
    const away = first - second
    // Only postings that are as near as those of one record may be of one.
    if (away >= marksOf) all[end++] = other[right++] as number
    else if (away <= -marksOf) all[end++] = one[left++] as number
    else if (recordIn(first) === recordIn(second)) {
      all[end++] = either(first, second)
      left++
      right++
    } else all[end++] = away < 0 ? (one[left++] as number) : (other[right++] as number)
  }
  while (left < one.length) all[end++] = one[left++] as number
  while (right < other.length) all[end++] = other[right++] as number
  return all.subarray(0, end)
}

/** Postings that one row of the index has at first: with their key they fill a page and its overflow. */
export const fullChunk = 560

/** Postings in the pieces in which they are stored, each with the smallest posting that belongs into it. */
export function chunksOf(postings: ArrayLike<number>): { first: number; postings: string }[] {
  const values = Float64Array.from(postings)
  return Array.from({ length: Math.ceil(values.length / fullChunk) }, (_, index) => {
    const some = values.subarray(index * fullChunk, (index + 1) * fullChunk)
    return { first: index === 0 ? 0 : (some[0] as number), postings: textOf(some) }
  })
}
