import { type Static, Type } from 'typebox'
import { kind } from '#src/catalogue/kinds.ts'
import { moviesById, peopleById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import type { PersonRow } from '#src/catalogue/summaries/people.ts'
import type { MovieRow, SeriesRow } from '#src/catalogue/summaries/titles.ts'
import { pageOf, pageSize } from '#src/contract/paging.ts'
import type { Language } from '#src/contract/parameters.ts'
import type { TimeWindow } from '#src/contract/path-parameters.ts'
import type { PopularKind } from '#src/contract/signals.ts'
import type { Reader } from '#src/database/database.ts'
import { raw, sql } from '#src/database/sql.ts'

const Found = Type.Object({ kind: Type.Unsafe<PopularKind>({ type: 'string' }), id: Type.Integer() })

const Last = Type.Object({ place: Type.Integer() })

type Row = Static<typeof MovieRow> | Static<typeof SeriesRow> | Static<typeof PersonRow>
type Asked = { db: Reader; params: { time_window: TimeWindow }; query: { language: Language; page: number } }

/** A page of what is trending. Background work has given each record its place (`src/popularity/trends.ts`). */
export async function trendingPage<Shown extends Row>(
  media_type: 'all' | Shown['media_type'],
  { db, params: { time_window }, query: { language, page } }: Asked,
) {
  const listed = sql`from trend where time_window = ${time_window} and media_type = ${raw(`'${media_type}'`)}`
  const last = page * pageSize
  const [found, end] = await Promise.all([
    db.all(
      Found,
      sql`select kind, entity_id as id ${listed} and place > ${last - pageSize} and place <= ${last} order by place`,
    ),
    db.one(Last, sql`select place ${listed} order by place desc limit 1`),
  ])
  const idsOf = (of: PopularKind) => found.flatMap(({ kind, id }) => (kind === of ? id : []))
  const [movies, series, people] = await Promise.all([
    moviesById(db, idsOf('movie'), language),
    seriesById(db, idsOf('series'), language),
    peopleById(db, idsOf('person'), language),
  ])
  const rows = new Map([...movies, ...series, ...people].map((row: Row) => [`${row.media_type} ${row.id}`, row]))
  const results = found.flatMap(({ kind: of, id }) => rows.get(`${kind(of).media_type} ${id}`) ?? [])
  // The places of a type are of its kind.
  return pageOf(page, results as Shown[], end?.place ?? 0)
}
