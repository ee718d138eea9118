import { setImmediate as nextTurn } from 'node:timers/promises'
import { Type } from 'typebox'
import { type Kind, kindNames } from '#src/catalogue/kinds.ts'
import { canonicalId } from '#src/catalogue/parts/external-ids.ts'
import type { Database } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'
import { matchAll } from '#src/matching/match.ts'
import { certain, type Match, type Wanted } from '#src/matching/wanted-title.ts'
import { normalName } from '#src/search/words.ts'
import { distinct } from './distinct.ts'
import type { ForeignStaging, Identity, Known } from './foreign-staging.ts'
import { identifyNumbered } from './identify-numbered.ts'
import { identifyUnplaced, isUnplaced, type PlacedEpisodes } from './identify-unplaced.ts'
import { idsOf, type NewIds } from './new-ids.ts'
import type { Numbers } from './numbers.ts'
import { recall } from './recalled.ts'
import { noteReviews, type Review, settleReviews } from './reviews.ts'
import { keyOf, knownKeys, rememberKeys } from './source-keys.ts'
import { partWords, stackFor, wordOf } from './stacked-parts.ts'
import { fateOf, fatesOf, type TitleListener } from './title-fates.ts'

/** Records that are looked up together. */
const AT_ONCE = 500
/** From here on a person decides; what is less certain is another record. */
const uncertain = 0.5

export type Identifying = {
  db: Database
  staging: ForeignStaging
  /** Gets the numbers of records that have another id. */
  numbers: Numbers
  source_id: string
  now: Date
  /** Nothing is remembered. */
  isDryRun: boolean
  /** What only the name of a file tells of is made if the catalogue has nothing that it may be. */
  creates: boolean
  /** What was made so and undone is not made again: a person decides. */
  keepsUndone: boolean
  /** The source has each record once: two of its keys are never one record. */
  areDistinct?: boolean
  onProgress(done: number): void
  /** Called with films and series when it is known what becomes of them. */
  onTitles?: TitleListener | undefined
  /** Called with an episode without numbers that is not found in its series. */
  onUnplaced(known: Known, reason: string): void
}

/** How many records were found in the catalogue, are new, or wait for a person. */
export type Identified = { found: number; made: number; reviews: Review[] }

/** At most so many of those that wait for a person are kept to be shown at once. */
const maxShownReviews = 1_000

/**
 * Finds out which records of the catalogue the staged ones are: by what earlier imports of the source and people have
 * found out about their keys; by their ids, numbers, names, years and people, as `matchAll` weighs them; seasons and
 * episodes by their series and numbers. What is not there becomes new, under the number by which apps know it where
 * that is free. What is uncertain is left out and noted for a person, and so is what only the name of a file tells of.
 */
export async function identify(options: Identifying): Promise<Identified> {
  const identified: Identified = { found: 0, made: 0, reviews: [] }
  let done = 0
  options.staging.placeEpisodes()
  for (const of of kindNames) {
    const lookup: Lookup = { ids: idsOf(options.db, of, options.source_id), placed: new Map(), keyed: new Set() }
    for (const batch of options.staging.toFind(of, AT_ONCE)) {
      const settled = await settledOf(options, of, batch, lookup)
      await keep(options, of, settled, identified)
      done += settled.length
      await nextTurn()
      options.onProgress(done)
    }
  }
  return identified
}

/** What batches of records of a kind share. */
type Lookup = {
  ids: NewIds
  placed: PlacedEpisodes
  /** Records that were found in this import, of a source that has each once. */
  keyed: Set<number>
}

/** A record with what was found out about it. */
export type Settled = {
  known: Known
  identity: Identity
  isRemembered: boolean
  review?: Match
  /** Another part of a film that counts already. */
  isRepeated?: boolean
}

async function settledOf(options: Identifying, of: Kind, batch: Known[], lookup: Lookup): Promise<Settled[]> {
  const { ids, keyed } = lookup
  const { db, staging, source_id, areDistinct = false } = options
  const { remembered, settled, open, undone } = await recall(options, of, batch)
  const claim = (known: Known, identity: Identity, asPart = partWords(staging, of, known, identity)) => {
    if (areDistinct) return
    staging.claim(of, identity, [...wordsOf(of, known), ...titledWords(of, known), ...asPart])
  }
  for (const { known, identity } of settled) claim(known, identity)
  if (of === 'season' || of === 'episode') {
    const [unplaced, placed] = [open.filter(isUnplaced), open.filter((known) => !isUnplaced(known))]
    return [
      ...settled,
      ...(await identifyNumbered(options, of, placed, lookup)),
      ...(await identifyUnplaced(options, unplaced, lookup.placed)),
    ]
  }
  const isForcedNew = (known: Known) => remembered.get(known.key)?.decision === 'new'
  const found = await matchesOf(db, of, open)
  const matches = areDistinct ? await distinct(options, of, found, keyed) : found
  // What was made by the name of a file that is described by now, unless that import was undone.
  const named = await knownKeys(
    db,
    source_id,
    of,
    open.flatMap(({ keyByName }) => keyByName ?? []),
  )
  const taken = await ids.taken(open)
  for (const [place, each] of open.entries()) {
    const match = matches[place] as Match
    const isForced = isForcedNew(each)
    const isMissing = of === 'movie' && (isForced || !match.record || match.certainty < uncertain)
    const creates = options.creates && !undone.has(each.key)
    const stack = isMissing ? stackFor(each, { staging, creates, isForcedNew: isForced }) : undefined
    if (stack === 'later') continue
    const known = stack?.known ?? each
    const claimed = stack?.claimed ?? claimOf(staging, of, known)
    const made = named.get(known.keyByName ?? '')
    const settle = (id: number | null, isNew: boolean, review?: Match) => {
      if (id !== null) keyed.add(id)
      claim(known, { id, isNew }, stack && [wordOf(stack)])
      const isRepeated = stack?.claimed !== undefined
      settled.push({ known, identity: { id, isNew }, isRemembered: false, isRepeated, ...(review && { review }) })
    }
    const isTaken = areDistinct && match.record !== undefined && keyed.has(match.record.id)
    if (claimed) settle(claimed.id, claimed.isNew)
    else if (isForced) settle(await ids.next(known, taken), true)
    else if (match.record && match.certainty >= certain && !isTaken) settle(match.record.id, false)
    else if (made?.is_own && made.entity_id !== null && (made.is_there || made.is_gone)) settle(made.entity_id, false)
    else if (match.record && match.certainty >= uncertain && !isTaken) settle(null, false, match)
    else if (known.isByName) {
      // A series of which nothing could be made but its name is for a person to decide, too: `Apollo - 13`.
      const isMade = creates && !(of === 'series' && staging.hasOnlyUnplaced(known.key))
      const maybe = isMade ? titled(staging, of, known) : match
      if (maybe) settle(null, false, maybe)
      else settle(await ids.next(known, taken), true)
    } else settle(await ids.next(known, taken), true)
  }
  return settled
}

/** What a record is known by in this import: its ids and number, or, for want of those, its name and year. */
function wordsOf(of: Kind, { ids, number, titles, year }: Known): string[] {
  const words = ids.map(({ source, value }) => `${source} ${canonicalId(source, value)}`)
  if (number !== null) words.push(`number ${number}`)
  const isTitle = of === 'movie' || of === 'series'
  const [title] = titles
  if (title !== undefined && (!isTitle || year !== null)) words.push(`name ${normalName(title)} ${isTitle ? year : ''}`)
  return words
}

/** What a title is called, whatever its year. */
const titledWords = (of: Kind, { titles: [title] }: Known): string[] =>
  (of === 'movie' || of === 'series') && title !== undefined ? [`titled ${normalName(title)}`] : []

/** The record of this import that something of which but a name is known may be. */
function titled(staging: ForeignStaging, of: Kind, known: Known): Match | undefined {
  if (known.year !== null || known.ids.length > 0 || known.number !== null) return undefined
  const [found] = staging.claims(of, titledWords(of, known)).values()
  if (!found || (of !== 'movie' && of !== 'series')) return undefined
  return { record: { kind: of, id: found.id }, certainty: uncertain, others: [], isIndexed: true }
}

/** The record that this import knows by one of the same words; by its name only where it has no id. */
function claimOf(staging: ForeignStaging, of: Kind, known: Known): (Identity & { id: number }) | undefined {
  const words = wordsOf(of, known).filter(
    (word) => (known.ids.length === 0 && known.number === null) || !word.startsWith('name '),
  )
  const claims = staging.claims(of, words)
  return words.map((word) => claims.get(word)).find((identity) => identity !== undefined)
}

const One = Type.Object({ one: Type.Integer() })

/** Nothing is found in a catalogue in which there is nothing, such as one that is filled for the first time. */
async function isEmpty(db: Database): Promise<boolean> {
  const isOfKind = db.engine.anyOf(raw('kind'), kindNames)
  return (await db.one(One, sql`select 1 as one from record where ${isOfKind} limit 1`)) === undefined
}

/** Slips are only looked for where nothing but a name is known: a search costs milliseconds. */
async function matchesOf(db: Database, of: Kind, records: readonly Known[]): Promise<Match[]> {
  if (await isEmpty(db)) return records.map(() => ({ certainty: 0, others: [], isIndexed: true }))
  const wanted = records.map(
    ({ ids, number, titles, year, otherwise, people }): Wanted => ({
      kinds: [of as Wanted['kinds'][number]],
      ids,
      ...(number !== null && { ownId: number }),
      titles,
      ...(year !== null && { year }),
      otherwise,
      people,
    }),
  )
  const isNamedOnly = ({ ids, number }: Known) =>
    ids.length === 0 && number === null && (of === 'movie' || of === 'series')
  const matches = new Array<Match>(records.length)
  for (const forgives of [true, false]) {
    const places = records.flatMap((record, place) => (isNamedOnly(record) === forgives ? [place] : []))
    const found = await matchAll(
      db,
      places.map((place) => wanted[place] as Wanted),
      { forgivesSlips: forgives },
    )
    for (const [index, place] of places.entries()) matches[place] = found[index] as Match
  }
  return matches
}

/** Keeps what was found out about a batch, for this import and for those that follow. */
async function keep(options: Identifying, of: Kind, settled: readonly Settled[], identified: Identified) {
  const { db, staging, numbers, source_id, now, isDryRun } = options
  staging.settle(
    of,
    settled.map((one) => ({ key: one.known.key, ...one.identity, isMade: fateOf(one) === 'made' })),
  )
  const reviews = settled.flatMap(({ known, review }) => (review ? [reviewOf(source_id, of, known, review, now)] : []))
  const counting = settled.filter(({ isRepeated }) => !isRepeated)
  for (const one of counting) {
    const fate = fateOf(one)
    if (fate !== 'left') identified[fate]++
  }
  await options.onTitles?.(fatesOf(of, counting))
  for (const each of reviews.slice(0, maxShownReviews - identified.reviews.length)) identified.reviews.push(each)
  if (isDryRun) return
  numbers.add(of, settled)
  const fresh = settled.filter(({ identity, isRemembered }) => identity.id !== null && !isRemembered)
  await db.transaction(async (tx) => {
    await rememberKeys(
      tx,
      fresh.map(({ known, identity }) => keyOf(source_id, of, known.key, identity.id, identity.isNew)),
    )
    await settleReviews(
      tx,
      source_id,
      of,
      fresh.map(({ known }) => known.key),
    )
    await noteReviews(tx, reviews)
  })
}

function reviewOf(source_id: string, kind: Kind, known: Known, match: Match, now: Date): Review {
  const { record, certainty, others } = match
  const guesses = [...(record ? [{ record, certainty }] : []), ...others].map(({ record, certainty }) => ({
    id: record.id,
    certainty: Math.round(certainty * 1000) / 1000,
  }))
  return {
    source_id,
    kind,
    source_key: known.key,
    title: known.titles[0] ?? '',
    year: known.year,
    file: known.file,
    guesses,
    noted_at: now.toISOString(),
  }
}
