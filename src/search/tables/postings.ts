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
/** What two postings of the same record have in common: its importance and its id. */
export const recordIn = (posting: number): number => Math.floor(posting / marksOf)
export const recordIdIn = (posting: number): number => recordIn(posting) % ids
export const weightIn = (posting: number): number => Math.floor(recordIn(posting) / ids)
const marksWith = (posting: number): number => posting % marksOf
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
  for (let at = 0; at < text.length; at += width) {
    found.push(partAt(text, at) * half + partAt(text, at + 4))
  }
  return found
}

const digit = (text: string, at: number) => sixBits[text.charCodeAt(at)] as number
const partAt = (text: string, at: number) =>
  (digit(text, at) << 18) | (digit(text, at + 1) << 12) | (digit(text, at + 2) << 6) | digit(text, at + 3)

/** Several lists as one in order, each record once. */
export function union(lists: readonly ArrayLike<number>[]): ArrayLike<number> {
  let rest = lists
  while (rest.length > 1) {
    const pairs: ArrayLike<number>[] = []
    for (let at = 0; at < rest.length; at += 2) pairs.push(merged(rest[at] ?? [], rest[at + 1] ?? []))
    rest = pairs
  }
  return rest[0] ?? []
}

function merged(one: ArrayLike<number>, other: ArrayLike<number>): ArrayLike<number> {
  if (one.length === 0) return other
  if (other.length === 0) return one
  const all = new Float64Array(one.length + other.length)
  let [end, left, right] = [0, 0, 0]
  while (left < one.length && right < other.length) {
    const [first, second] = [one[left] as number, other[right] as number]
    const [recordOfFirst, recordOfSecond] = [recordIn(first), recordIn(second)]
    all[end++] = recordOfFirst === recordOfSecond ? either(first, second) : Math.min(first, second)
    if (recordOfFirst <= recordOfSecond) left++
    if (recordOfSecond <= recordOfFirst) right++
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
