import { Type } from 'typebox'
import { creditsTag } from '#src/contract/cache-tags.ts'
import { raw } from '#src/database/sql.ts'
import { entryId } from '../entry-id.ts'
import { RecordId, Small } from '../fields.ts'
import type { Kind } from '../kinds.ts'
import {
  columnsFrom,
  EntryId,
  type LineEntry,
  lineEntries,
  OptionalWord,
  readEntry,
  statedEntry,
} from '../line-entries.ts'
import type { Entry, Store } from '../part.ts'
import { CreditType } from '../summaries/credits.ts'

const person = { id: RecordId }
const stated = {
  id: EntryId,
  credit_type: CreditType,
  person_id: RecordId,
  character: OptionalWord,
  department: OptionalWord,
  job: OptionalWord,
  order: Small,
  cast_id: Small,
  /** The episodes of a role, where a source says more of them than the catalogue has; 0 otherwise. */
  episode_count: Small,
}
const { id: credit_id, character, department, job, order, cast_id, episode_count } = stated
const cast = lineEntries(person, { credit_id, character, order, cast_id, episode_count })
const crew = lineEntries(person, { credit_id, department, job, order, cast_id, episode_count })
const created_by = lineEntries(person, { credit_id })

/** The lists of cast and creators leave out what is the same for everybody in them. */
const acting = { department: 'Acting', job: 'Actor' }
const creating = { department: 'Writing', job: 'Creator' }

/** How the credits of a movie, a series, a season or an episode are stored. */
export const creditsStore = {
  table: 'credit',
  key: ['id'],
  columns: columnsFrom(stated),
  entry(kind) {
    const types: CreditType[] = kind === 'episode' ? ['cast', 'crew', 'guest'] : ['cast', 'crew']
    return statedEntry({ ...stated, credit_type: Type.String({ enum: types }) })
  },
  order: raw('credit_type, department, job, "order", id'),
  changeKeys: ['cast', 'crew', 'guest_stars', 'created_by'],
  placeColumns: ['order', 'cast_id'],
  changeKey: ({ credit_type, job }) =>
    credit_type === 'guest' ? 'guest_stars' : job === creating.job ? 'created_by' : (credit_type as string),
  references: { person_id: 'person' },
  likeness: ({ credit_type, person_id, department, job, character }) =>
    JSON.stringify([credit_type, person_id, department, job, character]),
  tag: creditsTag,

  lines(kind) {
    const credits = { cast: Type.Optional(cast), crew: Type.Optional(crew) }
    if (kind === 'series') return { credits: Type.Object(credits), created_by }
    if (kind !== 'episode') return { credits: Type.Object(credits) }
    const guest_stars = cast
    return { credits: Type.Object({ ...credits, guest_stars: Type.Optional(guest_stars) }), crew, guest_stars }
  },

  read({ credits, ...line }, kind, id) {
    // The details of an episode have its crew and guest stars, but not its cast.
    const { crew, guest_stars } = credits ?? (kind === 'episode' ? line : {})
    const created_by: LineEntry[] | undefined = kind === 'series' ? line.created_by : undefined
    if (!credits && !crew && !guest_stars && !created_by) return undefined
    const creditsOf = (given: LineEntry[] | undefined, type: CreditType) =>
      given?.map((entry, position) => creditOf(entry, type, position, kind, id)) ?? []
    const entries = [
      ...creditsOf(credits?.cast, 'cast'),
      ...creditsOf(crew, 'crew'),
      ...creditsOf(kind === 'episode' ? guest_stars : undefined, 'guest'),
    ]
    if (created_by) {
      const known = new Set(entries.map(roleOf))
      const creators = creditsOf(
        created_by.map((entry) => ({ ...entry, ...creating })),
        'crew',
      )
      for (const creator of creators) if (!known.has(roleOf(creator))) entries.push(creator)
    }
    return { entries, isComplete: Boolean(credits) }
  },

  write(entries, kind) {
    if (entries.length === 0) return {}
    const linesOf = (type: CreditType) =>
      entries
        .filter(({ credit_type }) => credit_type === type)
        // Lines of movies have no numbers of episodes.
        .map((credit, position) => lineOf(kind === 'movie' ? { ...credit, episode_count: 0 } : credit, position))
    const credits = { cast: linesOf('cast'), crew: linesOf('crew') }
    return { credits: kind === 'episode' ? { ...credits, guest_stars: linesOf('guest') } : credits }
  },
} satisfies Store

/** A credit without an id gets one from its person and role; without an order, it gets its position in the list. */
function creditOf(given: LineEntry, credit_type: CreditType, position: number, kind: Kind, entity_id: number) {
  const isCrew = credit_type === 'crew'
  const { department, job } = isCrew ? { department: given.department ?? '', job: given.job ?? '' } : acting
  const character: string = (isCrew ? undefined : given.character) ?? ''
  const order: number = given.order ?? position
  const { id: person_id, ...source } = readEntry(given, { id: 0 })
  const credit_id: string =
    given.credit_id || entryId('credits', kind, entity_id, [given.id, department, job, character])
  const cast_id: number = given.cast_id ?? order
  const episode_count: number = (kind === 'movie' ? undefined : given.episode_count) ?? 0
  const role = { id: credit_id, credit_type, person_id, character, department, job }
  return { ...role, order, cast_id, episode_count, ...source }
}

function lineOf(credit: Entry & { source?: string }, position: number) {
  const { id: credit_id, credit_type, person_id: id, character, department, job, order, cast_id, ...more } = credit
  const { episode_count, ...source } = more
  const counted = episode_count !== 0 && { episode_count }
  // Only the cast of movies shows a cast_id, and most are the same as the order.
  const numbered = cast_id !== order && { cast_id }
  if (credit_type === 'crew') {
    // Crew is written by department and job, which is rarely the order in which it was stated.
    const placed = order !== position && { order }
    return { id, department, job, ...placed, ...numbered, credit_id, ...counted, ...source }
  }
  return { id, character, order, ...numbered, credit_id, ...counted, ...source }
}

const roleOf = ({ person_id, department, job, character }: ReturnType<typeof creditOf>) =>
  JSON.stringify([person_id, department, job, character])
