import { type Static, Type } from 'typebox'
import type { Database } from '#src/database/database.ts'
import { join, limit, raw, type Sql, sql } from '#src/database/sql.ts'
import { compareTexts } from '#src/reference/text-order.ts'
import { Term } from './index-tables.ts'
import type { Candidate } from './ranking.ts'
import type { Reading, Unit, Years } from './reading.ts'
import { IndexedRecord } from './records.ts'
import type { SearchedKind } from './searched-kinds.ts'
import { weights } from './weight.ts'

/** Postings of the rarest word that are read. */
const maxRead = 10_000
/** Records whose names are compared, where more than their words decides. */
const maxCompared = 3_000
/** Words that a beginning stands for, the best known ones. */
const maxBeginning = 200
/** Words up to which another word of the query is looked up in the index; beyond, names are compared. */
const fewWords = 6
/** Steps of importance that are read one after the other where many words are meant. */
const steps = [0, 16, 24, 30, 36, 42, 48, 54, 60, weights - 1, weights]
/** Postings of all words together up to which they are read at once. */
const fewPostings = 3_000

export type Filter = {
  includesAdult: boolean
  /** The year of the first release or airing. */
  primary?: number | undefined
  /** The year of any release or episode. */
  any?: number | undefined
}
export type Asked = { generation: number; kind: SearchedKind; filter: Filter; most: number }

const Known = Type.Object({ kind: Type.String(), ...Term.properties })
export type Known = Static<typeof Known>

/** What is known of some words, in some kinds. */
export async function lookUpTerms(
  db: Database,
  generation: number,
  kinds: readonly SearchedKind[],
  words: readonly string[],
): Promise<Known[]> {
  if (words.length === 0) return []
  const pairs = kinds.flatMap((kind) => words.map((word) => ({ kind, word })))
  const rows = db.engine.rows(Type.Object({ kind: Type.String(), word: Type.String() }), pairs)
  return db.all(
    Known,
    sql`
    select t.kind, t.word, t.records, t.best from ${rows} as r cross join search_term t
    where t.generation = ${generation} and t.kind = r.kind and t.word = r.word`,
  )
}

const lettersOf = (count: number) => raw(`substr(word, 1, ${count})`)
const last = '\u{10ffff}'

/** The best known words with a beginning. */
function termsFrom(db: Database, { generation, kind }: Asked, beginning: string): Promise<Term[]> {
  const characters = [...beginning].length
  const begins =
    characters <= 3
      ? sql`${lettersOf(characters)} = ${beginning}`
      : sql`word >= ${beginning} and word < ${beginning + last}`
  return db.all(
    Term,
    sql`
    select word, records, best from search_term
    where generation = ${generation} and kind = ${kind} and ${begins} order by best, word ${limit(maxBeginning)}`,
  )
}

/** Words of the index that a unit of a query stands for. */
type Meant = { unit: Unit; terms: Term[]; records: number; isCut: boolean }

async function meantBy(db: Database, asked: Asked, unit: Unit, known: readonly Known[]): Promise<Meant> {
  const own = known.filter(({ kind, word }) => kind === asked.kind && unit.alternatives.has(word))
  const more = unit.isBeginning ? await termsFrom(db, asked, unit.word) : []
  const terms = new Map<string, Term>([...own, ...more].map((term) => [term.word, term]))
  const sorted = [...terms.values()].sort((one, other) => one.best - other.best || compareTexts(one.word, other.word))
  const records = sorted.reduce((sum, term) => sum + term.records, 0)
  return { unit, terms: sorted, records, isCut: more.length === maxBeginning }
}

/** Records that may be meant by a reading: in the order of their importance, at most a few thousand. */
export async function candidatesOf(
  db: Database,
  asked: Asked,
  reading: Reading,
  known: readonly Known[],
): Promise<Candidate[]> {
  const years = reading.years
  const whole = await read(db, asked, years, postings(db, asked, reading.wholes, raw('')), asked.most)
  const required = reading.units.filter(({ isOptional }) => !isOptional)
  const meant = await Promise.all(required.map((unit) => meantBy(db, asked, unit, known)))
  if (meant.length === 0 || meant.some(({ terms }) => terms.length === 0)) return whole
  const driver = meant.reduce((rarest, each) => (costOf(each) < costOf(rarest) ? each : rarest))
  const others = meant.filter((each) => each !== driver)
  const probed = others.filter(({ unit, terms }) => !unit.isBeginning && terms.length <= fewWords)
  const probes = join(
    probed.map(({ terms }) => probe(db, asked, terms)),
    '',
  )
  const compares = probed.length < others.length || asked.filter.any !== undefined || years !== undefined
  const most = compares ? Math.max(asked.most, Math.min(maxCompared, asked.most * 3)) : asked.most
  return [...whole, ...(await driven(db, asked, years, driver, probes, most))]
}

const costOf = ({ records, isCut }: Meant) => (isCut ? Infinity : records)

/** Candidates that have a word of `driver` and pass the probes. */
async function driven(
  db: Database,
  asked: Asked,
  years: Years | undefined,
  { terms, records }: Meant,
  probes: Sql,
  most: number,
): Promise<Candidate[]> {
  const words = terms.map(({ word }) => word)
  if (terms.length === 1 || records <= fewPostings)
    return read(db, asked, years, postings(db, asked, words, raw('')), most, probes)
  const found: Candidate[] = []
  for (const [index, from] of steps.slice(0, -1).entries()) {
    if (found.length >= most) break
    const to = steps[index + 1] as number
    const some = from < 48 ? words : fewOf(terms)
    const between = sql`and weight >= ${from} and weight < ${to}`
    found.push(...(await read(db, asked, years, postings(db, asked, some, between), most - found.length, probes)))
  }
  return found
}

/** The best known words that few postings have altogether, at least one. */
function fewOf(terms: readonly Term[]): string[] {
  const few: string[] = []
  let sum = 0
  for (const { word, records } of terms) {
    sum += records
    if (sum > maxRead && few.length > 0) break
    few.push(word)
  }
  return few
}

/** Postings of some words, the most important ones first, each record once. */
const postings = (db: Database, { generation, kind }: Asked, words: readonly string[], more: Sql): Sql => sql`
  select ${raw(words.length === 1 ? '' : 'distinct')} weight, entity_id from search_word
  where generation = ${generation} and kind = ${kind} and ${db.engine.anyOf(raw('word'), words)} ${more}
  order by weight, entity_id ${limit(maxRead)}`

/** The condition that a record has one of some other words, too. */
const probe = (db: Database, { generation, kind }: Asked, terms: readonly Term[]): Sql => sql`
  and exists (
    select 1 from search_word p where p.generation = ${generation} and p.kind = ${kind}
      and ${db.engine.anyOf(
        raw('p.word'),
        terms.map(({ word }) => word),
      )} and p.weight = s.weight and p.entity_id = s.entity_id)`

/** The records of postings, as far as the filter lets them pass. */
async function read(
  db: Database,
  { generation, kind, filter }: Asked,
  years: Years | undefined,
  found: Sql,
  most: number,
  probes: Sql = raw(''),
): Promise<Candidate[]> {
  const { includesAdult, primary, any } = filter
  const adult = kind === 'collection' ? adultCollection : sql`and not r.adult`
  const rows = await db.all(
    IndexedRecord,
    sql`
    select r.entity_id, r.adult, r.year, r.years, r.popularity, r.votes, r.names
    from (${found}) as s cross join search_record r
    where r.generation = ${generation} and r.kind = ${kind} and r.entity_id = s.entity_id
      ${includesAdult ? raw('') : adult} ${primary === undefined ? raw('') : sql`and r.year = ${primary}`} ${probes}
    order by s.weight, s.entity_id ${limit(most)}`,
  )
  const wanted = rows.filter((row) => any === undefined || row.years.split(',').includes(String(any)))
  return (years ? wanted.filter((row) => isNear(row, years)) : wanted).map((row) => ({ ...row, kind }))
}

/** Records with some ids, in their order, as far as the filter lets them pass. */
export const candidatesWithIds = (db: Database, asked: Asked, ids: readonly number[]): Promise<Candidate[]> =>
  read(
    db,
    asked,
    undefined,
    sql`
    select 0 as weight, entity_id from search_record
    where generation = ${asked.generation} and kind = ${asked.kind} and ${db.engine.anyOf(raw('entity_id'), ids)}`,
    asked.most,
  )

const isNear = ({ years }: IndexedRecord, { from, to }: Years) =>
  years.split(',').some((year) => year !== '' && Number(year) >= from - 1 && Number(year) <= to + 1)

const adultCollection = sql`
  and not exists (select 1 from movie m where m.collection_id = r.entity_id and m.adult = true)`
