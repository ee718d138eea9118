import { type Static, Type } from 'typebox'
import type { Language } from '#src/contract/parameters.ts'
import type { Reader } from '#src/database/database.ts'
import { limit, raw, sql } from '#src/database/sql.ts'
import { countedEpisodes, episodeCount, roleOf, seasonEpisodes, seriesCredits } from './series-credits.ts'
import { textsOf } from './texts.ts'

/** Rows that are read about a person at once, on the thread for wide reads. */
export const maxRowsOfPerson = 10_000
/** Roles and jobs of a person in one title that a list shows; the page of the title has all of them. */
export const maxRolesInList = 20

const WorkRow = Type.Object({
  media_type: Type.Union([Type.Literal('movie'), Type.Literal('tv')]),
  id: Type.Integer(),
  name: Type.String(),
  /** The name in the address. */
  original: Type.String(),
  day: Type.String(),
  popularity: Type.Number(),
  vote_average: Type.Number(),
  department: Type.String(),
})

/** A title that somebody worked on, once, with what it is sorted by, and the departments of the person. */
export type Work = Omit<Static<typeof WorkRow>, 'department'> & { departments: Set<string> }

/** Whoever is of the cast acts. */
const department = sql`case when c.credit_type = 'crew' then c.department else 'Acting' end`

/** The titles that a person acted in or worked on, the newest first; those without a date are last. */
export async function worksOfPerson(db: Reader, person_id: number, language: Language): Promise<Work[]> {
  const movie = textsOf('movie', 't', language, db.engine)
  const series = textsOf('series', 't', language, db.engine)
  const ofPerson = (of: string) => sql`c.kind = ${of} and c.person_id = ${person_id}`
  const rows = await db.wide.all(
    WorkRow,
    sql`
    select * from (
      select 'movie' as media_type, t.id, ${movie.title} as name, t.original_title as original,
        t.release_date as day, t.popularity, t.vote_average, w.department
      from (
        select distinct c.entity_id as id, ${department} as department from credit c where ${ofPerson('movie')}
      ) as w join movie t on t.id = w.id ${movie.join}
      union all
      select 'tv', t.id, ${series.title}, t.original_name, t.first_air_date, t.popularity, t.vote_average, w.department
      from (
        select c.entity_id as id, ${department} as department from credit c where ${ofPerson('series')}
        union
        select n.series_id, ${department} from credit c join season n on n.id = c.entity_id where ${ofPerson('season')}
        union
        select e.series_id, ${department} from credit c join episode e on e.id = c.entity_id
        where ${ofPerson('episode')}
      ) as w join series t on t.id = w.id ${series.join}
    ) as works
    order by day desc, id, media_type, case when department = 'Acting' then 0 else 1 end, department
    ${limit(maxRowsOfPerson)}`,
  )
  const works = new Map<string, Work>()
  for (const { department: of, ...title } of rows) {
    const key = keyOf(title)
    const work = works.get(key) ?? { ...title, departments: new Set() }
    works.set(key, work)
    work.departments.add(of)
  }
  return [...works.values()]
}

type Title = Pick<Work, 'media_type' | 'id'>
export const keyOf = ({ media_type, id }: Title): string => `${media_type} ${id}`

/** What a person did for a title. */
export type Part = { roles: Set<string>; jobs: Set<string>; episodes: number }

const MovieCredit = Type.Object({
  id: Type.Integer(),
  credit_type: Type.String(),
  character: Type.String(),
  job: Type.String(),
})

/** What a person did for some of their titles, by `keyOf`. */
export async function partsOfPerson(
  db: Reader,
  person_id: number,
  titles: readonly Title[],
): Promise<ReadonlyMap<string, Part>> {
  const idsOf = (type: Title['media_type']) =>
    titles.filter(({ media_type }) => media_type === type).map(({ id }) => id)
  const [ofMovies, ofSeries] = await Promise.all([
    movieParts(db, person_id, idsOf('movie')),
    seriesParts(db, person_id, idsOf('tv')),
  ])
  return new Map([...ofMovies, ...ofSeries])
}

type Credit = { credit_type: string; character: string; job: string }

function partOf(credits: readonly Credit[], episodes = 0): Part {
  const some = (list: readonly string[]) => new Set([...new Set(list)].filter(Boolean).slice(0, maxRolesInList))
  const crew = credits.filter(({ credit_type }) => credit_type === 'crew')
  const cast = credits.filter(({ credit_type }) => credit_type !== 'crew')
  return { roles: some(cast.map(({ character }) => character)), jobs: some(crew.map(({ job }) => job)), episodes }
}

async function movieParts(db: Reader, person_id: number, ids: readonly number[]): Promise<[string, Part][]> {
  if (ids.length === 0) return []
  const credits = await db.wide.all(
    MovieCredit,
    sql`
    select entity_id as id, credit_type, character, job from (
      select c.entity_id, c.id, c.credit_type, c.character, c.job, row_number() over (
        partition by c.entity_id, case when c.credit_type = 'crew' then 1 else 0 end order by c.id) as place
      from credit c where c.person_id = ${person_id} and c.kind = 'movie'
        and ${db.engine.anyOf(raw('c.entity_id'), ids)}
    ) as credits where place <= ${maxRolesInList} order by entity_id, credits.id`,
  )
  return [...Map.groupBy(credits, ({ id }) => id)].map(([id, list]) => [
    keyOf({ media_type: 'movie', id }),
    partOf(list),
  ])
}

async function seriesParts(db: Reader, person_id: number, ids: readonly number[]): Promise<[string, Part][]> {
  if (ids.length === 0) return []
  const { anyOf } = db.engine
  const of = (column: string) => sql`c.person_id = ${person_id} and ${anyOf(raw(column), ids)}`
  const owners = { series: of('c.entity_id'), season: of('n.series_id'), episode: of('e.series_id') }
  const [credits, counted] = await Promise.all([
    seriesCredits(db.wide, owners, maxRowsOfPerson),
    seasonEpisodes(db.wide, ids),
  ])
  const seasonsOf = Map.groupBy(counted, ({ series_id }) => series_id)
  return [...Map.groupBy(credits, ({ series_id }) => series_id)].map(([id, list]) => {
    const counts = countedEpisodes(seasonsOf.get(id) ?? [])
    const ofRoles = Map.groupBy(list, roleOf).values()
    const episodes = [...ofRoles].reduce((most, role) => Math.max(most, episodeCount(role, counts)), 0)
    return [keyOf({ media_type: 'tv', id }), partOf(list, episodes)]
  })
}
