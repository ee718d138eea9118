import type { Reader } from '#src/database/database.ts'
import { answeringGeneration } from '#src/search/generations.ts'
import { recordsById } from './by-id.ts'
import { recordsBySearch, recordsByWholeName } from './by-name.ts'
import { type Decision, decisionsAbout } from './decisions.ts'
import { episodesByOwnId, withinSeries } from './numbered.ts'
import { ambiguous, isAmbiguous, ranked } from './ranked.ts'
import {
  certain,
  type Guess,
  type Match,
  type MatchedBy,
  type MatchedRecord,
  type Wanted,
  type WantedTitle,
} from './wanted-title.ts'

/** A better guess than this is not searched for with slips. */
const goodEnough = 0.7
const byIdAlone = 1

type MatchOptions = {
  /** The account whose decisions count. */
  account_id?: number
  /** Whether names with slips are looked for where no name is whole; true by default. That takes milliseconds each. */
  forgivesSlips?: boolean
}

/** Finds a title or a person in the catalogue. */
export const match = async (db: Reader, wanted: Wanted, options?: MatchOptions): Promise<Match> =>
  (await matchAll(db, [wanted], options))[0] as Match

/**
 * Finds titles and people in the catalogue, some hundred at once: by what was decided about them, by their ids in
 * other systems, and by their names and years. The certainty of a match is
 *
 * - 1 by a decision, and by an id that one record has;
 * - 0.98 by its own id here, if the name and the year agree;
 * - up to 0.95 by its name and year, as `certaintyOf` weighs them, less for another kind, and far less if the record
 *   has another id in a system in which the id is known;
 * - at most 0.5 if two records are as likely as each other: then a person has to choose.
 *
 * A season or an episode is as certain as its series.
 */
export async function matchAll(
  db: Reader,
  wanted: readonly Wanted[],
  { account_id, forgivesSlips = true }: MatchOptions = {},
): Promise<Match[]> {
  const decisions = account_id === undefined ? [] : await decisionsAbout(db, account_id, wanted)
  const byId = await recordsById(db, wanted)
  const matches = wanted.map((each, place) => decided(decisions[place]) ?? matchOfIds(each, byId[place] ?? []))
  const open = (way: (each: Wanted) => boolean) =>
    wanted.flatMap((each, place) => (matches[place] || !way(each) ? [] : [place]))
  const fill = (places: readonly number[], found: readonly Match[]) => {
    for (const [index, place] of places.entries()) matches[place] = found[index]
  }
  const isNumbered = ({ within }: Wanted) => within !== undefined
  const isEpisode = (each: Wanted) => !isNumbered(each) && each.kinds.every((kind) => kind === 'episode')
  const owned = open(isEpisode)
  fill(
    owned,
    (await episodesByOwnId(db, of(wanted, owned))).map((some) => matchOf(some, 'id')),
  )
  const named = open((each) => !isNumbered(each))
  fill(named, await matchByName(db, of(wanted, named), forgivesSlips))
  const numbered = open(isNumbered)
  fill(numbered, await matchWithin(db, of(wanted, numbered)))
  return await readOtherwise(db, wanted, matches as Match[], forgivesSlips)
}

/** The next readings of the names that were not found for certain, until none is left; the best one counts. */
async function readOtherwise(
  db: Reader,
  wanted: readonly Wanted[],
  matches: Match[],
  forgivesSlips: boolean,
): Promise<Match[]> {
  const most = wanted.reduce((most, { otherwise = [] }) => Math.max(most, otherwise.length), 0)
  for (let at = 0; at < most; at++) {
    const places = matches.flatMap(({ certainty }, place) =>
      certainty < certain && wanted[place]?.otherwise?.[at] ? [place] : [],
    )
    const read = places.map((place): Wanted => {
      const { otherwise = [], ...each } = wanted[place] as Wanted
      return { ...each, titles: [otherwise[at]?.title as string], year: otherwise[at]?.year }
    })
    const found = await matchByName(db, read, forgivesSlips)
    for (const [index, place] of places.entries())
      if ((found[index] as Match).certainty > (matches[place] as Match).certainty)
        matches[place] = found[index] as Match
  }
  return matches
}

const of = (wanted: readonly Wanted[], places: readonly number[]) => places.map((place) => wanted[place] as Wanted)

function decided(decision: Decision | undefined): Match | undefined {
  if (decision === undefined) return undefined
  const record = decision === 'none' ? {} : { record: decision }
  return { ...record, certainty: 1, by: 'decision', others: [], isIndexed: true }
}

function matchOfIds({ kinds }: Wanted, records: readonly MatchedRecord[]): Match | undefined {
  if (records.length === 0) return undefined
  const guesses = records
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || one.id - other.id)
    .map((record) => ({ record, certainty: byIdAlone }))
  return matchOf(guesses, 'id')
}

/** What some guesses, the likeliest first, make together. */
function matchOf(guesses: readonly Guess[], by: MatchedBy): Match {
  const [first, ...others] = guesses
  if (!first) return { certainty: 0, others: [], isIndexed: true }
  const certainty = isAmbiguous(guesses) ? Math.min(first.certainty, ambiguous) : first.certainty
  const capped = others.map((guess) => ({ ...guess, certainty: Math.min(guess.certainty, certainty) }))
  return { record: first.record, certainty, by, others: capped, isIndexed: true }
}

const notIndexed: Match = { certainty: 0, others: [], isIndexed: false }

async function matchByName(db: Reader, wanted: readonly Wanted[], forgivesSlips: boolean): Promise<Match[]> {
  if (wanted.length === 0) return []
  const generation = await answeringGeneration(db)
  if (!generation) return wanted.map(() => notIndexed)
  const candidates = await recordsByWholeName(db, generation.number, wanted)
  const guesses = await ranked(db, wanted, candidates)
  for (const [place, each] of forgivesSlips ? wanted.entries() : []) {
    if ((guesses[place]?.[0]?.certainty ?? 0) >= goodEnough || each.titles.length === 0) continue
    const found = await recordsBySearch(db, generation.number, each)
    const known = new Map(
      [...(candidates[place] ?? []), ...found].map((record) => [`${record.kind} ${record.entity_id}`, record]),
    )
    guesses[place] = (await ranked(db, [each], [[...known.values()]]))[0] as Guess[]
  }
  return guesses.map((some) => matchOf(some, 'name'))
}

/** Seasons and episodes, by way of their series; each series is matched once. */
async function matchWithin(db: Reader, wanted: readonly Wanted[]): Promise<Match[]> {
  if (wanted.length === 0) return []
  const keyOf = (series: WantedTitle) => JSON.stringify(series)
  const distinct = new Map(
    wanted.flatMap(({ within }) => (within ? [[keyOf(within.series), within.series] as const] : [])),
  )
  const found = await matchAll(
    db,
    [...distinct.values()].map((series): Wanted => ({ ...series, kinds: ['series'] })),
  )
  const byKey = new Map([...distinct.keys()].map((key, index) => [key, found[index] as Match]))
  const series = wanted.map(({ within }) => (within ? byKey.get(keyOf(within.series)) : undefined))
  const guesses = await withinSeries(db, wanted, series)
  return guesses.map((some, place) => {
    if (series[place]?.isIndexed === false) return notIndexed
    const sorted = some.toSorted((one, other) => other.certainty - one.certainty)
    return matchOf(sorted, series[place]?.by ?? 'name')
  })
}
