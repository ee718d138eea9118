import { Type } from 'typebox'
import { pageSize } from '#src/contract/paging.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { candidatesOf, candidatesWithIds, type Filter, type Known, lookUpTerms } from './candidates.ts'
import { currentGeneration } from './generations.ts'
import { readNames } from './names.ts'
import { idIn, recordsWith } from './outside-ids.ts'
import { compareNearness, compareRanked, nearestReading, type Ranked } from './ranking.ts'
import { cost, type Reading, readingOf, readingsOf, type Unit } from './reading.ts'
import type { SearchedKind } from './searched-kinds.ts'
import { forgives, remaindersOfAsked, slipsBetween, slipsOf } from './slips.ts'

/** What is found and counted; beyond, the number of matches stays the same. */
export const maxFound = 1_000
/** Other readings of a query with joined or parted words. */
const maxReadings = 8
/** Words that one with slips may be. */
const maxMeant = 24

export type Question = {
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
  /** Slips are forgiven where fewer are found without them. */
  slipsBelow?: number
}
export type Found = {
  kind: SearchedKind
  id: number
  /** The name that was found. */
  name: string
  /** Whether it is the title in en-US or the original one, or else one of its translations. */
  sort: 'title' | 'original' | 'translated' | 'other'
  /** Of its translations. */
  languages: readonly string[]
}

const sorts = { t: 'title', o: 'original', l: 'translated', a: 'other' } as const

/** The records that a text finds, the nearest first, and how many: at most `most`. */
export async function search(db: Database, question: Question): Promise<{ found: Found[]; total: number }> {
  const readings = readingsOf(question.text)
  const generation = (await currentGeneration(db))?.number
  if (readings.length === 0 || generation === undefined) return { found: [], total: 0 }
  const { kinds, most = maxFound, slipsBelow = pageSize } = question
  const byId = await foundById(db, generation, question)
  if (byId.length > 0) return { found: byId, total: byId.length }
  const ranked = new Map<string, Ranked>()
  const known = await lookUpTerms(db, generation, kinds, wordsToKnow(readings))
  const all = [...readings, ...otherReadings(readings, known)].slice(0, maxReadings)
  await rank(db, generation, question, all, known, ranked)
  if (ranked.size < slipsBelow) {
    const forgiving = await forgivingReadings(db, generation, all)
    const words = forgiving.flatMap(({ units }) => units.flatMap(({ alternatives }) => [...alternatives.keys()]))
    const knownWithSlips = await lookUpTerms(db, generation, kinds, [...new Set(words)])
    await rank(db, generation, question, forgiving, knownWithSlips, ranked)
    for (const relax of [withBeginnings, withOneLess]) {
      if (ranked.size > 0) break
      await rank(db, generation, question, relax(forgiving).slice(0, maxReadings), knownWithSlips, ranked)
    }
  }
  const found = [...ranked.values()].sort(compareRanked).slice(0, most)
  return {
    found: found.map(({ kind, id, nearness: { name } }) => ({
      kind,
      id,
      name: name.text,
      sort: sorts[name.sort],
      languages: name.languages,
    })),
    total: found.length,
  }
}

/** Records with the id that the text has, if it has one. */
async function foundById(
  db: Database,
  generation: number,
  { kinds, text, includesAdult = false }: Question,
): Promise<Found[]> {
  const stated = idIn(text)
  const records = stated ? await recordsWith(db, kinds, stated) : []
  const found = await Promise.all(
    [...Map.groupBy(records, ({ kind }) => kind)].map(async ([kind, ofKind]) => {
      const ids = ofKind.map(({ entity_id }) => entity_id)
      return candidatesWithIds(db, { generation, kind, filter: { includesAdult }, most: maxFound }, ids)
    }),
  )
  return found.flat().map(({ kind, entity_id, names }) => {
    const title = readNames(names)[0]
    return { kind, id: entity_id, name: title?.text ?? '', sort: 'title', languages: [] }
  })
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

/** Ranks the candidates of some readings; of two readings that find the same record the nearer one counts. */
async function rank(
  db: Database,
  generation: number,
  { kinds, includesAdult = false, language = 'en', year, anyYear, most = maxFound }: Question,
  readings: readonly Reading[],
  known: readonly Known[],
  ranked: Map<string, Ranked>,
): Promise<void> {
  const filter: Filter = { includesAdult, primary: year, any: anyYear }
  for (const kind of kinds) {
    const asked = { generation, kind, filter, most }
    const lists = await Promise.all(readings.map((reading) => candidatesOf(db, asked, reading, known)))
    const candidates = new Map(lists.flat().map((candidate) => [candidate.entity_id, candidate]))
    for (const [id, candidate] of candidates) {
      const nearness = nearestReading(candidate, readings, language)
      if (!nearness) continue
      const before = ranked.get(`${kind} ${id}`)
      if (!before || compareNearness(nearness, before.nearness) < 0) ranked.set(`${kind} ${id}`, { kind, id, nearness })
    }
  }
}

const isLatinWord = (word: string) => /^[a-z\d]+$/.test(word)
/** Shorter words are not parted, and shorter parts are no words. */
const shortestParted = 5
const shortestPart = 2

const splitsOf = (word: string): [string, string][] =>
  word.length < shortestParted || !isLatinWord(word)
    ? []
    : Array.from({ length: word.length - 2 * shortestPart + 1 }, (_, index) => [
        word.slice(0, index + shortestPart),
        word.slice(index + shortestPart),
      ])

const wordsOf = ({ units }: Reading) => units.map(({ word }) => word)
/** Words that are parted, so that a query of many long words does not look up thousands. */
const maxParted = 4

/** All words whose number of records a search needs. */
function wordsToKnow(readings: readonly Reading[]): string[] {
  const words = new Set<string>()
  for (const reading of readings) {
    for (const { alternatives } of reading.units) for (const word of alternatives.keys()) words.add(word)
    const asked = wordsOf(reading)
    for (const [index, word] of asked.entries()) if (index > 0) words.add(`${asked[index - 1]}${word}`)
    for (const word of asked.filter((each) => splitsOf(each).length > 0).slice(0, maxParted))
      for (const part of splitsOf(word).flat()) words.add(part)
  }
  return [...words]
}

/** Readings with two words as one, and with a word that no name has as two. */
function otherReadings(readings: readonly Reading[], known: readonly Known[]): Reading[] {
  const records = new Map<string, number>()
  for (const { word, records: more } of known) records.set(word, (records.get(word) ?? 0) + more)
  return readings.flatMap((reading) => {
    const words = wordsOf(reading)
    const isOpen = reading.units.at(-1)?.isBeginning ?? false
    const others: string[][] = []
    for (const [index, word] of words.entries()) {
      const joined = `${words[index - 1]}${word}`
      if (index > 0 && records.has(joined)) others.push(words.toSpliced(index - 1, 2, joined))
      const splits = splitsOf(word).filter(([one, other]) => records.has(one) && records.has(other))
      const likely = splits.toSorted((one, other) => rarest(other, records) - rarest(one, records))
      if (likely[0] && (records.get(word) ?? 0) <= 1) others.push(words.toSpliced(index, 1, ...likely[0]))
    }
    return others.map((each) => readingOf(each, isOpen, reading.years))
  })
}

const rarest = (words: readonly string[], records: ReadonlyMap<string, number>) =>
  Math.min(...words.map((word) => records.get(word) ?? 0))

const Slip = Type.Object({ remainder: Type.String(), word: Type.String() })

/** The same readings, with all words that one with slips may be. */
async function forgivingReadings(db: Database, generation: number, readings: readonly Reading[]): Promise<Reading[]> {
  const asked = new Set(readings.flatMap(wordsOf).filter((word) => word.length >= 3 && /\p{L}/u.test(word)))
  const remainders = new Set([...asked].flatMap((word) => [...remaindersOfAsked(word)]))
  if (remainders.size === 0) return []
  const rows = await db.all(
    Slip,
    sql`
    select remainder, word from search_slip
    where generation = ${generation} and ${db.engine.anyOf(raw('remainder'), [...remainders])}`,
  )
  const words = [...new Set(rows.map(({ word }) => word))].filter(forgives)
  const meant = new Map([...asked].map((word) => [word, meantWords(word, words)]))
  return readings.map((reading) => ({
    ...reading,
    units: reading.units.map((unit): Unit => {
      const more = meant.get(unit.word)
      return more ? { ...unit, alternatives: new Map([...more, ...unit.alternatives]) } : unit
    }),
  }))
}

/** Words of names that a word with slips may be, the nearest first. */
function meantWords(asked: string, words: readonly string[]): Map<string, number> {
  const near = words.flatMap((word) => {
    const most = slipsOf(word)
    const slips = slipsBetween(asked, word, most)
    return slips > 0 && slips <= most ? [{ word, slips }] : []
  })
  near.sort((one, other) => one.slips - other.slips || compareTexts(one.word, other.word))
  return new Map(near.slice(0, maxMeant).map(({ word, slips }) => [word, slips * cost.slip]))
}
