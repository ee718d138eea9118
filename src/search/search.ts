import { Type } from 'typebox'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { largest, smallest } from '#src/reference/extremes.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { type Asked, type Compared, standardCompared, wordsToKnow } from './candidates.ts'
import { answeringGeneration } from './generations.ts'
import { mayHaveSlips, otherReadings, slippedReadings, wordsOf, wordsOfOthers } from './joined-and-parted.ts'
import { idIn, recordsWith } from './outside-ids.ts'
import { cost, type Reading, readingsOf, specialWords, type Unit } from './reading.ts'
import { type Found, openResults, present, titled } from './results.ts'
import type { SearchedKind } from './searched-kinds.ts'
import { openTerms, type Terms } from './terms.ts'
import { forgives, maxSlips, remaindersOfAsked, shortWordsLike, slipsBetween, slipsOf } from './typing-errors.ts'
import { isArticle } from './words.ts'

/** What is found and counted; beyond, the number of matches stays the same. */
export const maxFound = 1_000
/** Other readings of a query with joined or parted words. */
const maxReadings = 8
/**
 * Slips are forgiven where fewer are found without them: what has slips comes behind. They are not where several words
 * are a whole name, which hardly anybody hits by a slip.
 */
const fewFound = 5
/**
 * A word that so many records have is taken as right, as long as that finds anything, where those that it may be with
 * slips have more than so many: to unite their postings would take longer than all the rest.
 */
const rightFrom = 20
const manyMeant = 5_000
const isWanted = ({ isOptional }: Unit) => !isOptional
/** Words that one with slips may be: those that are looked up, and those that are searched. */
const maxNear = 200
const maxMeant = 24

type Question = {
  kinds: readonly SearchedKind[]
  text: string
  includesAdult?: boolean
  /** The language of the reader, `en`: names in it come before those in others. */
  language?: string
  /** Only records of this year: of the first release or airing, or of any release or episode. */
  year?: number | undefined
  anyYear?: number | undefined
  /** Records that are found at most. */
  most?: number
  /** The places of those that are returned. */
  from?: number
  to?: number
  /** Slips are forgiven where fewer are found without them. */
  slipsBelow?: number
  /** How many records are compared. */
  compared?: Compared
}
/** `isGuess`: nothing has what was asked for, and all that is found has slips or fewer of the words. */
type Answer = { found: Found[]; total: number; isGuess: boolean }

/**
 * The records that a text finds, the nearest first, and how many: at most `most`. Of them those from place `from` up to
 * `to` are returned.
 */
export async function search(db: Reader, question: Question): Promise<Answer> {
  const begun = await begin(db, question)
  return begun ? searchFrom(db, begun, question) : nothingFound()
}

/**
 * The same for each kind by itself, as if each had been asked alone. What does not depend on the kind is read once for
 * all of them.
 */
export async function searchEach(db: Reader, question: Question): Promise<Map<SearchedKind, Answer>> {
  const begun = await begin(db, question)
  const answerOf = (kind: SearchedKind) =>
    begun ? searchFrom(db, begun, { ...question, kinds: [kind] }) : nothingFound()
  return new Map(await Promise.all(question.kinds.map(async (kind) => [kind, await answerOf(kind)] as const)))
}

/** The records of a kind that somebody may mean by a text: those of an id or an address, or else of such a name. */
export async function recordsMeant(db: Reader, kind: SearchedKind, text: string, most: number): Promise<number[]> {
  const given = text.trim()
  if (given === '') return []
  const stated = /^\d{1,10}$/.test(given) ? { kind, id: Number(given) } : idIn(given)
  const byId = stated ? await recordsWith(db, [kind], stated) : []
  if (byId.length > 0) return byId.map(({ entity_id }) => entity_id)
  const { found } = await search(db, { kinds: [kind], text: given, includesAdult: true, most })
  return found.map(({ id }) => id)
}

const nothingFound = (): Answer => ({ found: [], total: 0, isGuess: false })

/** What searches for one text share. */
type Begun = {
  generation: number
  readings: readonly Reading[]
  /** What is known of the words of the text, in some of the kinds. */
  termsOf(kinds: readonly SearchedKind[]): Promise<Terms>
  nearWords: NearWords
}

async function begin(db: Reader, { kinds, text, ...question }: Question): Promise<Begun | undefined> {
  const readings = readingsOf(text)
  const generation = (await answeringGeneration(db))?.number
  if (readings.length === 0 || generation === undefined) return undefined
  const terms = openTerms(db, generation, kinds)
  const words = () => [...wordsToKnow(readings, filterOf(question)), ...wordsOfOthers(readings)]
  let learnt: Promise<void> | undefined
  return {
    generation,
    readings,
    async termsOf(some) {
      learnt ??= terms.learn(words())
      await learnt
      return terms.only(some)
    },
    nearWords: openNearWords(db, generation),
  }
}

const filterOf = ({ includesAdult = false, year, anyYear }: Omit<Question, 'kinds' | 'text'>) => ({
  includesAdult,
  primary: year,
  any: anyYear,
})

async function searchFrom(db: Reader, begun: Begun, question: Question): Promise<Answer> {
  const { generation, readings, nearWords } = begun
  const { kinds, most = maxFound, slipsBelow = fewFound, from = 0, to = most } = question
  const byId = await foundById(db, generation, question)
  if (byId.length > 0) return { found: byId.slice(from, to), total: byId.length, isGuess: false }
  const { compared = standardCompared } = question
  const asked: Asked = { generation, kinds, most, compared, filter: filterOf(question) }
  const terms = await begun.termsOf(kinds)
  const all = [...readings, ...otherReadings(readings, terms)].slice(0, maxReadings)
  const { language = 'en', text } = question
  const results = openResults(db, asked, { language, special: specialWords(text) })
  await results.add(all, terms)
  const isGuess = results.size() === 0
  const isFound = results.hasWhole() && readings.every(({ units }) => units.filter(isWanted).length > 1)
  if (results.size() < slipsBelow && !isFound) {
    await results.add(await forgivingReadings(nearWords, all, terms, isDoubtful), terms)
    const forgiving = results.size() === 0 ? await forgivingReadings(nearWords, all, terms) : []
    await results.add(forgiving, terms)
    if (results.size() === 0) {
      const slipped = slippedReadings(readings, terms).slice(0, maxReadings)
      await results.add(await forgivingReadings(nearWords, slipped, terms), terms)
    }
    for (const relax of [withBeginnings, withOneLess]) {
      if (results.size() > 0) break
      await results.add(relax(forgiving).slice(0, maxReadings), terms)
    }
  }
  const total = Math.min(most, results.size())
  return { found: await results.shown(all, from, Math.min(to, most)), total, isGuess: isGuess && total > 0 }
}

/** Records with the id that the text has, if it has one. */
async function foundById(
  db: Reader,
  generation: number,
  { kinds, text, includesAdult = false }: Question,
): Promise<Found[]> {
  const stated = idIn(text)
  const records = stated ? await recordsWith(db, kinds, stated) : []
  const found = await Promise.all(
    [...Map.groupBy(records, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
      const ids = ofKind.map(({ entity_id }) => entity_id)
      return present(db, generation, kind, { includesAdult }, ids)
    }),
  )
  return found.flat().map(titled)
}

/** The same readings whatever the year, with words that are beginnings. */
const withBeginnings = (readings: readonly Reading[]): Reading[] =>
  readings.map(({ units, wholes }) => ({ units: units.map((unit) => ({ ...unit, isBeginning: true })), wholes }))

/** Words that a name needs at least when one of them is left out. */
const fewestWords = 3

/** The same readings, each time without another one of many words. */
const withOneLess = (readings: readonly Reading[]): Reading[] =>
  readings.flatMap(({ units, wholes }) =>
    units.length < fewestWords ? [] : units.map((_, index) => ({ units: units.toSpliced(index, 1), wholes })),
  )

const Slip = Type.Object({ remainder: Type.String(), word: Type.String() })

/** Whether a word may be another one, of some, that is meant by it with slips. */
type MayBe = (word: string, meant: ReadonlyMap<string, number>, terms: Terms) => boolean
const isDoubtful: MayBe = (word, meant, { records }) =>
  records(word) < rightFrom || meant.keys().reduce((sum, each) => sum + records(each), 0) <= manyMeant

/** The same readings, with all words that one with slips may be. */
async function forgivingReadings(
  nearWords: NearWords,
  readings: readonly Reading[],
  terms: Terms,
  mayBe: MayBe = () => true,
): Promise<Reading[]> {
  const asked = new Set(readings.flatMap(wordsOf).filter(mayHaveSlips))
  const short = shortWordsIn(readings, terms)
  if (asked.size === 0 && short.size === 0) return []
  const near = await nearWords(asked)
  await terms.learn([...[...near.values()].flat().map(({ word }) => word), ...[...short.values()].flat()])
  const meant = new Map([...near].map(([word, some]) => [word, bestOf(some, terms)]))
  return readings.map((reading) => ({
    ...reading,
    units: reading.units.map((unit, index): Unit => {
      const more = meant.get(unit.word)
      const like = reading.units.length > 1 ? (short.get(unit.word) ?? []) : []
      const far = more && mayBe(unit.word, more, terms) ? more : []
      const isOptional = unit.isOptional || (index === 0 && like.some(isArticle))
      const swapped = like.map((word) => [word, cost.slip] as const)
      return { ...unit, isOptional, alternatives: new Map([...swapped, ...far, ...unit.alternatives]) }
    }),
  }))
}

/** Short words of which one may be another with a slip (`teh matrix`), as long as hardly any name has them. */
function shortWordsIn(readings: readonly Reading[], terms: Terms): Map<string, string[]> {
  const words = new Set(readings.filter(({ units }) => units.length > 1).flatMap(wordsOf))
  const doubtful = [...words].filter((word) => terms.records(word) < rightFrom)
  return new Map(doubtful.map((word) => [word, shortWordsLike(word)] as const).filter(([, like]) => like.length > 0))
}

/** The words of names that each of some words may be with slips. */
type NearWords = (words: Iterable<string>) => Promise<ReadonlyMap<string, readonly NearWord[]>>

/** Looks each word up once, whoever asks for it: slips do not depend on the kind. */
function openNearWords(db: Reader, generation: number): NearWords {
  const lookups = new Map<string, Promise<ReadonlyMap<string, readonly NearWord[]>>>()
  return async (words) => {
    const asked = [...words]
    const fresh = asked.filter((word) => !lookups.has(word))
    if (fresh.length > 0) {
      const lookup = lookUpNearWords(db, generation, fresh)
      for (const word of fresh) lookups.set(word, lookup)
    }
    return new Map(
      await Promise.all(asked.map(async (word) => [word, (await lookups.get(word))?.get(word) ?? []] as const)),
    )
  }
}

async function lookUpNearWords(db: Reader, generation: number, asked: readonly string[]) {
  const askedBy = new Map<string, string[]>()
  for (const word of asked)
    for (const remainder of remaindersOfAsked(word)) askedBy.set(remainder, [...(askedBy.get(remainder) ?? []), word])
  const lengths = asked.map((word) => [...word].length)
  const [shortest, longest] = [smallest(lengths) - maxSlips, largest(lengths) + maxSlips]
  const rows =
    askedBy.size === 0
      ? []
      : await db.all(
          Slip,
          sql`
    select remainder, word from search_slip
    where generation = ${generation} and ${db.engine.anyOf(raw('remainder'), [...askedBy.keys()])}
      and length(word) between ${shortest} and ${longest}`,
        )
  const words = new Map(asked.map((word) => [word, new Set<string>()]))
  for (const { remainder, word } of rows)
    if (forgives(word)) for (const each of askedBy.get(remainder) ?? []) words.get(each)?.add(word)
  return new Map([...words].map(([word, some]) => [word, nearWords(word, some)]))
}

type NearWord = { word: string; slips: number }

/** Words of names that a word with slips may be, the nearest first. */
function nearWords(asked: string, words: Iterable<string>): NearWord[] {
  const near: NearWord[] = []
  for (const word of words) {
    const most = slipsOf(word)
    const slips = slipsBetween(asked, word, most)
    if (slips > 0 && slips <= most) near.push({ word, slips })
  }
  near.sort((one, other) => one.slips - other.slips || compareTexts(one.word, other.word))
  return near.slice(0, maxNear)
}

/** Those of them that a record of the kinds has, of as many slips the most frequent ones. */
function bestOf(near: readonly NearWord[], { records }: Terms): Map<string, number> {
  const known = near.filter(({ word }) => records(word) > 0)
  known.sort((one, other) => one.slips - other.slips || records(other.word) - records(one.word))
  return new Map(known.slice(0, maxMeant).map(({ word, slips }) => [word, slips * cost.slip]))
}
