import { smallest } from '#src/reference/extremes.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { type ComparedName, comparedNames, type Token } from './compared-names.ts'
import { cost, type Reading, type Unit, type WrittenWord, type Years } from './reading.ts'
import type { SearchedKind } from './searched-kinds.ts'
import type { IndexedRecord } from './tables/records.ts'
import { importanceOf } from './weight.ts'

/** A record that may be what was meant. */
export type Candidate = IndexedRecord & { kind: SearchedKind }

/** How near a record is to a query: smaller is nearer, and the first number that differs decides. */
type Nearness = {
  /** 0 the whole name, 1 its beginning, 2 all words; with slips 3 or more. */
  place: number
  /** How many years the record is away from those in the query. */
  yearsAway: number
  /** Words of the query that the name does not have letter for letter. */
  folded: number
  /** Importance, and smaller differences of the name. */
  score: number
  /** Letters of the name that the query does not have. */
  more: number
  name: ComparedName
}

/** What smaller differences weigh beside importance, in doublings of it. */
const penalty = {
  /** Another language than the original one and the reader's. */
  foreignWhole: 2.2,
  foreign: 0.8,
  /** A name without its article, or with another one. */
  article: 1,
  /** Another spelling or number. */
  variant: 0.5,
  /** Words that do not stand together. */
  apart: 1.6,
  /** A name of which the query has nothing but a small part. */
  uncovered: 3.3,
} as const

/** From here on a name has slips: each of them counts as much as two places. */
const slipped = 3

/** How near a record is to a reading of a query; undefined if it is not what was asked for. */
function nearness(
  candidate: Candidate,
  names: readonly ComparedName[],
  { reading, places }: Finding,
  { language, special }: Searcher,
): Nearness | undefined {
  const yearsAway = reading.years ? distanceOf(candidate, reading.years) : 0
  if (yearsAway > 1) return undefined
  const importance = importanceOf(candidate.popularity, candidate.votes)
  let best: Nearness | undefined
  for (const compared of names) {
    const match = (compared.place & places) === 0 ? undefined : matchOf(compared, reading)
    if (!match) continue
    const { sort } = compared
    const isOwn = sort === 't' || sort === 'o' || compared.isIn(language)
    const isWhole = match.place === 0
    const score =
      -importance +
      match.penalty +
      (isOwn ? 0 : isWhole ? penalty.foreignWhole : penalty.foreign) +
      (isWhole ? 0 : penalty.uncovered * (1 - match.covered))
    const place = match.slips === 0 ? match.place : slipped + 2 * (match.slips - 1) + match.place
    const folded = compared.withoutWritten(special)
    const found = { place, yearsAway, folded, score, more: match.more, name: compared }
    if (!best || compareNearness(found, best) < 0) best = found
  }
  return best
}

function distanceOf({ years }: IndexedRecord, { from, to }: Years): number {
  if (years === '') return Infinity
  const away = years
    .split(',')
    .map(Number)
    .map((year) => (year < from ? from - year : year > to ? year - to : 0))
  return smallest(away)
}

const compareNearness = (one: Nearness, other: Nearness): number =>
  one.place - other.place ||
  one.yearsAway - other.yearsAway ||
  one.folded - other.folded ||
  one.score - other.score ||
  one.more - other.more

export type Ranked = { kind: SearchedKind; id: number; nearness: Nearness }

/** A total order: what is equally near is ordered by kind and id. */
export const compareRanked = (one: Ranked, other: Ranked): number =>
  compareNearness(one.nearness, other.nearness) || compareTexts(one.kind, other.kind) || one.id - other.id

type Match = {
  /** 0 the whole name, 1 its beginning, 2 its words. */
  place: number
  slips: number
  penalty: number
  covered: number
  more: number
}

/** How a name has the words of a query. */
function matchOf(compared: ComparedName, { units, wholes }: Reading): Match | undefined {
  if (compared.isOneOf(wholes)) return whole(0)
  if (!compared.mayHave(units)) return undefined
  const { tokens, withoutArticle: bareTokens, wholeWithoutArticle } = compared.words
  const bareUnits = units.length > 1 && units[0]?.isOptional ? units.slice(1) : undefined
  let best: Match | undefined
  const consider = (match: Match | undefined) => {
    if (match && (!best || match.slips * 2 + match.place < best.slips * 2 + best.place)) best = match
  }
  const { length } = compared.normal
  consider(fromBeginning(tokens, units, length, 0))
  if (bareTokens) consider(fromBeginning(bareTokens, units, length, penalty.article))
  if (bareUnits) consider(fromBeginning(tokens, bareUnits, length, penalty.article))
  if (bareTokens && bareUnits) consider(fromBeginning(bareTokens, bareUnits, length, penalty.article))
  if (best && best.place <= 1 && best.slips === 0) return best
  if (wholeWithoutArticle !== undefined && wholes.includes(wholeWithoutArticle)) return whole(penalty.article)
  consider(anywhere(tokens, units, length))
  return best
}

const whole = (penaltyOf: number): Match => ({ place: 0, slips: 0, penalty: penaltyOf, covered: 1, more: 0 })

/** The query from the beginning of the name on, word by word. */
function fromBeginning(tokens: readonly Token[], units: readonly Unit[], length: number, penaltyOf: number) {
  const run = runFrom(tokens, 0, units)
  if (!run) return undefined
  const isWhole = run.end === tokens.length && run.open === 0
  return matched(isWhole ? 0 : 1, run.cost, penaltyOf, run.letters, length)
}

function matched(place: number, costs: number, penaltyOf: number, letters: number, length: number): Match {
  const slips = Math.floor(costs / cost.slip)
  const variants = costs % cost.slip
  const covered = Math.min(1, letters / Math.max(1, length))
  return { place, slips, penalty: penaltyOf + variants * penalty.variant, covered, more: Math.max(0, length - letters) }
}

/** Units one after the other in the tokens from a place on. */
function runFrom(tokens: readonly Token[], start: number, units: readonly Unit[]) {
  let at = start
  let costs = 0
  let letters = 0
  let open = 0
  for (const unit of units) {
    const token = tokens[at]
    if (!token) return undefined
    const alone = costOf(unit, token)
    const joined = token.joined && costOf(unit, token.joined)
    if (alone === undefined && joined === undefined) return undefined
    const isJoined = alone === undefined || (joined !== undefined && joined < alone)
    const { text } = isJoined && token.joined ? token.joined : token
    costs += (isJoined ? joined : alone) as number
    open = text.length > unit.word.length && unit.isBeginning && !unit.alternatives.has(text) ? 1 : 0
    letters += 1 + Math.min(unit.word.length, text.length)
    // Several characters of one word of a script without blanks stay in that word.
    at += unit.isInner ? 0 : isJoined && token.joined ? token.joined.parts : 1
  }
  if (units.at(-1)?.isInner) at++
  return { end: at, cost: costs, letters: letters - 1, open }
}

/** All units somewhere in the name. */
function anywhere(tokens: readonly Token[], units: readonly Unit[], length: number): Match | undefined {
  for (let start = 1; start < tokens.length; start++) {
    const run = runFrom(tokens, start, units)
    if (run && run.cost < cost.slip) return matched(2, run.cost, 0, run.letters, length)
  }
  let costs = 0
  let letters = 0
  for (const unit of units) {
    let least: number | undefined
    for (const token of tokens) {
      const alone = costOf(unit, token) ?? Infinity
      const found = token.joined ? Math.min(alone, costOf(unit, token.joined) ?? Infinity) : alone
      if (found < (least ?? Infinity)) least = found
      if (least === 0) break
    }
    if (least === undefined) {
      if (!unit.isOptional) return undefined
    } else {
      costs += least
      letters += unit.word.length + 1
    }
  }
  return matched(2, costs, penalty.apart, letters - 1, length)
}

/** How far a word of a name is from a unit; undefined if it is another one. */
function costOf(unit: Unit, { text, read }: Pick<Token, 'text' | 'read'>): number | undefined {
  const exact = unit.alternatives.get(text)
  if (exact !== undefined) return exact
  if (unit.isInner) return text.includes(unit.word) ? 0 : undefined
  if (unit.isBeginning && text.length > unit.word.length && text.startsWith(unit.word)) return 0
  return read !== undefined && unit.alternatives.has(read) ? cost.variant : undefined
}

/** A reading that finds a record, and the places of the names that have its words. */
export type Finding = { reading: Reading; places: number }

/** Who searches: the language, and the words of the query that are wanted letter for letter. */
export type Searcher = { language: string; special: readonly WrittenWord[] }

/** The nearest of several readings. */
export function nearestReading(candidate: Candidate, findings: readonly Finding[], searcher: Searcher) {
  let places = 0
  for (const finding of findings) places |= finding.places
  const names = comparedNames(candidate.names, places)
  let best: Nearness | undefined
  for (const finding of findings) {
    const found = nearness(candidate, names, finding, searcher)
    if (found && (!best || compareNearness(found, best) < 0)) best = found
  }
  return best
}
