import type { Reader } from '#src/database/database.ts'
import type { Candidate } from '#src/search/ranking.ts'
import { weightOf } from '#src/search/weight.ts'
import { contradicts, idsOfRecords } from './by-id.ts'
import { certaintyOf, formsOf } from './certainty.ts'
import { recordsWithPeople } from './people.ts'
import { type Guess, type MatchedKind, ownId, type Wanted } from './wanted-title.ts'

const factors = {
  /** Another kind than the likeliest one. */
  otherKind: 0.9,
  /** A record that another id of the same system belongs to. */
  otherId: 0.3,
  /** A record on which nobody of those worked who worked on what is wanted, if another one has somebody. */
  otherPeople: 0.6,
} as const
/** From here on a name agrees with a record's own id. */
const agreesFrom = 0.6
/** Records that are nearer to each other than this are equally likely, and none of them is certain. */
const sameCertainty = 0.03
export const ambiguous = 0.5
/** What is less certain is not worth a look. */
const leastCertainty = 0.2
export const maxGuesses = 10

/** For each of those that are wanted, its candidates, the likeliest first; of equally likely ones, the best known. */
export async function ranked(
  db: Reader,
  wanted: readonly Wanted[],
  candidates: readonly (readonly Candidate[])[],
): Promise<Guess[][]> {
  const withIds = wanted.flatMap(({ ids = [] }, place) => (ids.length === 0 ? [] : (candidates[place] ?? [])))
  const stored = await idsOfRecords(db, [
    ...new Map(withIds.map((each) => [keyOf(recordOf(each)), recordOf(each)])).values(),
  ])
  const weighed = wanted.map((each, place) => {
    const forms = each.titles.flatMap(formsOf)
    return (candidates[place] ?? [])
      .map((candidate) => {
        const record = recordOf(candidate)
        const isOther = contradicts(each.ids ?? [], stored.get(keyOf(record)) ?? [])
        const [certainty, proven] = (['unproven', 'proven'] as const).map(
          (proof) => likelihood(each, forms, candidate, proof) * (isOther ? factors.otherId : 1),
        ) as [number, number]
        return { record, certainty, proven, weight: weightOf(candidate.popularity, candidate.votes) }
      })
      .filter(({ certainty }) => certainty >= leastCertainty)
      .sort(
        (one, other) => other.certainty - one.certainty || one.weight - other.weight || one.record.id - other.record.id,
      )
      .slice(0, maxGuesses)
      .map(({ record, certainty, proven }): Weighed => ({ record, certainty, proven }))
  })
  return Promise.all(weighed.map((guesses, place) => decidedByPeople(db, wanted[place] as Wanted, guesses)))
}

const recordOf = ({ kind, entity_id: id }: Candidate) => ({ kind: kind as MatchedKind, id })
const keyOf = ({ kind, id }: Guess['record']) => `${kind} ${id}`

function likelihood(
  wanted: Wanted,
  forms: ReturnType<typeof formsOf>,
  candidate: Candidate,
  proof: 'proven' | 'unproven',
): number {
  const kind = candidate.kind === wanted.kinds[0] ? 1 : factors.otherKind
  const isOwn = wanted.ownId === candidate.entity_id
  if (forms.length === 0) return isOwn ? ownId.alone * kind : 0
  const certainty = certaintyOf(forms, wanted, candidate, proof)
  return (isOwn && certainty >= agreesFrom ? ownId.agreed : certainty) * kind
}

/** Whether the likeliest of some guesses is hardly likelier than the next one. */
export const isAmbiguous = ([first, second]: readonly Guess[]): boolean =>
  first !== undefined && second !== undefined && first.certainty - second.certainty < sameCertainty

/** A guess, and how certain it is if one of the people that are wanted worked on the record. */
type Weighed = Guess & { proven: number }

/**
 * Of records that are equally likely, those on which the people worked that are wanted; and a name with a slip, where
 * they did.
 */
async function decidedByPeople(db: Reader, { people = [] }: Wanted, weighed: readonly Weighed[]): Promise<Guess[]> {
  const guesses = weighed.map(({ record, certainty }): Guess => ({ record, certainty }))
  const [first] = weighed
  const isDoubtful = isAmbiguous(guesses) || (first !== undefined && first.proven > first.certainty)
  if (people.length === 0 || !isDoubtful) return guesses
  const records = guesses.map(({ record }) => record)
  const having = await recordsWithPeople(db, records, people)
  if (having.size === 0) return guesses
  const decided = weighed.map(({ record, certainty, proven }) => ({
    record,
    certainty: having.has(keyOf(record)) ? proven : certainty * factors.otherPeople,
  }))
  return decided.sort((one, other) => other.certainty - one.certainty)
}
