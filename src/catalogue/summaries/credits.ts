import { type Static, Type } from 'typebox'
import type { Language } from '#src/contract/parameters.ts'
import { extend } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { type Sql, sql } from '#src/database/sql.ts'
import { PersonBase, personBase } from './people.ts'

const credited = { character: Type.String(), credit_id: Type.String(), order: Type.Integer() }

export const MovieCast = extend(PersonBase, { cast_id: Type.Integer(), ...credited }, 'MovieCast')
/** A row of the cast, or of the guest stars, of a series, a season or an episode. */
export const SeriesCast = extend(PersonBase, credited, 'TvCast')
export const Crew = extend(
  PersonBase,
  { credit_id: Type.String(), department: Type.String(), job: Type.String() },
  'Crew',
)

/** `guest` is a guest star of an episode. */
export const CreditType = Type.Union([Type.Literal('cast'), Type.Literal('crew'), Type.Literal('guest')])
export type CreditType = Static<typeof CreditType>

const CreditRow = Type.Object({
  kind: Type.String(),
  entity_id: Type.Integer(),
  credit_type: CreditType,
  ...MovieCast.properties,
  department: Type.String(),
  job: Type.String(),
})
export type CreditRow = Static<typeof CreditRow>

/** The credits `c` that meet `condition`, each with its person: cast by order, crew by department and job. */
export function creditRows(db: Reader, language: Language, condition: Sql): Promise<CreditRow[]> {
  const person = personBase(language, db.engine)
  // All cast has the same department and job, so one order serves both.
  return db.all(
    CreditRow,
    sql`
    select c.kind, c.entity_id, c.credit_type, ${person.columns}, c.cast_id, c.character, c.id as credit_id, c."order",
      c.department, c.job
    from credit c join person p on p.id = c.person_id ${person.join}
    where ${condition} order by c.department, c.job, c."order", c.id`,
  )
}

const actors = (rows: readonly CreditRow[], type: CreditType): Static<typeof MovieCast>[] =>
  rows
    .filter(({ credit_type }) => credit_type === type)
    .map(({ kind, entity_id, credit_type, department, job, ...cast }) => cast)

const withoutCastId = ({ cast_id, ...cast }: Static<typeof MovieCast>): Static<typeof SeriesCast> => cast

export const movieCast = (rows: readonly CreditRow[]) => actors(rows, 'cast')
export const seriesCast = (rows: readonly CreditRow[]) => actors(rows, 'cast').map(withoutCastId)
export const guestStars = (rows: readonly CreditRow[]) => actors(rows, 'guest').map(withoutCastId)

export const crew = (rows: readonly CreditRow[]): Static<typeof Crew>[] =>
  rows
    .filter(({ credit_type }) => credit_type === 'crew')
    .map(({ kind, entity_id, credit_type, cast_id, character, order, ...crew }) => crew)
