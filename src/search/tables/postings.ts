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

/** Marks of a posting that is about the whole record. */
export const wholeRecord = anyName
/** The marks of a word in the name at a place: `isFirst` where the name begins with it, whatever its article. */
export const marksIn = (nameAt: number, isFirst: boolean): number =>
  (1 << (nameAt % namesApart)) | (isFirst ? isFirstBit : 0)
export const adultMark = isAdultBit

export const packed = (weight: number, id: number, marks: number): number => (weight * ids + id) * marksOf + marks
/** What two postings of the same record have in common: its importance and its id. */
export const recordIn = (posting: number): number => Math.floor(posting / marksOf)
export const recordIdIn = (posting: number): number => recordIn(posting) % ids
export const weightIn = (posting: number): number => Math.floor(recordIn(posting) / ids)
const marksWith = (posting: number): number => posting % marksOf
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
  const [only] = lists
  if (lists.length === 1 && only) return only
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const list of lists) {
    all.set(list, end)
    end += list.length
  }
  all.sort()
  let last = 0
  for (let index = 1; index < all.length; index++) {
    const [known, posting] = [all[last] as number, all[index] as number]
    if (recordIn(known) === recordIn(posting)) all[last] = either(known, posting)
    else all[++last] = posting
  }
  return all.length === 0 ? all : all.subarray(0, last + 1)
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
