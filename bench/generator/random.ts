/**
 * Numbers that look drawn by chance and follow from a seed, a stream and an id alone, so that every record can be made
 * by itself. They use integers and the four operations of IEEE 754 and no function of libm, whose last digits differ
 * between machines. The generator is sfc32; its state is four integers that V8 keeps unboxed.
 */
export type Random = { a: number; b: number; c: number; counter: number }

/** Rounds after which the state no longer shows where it began. */
const warmingRounds = 10

/** Spreads the bits of a number over all 32 (the last step of MurmurHash3). */
export function mixed(number: number): number {
  let bits = number ^ (number >>> 16)
  bits = Math.imul(bits, 0x85ebca6b)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** Streams keep apart what is drawn for different purposes; each name has its number. */
export function streamOf(name: string): number {
  let bits = 0x811c9dc5
  for (let at = 0; at < name.length; at++) bits = Math.imul(bits ^ name.charCodeAt(at), 0x01000193)
  return mixed(bits)
}

export function randomOf(seed: number, stream: number, id: number): Random {
  const a = mixed(seed ^ 0x243f6a88)
  const b = mixed(stream ^ a)
  const random = { a, b, c: mixed(id ^ b), counter: 1 }
  for (let round = 0; round < warmingRounds; round++) next(random)
  return random
}

/** A whole number of 32 bits, with its sign. */
export function next(random: Random): number {
  const sum = (random.a + random.b + random.counter) | 0
  random.counter = (random.counter + 1) | 0
  random.a = random.b ^ (random.b >>> 9)
  random.b = (random.c + (random.c << 3)) | 0
  random.c = (((random.c << 21) | (random.c >>> 11)) + sum) | 0
  return sum
}

const words = 4_294_967_296

/** From 0 to 1, without 1. */
export const fraction = (random: Random): number => (next(random) >>> 0) / words

/** A whole number from 0 up to, and without, the limit. */
export const below = (random: Random, limit: number): number => Math.floor(fraction(random) * limit)

export const chance = (random: Random, share: number): boolean => fraction(random) < share

export const pick = <Item>(random: Random, items: readonly Item[]): Item => items[below(random, items.length)] as Item

/** An index of a list whose first items come much more often than its last ones, as words and tags do. */
export function skewed(random: Random, length: number): number {
  const share = fraction(random)
  return Math.floor(share * share * share * length)
}
